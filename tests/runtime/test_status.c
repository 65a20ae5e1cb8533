/* Sentences: one for every status, in buffers of any size. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include <strew/strew.h>

#include "fault.h"

static const strew_fault outside = {.status = STREW_INDEX_OUTSIDE, .dimension = 1, .tuple = 3, .value = 7, .low = -4, .high = 3};
static const char outside_sentence[] = "indices[3] component 1 is 7, outside [-4, 3] of data dimension 1";

static void every_status_has_a_sentence_of_its_own(void **state)
{
    char sentences[STREW_INDICES_CHANGED + 1][STREW_SENTENCE_BYTES];

    (void)state;
    for (int status = STREW_OK; status <= STREW_INDICES_CHANGED; status++) {
        const strew_fault fault = {.status = (strew_status)status, .subject = "data", .value = 1, .low = 1, .high = 1};
        const size_t length = strew_describe(&fault, sentences[status], STREW_SENTENCE_BYTES);
        assert_in_range(length, 5, STREW_SENTENCE_BYTES - 1);
        assert_int_equal(length, strlen(sentences[status]));
        assert_null(strpbrk(sentences[status], "\n\r\t{}%"));
        assert_true(sentences[status][length - 1] != '.' && sentences[status][length - 1] != ' ');
        for (int other = STREW_OK; other < status; other++) assert_string_not_equal(sentences[status], sentences[other]);
    }
}

/* The longest numbers and names that there are. */
static void every_sentence_fits_the_promised_size(void **state)
{
    static const char *const subjects[] = {"data", "indices",          "updates",          "output",
                                           "plan", "shape of indices", "options.negative", "STREW_ISA"};
    static const int64_t values[] = {INT64_MIN, INT64_MAX, -1, 0, 4, 5, 15, 99};

    (void)state;
    for (int status = STREW_OK; status <= STREW_INDICES_CHANGED; status++) {
        for (size_t s = 0; s < sizeof subjects / sizeof *subjects; s++) {
            for (size_t v = 0; v < sizeof values / sizeof *values; v++) {
                char sentence[STREW_SENTENCE_BYTES];
                const strew_fault fault = {.status = (strew_status)status,
                                           .dimension = INT32_MIN,
                                           .subject = subjects[s],
                                           .tuple = INT64_MIN,
                                           .value = values[v],
                                           .low = INT64_MIN,
                                           .high = values[(v + s) % (sizeof values / sizeof *values)]};
                const size_t length = strew_describe(&fault, sentence, sizeof sentence);
                assert_in_range(length, 1, sizeof sentence - 1);
                assert_int_equal(strlen(sentence), length);
            }
        }
    }
}

static void numbers_are_written_in_full(void **state)
{
    const strew_fault fault = {
        .status = STREW_INDEX_OUTSIDE, .dimension = 63, .tuple = INT64_MAX, .value = INT64_MIN, .low = -INT64_MAX, .high = INT64_MAX - 1};
    char sentence[STREW_SENTENCE_BYTES];

    (void)state;
    strew_describe(&fault, sentence, sizeof sentence);
    assert_string_equal(sentence, "indices[9223372036854775807] component 63 is -9223372036854775808, outside [-9223372036854775807, "
                                  "9223372036854775806] of data dimension 63");
    strew_describe(&outside, sentence, sizeof sentence);
    assert_string_equal(sentence, outside_sentence);
}

/* As snprintf: what fits is written and ended, the rest of the buffer is left alone, and the whole length is returned. */
static void sentences_are_cut_to_the_buffer(void **state)
{
    const size_t whole = strlen(outside_sentence);

    (void)state;
    for (size_t size = 1; size <= whole + 3; size++) {
        char buffer[STREW_SENTENCE_BYTES];
        const size_t fitting = size - 1 < whole ? size - 1 : whole;
        memset(buffer, '#', sizeof buffer);
        assert_int_equal(strew_describe(&outside, buffer, size), whole);
        assert_memory_equal(buffer, outside_sentence, fitting);
        assert_int_equal(buffer[fitting], '\0');
        for (size_t i = size; i < sizeof buffer; i++) assert_int_equal(buffer[i], '#');
    }
}

