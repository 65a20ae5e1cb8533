#ifndef STREW_GROUP_H
#define STREW_GROUP_H
#include <strew/strew.h>
#ifdef __cplusplus
extern "C" {
#endif
typedef struct strew_chunk_grid {
    const int64_t *n_chunks;
    const int64_t *const *edges;
} strew_chunk_grid;
STREW_API strew_status strew_group_by_chunk(int64_t *starts, int64_t *order, int64_t *local, const strew_tensor *data,
                                            const strew_tensor *indices, const strew_chunk_grid *grid, const strew_options *options,
                                            strew_fault *fault);
#ifdef __cplusplus
}
#endif
#endif
