/* The words of each instruction set, against the reference's arithmetic on single elements: every extreme with every other, every pair of
 * bytes, every value of 16 bits, and random values. A wrong word makes a kernel wrong. */
#include <strings.h>

#include "compare.h"
#include "ctypes.h"
#include "fill.h"
#include "group.h"
#include "guarded.h"
#include "reference.h"
#include "testing.h"
#include "words.h"

/* STREW_WORDS_TABLES: one X(table) for each instruction set that is built. */
#define X(table) extern const word_table table;
STREW_WORDS_TABLES
#undef X

static const word_table *const tables[] = {
#define X(table) &table,
    STREW_WORDS_TABLES
#undef X
};
enum { N_TABLES = COUNT(tables) };

/* ---- The meaning of words ------------------------------------------------------------------------------------------------------------ */

/* The compute types that the generated lists give a dtype. */
static const struct dtype_row {
    strew_dtype dtype;
    struct {
        strew_operation operation;
        strew_ctype ctype;
    } cells[STREW_OPERATIONS]; /* dtypes share compute types, but not that of max */
} dtypes[] = {
#define STREW_DTYPE(dtype, name, bytes, built, converted, is_integer, is_small_float, is_float, is_signed, value_bits, ...)                \
    {dtype, {__VA_ARGS__}},
#include "axes.inc"
};
enum { N_DTYPES = COUNT(dtypes) };

/* A word says f32 for STREW_CTYPE_F32. */
static strew_ctype ctype_of_name(const char *name)
{
    static const struct {
        const char *enumerator;
        strew_ctype ctype;
    } rows[] = {
#define STREW_CTYPE(ctype, bytes) {#ctype, ctype},
#include "axes.inc"
    };

    for (size_t i = 0; i < COUNT(rows); i++) {
        if (strcasecmp(rows[i].enumerator + strlen("STREW_CTYPE_"), name) == 0) return rows[i].ctype;
    }
    fail_msg("there is no compute type %s", name);
    return STREW_CTYPE_NONE;
}

/* The reduction of a word, and whether a NaN wins or loses. */
typedef struct meaning {
    strew_reduction reduction;
    strew_nan nan;
} meaning;

static meaning meaning_of(const char *name)
{
    if (strcmp(name, "min_number") == 0) return (meaning){STREW_REDUCTION_MIN, STREW_NAN_LOSES};
    if (strcmp(name, "max_number") == 0) return (meaning){STREW_REDUCTION_MAX, STREW_NAN_LOSES};
    for (size_t i = 0; i < REFERENCE_REDUCTIONS; i++) {
        if (strcmp(reference_reduction_name(reference_reductions[i]), name) == 0) return (meaning){reference_reductions[i], STREW_NAN_WINS};
    }
    fail_msg("no reduction is called %s", name);
    return (meaning){STREW_REDUCTION_NONE, STREW_NAN_WINS};
}

/* ---- Pairs --------------------------------------------------------------------------------------------------------------------------- */

/* Operands for one dtype: a[i] and b[i]. n is a multiple of every register's lanes. */
typedef struct pairs {
    unsigned char *a, *b;
    size_t n;
} pairs;

enum { MAX_LANES = 128, RANDOM_PAIRS = 6000, RANDOM_PAIRS_LIGHT = 600 };

static pairs make_pairs(strew_dtype dtype)
{
    const size_t size = reference_size(dtype);
    const size_t all_of_a_small_type = size <= 2 ? 0x10000 : 0;
    const size_t n_random = is_light() ? RANDOM_PAIRS_LIGHT : RANDOM_PAIRS;
    uint64_t random = 4711;
    size_t n_extremes, n;
    const unsigned char *const extreme = extremes(dtype, &n_extremes);
    pairs pairs;

    n = n_extremes * n_extremes + 2 * n_random + all_of_a_small_type;
    pairs.n = (n + MAX_LANES - 1) / MAX_LANES * MAX_LANES;
    /* The last register of one ends at a guard page; the other is loaded from odd addresses. */
    pairs.a = guarded_new(pairs.n * size, FLUSH_END);
    pairs.b = (unsigned char *)guarded_new(pairs.n * size + 1, FLUSH_START) + 1;

    n = n_extremes * n_extremes;
    for (size_t i = 0; i < n; i++) {
        memcpy(pairs.a + i * size, extreme + i / n_extremes * size, size);
        memcpy(pairs.b + i * size, extreme + i % n_extremes * size, size);
    }
    fill(dtype, pairs.a + n * size, n_random, ORDINARY, &random);
    fill(dtype, pairs.b + n * size, n_random, ORDINARY, &random);
    n += n_random;
    /* Extremes in other lanes; they also fill the last register. */
    fill(dtype, pairs.a + n * size, pairs.n - n, EXTREME, &random);
    fill(dtype, pairs.b + n * size, pairs.n - n, EXTREME, &random);
    n += n_random;
    /* Every pair of bytes, the upper and the lower byte of i; or every value of 16 bits, i, with a random one. */
    for (size_t i = 0; i < all_of_a_small_type; i++) {
        const uint16_t all = (uint16_t)i, scrambled = (uint16_t)(random_next(&random) >> 16);
        const unsigned char high = (unsigned char)(i >> 8), low = (unsigned char)i;
        memcpy(pairs.a + (n + i) * size, size == 1 ? (const void *)&high : &all, size);
        memcpy(pairs.b + (n + i) * size, size == 1 ? (const void *)&low : &scrambled, size);
    }
    return pairs;
}

