/* Rendered from templates/indices_scalar.c.j2 by `python -m gen`. Do not edit: change the template or gen/. */

#include "kernels.h"
#include "vocabulary.h"

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_check_i32_k1__scalar)
    STREW_INDICES_CONTRACT(1, n_tuples * 4)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 4;
        for (size_t c = 0; c < 1; c++)
            STREW_CHECKS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i32_k2__scalar)
    STREW_INDICES_CONTRACT(2, n_tuples * 8)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        for (size_t c = 0; c < 2; c++)
            STREW_CHECKS_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i32_k3__scalar)
    STREW_INDICES_CONTRACT(3, n_tuples * 12)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 12;
        for (size_t c = 0; c < 3; c++)
            STREW_CHECKS_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i32_k4__scalar)
    STREW_INDICES_CONTRACT(4, n_tuples * 16)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        for (size_t c = 0; c < 4; c++)
            STREW_CHECKS_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i32_kn__scalar)
    STREW_INDICES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 4)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 4);
        for (size_t c = 0; c < components->k; c++)
            STREW_CHECKS_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_check_i64_k1__scalar)
    STREW_INDICES_CONTRACT(1, n_tuples * 8)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        for (size_t c = 0; c < 1; c++)
            STREW_CHECKS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i64_k2__scalar)
    STREW_INDICES_CONTRACT(2, n_tuples * 16)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        for (size_t c = 0; c < 2; c++)
            STREW_CHECKS_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i64_k3__scalar)
    STREW_INDICES_CONTRACT(3, n_tuples * 24)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 24;
        for (size_t c = 0; c < 3; c++)
            STREW_CHECKS_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i64_k4__scalar)
    STREW_INDICES_CONTRACT(4, n_tuples * 32)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = indices + i * 32;
        for (size_t c = 0; c < 4; c++)
            STREW_CHECKS_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}

STREW_INDICES(strew_check_i64_kn__scalar)
    STREW_INDICES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 8)
{
    (void)slice_indices;
    int is_out_of_bounds = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_CHECKS_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 8);
        for (size_t c = 0; c < components->k; c++)
            STREW_CHECKS_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
        }
    }
    return is_out_of_bounds ? UINT32_MAX : 0;
}
#endif

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_linearise_i32_k1__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 4)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 4;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 1; c++)
            STREW_LINEARISES_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i32_k2__scalar)
    STREW_LOCATES_CONTRACT(2, n_tuples * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 2; c++)
            STREW_LINEARISES_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i32_k3__scalar)
    STREW_LOCATES_CONTRACT(3, n_tuples * 12)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 12;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 3; c++)
            STREW_LINEARISES_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i32_k4__scalar)
    STREW_LOCATES_CONTRACT(4, n_tuples * 16)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 4; c++)
            STREW_LINEARISES_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i32_kn__scalar)
    STREW_LOCATES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 4)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 4);
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < components->k; c++)
            STREW_LINEARISES_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i32_k1p__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 4)
    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 4;
        int is_out_of_bounds = 0;
        STREW_GIVEN(positions[i] <= components->reach[0]);
        uint64_t slice_index = positions[i];
        for (size_t c = 0; c < 1; c++)
            STREW_LINEARISES_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_linearise_i64_k1__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 1; c++)
            STREW_LINEARISES_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i64_k2__scalar)
    STREW_LOCATES_CONTRACT(2, n_tuples * 16)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 2; c++)
            STREW_LINEARISES_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i64_k3__scalar)
    STREW_LOCATES_CONTRACT(3, n_tuples * 24)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 24;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 3; c++)
            STREW_LINEARISES_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i64_k4__scalar)
    STREW_LOCATES_CONTRACT(4, n_tuples * 32)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 32;
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 4; c++)
            STREW_LINEARISES_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i64_kn__scalar)
    STREW_LOCATES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 8);
        int is_out_of_bounds = 0;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < components->k; c++)
            STREW_LINEARISES_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_linearise_i64_k1p__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 8)
    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        int is_out_of_bounds = 0;
        STREW_GIVEN(positions[i] <= components->reach[0]);
        uint64_t slice_index = positions[i];
        for (size_t c = 0; c < 1; c++)
            STREW_LINEARISES_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            is_out_of_bounds |= wrapped >= (uint64_t)components->size[c];
            slice_index += strew_move_by(components, c, wrapped);
        }
        slice_indices[i] = is_out_of_bounds ? UINT32_MAX : (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_4

STREW_INDICES(strew_clamp_i32_k1__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 4)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 4;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 1; c++)
            STREW_CLAMPS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i32_k2__scalar)
    STREW_LOCATES_CONTRACT(2, n_tuples * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 2; c++)
            STREW_CLAMPS_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i32_k3__scalar)
    STREW_LOCATES_CONTRACT(3, n_tuples * 12)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 12;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 3; c++)
            STREW_CLAMPS_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i32_k4__scalar)
    STREW_LOCATES_CONTRACT(4, n_tuples * 16)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 4; c++)
            STREW_CLAMPS_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i32_kn__scalar)
    STREW_LOCATES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 4)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 4);
        uint64_t slice_index = 0;
        for (size_t c = 0; c < components->k; c++)
            STREW_CLAMPS_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i32_k1p__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 4)
    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 4;
        STREW_GIVEN(positions[i] <= components->reach[0]);
        uint64_t slice_index = positions[i];
        for (size_t c = 0; c < 1; c++)
            STREW_CLAMPS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i32(in + c * 4), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}
