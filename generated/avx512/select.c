/* Rendered from templates/select.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

STREW_SELECT(strew_select_b32__scalar);
STREW_SELECT(strew_select_b64__scalar);

STREW_SELECT(strew_select_b32__avx512)
{
    size_t n_own = 0;
    const simde__m512i base = every_slice_index(selection->base), lead = every_slice_index(selection->lead);
    const simde__m512i shift = every_slice_index(selection->shift), scattering = every_slice_index(selection->scattering);
    const simde__m512i low = every_slice_index(selection->low), width = every_slice_index(selection->width);
    size_t i = 0;
    for (; n_tuples - i >= 16; i += 16) {
        STREW_PREFETCH_READ_AT(updates, i * 4 + STREW_PREFETCH_UPDATES_BYTES);
        const simde__m512i found = load_64(slice_indices + i), based = add_base(found, base);
        const simde__mmask16 own = are_own(based, lead, shift, scattering, low, width) & are_in_bounds(found);
        keep_slice_indices(own_slice_indices + n_own, based, own);
        keep_b32(own_updates + n_own * 4, updates + i * 4, own);
        n_own += count_own(own);
    }
    return n_own + strew_select_b32__scalar(own_slice_indices + n_own, own_updates + n_own * 4, slice_indices + i, updates + i * 4, n_tuples - i, selection);
}

STREW_SELECT(strew_select_b64__avx512)
{
    size_t n_own = 0;
    const simde__m512i base = every_slice_index(selection->base), lead = every_slice_index(selection->lead);
    const simde__m512i shift = every_slice_index(selection->shift), scattering = every_slice_index(selection->scattering);
    const simde__m512i low = every_slice_index(selection->low), width = every_slice_index(selection->width);
    size_t i = 0;
    for (; n_tuples - i >= 16; i += 16) {
        STREW_PREFETCH_READ_AT(updates, i * 8 + STREW_PREFETCH_UPDATES_BYTES);
        STREW_PREFETCH_READ_AT(updates, i * 8 + STREW_PREFETCH_UPDATES_BYTES + 64);
        const simde__m512i found = load_64(slice_indices + i), based = add_base(found, base);
        const simde__mmask16 own = are_own(based, lead, shift, scattering, low, width) & are_in_bounds(found);
        keep_slice_indices(own_slice_indices + n_own, based, own);
        keep_b64(own_updates + n_own * 8, updates + i * 8, own);
        n_own += count_own(own);
    }
    return n_own + strew_select_b64__scalar(own_slice_indices + n_own, own_updates + n_own * 8, slice_indices + i, updates + i * 8, n_tuples - i, selection);
}
