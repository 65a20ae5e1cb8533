/* The scales of a slice. */
#include "scale.h"

#include "util.h"

size_t strew_find_scales(const strew_scale_map *map, const unsigned char *scale, size_t first, size_t n, strew_scaling *scaling,
                         float *copy)
{
    const strew_factors *at = &map->at;
    const int is_plain = at->element_step == 0 || at->element_step == (int64_t)sizeof *copy;
    const unsigned char *found;
    const size_t n_found = strew_find_factors(at, scale, first, n, &found);
    if (is_plain && n_found >= strew_min(n, STREW_SCALED_ELEMENTS)) {
        scaling->scales = found;
        scaling->step = at->element_step != 0;
        return n_found;
    }
    n = strew_min(n, STREW_SCALED_ELEMENTS);
    strew_copy_factors(at, scale, first, n, copy);
    scaling->scales = copy;
    scaling->step = 1;
    return n;
}
