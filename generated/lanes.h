/* Rendered from templates/lanes.h.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#ifndef STREW_LANES_H
#define STREW_LANES_H

/* What kernels compute with. bN is N bits that are moved. */
typedef enum strew_lane {
    STREW_LANE_NONE,
    STREW_LANE_B8, /* 1 byte */
    STREW_LANE_B16, /* 2 bytes */
    STREW_LANE_B32, /* 4 bytes */
    STREW_LANE_B64, /* 8 bytes */
    STREW_LANE_B128, /* 16 bytes */
    STREW_LANE_F32, /* 4 bytes */
    STREW_LANE_F64, /* 8 bytes */
    STREW_LANE_F16, /* 2 bytes */
    STREW_LANE_BF16, /* 2 bytes */
    STREW_LANE_I8, /* 1 byte */
    STREW_LANE_I16, /* 2 bytes */
    STREW_LANE_I32, /* 4 bytes */
    STREW_LANE_I64, /* 8 bytes */
    STREW_LANE_U8, /* 1 byte */
    STREW_LANE_U16, /* 2 bytes */
    STREW_LANE_U32, /* 4 bytes */
    STREW_LANE_U64, /* 8 bytes */
    STREW_LANE_BOOL, /* 1 byte */
    STREW_LANE_C64, /* 8 bytes */
    STREW_LANE_C128, /* 16 bytes */
} strew_lane;

#endif /* STREW_LANES_H */
