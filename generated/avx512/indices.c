/* Rendered from templates/indices.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */

#include "kernels.h"
#include "vocabulary.h"

STREW_INDICES(strew_check_i32_k1__scalar);
STREW_INDICES(strew_check_i32_k2__scalar);
STREW_INDICES(strew_check_i32_k3__scalar);
STREW_INDICES(strew_check_i32_k4__scalar);
STREW_INDICES(strew_check_i64_k1__scalar);
STREW_INDICES(strew_check_i64_k2__scalar);
STREW_INDICES(strew_check_i64_k3__scalar);
STREW_INDICES(strew_check_i64_k4__scalar);
STREW_INDICES(strew_linearise_i32_k1__scalar);
STREW_INDICES(strew_linearise_i32_k2__scalar);
STREW_INDICES(strew_linearise_i32_k3__scalar);
STREW_INDICES(strew_linearise_i32_k4__scalar);
STREW_INDICES(strew_linearise_i32_k1p__scalar);
STREW_INDICES(strew_linearise_i64_k1__scalar);
STREW_INDICES(strew_linearise_i64_k2__scalar);
STREW_INDICES(strew_linearise_i64_k3__scalar);
STREW_INDICES(strew_linearise_i64_k4__scalar);
STREW_INDICES(strew_linearise_i64_k1p__scalar);
STREW_INDICES(strew_clamp_i32_k1__scalar);
STREW_INDICES(strew_clamp_i32_k2__scalar);
STREW_INDICES(strew_clamp_i32_k3__scalar);
STREW_INDICES(strew_clamp_i32_k4__scalar);
STREW_INDICES(strew_clamp_i32_k1p__scalar);
STREW_INDICES(strew_clamp_i64_k1__scalar);
STREW_INDICES(strew_clamp_i64_k2__scalar);
STREW_INDICES(strew_clamp_i64_k3__scalar);
STREW_INDICES(strew_clamp_i64_k4__scalar);
STREW_INDICES(strew_clamp_i64_k1p__scalar);

