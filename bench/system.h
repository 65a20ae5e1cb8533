/* What was measured on, for a reader on another machine. No name of a host, a user or a folder is in it. */
#ifndef STREW_BENCH_SYSTEM_H
#define STREW_BENCH_SYSTEM_H

#include <stdio.h>

#include "threads.h"

/* Writes members of a JSON object: strew, commit, isa, compiler and machine, which also says how fast so many threads read memory.
 * script/bench passes the commit in STREW_BENCH_COMMIT. Takes a second. */
void system_write_json(FILE *file, const bench_counts *readers);

#endif /* STREW_BENCH_SYSTEM_H */
