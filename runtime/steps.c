#include "steps.h"

int strew_run_steps_without_record(const strew_job *job, const strew_steps *steps)
{
    return strew_act_without_record(job, steps);
}

int strew_run_steps(const strew_job *job, const strew_steps *steps)
{
    if (job->plan->is_gather) return strew_gather_steps(job, steps);
    return strew_needs_touched(job->plan) ? strew_act_with_record(job, steps) : strew_run_steps_without_record(job, steps);
}
