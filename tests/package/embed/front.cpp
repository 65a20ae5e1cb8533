/* The part of a host that is in C++: templates and classes of strew's headers are as hidden as its functions. */
#include "host.h"

#include <strew/std_thread.h>
#include <strew/strew.hpp>

int host_add_on_threads(float *bins, int64_t n_bins, const int64_t *indices, const float *values, int64_t n)
{
    strew_fault fault;
    const auto plan = strew::plan<float>::scatter_elements({n_bins}, {n}, {n}, 0, STREW_REDUCTION_ADD, strew::default_options, fault);
    if (!plan) return 1;
    strew_std_thread_pool pool(2);
    const strew::workspace workspace(*plan, strew_std_thread_resources(pool));
    return !plan->run({bins, bins, indices, values}, workspace, fault);
}
