/* What the host offers to its users. strew is a detail. */
#ifndef HOST_H
#define HOST_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Adds n values to those of bins that the indices name. 0 if it is done. */
int host_add(float *bins, int64_t n_bins, const int64_t *indices, const float *values, int64_t n);

/* Copies n records of 3 bytes to where the indices say, and gathers them again. 0 if it is done. */
int host_move(char (*records)[3], int64_t n_records, const int64_t *indices, const char (*moved)[3], char (*again)[3], int64_t n);

/* host_add on two threads. */
int host_add_on_threads(float *bins, int64_t n_bins, const int64_t *indices, const float *values, int64_t n);

#ifdef __cplusplus
}
#endif

#endif
