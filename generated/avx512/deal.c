/* Rendered from templates/deal.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */
#include "kernels.h"
#include "vocabulary.h"

STREW_DEAL(strew_deal_b32__scalar);
STREW_DEAL(strew_deal_b64__scalar);

STREW_DEAL(strew_deal_b32__avx512)
{
    size_t n_own = 0;
    const simde__m512i base = every_slot(owner->base), lead = every_slot(owner->lead), shift = every_slot(owner->shift);
    const simde__m512i scattering = every_slot(STREW_SCATTERING), low = every_slot(owner->low), width = every_slot(owner->width);
    size_t i = 0;
    for (; n_tuples - i >= 16; i += 16) {
        STREW_PREFETCH_READ(updates + i * 4 + STREW_BYTES_AHEAD);
        const simde__m512i found = load_64(slots + i), based = add_base(found, base);
        const simde__mmask16 own = are_own(based, lead, shift, scattering, low, width) & are_inside(found);
        keep_slots(own_slots + n_own, based, own);
        keep_b32(own_updates + n_own * 4, updates + i * 4, own);
        n_own += count_own(own);
    }
    return n_own + strew_deal_b32__scalar(own_slots + n_own, own_updates + n_own * 4, slots + i, updates + i * 4, n_tuples - i, owner);
}

STREW_DEAL(strew_deal_b64__avx512)
{
    size_t n_own = 0;
    const simde__m512i base = every_slot(owner->base), lead = every_slot(owner->lead), shift = every_slot(owner->shift);
    const simde__m512i scattering = every_slot(STREW_SCATTERING), low = every_slot(owner->low), width = every_slot(owner->width);
    size_t i = 0;
    for (; n_tuples - i >= 16; i += 16) {
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD);
        STREW_PREFETCH_READ(updates + i * 8 + STREW_BYTES_AHEAD + 64);
        const simde__m512i found = load_64(slots + i), based = add_base(found, base);
        const simde__mmask16 own = are_own(based, lead, shift, scattering, low, width) & are_inside(found);
        keep_slots(own_slots + n_own, based, own);
        keep_b64(own_updates + n_own * 8, updates + i * 8, own);
        n_own += count_own(own);
    }
    return n_own + strew_deal_b64__scalar(own_slots + n_own, own_updates + n_own * 8, slots + i, updates + i * 8, n_tuples - i, owner);
}
