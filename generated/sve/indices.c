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

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_check_i32_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i32(in), low_0, high_0));
        }
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 4;
    return strew_check_i32_k1__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i32(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i32(in + 16), low_0, high_0));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 8;
    return strew_check_i32_k2__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        svuint64_t out_of_bounds_2 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i32(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i32(in + 16), low_1, high_1));
            out_of_bounds_2 = join_out_of_bounds(out_of_bounds_2, out_of_bounds(load_indices_i32(in + 32), low_2, high_2));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_2);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 12;
    return strew_check_i32_k3__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i32_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        svuint64_t out_of_bounds_2 = no_out_of_bounds();
        svuint64_t out_of_bounds_3 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i32(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i32(in + 16), low_0, high_0));
            out_of_bounds_2 = join_out_of_bounds(out_of_bounds_2, out_of_bounds(load_indices_i32(in + 32), low_0, high_0));
            out_of_bounds_3 = join_out_of_bounds(out_of_bounds_3, out_of_bounds(load_indices_i32(in + 48), low_0, high_0));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_2);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_3);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 16;
    return strew_check_i32_k4__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_check_i64_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i64(in), low_0, high_0));
        }
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 8;
    return strew_check_i64_k1__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i64(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i64(in + 32), low_0, high_0));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 16;
    return strew_check_i64_k2__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        svuint64_t out_of_bounds_2 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i64(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i64(in + 32), low_1, high_1));
            out_of_bounds_2 = join_out_of_bounds(out_of_bounds_2, out_of_bounds(load_indices_i64(in + 64), low_2, high_2));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_2);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 24;
    return strew_check_i64_k3__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}

