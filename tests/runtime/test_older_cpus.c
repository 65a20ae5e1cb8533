/* On a CPU that lacks some of the instruction sets that were built, as qemu plays one: the library finds the best that the CPU has. Kernels
 * of a better one are illegal there, so the other tests, which pass there, show that the library runs none.
 *
 *     test_older_cpus BEST ILLEGAL    the best instruction set of this CPU, and the lowest whose instructions are illegal here */
#define _GNU_SOURCE

#include <signal.h>

#include <strew/inspect.h>
#include <strew/strew.h>

#include "access.h"
#include "kernels.h"
#include "testing.h"
#include "types.h"

#include "group.h"
#include "guarded.h"

#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa) STREW_APPLY(name);
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa) STREW_INDICES(name);
#define STREW_SELECT_KERNEL(name, bytes, is_quick, isa) STREW_SELECT(name);
#include "kernels.inc"

/* A kernel of one list or another. */
static const struct {
    const char *name;
    strew_isa isa;
    int width;
    strew_apply_fn *apply;
    strew_indices_fn *indices;
    strew_select_fn *select;
} kernels[] = {
#define STREW_APPLY_KERNEL(name, operation, ctype, width, to_any_width, isa) {#name, isa, width, name, NULL, NULL},
#include "kernels.inc"
#define STREW_INDICES_KERNEL(name, step_name, step, index_bytes, position_dependent, k, isa) {#name, isa, k, NULL, name, NULL},
#include "kernels.inc"
#define STREW_SELECT_KERNEL(name, bytes, is_quick, isa) {#name, isa, bytes, NULL, NULL, name},
#include "kernels.inc"
};

static int rank_of(const char *isa_name)
{
    for (size_t i = 0; i < strew_n_isas; i++) {
        if (strcmp(strew_isas[i].name, isa_name) == 0) return strew_isas[i].rank;
    }
    fail_msg("no instruction set is called %s", isa_name);
    return -1;
}

static const char *best, *illegal;

TEST(the_best_that_the_cpu_has_is_found)
{
    assert_string_equal(strew_isa_name(strew_isa_get_best()), best);
}

/* ---- What runs ----------------------------------------------------------------------------------------------------------------------- */

enum { TUPLES = 40, K = 2, WIDEST = 1024, MAX_GROWTH = 8 }; /* int8 becomes int64 */

static unsigned char *output, *updates, *indices;
static uint32_t *slice_indices, *positions;

static void place(placement end)
{
    output = guarded_new(MAX_GROWTH * WIDEST, end);
    updates = guarded_new(TUPLES * WIDEST, end);
    indices = guarded_new(TUPLES * K * sizeof(int64_t), end);
    slice_indices = guarded_new((TUPLES + STREW_PREFETCH_SLICES) * sizeof *slice_indices, end);
    positions = guarded_new(TUPLES * sizeof *positions, end);
}

static sigjmp_buf before;

static void jump_back(int signal)
{
    siglongjmp(before, signal);
}

/* Whether a kernel, called with a few tuples of zeros, gets to its end. */
static int can_run(size_t i)
{
    static int64_t low[STREW_MAX_RANK], size[STREW_MAX_RANK];
    static uint64_t stride[STREW_MAX_RANK];
    const strew_slices slices = {WIDEST, WIDEST, WIDEST, 0, 0, strew_in_order, 0};
    const strew_components components = {K, low, size, stride, 0};
    const strew_selection selection = {0, 0, 0, 1, 0, STREW_SCATTERING};

    for (size_t c = 0; c < COUNT(size); c++) size[c] = 1;
    memset(slice_indices, 0, (TUPLES + STREW_PREFETCH_SLICES) * sizeof *slice_indices);
    if (sigsetjmp(before, 1)) return 0;
    if (kernels[i].apply)
        kernels[i].apply(output, updates, slice_indices, TUPLES, &slices);
    else if (kernels[i].select)
        kernels[i].select(positions, output, slice_indices, updates, TUPLES, &selection);
    else
        kernels[i].indices(slice_indices, indices, positions, TUPLES / 2, &components);
    return 1;
}

static int n_illegal, n_run;

/* Every kernel that the CPU has can run. A narrow kernel of an illegal instruction set may be made of older instructions alone, but one for
 * slices of any width has the widest registers in it. */
static void try_kernel(size_t i)
{
    const int is_there = strew_isa_get_state(kernels[i].isa) == STREW_ISA_STATE_USABLE;
    const int is_illegal = rank_of(strew_isa_name(kernels[i].isa)) >= rank_of(illegal) && kernels[i].apply && kernels[i].width == 0;

    if (!is_there && !is_illegal) return;
    if (can_run(i) != is_there) fail_msg("%s %s", kernels[i].name, is_there ? "does not run" : "runs on a CPU that lacks it");
    if (is_there)
        n_run++;
    else
        n_illegal++;
}

TEST(kernels_run_where_they_should_and_nowhere_else)
{
    signal(SIGILL, jump_back);
    for (size_t i = 0; i < COUNT(kernels); i++) try_kernel(i);
    signal(SIGILL, SIG_DFL);
    assert_true(n_run > 0 && n_illegal > 0);
}

int main(int n_arguments, char **arguments)
{
    if (n_arguments != 3) return 2;
    best = arguments[1];
    illegal = arguments[2];
    return run_at_either_end(place);
}
