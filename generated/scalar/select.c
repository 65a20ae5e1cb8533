/* Rendered from templates/select.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

STREW_SELECT(strew_select_b32__scalar)
    STREW_SELECT_CONTRACT(4)
{
    size_t n_own = 0;
    const strew_selection its = *selection; /* a copy: no slice index that is written can change it */
    for (size_t i = 0; i < n_tuples; i++)
        STREW_SELECTS_EACH
    {
        const uint32_t slice_index = slice_indices[i];
        own_slice_indices[n_own] = slice_index + its.base;
        store_b32(own_updates + n_own * 4, load_b32(updates + i * 4));
        n_own += strew_is_in_selection(&its, slice_index);
    }
    return n_own;
}

STREW_SELECT(strew_select_b64__scalar)
    STREW_SELECT_CONTRACT(8)
{
    size_t n_own = 0;
    const strew_selection its = *selection; /* a copy: no slice index that is written can change it */
    for (size_t i = 0; i < n_tuples; i++)
        STREW_SELECTS_EACH
    {
        const uint32_t slice_index = slice_indices[i];
        own_slice_indices[n_own] = slice_index + its.base;
        store_b64(own_updates + n_own * 8, load_b64(updates + i * 8));
        n_own += strew_is_in_selection(&its, slice_index);
    }
    return n_own;
}