STREW_INDICES(strew_check_i64_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t out_of_bounds_0 = no_out_of_bounds();
        svuint64_t out_of_bounds_1 = no_out_of_bounds();
        svuint64_t out_of_bounds_2 = no_out_of_bounds();
        svuint64_t out_of_bounds_3 = no_out_of_bounds();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds(load_indices_i64(in), low_0, high_0));
            out_of_bounds_1 = join_out_of_bounds(out_of_bounds_1, out_of_bounds(load_indices_i64(in + 32), low_0, high_0));
            out_of_bounds_2 = join_out_of_bounds(out_of_bounds_2, out_of_bounds(load_indices_i64(in + 64), low_0, high_0));
            out_of_bounds_3 = join_out_of_bounds(out_of_bounds_3, out_of_bounds(load_indices_i64(in + 96), low_0, high_0));
        }
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_1);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_2);
        out_of_bounds_0 = join_out_of_bounds(out_of_bounds_0, out_of_bounds_3);
        if (is_any_out_of_bounds(out_of_bounds_0)) return UINT32_MAX;
    }
    const unsigned char *behind = indices + n_vectors * 32;
    return strew_check_i64_k4__scalar(slice_indices, behind, positions, n_tuples - n_vectors, components);
}
#endif

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_linearise_i32_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i32(in), low_0);
            const svuint64_t slice_index_0 = flag(index_0, index_0, high_0);
            const svuint64_t found = to_flagged_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_linearise_i32_k1__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i32(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i32(in + 16), low_0);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_0), index_1, high_0);
            const svuint64_t found = to_flagged_slice_indices(sum_k2(slice_index_0, slice_index_1));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i32_k2__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t stride_1 = load_indices_i64(components->stride + 1);
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        const svuint64_t stride_2 = load_indices_i64(components->stride + 2);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i32(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i32(in + 16), low_1);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_1), index_1, high_1);
            const svuint64_t index_2 = wrap(load_indices_i32(in + 32), low_2);
            const svuint64_t slice_index_2 = flag(scale(index_2, stride_2), index_2, high_2);
            const svuint64_t found = to_flagged_slice_indices(sum_k3(slice_index_0, slice_index_1, slice_index_2));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 12;
    const uint32_t rest =
        strew_linearise_i32_k3__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i32(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i32(in + 16), low_0);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_0), index_1, high_0);
            const svuint64_t index_2 = wrap(load_indices_i32(in + 32), low_0);
            const svuint64_t slice_index_2 = flag(scale(index_2, stride_0), index_2, high_0);
            const svuint64_t index_3 = wrap(load_indices_i32(in + 48), low_0);
            const svuint64_t slice_index_3 = flag(scale(index_3, stride_0), index_3, high_0);
            const svuint64_t found = to_flagged_slice_indices(sum_k4(slice_index_0, slice_index_1, slice_index_2, slice_index_3));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_linearise_i32_k4__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i32_k1p__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i32(in), low_0);
            const svuint64_t slice_index_0 = flag(add_positions(scale(index_0, stride_0), load_positions(positions + i)), index_0, high_0);
            const svuint64_t found = to_flagged_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_linearise_i32_k1p__scalar(slice_indices + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_linearise_i64_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i64(in), low_0);
            const svuint64_t slice_index_0 = flag(index_0, index_0, high_0);
            const svuint64_t found = to_flagged_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i64_k1__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i64(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i64(in + 32), low_0);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_0), index_1, high_0);
            const svuint64_t found = to_flagged_slice_indices(sum_k2(slice_index_0, slice_index_1));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_linearise_i64_k2__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t stride_1 = load_indices_i64(components->stride + 1);
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        const svuint64_t stride_2 = load_indices_i64(components->stride + 2);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            const svuint64_t index_0 = wrap(load_indices_i64(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i64(in + 32), low_1);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_1), index_1, high_1);
            const svuint64_t index_2 = wrap(load_indices_i64(in + 64), low_2);
            const svuint64_t slice_index_2 = flag(scale(index_2, stride_2), index_2, high_2);
            const svuint64_t found = to_flagged_slice_indices(sum_k3(slice_index_0, slice_index_1, slice_index_2));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 24;
    const uint32_t rest =
        strew_linearise_i64_k3__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            const svuint64_t index_0 = wrap(load_indices_i64(in), low_0);
            const svuint64_t slice_index_0 = flag(scale(index_0, stride_0), index_0, high_0);
            const svuint64_t index_1 = wrap(load_indices_i64(in + 32), low_0);
            const svuint64_t slice_index_1 = flag(scale(index_1, stride_0), index_1, high_0);
            const svuint64_t index_2 = wrap(load_indices_i64(in + 64), low_0);
            const svuint64_t slice_index_2 = flag(scale(index_2, stride_0), index_2, high_0);
            const svuint64_t index_3 = wrap(load_indices_i64(in + 96), low_0);
            const svuint64_t slice_index_3 = flag(scale(index_3, stride_0), index_3, high_0);
            const svuint64_t found = to_flagged_slice_indices(sum_k4(slice_index_0, slice_index_1, slice_index_2, slice_index_3));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 32;
    const uint32_t rest =
        strew_linearise_i64_k4__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_linearise_i64_k1p__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = wrap(load_indices_i64(in), low_0);
            const svuint64_t slice_index_0 = flag(add_positions(scale(index_0, stride_0), load_positions(positions + i)), index_0, high_0);
            const svuint64_t found = to_flagged_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_linearise_i64_k1p__scalar(slice_indices + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_clamp_i32_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const svuint64_t slice_index_0 = index_0;
            const svuint64_t found = to_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_clamp_i32_k1__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i32(in + 16), low_0), high_0);
            const svuint64_t slice_index_1 = scale(index_1, stride_0);
            const svuint64_t found = to_slice_indices(sum_k2(slice_index_0, slice_index_1));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i32_k2__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t stride_1 = load_indices_i64(components->stride + 1);
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        const svuint64_t stride_2 = load_indices_i64(components->stride + 2);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 12;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i32(in + 16), low_1), high_1);
            const svuint64_t slice_index_1 = scale(index_1, stride_1);
            const svuint64_t index_2 = clamp(wrap(load_indices_i32(in + 32), low_2), high_2);
            const svuint64_t slice_index_2 = scale(index_2, stride_2);
            const svuint64_t found = to_slice_indices(sum_k3(slice_index_0, slice_index_1, slice_index_2));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 12;
    const uint32_t rest =
        strew_clamp_i32_k3__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i32(in + 16), low_0), high_0);
            const svuint64_t slice_index_1 = scale(index_1, stride_0);
            const svuint64_t index_2 = clamp(wrap(load_indices_i32(in + 32), low_0), high_0);
            const svuint64_t slice_index_2 = scale(index_2, stride_0);
            const svuint64_t index_3 = clamp(wrap(load_indices_i32(in + 48), low_0), high_0);
            const svuint64_t slice_index_3 = scale(index_3, stride_0);
            const svuint64_t found = to_slice_indices(sum_k4(slice_index_0, slice_index_1, slice_index_2, slice_index_3));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_clamp_i32_k4__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i32_k1p__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 4;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i32(in), low_0), high_0);
            const svuint64_t slice_index_0 = add_positions(scale(index_0, stride_0), load_positions(positions + i));
            const svuint64_t found = to_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 4;
    const uint32_t rest =
        strew_clamp_i32_k1p__scalar(slice_indices + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_clamp_i64_k1__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const svuint64_t slice_index_0 = index_0;
            const svuint64_t found = to_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i64_k1__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k2__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 16;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i64(in + 32), low_0), high_0);
            const svuint64_t slice_index_1 = scale(index_1, stride_0);
            const svuint64_t found = to_slice_indices(sum_k2(slice_index_0, slice_index_1));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 16;
    const uint32_t rest =
        strew_clamp_i64_k2__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k3__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        const svuint64_t low_1 = load_indices_i64(components->low + 1);
        const svuint64_t high_1 = highest(load_indices_i64(components->size + 1));
        const svuint64_t stride_1 = load_indices_i64(components->stride + 1);
        const svuint64_t low_2 = load_indices_i64(components->low + 2);
        const svuint64_t high_2 = highest(load_indices_i64(components->size + 2));
        const svuint64_t stride_2 = load_indices_i64(components->stride + 2);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 24;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            const svuint64_t index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i64(in + 32), low_1), high_1);
            const svuint64_t slice_index_1 = scale(index_1, stride_1);
            const svuint64_t index_2 = clamp(wrap(load_indices_i64(in + 64), low_2), high_2);
            const svuint64_t slice_index_2 = scale(index_2, stride_2);
            const svuint64_t found = to_slice_indices(sum_k3(slice_index_0, slice_index_1, slice_index_2));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 24;
    const uint32_t rest =
        strew_clamp_i64_k3__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k4__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 32;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            STREW_PREFETCH_READ_AT(in, prefetch_bytes + 64);
            const svuint64_t index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const svuint64_t slice_index_0 = scale(index_0, stride_0);
            const svuint64_t index_1 = clamp(wrap(load_indices_i64(in + 32), low_0), high_0);
            const svuint64_t slice_index_1 = scale(index_1, stride_0);
            const svuint64_t index_2 = clamp(wrap(load_indices_i64(in + 64), low_0), high_0);
            const svuint64_t slice_index_2 = scale(index_2, stride_0);
            const svuint64_t index_3 = clamp(wrap(load_indices_i64(in + 96), low_0), high_0);
            const svuint64_t slice_index_3 = scale(index_3, stride_0);
            const svuint64_t found = to_slice_indices(sum_k4(slice_index_0, slice_index_1, slice_index_2, slice_index_3));
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 32;
    const uint32_t rest =
        strew_clamp_i64_k4__scalar(slice_indices + n_vectors, behind, positions, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}

