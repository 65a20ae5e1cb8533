#define _POSIX_C_SOURCE 200809L

#include "terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

const char *terminal_style_of(terminal_style style)
{
    static const char *const SEQUENCES[] = {
        [TERMINAL_BOLD] = "\033[1m",    [TERMINAL_DIM] = "\033[2m",  [TERMINAL_GREEN] = "\033[32m",
        [TERMINAL_YELLOW] = "\033[33m", [TERMINAL_RED] = "\033[31m", [TERMINAL_PLAIN] = "\033[0m",
    };
    static int colours = -1;
    if (colours < 0) colours = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    return colours ? SEQUENCES[style] : "";
}

terminal_style terminal_style_of_ratio(double ratio, double good)
{
    return ratio >= good ? TERMINAL_GREEN : ratio < 1 ? TERMINAL_RED : TERMINAL_PLAIN;
}

static size_t current, total;

void terminal_progress_of(size_t workload, size_t workloads)
{
    current = workload;
    total = workloads;
}

void terminal_progress(const char *name, size_t done, size_t all)
{
    enum { STEPS = 24 };
    if (!isatty(STDERR_FILENO)) return;
    const size_t filled = done * STEPS / all;
    fprintf(stderr, "\r\033[K%-13s ", name);
    for (size_t i = 0; i < STEPS; i++) fputs(i < filled ? "\342\226\210" : "\342\226\221", stderr);
    fprintf(stderr, " round %zu of %zu", done, all);
    if (total > 1) fprintf(stderr, ", workload %zu of %zu", current, total);
    fflush(stderr);
}

void terminal_progress_end(void)
{
    if (!isatty(STDERR_FILENO)) return;
    fprintf(stderr, "\r\033[K");
    fflush(stderr);
}

const char *terminal_digits(char text[16], double value)
{
    const int decimals = value >= 99.95 ? 0 : value >= 9.995 ? 1 : value >= 0.9995 ? 2 : value >= 0.09995 ? 3 : 4;
    snprintf(text, 16, "%.*f", decimals, value);
    return text;
}

const char *terminal_count(char text[16], size_t count)
{
    const char *const units[] = {"", "k", "M", "G"};
    double value = (double)count;
    size_t unit = 0;
    for (; value >= 999.5 && unit < 3; unit++) value /= 1000;
    snprintf(text, 16, "%.*f%s", unit == 0 || value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2, value, units[unit]);
    return text;
}
