/* Replays inputs of a target: replay_TARGET FILE|FOLDER... A file that ends in .hex has one input per line, in hexadecimal digits; any other
 * file is one input. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "perform.h"

enum { MAX_BYTES = 1 << 16, MAX_NAME = 4096 };

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

static void replay_lines(const char *name, FILE *file)
{
    static char text[2 * MAX_BYTES + 2];
    static uint8_t input[MAX_BYTES];

    for (size_t line = 1; fgets(text, sizeof text, file); line++) {
        const size_t length = strspn(text, "0123456789abcdef");
        if (length % 2 || length != strcspn(text, "\n")) fail(name, "has a line that is not hexadecimal");
        for (size_t i = 0; i < length / 2; i++) input[i] = (uint8_t)strtoul((const char[]){text[2 * i], text[2 * i + 1], 0}, NULL, 16);
        replay_input(name, line, input, length / 2);
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

static void replay(const char *name)
{
    DIR *const folder = opendir(name);
    char path[MAX_NAME];

    if (!folder) {
        replay_file(name);
        return;
    }
    for (const struct dirent *entry; (entry = readdir(folder)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        if (snprintf(path, sizeof path, "%s/%s", name, entry->d_name) >= (int)sizeof path) fail(name, "is too long a name");
        replay_file(path);
    }
    closedir(folder);
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

    if (n < 2) fail(arguments[0], "needs files or folders of inputs");
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) signal(signals[i], print_current);
    for (int i = 1; i < n; i++) replay(arguments[i]);
    printf("%zu inputs have the expected result\n", n_inputs);
    return n_inputs == 0;
}