#endif

#if STREW_BUILD_INDEX_BYTES_8

STREW_INDICES(strew_clamp_i64_k1__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 1; c++)
            STREW_CLAMPS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i64_k2__scalar)
    STREW_LOCATES_CONTRACT(2, n_tuples * 16)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 16;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 2; c++)
            STREW_CLAMPS_EACH(2)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i64_k3__scalar)
    STREW_LOCATES_CONTRACT(3, n_tuples * 24)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 24;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 3; c++)
            STREW_CLAMPS_EACH(3)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i64_k4__scalar)
    STREW_LOCATES_CONTRACT(4, n_tuples * 32)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 32;
        uint64_t slice_index = 0;
        for (size_t c = 0; c < 4; c++)
            STREW_CLAMPS_EACH(4)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i64_kn__scalar)
    STREW_LOCATES_CONTRACT(components->k, strew_any_bytes)
    STREW_REQUIRES(n_tuples == 0 || strew_any_bytes >= components->k * 8)
{
    uint32_t largest = 0;
    (void)positions;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = strew_tuple_at(indices, i, n_tuples, components->k * 8);
        uint64_t slice_index = 0;
        for (size_t c = 0; c < components->k; c++)
            STREW_CLAMPS_EACH(components->k)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}

STREW_INDICES(strew_clamp_i64_k1p__scalar)
    STREW_LOCATES_CONTRACT(1, n_tuples * 8)
    STREW_REQUIRES_BYTES(positions, n_tuples * sizeof *positions)
{
    uint32_t largest = 0;
    for (size_t i = 0; i < n_tuples; i++)
        STREW_LOCATES_TUPLES
    {
        const unsigned char *in = indices + i * 8;
        STREW_GIVEN(positions[i] <= components->reach[0]);
        uint64_t slice_index = positions[i];
        for (size_t c = 0; c < 1; c++)
            STREW_CLAMPS_EACH(1)
        {
            const uint64_t wrapped = wrap(load_i64(in + c * 8), components->low[c]);
            STREW_GIVEN(components->size[c] > 0);
            slice_index += strew_move_by(components, c, clamp(wrapped, components->size[c]));
        }
        slice_indices[i] = (uint32_t)slice_index;
        largest = slice_indices[i] > largest ? slice_indices[i] : largest;
    }
    return largest;
}
#endif
