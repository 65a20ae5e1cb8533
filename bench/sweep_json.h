/* A sweep as one JSON object. */
#ifndef STREW_BENCH_SWEEP_JSON_H
#define STREW_BENCH_SWEEP_JSON_H

#include <stdio.h>

#include "sweep_figures.h"

void sweep_write_json(FILE *file, const sweep *sweep);

#endif /* STREW_BENCH_SWEEP_JSON_H */