STREW_INDICES(strew_clamp_i64_k1p__sve)
{
    const size_t n_vectors = n_tuples / 4 * 4;
    uint32_t largest = 0;
    if (n_vectors != 0) {
        const size_t prefetch_bytes = components->prefetch_bytes;
        const svuint64_t low_0 = load_indices_i64(components->low);
        const svuint64_t high_0 = highest(load_indices_i64(components->size));
        const svuint64_t stride_0 = load_indices_i64(components->stride);
        svuint64_t max = no_slice_indices();
        for (size_t i = 0; i < n_vectors; i += 4) {
            const unsigned char *in = indices + i * 8;
            STREW_PREFETCH_READ_AT(in, prefetch_bytes);
            const svuint64_t index_0 = clamp(wrap(load_indices_i64(in), low_0), high_0);
            const svuint64_t slice_index_0 = add_positions(scale(index_0, stride_0), load_positions(positions + i));
            const svuint64_t found = to_slice_indices(slice_index_0);
            store_slice_indices(slice_indices + i, found);
            max = larger_slice_indices(max, found);
        }
        largest = largest_slice_index(max);
    }
    const unsigned char *behind = indices + n_vectors * 8;
    const uint32_t rest =
        strew_clamp_i64_k1p__scalar(slice_indices + n_vectors, behind, positions + n_vectors, n_tuples - n_vectors, components);
    return rest > largest ? rest : largest;
}
#endif
