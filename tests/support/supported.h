/* What strew_reduction_is_supported says, beside what planning does. */
#ifndef STREW_TESTS_SUPPORTED_H
#define STREW_TESTS_SUPPORTED_H

#include <strew/inspect.h>

#include "calls.h"

/* Whether a scatter of this dtype and reduction can be planned. */
static inline int can_be_planned(strew_dtype dtype, strew_reduction reduction, strew_nan nan)
{
    const int64_t block = strew_dtype_block(dtype), shape[] = {1, block != 0 ? block : 1}, indices_shape[] = {1, 1};
    const strew_tensor data = {dtype, 2, shape, NULL, NULL}, indices = {STREW_DTYPE_INT64, 2, indices_shape, NULL, NULL};
    const strew_options options = STREW_OPTIONS(.nan = nan);
    strew_plan plan;
    return plan_scatter_nd(&plan, &data, &indices, &data, reduction, &options, NULL) == STREW_OK;
}

/* How many pairs, numbers that are none included, are supported; -1 if planning says otherwise of one. What reduces nothing has no rule for
 * NaN. */
static inline int count_supported(void)
{
    int n = 0;
    for (int dtype = -1; dtype <= STREW_DTYPE_OPAQUE_LAST + 1; dtype++) {
        for (int reduction = -1; reduction < 16; reduction++) {
            const int is_supported = strew_reduction_is_supported((strew_reduction)reduction, (strew_dtype)dtype);
            for (int nan = STREW_NAN_WINS; nan <= (reduction != STREW_REDUCTION_NONE ? STREW_NAN_LOSES : STREW_NAN_WINS); nan++) {
                if (can_be_planned((strew_dtype)dtype, (strew_reduction)reduction, (strew_nan)nan) != is_supported) return -1;
            }
            n += is_supported;
        }
    }
    return n;
}

#endif
