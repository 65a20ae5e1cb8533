#include "report.h"

static void write_shape(FILE *file, const char *field, const bench_shape *shape)
{
    fprintf(file, "\"%s\": [", field);
    for (int32_t d = 0; d < shape->rank; d++) fprintf(file, "%s%lld", d ? ", " : "", (long long)shape->size[d]);
    fputs("], ", file);
}

static int is_measured(const bench_result *result, bench_part part)
{
    return (result->parts & BENCH_BIT(part)) != 0;
}

/* Writes null for what was not measured. */
static void write_number(FILE *file, const char *field, int is_known, double value, int decimals)
{
    fprintf(file, "\"%s\": ", field);
    if (is_known)
        fprintf(file, "%.*f", decimals, value);
    else
        fputs("null", file);
    fputs(", ", file);
}

static void write_quartiles(FILE *file, const bench_result *result)
{
    const char *comma = "";
    fputs("\"quartiles\": {", file);
    for (bench_part i = 0; i < BENCH_PARTS; i++) {
        if (!BENCH_PART_ROWS[i].field || !is_measured(result, i)) continue;
        fprintf(file, "%s\"%s\": [%.1f, %.1f]", comma, BENCH_PART_ROWS[i].field, result->ns[i].low, result->ns[i].high);
        comma = ", ";
    }
    fputs("}, ", file);
}

void report_json(FILE *file, const bench_entry *entry, const bench_setup *setup)
{
    const bench_workload *workload = entry->workload;
    const bench_result *result = &entry->result;
    fprintf(file, "{\"workload\": \"%s\", \"mode\": \"%s\", ", workload->name, setup->out_of_place ? "out_of_place" : "in_place");
    for (bench_part i = 0; i < BENCH_PARTS; i++) {
        if (BENCH_PART_ROWS[i].field) write_number(file, BENCH_PART_ROWS[i].field, is_measured(result, i), result->ns[i].median, 1);
    }
    write_quartiles(file, result);
    for (bench_ratio i = 0; i < BENCH_RATIOS; i++) write_number(file, BENCH_RATIO_ROWS[i].field, result->ratio[i] > 0, result->ratio[i], 4);
    fprintf(file, "\"operator\": \"%s\", \"dtype\": \"%s\", \"reduction\": \"%s\", ", bench_operator_name(result->op),
            strew_dtype_name(workload->dtype), strew_reduction_name(workload->reduction));
    write_shape(file, "data", &workload->data);
    write_shape(file, "indices", &workload->indices);
    fprintf(file, "\"updates\": %zu, ", result->n_updates);
    if (is_measured(result, BENCH_FLOOR)) fprintf(file, "\"floor_by\": \"%s\", ", BENCH_PART_ROWS[result->floor_by].name);
    fprintf(file, "\"policy\": \"%s\", ", setup->options.policy == STREW_POLICY_ERROR ? "error" : "trusted");
    const strew_isa asked = setup->options.isa;
    fprintf(file, "\"asked_isa\": \"%s\", ", asked == STREW_ISA_BEST ? "best" : strew_isa_name(asked));
    fprintf(file, "\"rounds\": %zu, \"isa\": \"%s\", \"kernel\": \"%s\"}", setup->rounds, strew_isa_name(result->isa), result->kernel);
}