STREW_INDICES(strew_check_i32_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ(in + ahead);
            outside_0 = join_outside(outside_0, outside(load_indices_i32(in), low_0, high_0));
        }
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 4;
    return strew_check_i32_k1__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            outside_0 = join_outside(outside_0, outside(load_indices_i32(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i32(in + 32), low_0, high_0));
        }
        outside_0 = join_outside(outside_0, outside_1);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 8;
    return strew_check_i32_k2__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        simde__m512i outside_2 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            outside_0 = join_outside(outside_0, outside(load_indices_i32(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i32(in + 32), low_1, high_1));
            outside_2 = join_outside(outside_2, outside(load_indices_i32(in + 64), low_2, high_2));
        }
        outside_0 = join_outside(outside_0, outside_1);
        outside_0 = join_outside(outside_0, outside_2);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 12;
    return strew_check_i32_k3__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        simde__m512i outside_2 = no_outside();
        simde__m512i outside_3 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            outside_0 = join_outside(outside_0, outside(load_indices_i32(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i32(in + 32), low_0, high_0));
            outside_2 = join_outside(outside_2, outside(load_indices_i32(in + 64), low_0, high_0));
            outside_3 = join_outside(outside_3, outside(load_indices_i32(in + 96), low_0, high_0));
        }
        outside_0 = join_outside(outside_0, outside_1);
        outside_0 = join_outside(outside_0, outside_2);
        outside_0 = join_outside(outside_0, outside_3);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 16;
    return strew_check_i32_k4__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            outside_0 = join_outside(outside_0, outside(load_indices_i64(in), low_0, high_0));
        }
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 8;
    return strew_check_i64_k1__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            outside_0 = join_outside(outside_0, outside(load_indices_i64(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i64(in + 64), low_0, high_0));
        }
        outside_0 = join_outside(outside_0, outside_1);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 16;
    return strew_check_i64_k2__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        simde__m512i outside_2 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            outside_0 = join_outside(outside_0, outside(load_indices_i64(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i64(in + 64), low_1, high_1));
            outside_2 = join_outside(outside_2, outside(load_indices_i64(in + 128), low_2, high_2));
        }
        outside_0 = join_outside(outside_0, outside_1);
        outside_0 = join_outside(outside_0, outside_2);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 24;
    return strew_check_i64_k3__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m512i outside_0 = no_outside();
        simde__m512i outside_1 = no_outside();
        simde__m512i outside_2 = no_outside();
        simde__m512i outside_3 = no_outside();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            STREW_PREFETCH_READ(in + ahead + 192);
            outside_0 = join_outside(outside_0, outside(load_indices_i64(in), low_0, high_0));
            outside_1 = join_outside(outside_1, outside(load_indices_i64(in + 64), low_0, high_0));
            outside_2 = join_outside(outside_2, outside(load_indices_i64(in + 128), low_0, high_0));
            outside_3 = join_outside(outside_3, outside(load_indices_i64(in + 192), low_0, high_0));
        }
        outside_0 = join_outside(outside_0, outside_1);
        outside_0 = join_outside(outside_0, outside_2);
        outside_0 = join_outside(outside_0, outside_3);
        if (is_any_outside(outside_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 32;
    return strew_check_i64_k4__scalar(slots, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_linearise_i32_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = wrap(load_indices_i32(in), low_0);
            const simde__m512i slot_0 = mark(index_0, index_0, high_0);
            const simde__m256i found = to_marked_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_linearise_i32_k1__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = wrap(load_indices_i32(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i32(in + 32), low_0);
            const simde__m512i slot_1 = mark(scale(index_1, stride_0), index_1, high_0);
            const simde__m256i found = to_marked_slots(sum_k2(slot_0, slot_1));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i32_k2__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i stride_1 = load_indices_i64(components->stride + 8);
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        const simde__m512i stride_2 = load_indices_i64(components->stride + 16);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = wrap(load_indices_i32(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i32(in + 32), low_1);
            const simde__m512i slot_1 = mark(scale(index_1, stride_1), index_1, high_1);
            const simde__m512i index_2 = wrap(load_indices_i32(in + 64), low_2);
            const simde__m512i slot_2 = mark(scale(index_2, stride_2), index_2, high_2);
            const simde__m256i found = to_marked_slots(sum_k3(slot_0, slot_1, slot_2));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 12;
    const uint32_t rest =
        strew_linearise_i32_k3__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = wrap(load_indices_i32(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i32(in + 32), low_0);
            const simde__m512i slot_1 = mark(scale(index_1, stride_0), index_1, high_0);
            const simde__m512i index_2 = wrap(load_indices_i32(in + 64), low_0);
            const simde__m512i slot_2 = mark(scale(index_2, stride_0), index_2, high_0);
            const simde__m512i index_3 = wrap(load_indices_i32(in + 96), low_0);
            const simde__m512i slot_3 = mark(scale(index_3, stride_0), index_3, high_0);
            const simde__m256i found = to_marked_slots(sum_k4(slot_0, slot_1, slot_2, slot_3));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_linearise_i32_k4__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k1p__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = wrap(load_indices_i32(in), low_0);
            const simde__m512i slot_0 = mark(add_positions(scale(index_0, stride_0), load_positions(positions + i)), index_0, high_0);
            const simde__m256i found = to_marked_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_linearise_i32_k1p__scalar(slots + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = wrap(load_indices_i64(in), low_0);
            const simde__m512i slot_0 = mark(index_0, index_0, high_0);
            const simde__m256i found = to_marked_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i64_k1__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = wrap(load_indices_i64(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i64(in + 64), low_0);
            const simde__m512i slot_1 = mark(scale(index_1, stride_0), index_1, high_0);
            const simde__m256i found = to_marked_slots(sum_k2(slot_0, slot_1));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_linearise_i64_k2__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i stride_1 = load_indices_i64(components->stride + 8);
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        const simde__m512i stride_2 = load_indices_i64(components->stride + 16);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            const simde__m512i index_0 = wrap(load_indices_i64(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i64(in + 64), low_1);
            const simde__m512i slot_1 = mark(scale(index_1, stride_1), index_1, high_1);
            const simde__m512i index_2 = wrap(load_indices_i64(in + 128), low_2);
            const simde__m512i slot_2 = mark(scale(index_2, stride_2), index_2, high_2);
            const simde__m256i found = to_marked_slots(sum_k3(slot_0, slot_1, slot_2));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 24;
    const uint32_t rest =
        strew_linearise_i64_k3__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            STREW_PREFETCH_READ(in + ahead + 192);
            const simde__m512i index_0 = wrap(load_indices_i64(in), low_0);
            const simde__m512i slot_0 = mark(scale(index_0, stride_0), index_0, high_0);
            const simde__m512i index_1 = wrap(load_indices_i64(in + 64), low_0);
            const simde__m512i slot_1 = mark(scale(index_1, stride_0), index_1, high_0);
            const simde__m512i index_2 = wrap(load_indices_i64(in + 128), low_0);
            const simde__m512i slot_2 = mark(scale(index_2, stride_0), index_2, high_0);
            const simde__m512i index_3 = wrap(load_indices_i64(in + 192), low_0);
            const simde__m512i slot_3 = mark(scale(index_3, stride_0), index_3, high_0);
            const simde__m256i found = to_marked_slots(sum_k4(slot_0, slot_1, slot_2, slot_3));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 32;
    const uint32_t rest =
        strew_linearise_i64_k4__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k1p__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = wrap(load_indices_i64(in), low_0);
            const simde__m512i slot_0 = mark(add_positions(scale(index_0, stride_0), load_positions(positions + i)), index_0, high_0);
            const simde__m256i found = to_marked_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i64_k1p__scalar(slots + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const simde__m512i slot_0 = index_0;
            const simde__m256i found = to_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_clamp_i32_k1__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i32(in + 32), low_0), high_0);
            const simde__m512i slot_1 = scale(index_1, stride_0);
            const simde__m256i found = to_slots(sum_k2(slot_0, slot_1));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i32_k2__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i stride_1 = load_indices_i64(components->stride + 8);
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        const simde__m512i stride_2 = load_indices_i64(components->stride + 16);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i32(in + 32), low_1), high_1);
            const simde__m512i slot_1 = scale(index_1, stride_1);
            const simde__m512i index_2 = clamp(wrap(load_indices_i32(in + 64), low_2), high_2);
            const simde__m512i slot_2 = scale(index_2, stride_2);
            const simde__m256i found = to_slots(sum_k3(slot_0, slot_1, slot_2));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 12;
    const uint32_t rest =
        strew_clamp_i32_k3__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i32(in + 32), low_0), high_0);
            const simde__m512i slot_1 = scale(index_1, stride_0);
            const simde__m512i index_2 = clamp(wrap(load_indices_i32(in + 64), low_0), high_0);
            const simde__m512i slot_2 = scale(index_2, stride_0);
            const simde__m512i index_3 = clamp(wrap(load_indices_i32(in + 96), low_0), high_0);
            const simde__m512i slot_3 = scale(index_3, stride_0);
            const simde__m256i found = to_slots(sum_k4(slot_0, slot_1, slot_2, slot_3));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_clamp_i32_k4__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k1p__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const simde__m512i slot_0 = add_positions(scale(index_0, stride_0), load_positions(positions + i));
            const simde__m256i found = to_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_clamp_i32_k1p__scalar(slots + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k1__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const simde__m512i slot_0 = index_0;
            const simde__m256i found = to_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i64_k1__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k2__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            const simde__m512i index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i64(in + 64), low_0), high_0);
            const simde__m512i slot_1 = scale(index_1, stride_0);
            const simde__m256i found = to_slots(sum_k2(slot_0, slot_1));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_clamp_i64_k2__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k3__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        const simde__m512i low_1 = load_indices_i64(components->low + 8);
        const simde__m512i high_1 = highest(load_indices_i64(components->size + 8));
        const simde__m512i stride_1 = load_indices_i64(components->stride + 8);
        const simde__m512i low_2 = load_indices_i64(components->low + 16);
        const simde__m512i high_2 = highest(load_indices_i64(components->size + 16));
        const simde__m512i stride_2 = load_indices_i64(components->stride + 16);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            const simde__m512i index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i64(in + 64), low_1), high_1);
            const simde__m512i slot_1 = scale(index_1, stride_1);
            const simde__m512i index_2 = clamp(wrap(load_indices_i64(in + 128), low_2), high_2);
            const simde__m512i slot_2 = scale(index_2, stride_2);
            const simde__m256i found = to_slots(sum_k3(slot_0, slot_1, slot_2));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 24;
    const uint32_t rest =
        strew_clamp_i64_k3__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k4__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ(in + ahead);
            STREW_PREFETCH_READ(in + ahead + 64);
            STREW_PREFETCH_READ(in + ahead + 128);
            STREW_PREFETCH_READ(in + ahead + 192);
            const simde__m512i index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const simde__m512i slot_0 = scale(index_0, stride_0);
            const simde__m512i index_1 = clamp(wrap(load_indices_i64(in + 64), low_0), high_0);
            const simde__m512i slot_1 = scale(index_1, stride_0);
            const simde__m512i index_2 = clamp(wrap(load_indices_i64(in + 128), low_0), high_0);
            const simde__m512i slot_2 = scale(index_2, stride_0);
            const simde__m512i index_3 = clamp(wrap(load_indices_i64(in + 192), low_0), high_0);
            const simde__m512i slot_3 = scale(index_3, stride_0);
            const simde__m256i found = to_slots(sum_k4(slot_0, slot_1, slot_2, slot_3));
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 32;
    const uint32_t rest =
        strew_clamp_i64_k4__scalar(slots + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k1p__avx512)
{
    const size_t n_vectors = n_tuples / 8 * 8;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t ahead = components->bytes_ahead;
        const simde__m512i low_0 = load_indices_i64(components->low);
        const simde__m512i high_0 = highest(load_indices_i64(components->size));
        const simde__m512i stride_0 = load_indices_i64(components->stride);
        simde__m256i most = no_slots();
        for (size_t i = 0; i < n_vectors; i += 8) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ(in + ahead);
            const simde__m512i index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const simde__m512i slot_0 = add_positions(scale(index_0, stride_0), load_positions(positions + i));
            const simde__m256i found = to_slots(slot_0);
            store_slots(slots + i, found);
            most = larger_slots(most, found);
        }
        largest = largest_slot(most);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i64_k1p__scalar(slots + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}
