/* Colours and progress for a person at a terminal; plain text for everything else. */
#ifndef STREW_BENCH_TERMINAL_H
#define STREW_BENCH_TERMINAL_H

#include <stddef.h>

typedef enum terminal_style { TERMINAL_BOLD, TERMINAL_DIM, TERMINAL_GREEN, TERMINAL_YELLOW, TERMINAL_RED, TERMINAL_PLAIN } terminal_style;

/* The escape sequence of a style, or "" if stdout is not a terminal or NO_COLOR is set. */
const char *terminal_style_of(terminal_style style);

/* Green from `good` up, red below 1, plain between. */
terminal_style terminal_style_of_ratio(double ratio, double good);

/* One line on stderr that the next one overwrites; nothing if stderr is not a terminal. `terminal_progress_of` sets the number of the
 * current workload, and how many there are. */
void terminal_progress_of(size_t workload, size_t workloads);
void terminal_progress(const char *name, size_t done, size_t all);
void terminal_progress_end(void);

/* Three significant digits: "0.0123", "1.23", "12.3", "123". Returns `text`. */
const char *terminal_digits(char text[16], double value);

/* The same for a count: "512", "65.5k", "1.17M". Returns `text`. */
const char *terminal_count(char text[16], size_t count);

#endif /* STREW_BENCH_TERMINAL_H */
