/* The names and sizes of dtypes, reductions, instruction sets and profiles, and which reductions a build has for which data types. */
#include <strew/inspect.h>
#include <strew/strew.h>

#include "reference.h"
#include "supported.h"
#include "testing.h"

TEST(names_and_sizes_are_those_of_onnx)
{
    strew_dtype dtypes[REFERENCE_MAX_DTYPES];
    const size_t n_dtypes = reference_dtypes(dtypes);

    for (size_t i = 0; i < n_dtypes; i++) {
        assert_string_equal(strew_dtype_name(dtypes[i]), reference_dtype_name(dtypes[i]));
        assert_int_equal(strew_dtype_size(dtypes[i]), reference_size(dtypes[i]));
    }
    for (size_t i = 0; i < REFERENCE_REDUCTIONS; i++)
        assert_string_equal(strew_reduction_name(reference_reductions[i]), reference_reduction_name(reference_reductions[i]));
    for (int bytes = 1; bytes <= 512; bytes++) {
        assert_string_equal(strew_dtype_name(STREW_DTYPE_OPAQUE(bytes)), "opaque");
        assert_int_equal(strew_dtype_size(STREW_DTYPE_OPAQUE(bytes)), bytes);
    }
    assert_non_null(strew_isa_name(STREW_ISA_BEST));
}

TEST(other_numbers_mean_nothing)
{
    static const strew_dtype dtypes[] = {(strew_dtype)0, STREW_DTYPE_OPAQUE(-1), STREW_DTYPE_OPAQUE(0), STREW_DTYPE_OPAQUE(513)};

    _Static_assert((int)STREW_DTYPE_OPAQUE(-1) == REFERENCE_MAX_DTYPES, "the last number that a dtype may get");
    for (size_t i = 0; i < COUNT(dtypes); i++) {
        assert_null(strew_dtype_name(dtypes[i]));
        assert_int_equal(strew_dtype_size(dtypes[i]), 0);
    }
    assert_null(strew_reduction_name((strew_reduction)99));
    assert_int_equal(strew_reduction_is_supported((strew_reduction)99, STREW_DTYPE_FLOAT32), 0);
    assert_null(strew_profile_name((strew_profile)99));
    assert_null(strew_isa_name((strew_isa)99));
    assert_int_equal(strew_isa_get_state((strew_isa)99), STREW_ISA_STATE_UNKNOWN);
}

/* Who was compiled with an older header goes on to mean the same: numbers are never given anew. */
TEST(names_keep_their_numbers)
{
    static const char *const dtypes[] = {"float32", "float64",   "float16",    "bfloat16", "int8",         "int16",
                                         "int32",   "int64",     "uint8",      "uint16",   "uint32",       "uint64",
                                         "bool",    "complex64", "complex128", "string",   "float8e4m3fn", "float8e5m2"};
    static const char *const reductions[] = {"none", "add", "sub", "mul", "min", "max"};
    static const char *const known[] = {"best", "scalar", "avx2", "neon", "avx512", "sse41", "simd128", "rvv", "sve"};

    for (size_t i = 0; i < COUNT(dtypes); i++) assert_string_equal(strew_dtype_name((strew_dtype)(i + 1)), dtypes[i]);
    for (size_t i = 0; i < COUNT(reductions); i++) assert_string_equal(strew_reduction_name((strew_reduction)i), reductions[i]);
    for (size_t i = 0; i < COUNT(known); i++) assert_string_equal(strew_isa_name((strew_isa)i), known[i]);
    assert_string_equal(strew_dtype_name((strew_dtype)0x101), "opaque");
    assert_string_equal(strew_dtype_name((strew_dtype)0x300), "opaque");
    assert_null(strew_dtype_name((strew_dtype)0x301));
    assert_null(strew_dtype_name((strew_dtype)0x100));
}

/* Every dtype has every reduction, but what can only be moved has none; a whole build has them all. A loop up to the first NULL visits
 * all, as the header says. */
TEST(what_is_supported_can_be_planned)
{
    /* String, those of the caller's, blocks, and two in a byte. */
    const int n_moved = 1 + STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0 + (STREW_DTYPE_FLOAT8E4M3FN_BLOCK128 - STREW_DTYPE_Q8_0 + 1) +
                        (STREW_DTYPE_INT4 - STREW_DTYPE_UINT4 + 1);
    int n_dtypes = 0, n_reductions = 0;

    while (strew_dtype_name((strew_dtype)(n_dtypes + 1))) n_dtypes++;
    while (strew_reduction_name((strew_reduction)n_reductions)) n_reductions++;
    assert_in_range(n_dtypes, STREW_DTYPE_FLOAT8E5M2, REFERENCE_MAX_DTYPES);
    assert_int_equal(n_reductions, STREW_REDUCTION_MEAN + 1);
    assert_int_equal(count_supported(), (n_dtypes - 1) * n_reductions + n_moved - 1); /* the mean of bools */
}
