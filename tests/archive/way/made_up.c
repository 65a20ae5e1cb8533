/* A way that nobody needs: one thread applies the tuples one half after the other, and leaves its name in the workspace. way.sh adds it. */
#include "ways/way.h"

#include <string.h>

static const char name[] = "made up";

static size_t fits(const strew_known *known)
{
    return strew_is_plain(known) && known->workspace_bytes >= sizeof name ? known->n_threads : 0;
}

static size_t bytes(const strew_known *known, size_t n)
{
    (void)known, (void)n;
    return sizeof name;
}

static uint64_t ns(const strew_known *known, size_t n)
{
    (void)known, (void)n;
    return 1;
}

static int check(strew_work *work)
{
    return (int)strew_check(&work->schedule->threads, work->job);
}

static int run(strew_work *work)
{
    strew_steps steps = strew_all_steps(work->job, NULL);
    const size_t end = steps.end;
    memcpy(work->workspace, name, sizeof name);
    steps.end /= 2;
    if (!strew_run_steps(work->job, &steps)) return 0;
    steps.begin = steps.end;
    steps.end = end;
    return strew_run_steps(work->job, &steps);
}

const strew_way strew_made_up_way = {name, fits, bytes, ns, check, NULL, run, 0, 1};
