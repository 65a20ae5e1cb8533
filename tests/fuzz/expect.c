#include "expect.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "operators.h"

enum { PATTERN = 0xc3 };

void complain(const reference_call *call, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "%s\n", describe_call(call));
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\n");
    abort();
}

void expect_sentence(const reference_call *call, strew_status status, const strew_fault *fault)
{
    char sentence[STREW_MESSAGE_BYTES];
    const size_t length = strew_fault_describe(fault, sentence, sizeof sentence);

    if (fault->status != status) complain(call, "returned status %d with a fault of status %d", (int)status, (int)fault->status);
    if (length == 0 || length >= sizeof sentence || strlen(sentence) != length) {
        complain(call, "status %d has a sentence of %zu bytes: %s", (int)status, length, sentence);
    }
}

void expect_verdict(const reference_call *call, verdict expected, strew_status status, const strew_fault *fault)
{
    char sentence[STREW_MESSAGE_BYTES];

    expect_sentence(call, status, fault);
    strew_fault_describe(fault, sentence, sizeof sentence);
    if (!is_in_verdict(expected, status))
        complain(call, "returned status %d (%s), expected one of the set %llx", (int)status, sentence, (unsigned long long)expected);
}

void expect_status(strew_status expected, strew_status status, const strew_fault *fault, const char *what)
{
    expect_sentence(&buffers.call, status, fault);
    if (status != expected) complain(&buffers.call, "%s returned status %d, expected %d", what, (int)status, (int)expected);
}

void fill_output(void)
{
    memset(buffers.output.bytes, PATTERN, buffers.n_data_bytes);
}

void expect_output_unchanged(const char *what)
{
    for (size_t i = 0; i < buffers.n_data_bytes; i++) {
        if (buffers.output.bytes[i] != PATTERN) complain(&buffers.call, "%s was rejected, but has written", what);
    }
    if (!guarded_is_intact(&buffers.output)) complain(&buffers.call, "%s wrote beside output", what);
}
