#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"

struct bench_session {
    bench_job job;
    bench_runner runner;
    void *result;
    char description[1024];
};

static size_t describe_shape(char *text, size_t size, const char *name, const bench_shape *shape)
{
    size_t used = (size_t)snprintf(text, size, ", \"%s\": [", name);
    for (int32_t d = 0; d < shape->rank && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "%s%lld", d ? ", " : "", (long long)shape->size[d]);
    if (used < size) used += (size_t)snprintf(text + used, size - used, "]");
    return used < size ? used : size;
}

static void describe(bench_session *session)
{
    const bench_workload *workload = session->job.workload;
    char *text = session->description;
    const size_t size = sizeof session->description;
    size_t used = (size_t)snprintf(
        text, size, "{\"operator\": \"%s\", \"axis\": %d, \"dtype\": \"%s\", \"reduction\": \"%s\", \"calls\": %zu, \"is_for_peers\": %s",
        bench_operator_name(workload->op), (int)workload->axis, strew_dtype_name(workload->dtype),
        strew_reduction_name(workload->reduction), session->runner.calls, bench_is_for_peers(workload) ? "true" : "false");
    used += describe_shape(text + used, size - used, "data", &workload->data);
    used += describe_shape(text + used, size - used, "indices", &workload->indices);
    used += describe_shape(text + used, size - used, "updates", &session->job.updates_shape);
    snprintf(text + used, size - used, "}");
}

/* The result is what strew left in output, after bench_check, which ran it last, found it right. */
static int check(bench_session *session, char *wrong)
{
    if (!bench_check(&session->runner, BENCH_BIT(BENCH_STREW), wrong)) return 0;
    session->result = malloc(session->job.output_bytes);
    if (session->result)
        memcpy(session->result, session->job.output, session->job.output_bytes);
    else
        snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
    return session->result != NULL;
}

bench_session *bench_session_open(const char *workload, int out_of_place, const char *isa, int is_trusted, char *wrong)
{
    const bench_workload *found = bench_find_workload(workload);
    const int isa_number = bench_find_isa(isa);
    if (!found || isa_number < 0) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "there is no %s \"%.64s\"", found ? "instruction set" : "workload", found ? isa : workload);
        return NULL;
    }
    const strew_options options =
        STREW_OPTIONS(.isa = (strew_isa)isa_number, .policy = is_trusted ? STREW_POLICY_TRUSTED : STREW_POLICY_ERROR);
    bench_session *session = calloc(1, sizeof *session);
    if (!session || !bench_make_job(&session->job, found)) {
        snprintf(wrong, STREW_MESSAGE_BYTES, "out of memory");
        free(session);
        return NULL;
    }
    if (!bench_open_runner(&session->runner, &session->job, &options, out_of_place, wrong) || !check(session, wrong)) {
        bench_session_close(session);
        return NULL;
    }
    describe(session);
    return session;
}

void bench_session_close(bench_session *session)
{
    bench_close_runner(&session->runner);
    bench_free_job(&session->job);
    free(session->result);
    free(session);
}

const char *bench_session_describe(const bench_session *session)
{
    return session->description;
}

void *bench_session_array(bench_session *session, const char *name)
{
    const bench_job *job = &session->job;
    if (strcmp(name, "data") == 0) return job->data_values;
    if (strcmp(name, "indices") == 0) return job->indices_values;
    if (strcmp(name, "updates") == 0) return job->updates_values;
    return strcmp(name, "output") == 0 ? job->output : NULL;
}

void bench_session_settle(bench_session *session)
{
    bench_settle(&session->runner);
}

double bench_session_time(bench_session *session, const char *field)
{
    for (bench_part part = 0; part < BENCH_PARTS; part++) {
        const bench_part_row *row = &BENCH_PART_ROWS[part];
        if (row->field && strcmp(row->field, field) == 0 && session->runner.parts & BENCH_BIT(part))
            return bench_time_part(&session->runner, part);
    }
    return 0;
}

int bench_session_is_result(const bench_session *session, const void *values)
{
    return memcmp(values, session->result, session->job.output_bytes) == 0;
}
