#include "chosen_kernels.h"

#include "isas.h"
#include "testing.h"
#include "types.h"

enum { MAX_KERNELS = 1 << 15 };

static unsigned char was_chosen[MAX_KERNELS];

static void record_kernel(const strew_kernel *chosen)
{
    strew_kernel kernel;

    for (size_t i = 0; i < MAX_KERNELS && strew_kernel_at(i, &kernel); i++) {
        if (kernel.name == chosen->name) {
            was_chosen[i] = 1;
            return;
        }
    }
    fail_msg("the plan's kernel %s is not in the list", chosen->name);
}

void record_chosen(const strew_plan *of)
{
    const strew_plan_state *const plan = strew_state_of(of);

    if (plan->is_scatter) {
        if (plan->apply && !plan->mean) record_kernel(&plan->apply->kernel);
        if (plan->apply_row && !plan->mean) record_kernel(&plan->apply_row->kernel);
        if (plan->widen) record_kernel(&plan->widen->kernel);
        if (plan->narrow) record_kernel(&plan->narrow->kernel);
        if (plan->put) record_kernel(&plan->put->kernel);
        if (plan->sum) record_kernel(&plan->sum->kernel);
        if (plan->select) record_kernel(&plan->select->kernel);
    } else {
        if (plan->gather) record_kernel(&plan->gather->kernel);
        if (plan->gather_row) record_kernel(&plan->gather_row->kernel);
        if (plan->take) record_kernel(&plan->take->kernel);
    }
    if (plan->check) record_kernel(&plan->check->kernel);
    record_kernel(&plan->locate->kernel);
}

static kernel_group group_of(const strew_kernel *kernel)
{
    if (strcmp(kernel->step, "apply") == 0) return APPLY_KERNELS;
    if (strcmp(kernel->step, "put") == 0) return PUT_KERNELS;
    if (strcmp(kernel->step, "sum") == 0) return APPLY_KERNELS;
    if (strcmp(kernel->step, "fuse") == 0 || strcmp(kernel->step, "reduce") == 0) return FUSED_KERNELS;
    if (strcmp(kernel->step, "bag") == 0 || strcmp(kernel->step, "arg") == 0) return FUSED_KERNELS;
    if (strcmp(kernel->step, "gather") == 0 || strcmp(kernel->step, "take") == 0) return GATHER_KERNELS;
    if (strcmp(kernel->step, "mean") == 0) return MEAN_KERNELS;
    if (strcmp(kernel->step, "scale") == 0 || strcmp(kernel->step, "blocks") == 0 || strcmp(kernel->step, "affine") == 0)
        return CONVERTING_KERNELS;
    return strcmp(kernel->step, "select") == 0 ? SELECT_KERNELS : INDICES_KERNELS;
}

/* Whether only dtypes that a trimmed build lacks have these kernels: of float32, that others are accumulated in it brings all of them. */
static int is_of_dtypes_left_out(const strew_kernel *kernel)
{
    static const struct {
        const char *name;
        strew_cell cell;
    } all[] = {
#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa) {#name, {operation, ctype}},
#include "kernels.inc"
    };
    size_t i = 0;
    int is_of_any = 0;

    while (i < COUNT(all) && strcmp(all[i].name, kernel->name) != 0) i++;
    for (strew_dtype dtype = 1; i < COUNT(all) && strew_dtype_name(dtype); dtype++) {
        const strew_dtype_record *const record = strew_find_dtype(dtype);
        const strew_cell *const cell = &record->cells[all[i].cell.operation];
        if (cell->operation != all[i].cell.operation || cell->ctype != all[i].cell.ctype) continue;
        if (record->built) return 0;
        is_of_any = 1;
    }
    /* Kernels that move from one type to another are chosen where sums are wider than output, and a build may have none that sums. */
    const int has_sums = STREW_BUILD_REDUCTION_ADD || STREW_BUILD_REDUCTION_SUB || STREW_BUILD_REDUCTION_MUL;
    return is_of_any || (!has_sums && i < COUNT(all) && all[i].cell.operation == STREW_DO_NONE);
}

void expect_all_chosen(kernel_group group)
{
    size_t n_kernels = 0, n_missed = 0;
    strew_kernel kernel;

    for (size_t i = 0; strew_kernel_at(i, &kernel); i++) {
        assert_true(i < MAX_KERNELS);
        if (group_of(&kernel) != group || !is_runnable(kernel.isa)) continue;
        n_kernels++;
        if (was_chosen[i] || is_of_dtypes_left_out(&kernel)) continue;
        fprintf(stderr, "%s (%s) was never chosen\n", kernel.name, kernel.step);
        n_missed++;
    }
    fprintf(stderr, "%zu kernels can run here, %zu were never chosen\n", n_kernels, n_missed);
    assert_true(n_kernels > 0);
    assert_int_equal(n_missed, 0);
}
