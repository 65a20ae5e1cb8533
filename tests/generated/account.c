#include "account.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "isas.h"

enum { MAX_KERNELS = 1 << 15 };

static unsigned char was_chosen[MAX_KERNELS];

static void account_kernel(const strew_kernel *chosen)
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

void account(const strew_plan *of)
{
    const strew_plan_state *const plan = strew_state_of(of);

    if (plan->apply) account_kernel(&plan->apply->kernel);
    if (plan->apply_row) account_kernel(&plan->apply_row->kernel);
    if (plan->partition) account_kernel(&plan->partition->kernel);
    if (plan->check) account_kernel(&plan->check->kernel);
    account_kernel(&plan->locate->kernel);
}

static int can_run(strew_isa isa)
{
    const strew_isa_state state = strew_isa_get_state(isa);
    return state == STREW_ISA_STATE_USABLE || state == STREW_ISA_STATE_EMULATED;
}

void assert_all_chosen(accounted which)
{
    size_t n_kernels = 0, n_missed = 0;
    strew_kernel kernel;

    for (size_t i = 0; strew_kernel_at(i, &kernel); i++) {
        const accounted its = strcmp(kernel.step, "apply") == 0       ? ACCOUNT_APPLY
                              : strcmp(kernel.step, "partition") == 0 ? ACCOUNT_PARTITION
                                                                      : ACCOUNT_INDICES;
        assert_true(i < MAX_KERNELS);
        if (its != which || !can_run(kernel.isa)) continue;
        n_kernels++;
        if (was_chosen[i]) continue;
        fprintf(stderr, "%s (%s) was never chosen\n", kernel.name, kernel.step);
        n_missed++;
    }
    fprintf(stderr, "%zu kernels can run here, %zu were never chosen\n", n_kernels, n_missed);
    assert_true(n_kernels > 0);
    assert_int_equal(n_missed, 0);
}