static void a_size_of_0_writes_nothing(void **state)
{
    char untouched = '#';

    (void)state;
    assert_int_equal(strew_describe(&outside, NULL, 0), strlen(outside_sentence));
    assert_int_equal(strew_describe(&outside, &untouched, 0), strlen(outside_sentence));
    assert_int_equal(untouched, '#');
}

static void no_fault_reads_as_ok(void **state)
{
    const strew_fault ok = {.status = STREW_OK};
    char of_null[STREW_SENTENCE_BYTES], of_ok[STREW_SENTENCE_BYTES];

    (void)state;
    strew_describe(NULL, of_null, sizeof of_null);
    strew_describe(&ok, of_ok, sizeof of_ok);
    assert_string_equal(of_null, of_ok);
    assert_int_equal(strew_describe(NULL, NULL, 0), strlen(of_ok));
}

static void a_number_that_is_no_status_is_described_too(void **state)
{
    static const int numbers[] = {STREW_INDICES_CHANGED + 1, 999, INT32_MAX};

    (void)state;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        const strew_fault fault = {.status = (strew_status)numbers[i]};
        char sentence[STREW_SENTENCE_BYTES];
        assert_in_range(strew_describe(&fault, sentence, sizeof sentence), 1, sizeof sentence - 1);
    }
}

/* A caller's fault may have been filled by hand. */
static void a_fault_without_a_subject_is_described_too(void **state)
{
    (void)state;
    for (int status = STREW_OK; status <= STREW_INDICES_CHANGED; status++) {
        const strew_fault fault = {.status = (strew_status)status, .value = -77, .high = 12345};
        char sentence[STREW_SENTENCE_BYTES];
        assert_in_range(strew_describe(&fault, sentence, sizeof sentence), 1, sizeof sentence - 1);
        assert_null(strstr(sentence, "(null)"));
    }
}

static void explanations_are_cut_to_the_buffer(void **state)
{
    const int64_t data_shape[] = {4}, indices_shape[] = {6, 1}, updates_shape[] = {6};
    const strew_tensor data = {STREW_FLOAT32, 1, data_shape, NULL}, indices = {STREW_INT32, 2, indices_shape, NULL};
    const strew_tensor updates = {STREW_FLOAT32, 1, updates_shape, NULL};
    const strew_options options = {.isa = STREW_ISA_SCALAR};
    static const char sentence[] = "scalar is used: strew_add_f32_w1__scalar";
    strew_plan plan;

    (void)state;
    assert_int_equal(strew_scatter_nd_plan(&plan, &data, &indices, &updates, STREW_ADD, &options, NULL), STREW_OK);
    assert_int_equal(strew_explain(&plan, STREW_ISA_SCALAR, NULL, 0), strlen(sentence));
    for (size_t size = 1; size <= sizeof sentence + 2; size++) {
        char buffer[STREW_SENTENCE_BYTES];
        const size_t fitting = size < sizeof sentence ? size - 1 : sizeof sentence - 1;
        memset(buffer, '#', sizeof buffer);
        assert_int_equal(strew_explain(&plan, STREW_ISA_SCALAR, buffer, size), strlen(sentence));
        assert_memory_equal(buffer, sentence, fitting);
        assert_int_equal(buffer[fitting], '\0');
        assert_int_equal(buffer[size], '#');
    }
}

static void the_version_is_that_of_the_header(void **state)
{
    char expected[32];

    (void)state;
    snprintf(expected, sizeof expected, "%d.%d.%d", STREW_VERSION_MAJOR, STREW_VERSION_MINOR, STREW_VERSION_PATCH);
    assert_string_equal(strew_version(), expected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_status_has_a_sentence_of_its_own),
        cmocka_unit_test(every_sentence_fits_the_promised_size),
        cmocka_unit_test(numbers_are_written_in_full),
        cmocka_unit_test(sentences_are_cut_to_the_buffer),
        cmocka_unit_test(a_size_of_0_writes_nothing),
        cmocka_unit_test(no_fault_reads_as_ok),
        cmocka_unit_test(a_number_that_is_no_status_is_described_too),
        cmocka_unit_test(a_fault_without_a_subject_is_described_too),
        cmocka_unit_test(explanations_are_cut_to_the_buffer),
        cmocka_unit_test(the_version_is_that_of_the_header),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
