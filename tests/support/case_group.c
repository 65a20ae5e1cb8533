#include "case_group.h"

#include <stdio.h>
#include <string.h>

#include <strew/group.h>

#include "guarded.h"

enum { PATTERN = 0xc3 };

static int failed(const scatter_case *of, const char *why, const char *what)
{
    printf("failed %s [group]: %s%s\n", of->id, why, what);
    return 0;
}

static int is_pattern(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] != PATTERN) return 0;
    }
    return 1;
}

static int is_same(const scatter_case *of, const char *name, const case_numbers *expected, const int64_t *actual, size_t n)
{
    char numbers[100];

    if (expected->n != n) return failed(of, name, " has another length");
    for (size_t i = 0; i < n; i++) {
        if (actual[i] == expected->values[i]) continue;
        snprintf(numbers, sizeof numbers, " %zu is %lld, expected %lld", i, (long long)actual[i], (long long)expected->values[i]);
        return failed(of, name, numbers);
    }
    return 1;
}

static int run_once(const scatter_case *of, placement placement, int is_wide, int has_workspace)
{
    const size_t n = of->indices.n_elements, size = strew_dtype_size(of->index_dtype), n_values = of->indices.contents.n_values;
    const int is_distinct = of->n_groups == STREW_DISTINCT_VALUES;
    const size_t max_groups = is_distinct ? n : of->n_groups >= 0 ? (size_t)of->n_groups : 0;
    const size_t bytes[] = {(max_groups + 1) * 8, n * (is_wide ? 8 : 4), (n < max_groups ? n : max_groups) * 8, 8};
    unsigned char *to[4];
    for (int i = 0; i < 4; i++) to[i] = memset(guarded_new(bytes[i], placement), PATTERN, bytes[i]);
    unsigned char *const values = guarded_new(n_values * size, placement);
    if (n_values != 0) memcpy(values, of->indices.contents.values, n_values * size);
    const strew_tensor indices = {of->index_dtype, of->indices.rank, of->indices.shape, values + of->indices.offset * size,
                                  of->indices.strides};
    strew_resources resources = STREW_RESOURCES_INIT;
    if (has_workspace) resources.workspace_bytes = strew_group_by_index_workspace_size(&indices, of->n_groups, 1);
    resources.workspace = guarded_new(resources.workspace_bytes, placement);
    int64_t *const starts = (int64_t *)(void *)to[0], *const unique = (int64_t *)(void *)to[2], *const n_unique = (int64_t *)(void *)to[3];
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault fault;
    const strew_status status = strew_group_by_index(starts, to[1], is_wide ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32, unique, n_unique,
                                                     &indices, of->n_groups, &of->options, &resources, &fault);

    strew_fault_describe(&fault, sentence, sizeof sentence);
    if (!guarded_all_intact()) return failed(of, "bytes beside a buffer were written", "");
    if (of->is_rejected) {
        for (int i = 0; i < 4; i++) {
            if (!is_pattern(to[i], bytes[i])) return failed(of, "rejected, but an output has changed", "");
        }
        if (status == STREW_OK) return failed(of, "not rejected", "");
        return of->status == STREW_OK || status == of->status || failed(of, "rejected, but with another status: ", sentence);
    }
    if (status != STREW_OK) return failed(of, "rejected: ", sentence);
    const size_t n_groups = is_distinct ? (size_t)*n_unique : max_groups, n_members = (size_t)starts[n_groups];
    int64_t *const order = guarded_new(n_members * sizeof *order, placement);
    for (size_t i = 0; i < n_members; i++) {
        int32_t narrow;
        memcpy(&narrow, to[1] + i * 4, sizeof narrow);
        if (is_wide)
            memcpy(&order[i], to[1] + i * 8, sizeof *order);
        else
            order[i] = narrow;
    }
    return is_same(of, "starts", &of->starts, starts, n_groups + 1) && is_same(of, "order", &of->order, order, n_members) &&
           is_same(of, "unique", &of->unique, unique, (size_t)*n_unique);
}

int run_group_case(const scatter_case *of)
{
    int is_passed = 1;

    for (int i = 0; i < 8 && is_passed; i++) {
        if (of->n_groups == STREW_DISTINCT_VALUES && i / 4 == 0) continue;
        is_passed = run_once(of, i % 2 ? FLUSH_START : FLUSH_END, i / 2 % 2, i / 4);
        guarded_free_all();
    }
    return is_passed;
}
