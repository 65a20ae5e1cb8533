/* Every operator, dtype, reduction, index type, policy and option of the contract is asked, and gives the reference's answer or the one
 * rejection that the contract names. */
#include <strew/strew.h>

#include "configurations.h"
#include "fault.h"
#include "group.h"
#include "tensors.h"
#include "testing.h"

enum { POLICIES = 4, NEGATIVES = 2, NANS = 2, INDEX_TYPES = 2, CELLS = REFERENCE_REDUCTIONS * INDEX_TYPES * POLICIES * NEGATIVES * NANS };

/* ---- The cells ----------------------------------------------------------------------------------------------------------------------- */

/* Slices of three elements, some of them more than once; where a policy has something to do, some tuples are outside. */
static scatter cell(reference_operator op, strew_dtype dtype, size_t number)
{
    static const int32_t indices_ranks[OPERATORS] = {2, 3, 1};
    static const int64_t indices_shapes[OPERATORS][3] = {{11, 2}, {5, 6, 3}, {11}};
    scatter scatter = scatter_of(op, op != REFERENCE_ND, SHAPE(5, 4, 3), indices_ranks[op], indices_shapes[op]);

    scatter.dtype = dtype;
    scatter.index_dtype = number % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64;
    scatter.reduction = reference_reductions[number / (CELLS / REFERENCE_REDUCTIONS)];
    scatter.options.policy = (strew_policy)(number / 2 % POLICIES);
    scatter.options.negative = (strew_negative)(number / 8 % NEGATIVES);
    scatter.options.nan = (strew_nan)(number / 16 % NANS);
    scatter.contents = EXTREME;
    return scatter;
}

static void reject_everywhere(strew_fault expected)
{
    for (size_t i = 0; i < n_isas; i++) {
        strew_fault fault;
        assert_true(fixture_call_rejected(&buffers, isas[i], expected.status, &fault));
        assert_fault(&fault, expected);
    }
}

static void every_cell_has_its_answer(void **state)
{
    const reference_operator op = *(const reference_operator *)*state;
    strew_dtype dtypes[REFERENCE_MAX_DTYPES + STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0];
    size_t n_dtypes = reference_dtypes(dtypes), n_answered = 0, n_rejected = 0;

    for (int bytes = 1; bytes <= STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0; bytes++) dtypes[n_dtypes++] = STREW_DTYPE_OPAQUE(bytes);
    for (size_t i = 0; i < n_dtypes * CELLS; i++) {
        const scatter scatter = cell(op, dtypes[i / CELLS], i % CELLS);
        fixture_place(&buffers, &scatter);
        fixture_draw_indices(&buffers, scatter.options.policy >= STREW_POLICY_SKIP ? 4 : 0);
        if (!reference_is_defined(scatter.dtype, scatter.reduction)) {
            /* Those that can only be moved, as the contract says; not whatever the reference takes for undefined. */
            assert_true(scatter.reduction != STREW_REDUCTION_NONE &&
                        (scatter.dtype == STREW_DTYPE_STRING || scatter.dtype > STREW_DTYPE_OPAQUE_0));
            reject_everywhere(FAULT(UNSUPPORTED_REDUCTION, .value = (int64_t)scatter.reduction, .high = (int64_t)scatter.dtype));
            n_rejected++;
            continue;
        }
        if (scatter.reduction == STREW_REDUCTION_NONE && scatter.options.nan == STREW_NAN_LOSES) {
            reject_everywhere(FAULT(UNUSED_ARGUMENT, .subject = "options.nan", .value = (int64_t)call_of(&(reference_call){.op = op}).op,
                                    .high = STREW_REDUCTION_NONE));
            n_rejected++;
            continue;
        }
        fixture_expect(&buffers);
        for (size_t j = 0; j < n_isas; j++) assert_true(fixture_call(&buffers, isas[j], (int)(i + j) % 2));
        n_answered++;
    }
    fprintf(stderr, "%zu cells of %s answered, %zu rejected\n", n_answered, operator_name(op), n_rejected);
    const size_t of_reduction = CELLS / REFERENCE_REDUCTIONS;
    assert_int_equal(n_rejected, (1 + STREW_DTYPE_OPAQUE_LAST - STREW_DTYPE_OPAQUE_0) * (REFERENCE_REDUCTIONS - 1) * of_reduction +
                                     n_dtypes * of_reduction / NANS);
    assert_int_equal(n_answered + n_rejected, n_dtypes * CELLS);
}

/* ---- Opaque elements ----------------------------------------------------------------------------------------------------------------- */

/* Every size along every way, with each policy in turn. */
static void elements_of_every_size_are_moved(void **state)
{
    for (size_t i = 0; i < n_configurations * 64; i++) {
        const configuration *const configuration = &configurations[i % n_configurations];
        const int bytes = (int)(i / n_configurations) + 1;
        scatter scatter = {
            .op = configuration->op,
            .dtype = STREW_DTYPE_OPAQUE(bytes),
            .index_dtype = (bytes + (int)i) % 2 ? STREW_DTYPE_INT32 : STREW_DTYPE_INT64,
            .reduction = STREW_REDUCTION_NONE,
            .options = {.policy = (strew_policy)((i + (size_t)bytes) % POLICIES)},
        };
        const int has_policy = scatter.options.policy >= STREW_POLICY_SKIP;
        if (is_light() && (i / n_configurations + i) % 4 != 0) continue;
        /* Nothing can be clamped to where nothing is. */
        do {
            configuration->draw(&scatter, &buffers.random);
            fixture_place(&buffers, &scatter);
        } while (buffers.n_data == 0 && scatter.options.policy == STREW_POLICY_CLAMP);
        if (buffers.n_data == 0 && scatter.options.policy == STREW_POLICY_ERROR) continue; /* tuples into it are rejected */
        draw_indices(&buffers, configuration->likeness, has_policy ? SOME_OUT_OF_BOUNDS : NONE_OUT_OF_BOUNDS);
        fixture_expect(&buffers);
        for (size_t j = 0; j < n_isas; j++) {
            const strew_plan plan = fixture_plan(&buffers, isas[j]);
            assert_true(fixture_run(&buffers, &plan, (int)(i + j) % 2));
        }
    }
}

int main(void)
{
    struct CMUnitTest tests[OPERATORS + 1] = {cmocka_unit_test(elements_of_every_size_are_moved)};

    for (size_t i = 0; i < OPERATORS; i++) {
        name_test(&tests[i + 1], "every_cell_of_%s_has_its_answer", operator_name(operators[i]), every_cell_has_its_answer,
                  (void *)(uintptr_t)&operators[i]);
    }
    return run_on_fixture("contract", tests, COUNT(tests), 4 << 20, 61);
}
