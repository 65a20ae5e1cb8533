/* Reading update indices, some at a time. */
#include "source.h"

#include "index_view.h"
#include "util.h"

int64_t strew_update_index_at(const strew_plan_state *plan, const unsigned char *indices, size_t tuple)
{
    return strew_read_index(indices + (ptrdiff_t)strew_find_tuple(plan, tuple).ordered, strew_source_of(plan)->dtype);
}

/* The update indices of n tuples, at most MAX, as int64. */
enum { MAX = 32 };
static void read_indices(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n, int64_t *to)
{
    for (size_t done = 0, n_here; done < n; done += n_here) {
        ptrdiff_t step;
        n_here = strew_find_even(plan, tuple + done, n - done, &step);
        const unsigned char *from = indices + (ptrdiff_t)strew_find_tuple(plan, tuple + done).ordered;
        strew_read_indices(to + done, from, step, strew_source_of(plan)->dtype, n_here);
    }
}

STREW_OWN_FRAME size_t strew_read_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n, uint32_t *rows)
{
    int64_t read[MAX];
    const strew_source *source = strew_source_of(plan);
    size_t n_without = 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        n_here = strew_min(n - done, MAX);
        read_indices(plan, indices, tuple + done, n_here, read);
        for (size_t i = 0; i < n_here; i++) {
            rows[done + i] = (uint32_t)strew_row_of(source, read[i]);
            n_without += rows[done + i] == UINT32_MAX;
        }
    }
    return n_without;
}

STREW_OWN_FRAME int strew_compare_rows(const strew_plan_state *plan, const unsigned char *indices, size_t tuple, size_t n)
{
    int64_t read[MAX];
    const strew_source *source = strew_source_of(plan);
    const uint64_t n_rows = source->n_rows, wrapped = source->wraps ? n_rows : 0;
    size_t n_wrong = 0;
    for (size_t done = 0, n_here; done < n && n_wrong == 0; done += n_here) {
        n_here = strew_min(n - done, MAX);
        read_indices(plan, indices, tuple + done, n_here, read);
        for (size_t i = 0; i < n_here; i++) {
            const int is_ignored = source->has_ignore_index && read[i] == source->ignore_index;
            n_wrong += !is_ignored && strew_wrap(read[i], wrapped) >= n_rows;
        }
    }
    return n_wrong == 0;
}
