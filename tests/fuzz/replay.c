/* Replays inputs of a target: replay_TARGET [--variants N] FILE... A file that ends in .hex has one input per line, in hexadecimal digits;
 * any other file is one input. And N variants of them, the same in every run; fewer where STREW_TEST_LIGHT asks for it. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fill.h"
#include "perform.h"

enum { MAX_BYTES = 1 << 16, MAX_NAME = 4096, MAX_INPUTS = 1 << 12, MAX_CHANGED = 4, MAX_MORE = 64, LIGHT_PART = 8 };

static size_t n_inputs;
static char current[MAX_NAME + 32];

/* Prints the current input, and ends by the same signal. */
static void print_current(int signal_number)
{
    signal(signal_number, SIG_DFL);
    if (write(STDERR_FILENO, current, (unsigned)strlen(current)) < 0) _exit(1);
    raise(signal_number);
}

static void fail(const char *name, const char *reason)
{
    fprintf(stderr, "%s: %s\n", name, reason);
    exit(2);
}

static void replay_input(const char *name, size_t line, const uint8_t *input, size_t size)
{
    snprintf(current, sizeof current, "while replaying %s:%zu\n", name, line);
    (void)LLVMFuzzerTestOneInput(input, size);
    n_inputs++;
}

/* The inputs of all files, one after the other; begin[n_kept] is their end. */
static uint8_t kept[MAX_BYTES];
static size_t begin[MAX_INPUTS + 1], n_kept;

static void keep(const uint8_t *input, size_t size)
{
    if (n_kept == MAX_INPUTS || size > MAX_BYTES - begin[n_kept]) return;
    memcpy(kept + begin[n_kept], input, size);
    begin[n_kept + 1] = begin[n_kept] + size;
    n_kept++;
}

static void replay_lines(const char *name, FILE *file)
{
    static char text[2 * MAX_BYTES + 2];
    static uint8_t input[MAX_BYTES];

    for (size_t line = 1; fgets(text, sizeof text, file); line++) {
        const size_t length = strspn(text, "0123456789abcdef");
        if (length % 2 || length != strcspn(text, "\n")) fail(name, "has a line that is not hexadecimal");
        for (size_t i = 0; i < length / 2; i++) input[i] = (uint8_t)strtoul((const char[]){text[2 * i], text[2 * i + 1], 0}, NULL, 16);
        replay_input(name, line, input, length / 2);
        keep(input, length / 2);
    }
}

static void replay_file(const char *name)
{
    static uint8_t input[MAX_BYTES];
    const size_t length = strlen(name);
    FILE *const file = fopen(name, "rb");

    if (!file) fail(name, strerror(errno));
    if (length > 4 && strcmp(name + length - 4, ".hex") == 0)
        replay_lines(name, file);
    else
        replay_input(name, 1, input, fread(input, 1, sizeof input, file));
    fclose(file);
}

/* A few bytes of an input are others, and some are added: half of the variants are nearly the input, and half have many indices more. */
static void replay_variants(size_t n)
{
    static uint8_t input[MAX_BYTES + MAX_MORE];
    uint64_t random = 20261128;

    for (size_t i = 0; i < n / (is_light() ? LIGHT_PART : 1) && n_kept > 0; i++) {
        const size_t from = (size_t)random_below(&random, n_kept);
        const size_t n_more = random_below(&random, 2) ? (size_t)random_below(&random, MAX_MORE) : 0;
        const size_t size = begin[from + 1] - begin[from] + n_more;
        memcpy(input, kept + begin[from], size - n_more);
        for (size_t at = size - n_more; at < size; at++) input[at] = (uint8_t)random_next(&random);
        for (uint64_t left = 1 + random_below(&random, MAX_CHANGED); left > 0 && size > 0; left--)
            input[random_below(&random, size)] = (uint8_t)random_next(&random);
        replay_input("variant", i, input, size);
    }
}

int main(int n, char **arguments)
{
    static const int signals[] = {
        SIGABRT,
        SIGSEGV,
        SIGILL,
        SIGFPE,
#if defined(SIGBUS) /* not on Windows */
        SIGBUS,
#endif
    };

    if (n < 2) fail(arguments[0], "needs files of inputs");
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], print_current);
    const int has_variants = n > 2 && strcmp(arguments[1], "--variants") == 0;
    for (int i = has_variants ? 3 : 1; i < n; i++) replay_file(arguments[i]);
    if (has_variants) replay_variants(strtoul(arguments[2], NULL, 10));
    printf("%zu inputs have the expected result\n", n_inputs);
    return n_inputs == 0;
}
