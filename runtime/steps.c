#include "steps.h"

strew_steps strew_all_steps(const strew_job *job, void *workspace)
{
    return (strew_steps){0, strew_count_steps(job), 0, job->plan->n_outer, NULL, workspace};
}