/* ---- Tests --------------------------------------------------------------------------------------------------------------------------- */

static void check_word(const char *isa, const word *word, strew_dtype dtype, const pairs *pairs)
{
    const meaning meaning = meaning_of(word->reduction);
    const size_t size = reference_size(dtype), lanes = word->register_bytes / size;
    unsigned char actual[MAX_LANES * REFERENCE_LARGEST_ELEMENT], expected[sizeof actual];

    assert_true(lanes >= 1 && lanes <= MAX_LANES && lanes * size == word->register_bytes);
    for (size_t first = 0; first < pairs->n; first += lanes) {
        const unsigned char *const a = pairs->a + first * size, *const b = pairs->b + first * size;
        size_t where;

        word->apply(actual, a, b);
        memcpy(expected, a, word->register_bytes);
        for (size_t i = 0; i < lanes; i++) reference_combine_nan(dtype, meaning.reduction, meaning.nan, expected + i * size, b + i * size);
        if (!is_same(dtype, actual, expected, lanes, &where)) {
            char x[ELEMENT_TEXT_BYTES], y[ELEMENT_TEXT_BYTES], result[ELEMENT_TEXT_BYTES], correct[ELEMENT_TEXT_BYTES];
            fail_msg("%s of %s: lane %zu of %s and %s is %s, expected %s", word->name, isa, where,
                     print_element(dtype, a + where * size, x), print_element(dtype, b + where * size, y),
                     print_element(dtype, actual + where * size, result), print_element(dtype, expected + where * size, correct));
        }
    }
}

static strew_isa isa_of_name(const char *name)
{
    for (int isa = STREW_ISA_BEST + 1; strew_isa_name((strew_isa)isa); isa++) {
        if (strcmp(strew_isa_name((strew_isa)isa), name) == 0) return (strew_isa)isa;
    }
    fail_msg("no instruction set is called %s", name);
    return STREW_ISA_BEST;
}

static size_t n_checked;

/* The words of a dtype's own compute type under every instruction set that can run. */
static void words_compute_as_the_contract_says(void **state)
{
    const struct dtype_row *const row = *state;
    const pairs pairs = make_pairs(row->dtype);
    const size_t n_before = n_checked;

    for (size_t t = 0; t < N_TABLES; t++) {
        if (!is_runnable(isa_of_name(tables[t]->isa))) continue;
        for (size_t i = 0; i < tables[t]->n_words; i++) {
            const word *const word = &tables[t]->words[i];
            if (ctype_of_name(word->ctype) != row->cells[STREW_DO_MAX].ctype) continue;
            check_word(tables[t]->isa, word, row->dtype, &pairs);
            n_checked++;
        }
    }
    assert_true(guarded_free_all());
    assert_true(n_checked > n_before);
}

/* An instruction set without words would not be tested, nor would a word of no dtype's compute type. */
TEST(every_instruction_set_has_words_and_all_were_checked)
{
    size_t n_words = 0;

    assert_true(N_TABLES > 0);
    for (size_t t = 0; t < N_TABLES; t++) {
        assert_true(tables[t]->n_words > 0);
        if (is_runnable(isa_of_name(tables[t]->isa))) n_words += tables[t]->n_words;
    }
    assert_int_equal(n_checked, n_words);
}

/* min and max where a NaN loses are words and operations of their own. */
static int is_word_for(const word *word, strew_ctype ctype, strew_operation operation)
{
    const meaning meaning = meaning_of(word->reduction);
    const strew_operation number = meaning.reduction == STREW_REDUCTION_MIN ? STREW_DO_MIN_NUMBER : STREW_DO_MAX_NUMBER;

    return ctype_of_name(word->ctype) == ctype &&
           operation == (meaning.nan == STREW_NAN_LOSES ? number : (strew_operation)meaning.reduction);
}

TEST(scalar_has_a_word_for_everything)
{
    size_t n_scalar = 0;

    for (size_t t = 0; t < N_TABLES; t++) {
        if (isa_of_name(tables[t]->isa) != STREW_ISA_SCALAR) continue;
        n_scalar++;
        for (size_t d = 0; d < N_DTYPES; d++) {
            for (int operation = STREW_DO_ADD; operation < STREW_OPERATIONS; operation++) {
                const strew_ctype ctype = dtypes[d].cells[operation].ctype;
                size_t i = 0;
                if (operation == STREW_DO_MEAN) continue; /* it has no word */
                if (operation <= STREW_DO_MAX)
                    assert_int_equal(ctype != STREW_CTYPE_NONE, reference_is_defined(dtypes[d].dtype, (strew_reduction)operation));
                if (ctype == STREW_CTYPE_NONE) continue;
                while (i < tables[t]->n_words && !is_word_for(&tables[t]->words[i], ctype, dtypes[d].cells[operation].operation)) i++;
                if (i == tables[t]->n_words) fail_msg("scalar cannot do operation %d of %s", operation, strew_dtype_name(dtypes[d].dtype));
            }
        }
    }
    assert_int_equal(n_scalar, 1);
}

int main(void)
{
    for (size_t d = 0; d < N_DTYPES; d++) {
        if (dtypes[d].cells[STREW_DO_MAX].ctype == STREW_CTYPE_NONE) continue; /* can only be moved */
        add_test(words_compute_as_the_contract_says, (void *)(uintptr_t)&dtypes[d], "words_of_%s_compute_as_the_contract_says",
                 strew_dtype_name(dtypes[d].dtype));
    }
    return run_all_tests(NULL, NULL);
}
