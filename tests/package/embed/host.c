#include "host.h"

#include <strew/strew.h>

int host_add(float *bins, int64_t n_bins, const int64_t *indices, const float *values, int64_t n)
{
    const strew_tensor data = {STREW_DTYPE_FLOAT32, 1, &n_bins, bins, NULL}, at = {STREW_DTYPE_INT64, 1, &n, indices, NULL};
    const strew_tensor updates = {STREW_DTYPE_FLOAT32, 1, &n, values, NULL};
    return strew_scatter_elements(bins, &data, &at, &updates, 0, STREW_REDUCTION_ADD, NULL, NULL) != STREW_OK;
}

int host_move(char (*records)[3], int64_t n_records, const int64_t *indices, const char (*moved)[3], char (*again)[3], int64_t n)
{
    const strew_tensor data = {STREW_DTYPE_OPAQUE(3), 1, &n_records, records, NULL}, at = {STREW_DTYPE_INT64, 1, &n, indices, NULL};
    const strew_tensor updates = {STREW_DTYPE_OPAQUE(3), 1, &n, moved, NULL};
    return strew_scatter_elements(records, &data, &at, &updates, 0, STREW_REDUCTION_NONE, NULL, NULL) != STREW_OK ||
           strew_gather(again, &data, &at, 0, 0, NULL, NULL) != STREW_OK;
}
