/* Rendered from templates/select.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

STREW_SELECT(strew_select_b32__scalar);

STREW_SELECT(strew_select_b32__avx2)
{
    size_t n_own = 0;
    const simde__m256i base = every_slice_index(selection->base), lead = every_slice_index(selection->lead);
    const simde__m256i shift = every_slice_index(selection->shift), scattering = every_slice_index(selection->scattering);
    const simde__m256i low = every_slice_index(selection->low), width = every_slice_index(selection->width);
    size_t i = 0;
    for (; n_tuples - i >= 8; i += 8) {
        STREW_PREFETCH_READ_AT(updates, i * 4 + STREW_PREFETCH_UPDATES_BYTES);
        const simde__m256i found = load_32(slice_indices + i), based = add_base(found, base);
        const uint32_t own = are_own(based, lead, shift, scattering, low, width) & are_in_bounds(found);
        keep_slice_indices(own_slice_indices + n_own, based, own);
        keep_b32(own_updates + n_own * 4, updates + i * 4, own);
        n_own += count_own(own);
    }
    return n_own + strew_select_b32__scalar(own_slice_indices + n_own, own_updates + n_own * 4, slice_indices + i, updates + i * 4, n_tuples - i, selection);
}
