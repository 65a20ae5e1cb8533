/* One thread applies all tuples to a copy of data in the workspace, the shadow, while it checks them, and then copies the shadow to output.
 * Indices are read once: a tuple that is out of bounds leaves output as it was, and the shadow is given up. Where the indices have far more
 * bytes than data, copying data twice costs less than reading the indices twice. */
#include "convert.h"
#include "copy.h"
#include "source.h"
#include "ways/way.h"

static size_t bytes(const strew_known *known, size_t n)
{
    (void)n;
    return known->plan->data_bytes + STREW_LINE_BYTES - 1;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    (void)n;
    return strew_apply_ns(known->plan) + 2 * known->plan->data_bytes / STREW_CLEARED_BYTES_OF_NS;
}

/* The tuples that name the slices of dense tensors, whatever is done with their updates; but a function of the caller may rely on indices
 * that were checked, and lengths of sorted tuples do not tell those that are out of bounds. Records of touched slices are not for it, nor
 * are args, which have no shadow; nor tuples that an update index passes over, since nobody would tell these from those that are out of
 * bounds. */
static size_t fits(const strew_known *known)
{
    const strew_plan_state *plan = known->plan;
    if (known->is_part || known->is_checked || known->pattern == STREW_GRID || plan->check == NULL || !strew_applies(plan)) return 0;
    if (strew_is_by_caller(plan) || strew_needs_touched(plan) || strew_has_arg(plan) || strew_has_copied_rows(plan) ||
        strew_passes_over_rows(plan) || plan->bag != NULL || plan->data_bytes > STREW_MAX_SHADOW_BYTES)
        return 0;
    return bytes(known, 1) <= known->workspace_bytes;
}

static unsigned char *find_shadow(const strew_work *work)
{
    return strew_align(work->workspace, STREW_LINE_BYTES);
}

static int check(strew_work *work)
{
    unsigned char *const shadow = find_shadow(work);
    strew_job own = *work->job;
    const strew_steps all = strew_all_steps(&own, NULL);
    strew_copy(shadow, work->source, own.plan->data_bytes, 0);
    own.output = shadow + (work->job->output - work->output);
    return strew_run_steps_without_record(&own, &all) ? STREW_IN_BOUNDS : STREW_OUT_OF_BOUNDS;
}

static int run(strew_work *work)
{
    strew_copy(work->output, find_shadow(work), work->job->plan->data_bytes, 0);
    return 1;
}

const strew_way strew_shadow_way = {"shadow", fits, bytes, ns, check, NULL, run, 1, 1};
