#include "fault.h"

#include "guarded.h"
#include "testing.h"

void assert_fault(const strew_fault *actual, strew_fault expected)
{
    assert_int_equal(actual->status, expected.status);
    if (expected.subject) {
        assert_non_null(actual->subject);
        assert_string_equal(actual->subject, expected.subject);
    } else {
        assert_null(actual->subject);
    }
    assert_int_equal(actual->dimension, expected.dimension);
    assert_int_equal(actual->tuple, expected.tuple);
    assert_int_equal(actual->value, expected.value);
    assert_int_equal(actual->low, expected.low);
    assert_int_equal(actual->high, expected.high);
    assert_int_equal(actual->component, expected.component);
    assert_int_equal(actual->profile, expected.profile);
}

void assert_no_room(const strew_fault *fault, const char *subject)
{
    const strew_fault expected = {.status = STREW_STATUS_STRIDES_TOO_MANY, .subject = subject, .value = fault->value, .high = fault->high};

    assert_fault(fault, expected);
    assert_in_range(fault->high, 1024, STREW_PLAN_BYTES);
    assert_true(fault->value > fault->high);
    assert_sentence(fault, subject);
}

void assert_sentence(const strew_fault *fault, const char *parts)
{
    static guarded room;
    char *sentence, copy[STREW_MESSAGE_BYTES];
    size_t length;

    if (!room.mapping) room = guarded_open(STREW_MESSAGE_BYTES);
    sentence = (char *)guarded_place(&room, STREW_MESSAGE_BYTES, FLUSH_END, 0);
    length = strew_fault_describe(fault, sentence, STREW_MESSAGE_BYTES);
    assert_true(guarded_is_intact(&room));
    assert_in_range(length, 10, STREW_MESSAGE_BYTES - 1);
    assert_int_equal(strlen(sentence), length);
    /* No line break, and no rest of a template or of an unknown name. */
    assert_null(strpbrk(sentence, "\n\r{}%"));
    assert_null(strstr(sentence, "(null)"));
    assert_in_range(snprintf(copy, sizeof copy, "%s", parts), 0, sizeof copy - 1);
    for (const char *part = strtok(copy, "|"); part; part = strtok(NULL, "|")) {
        if (!strstr(sentence, part)) fail_msg("\"%s\" does not say \"%s\"", sentence, part);
    }
}

void assert_index_fault(const strew_fault *actual, reference_position expected)
{
    assert_fault(actual, (strew_fault){.status = STREW_STATUS_INDEX_OUT_OF_BOUNDS,
                                       .dimension = expected.dimension,
                                       .tuple = expected.tuple,
                                       .value = expected.value,
                                       .low = expected.low,
                                       .high = expected.high,
                                       .component = expected.component});
}
