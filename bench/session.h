/* One job of the bench for other languages, which measure other libraries over the same arrays: bench/peers is in Python. It uses only
 * strings and addresses, so that no struct must be declared twice. */
#ifndef STREW_BENCH_SESSION_H
#define STREW_BENCH_SESSION_H

#include <stddef.h>

#define BENCH_API __attribute__((visibility("default")))

typedef struct bench_session bench_session;

/* Makes the job, and compares strew's result with the plain loop's, bit for bit. On failure NULL, and a sentence in `wrong` of at least
 * STREW_MESSAGE_BYTES. */
BENCH_API bench_session *bench_session_open(const char *workload, int out_of_place, const char *isa, int is_trusted, char *wrong);
BENCH_API void bench_session_close(bench_session *session);

/* The job as one JSON object: operator, axis, dtype, reduction, the shapes data, indices and updates (of a gather, of output), and calls,
 * the number of calls per reading of the clock. Valid until the session is closed. */
BENCH_API const char *bench_session_describe(const bench_session *session);

/* "data", "indices" (int64), "updates" (none in a gather) or "output"; NULL for other names. */
BENCH_API void *bench_session_array(bench_session *session, const char *name);

/* Reads the inputs once, and makes output a copy of data: do this before every sample unless the job is small. */
BENCH_API void bench_session_settle(bench_session *session);

/* One sample of the part with that field in JSON, such as "strew_1t_ns"; 0 where there is no such part. */
BENCH_API double bench_session_time(bench_session *session, const char *field);

/* Whether these bytes, as many as output has, are strew's result. */
BENCH_API int bench_session_is_result(const bench_session *session, const void *values);

#endif /* STREW_BENCH_SESSION_H */
