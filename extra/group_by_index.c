/* Grouping indices: stable sorts by counting. With so many groups, indices are read once, and checked, counted and kept in the workspace as
 * numbers of groups, from which order is written; without a workspace they are read three times, as in group.c. Distinct values are
 * sorted by group_values.h.
 *
 * Threads have ranges of the indices, in order. Each counts its own, so that each knows where those of a group go: behind those of the
 * threads before it. What another thread writes to indices meanwhile can change a number of a group, but no count and no place. */
#include <strew/group.h>

#include "reading.h"

#if !STREW_BUILD_FEATURE_GROUP
strew_status strew_group_by_index(int64_t *starts, void *order, strew_dtype order_dtype, int64_t *unique, int64_t *n_unique,
                                  const strew_tensor *indices, int64_t n_groups, const strew_options *options,
                                  const strew_resources *resources, strew_fault *fault)
{
    (void)starts, (void)order, (void)order_dtype, (void)unique, (void)n_unique, (void)indices, (void)n_groups, (void)options;
    (void)resources;
    return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "group");
}

size_t strew_group_by_index_workspace_size(const strew_tensor *indices, int64_t n_groups, int32_t n_threads)
{
    (void)indices, (void)n_groups, (void)n_threads;
    return 0;
}
#else

#include "group_values.h"
#include "grouping.h"

static const char name[] = "group_by_index";

/* Indices of a thread, at least. A loop over so many takes about as long as waking a thread that spins. */
enum { MIN_INDICES = 4096 };

/* Indices that are in no group, and the same in the workspace. */
enum { OUT_OF_BOUNDS = -1, IGNORED = -2 };
#define IN_NO_GROUP UINT32_MAX

/* Where the workspace may begin is up to the caller. */
enum { ALIGNMENT = 64 };

/* ---- Sizes --------------------------------------------------------------------------------------------------------------------------- */

/* Whether numbers of groups and counters of 32 bits will do, and the counters of a thread take about as long as its indices. */
static int has_counters(uint64_t n, uint64_t n_groups)
{
    return n <= UINT32_MAX && n_groups < UINT32_MAX && (n_groups <= UINT16_MAX || n_groups / 8 <= n);
}

/* The bytes of a workspace for so many threads; 0 if there is no use for one, and UINT64_MAX for more than can be addressed. */
static uint64_t count_bytes(uint64_t n, int64_t n_groups, uint64_t n_threads)
{
    const int is_distinct = n_groups < 0;
    const uint64_t of_index = is_distinct ? 3 * sizeof(uint64_t) : sizeof(uint32_t),
                   of_thread = is_distinct ? MAX_DIGITS * sizeof(size_t) : (uint64_t)n_groups * sizeof(uint32_t);
    if (!is_distinct && !has_counters(n, (uint64_t)n_groups)) return 0;
    /* A thread has at most 2^34 bytes of counters, so that 64 of them do not overflow. */
    if (n > (MAX_BYTES >> 1) / of_index) return UINT64_MAX;
    const uint64_t bytes = ALIGNMENT - 1 + n * of_index + n_threads * of_thread;
    return bytes <= MAX_BYTES ? bytes : UINT64_MAX;
}

/* How many threads have enough to do, of those that there are. A thread that counts groups clears as many counters as there are groups. */
static uint64_t count_threads(uint64_t n, int64_t n_groups, uint64_t min_indices, int32_t n_threads)
{
    const uint64_t given = n_threads < 1             ? 1
                           : n_threads > MAX_THREADS ? MAX_THREADS
                                                     : (uint64_t)n_threads,
                   each = n_groups > (int64_t)min_indices ? (uint64_t)n_groups : min_indices, busy = n / each;
    return busy < 1 ? 1 : busy < given ? busy : given;
}

size_t strew_group_by_index_workspace_size(const strew_tensor *indices, int64_t n_groups, int32_t n_threads)
{
    if (indices == NULL || indices->rank < 0 || indices->rank > STREW_MAX_RANK || n_groups < STREW_DISTINCT_VALUES) return 0;
    if (indices->rank != 0 && indices->shape == NULL) return 0;
    uint64_t n = 1;
    int is_too_large = 0, is_empty = 0;
    for (int32_t d = 0; d < indices->rank; d++) {
        const int64_t size = indices->shape[d];
        if (size < 0) return 0;
        is_empty |= size == 0;
        is_too_large |= size != 0 && n > MAX_BYTES / (uint64_t)size;
        n *= is_too_large || size == 0 ? 1 : (uint64_t)size;
    }
    if (is_empty) n = 0;
    if (is_too_large && !is_empty) return SIZE_MAX;
    const uint64_t bytes = count_bytes(n, n_groups, count_threads(n, n_groups, MIN_INDICES, n_threads));
    return bytes == UINT64_MAX ? SIZE_MAX : (size_t)bytes;
}

/* ---- So many groups ------------------------------------------------------------------------------------------------------------------ */

/* Reads indices `first` to `first + n - 1` as the numbers of their groups. */
static void find_groups(const grouping *grouping, int64_t *groups, size_t first, size_t n)
{
    const int64_t size = grouping->n_groups, ignored = grouping->options.ignore_index;
    const int has_ignored = grouping->options.has_ignore_index != 0, clamps = grouping->options.policy == STREW_POLICY_CLAMP;
    const int64_t wrapped = grouping->options.negative == STREW_NEGATIVE_WRAPS ? size : 0;
    const int64_t clamp_low = clamps ? 0 : INT64_MIN, clamp_high = clamps ? size - 1 : INT64_MAX;
    strew_read_elements(&grouping->indices, groups, first, n);
    for (size_t i = 0; i < n; i++) {
        const int is_ignored = has_ignored & (groups[i] == ignored);
        int64_t index = groups[i];
        index += index < 0 ? wrapped : 0;
        index = index < clamp_low ? clamp_low : index;
        index = index > clamp_high ? clamp_high : index;
        index = (uint64_t)index < (uint64_t)size ? index : OUT_OF_BOUNDS;
        groups[i] = is_ignored ? IGNORED : index;
    }
}

/* Zero if an index is out of bounds, and its policy rejects that. */
static inline int is_allowed(const grouping *grouping, int64_t group)
{
    return group != OUT_OF_BOUNDS || grouping->options.policy != STREW_POLICY_ERROR;
}

static strew_status reject_index(const grouping *grouping, size_t at, strew_fault *fault)
{
    const int64_t low = grouping->options.negative == STREW_NEGATIVE_WRAPS ? -grouping->n_groups : 0, end = grouping->n_groups;
    int64_t index;
    strew_read_elements(&grouping->indices, &index, at, 1);
    /* uncovered: only if another thread changes indices */
    if (index >= low && index < end) return REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    return REJECT(fault, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .tuple = (int64_t)at, .value = index, .low = low, .high = end - 1);
}

/* Threads that count, and then place. */
typedef struct counting {
    const grouping *grouping;
    uint32_t *groups, *counts;  /* of each index, and the counters of each thread */
    size_t faults[MAX_THREADS]; /* the first index of each thread that is out of bounds, or n */
} counting;

static void count_some(void *argument, size_t i)
{
    counting *counting = argument;
    const grouping *grouping = counting->grouping;
    const size_t n_groups = (size_t)grouping->n_groups, end = begin_of(grouping, i + 1);
    uint32_t *groups = counting->groups, *counts = counting->counts + i * n_groups;
    int64_t found[BLOCK];
    memset(counts, 0, n_groups * sizeof *counts);
    counting->faults[i] = grouping->n;
    for (size_t first = begin_of(grouping, i), n; first < end; first += n) {
        n = min_of(end - first, BLOCK);
        find_groups(grouping, found, first, n);
        for (size_t j = 0; j < n; j++) {
            groups[first + j] = found[j] < 0 ? IN_NO_GROUP : (uint32_t)found[j];
            if (found[j] >= 0) {
                counts[found[j]]++;
            } else if (!is_allowed(grouping, found[j])) {
                counting->faults[i] = first + j;
                return;
            }
        }
    }
}

static inline void place(const counting *counting, size_t i, int is_wide)
{
    const grouping *grouping = counting->grouping;
    const size_t end = begin_of(grouping, i + 1);
    const uint32_t *groups = counting->groups;
    uint32_t *places = counting->counts + i * (size_t)grouping->n_groups;
    unsigned char *order = grouping->order;
    for (size_t t = begin_of(grouping, i); t < end; t++) {
        if (groups[t] != IN_NO_GROUP) put(order, places[groups[t]]++, t, is_wide);
    }
}

static void place_some(void *argument, size_t i)
{
    const counting *counting = argument;
    if (counting->grouping->is_wide)
        place(counting, i, 1);
    else
        place(counting, i, 0);
}

OWN_FRAME static strew_status group_with_counters(const grouping *grouping, strew_fault *fault)
{
    const size_t n_groups = (size_t)grouping->n_groups;
    counting counting = {.grouping = grouping, .groups = (uint32_t *)(void *)grouping->workspace};
    size_t n_unique = 0;
    uint32_t total = 0;
    counting.counts = counting.groups + grouping->n;
    run_threads(grouping, &(const loop){count_some, &counting});
    for (size_t i = 0; i < grouping->n_threads; i++) {
        if (counting.faults[i] != grouping->n) return reject_index(grouping, counting.faults[i], fault);
    }
    for (size_t g = 0; g < n_groups; g++) {
        const uint32_t start = total;
        for (size_t i = 0; i < grouping->n_threads; i++) {
            uint32_t *count = counting.counts + i * n_groups + g, n_here = *count;
            *count = total;
            total += n_here;
        }
        grouping->starts[g] = start;
        if (start == total) continue;
        if (grouping->unique != NULL) grouping->unique[n_unique] = (int64_t)g;
        n_unique++;
    }
    grouping->starts[n_groups] = total;
    if (grouping->n_unique != NULL) *grouping->n_unique = (int64_t)n_unique;
    run_threads(grouping, &(const loop){place_some, &counting});
    return REJECT(fault, STREW_OK);
}

/* ---- Without a workspace ------------------------------------------------------------------------------------------------------------- */

static strew_status check_all(const grouping *grouping, strew_fault *fault)
{
    int64_t groups[BLOCK];
    for (size_t first = 0, n; first < grouping->n; first += n) {
        n = min_of(grouping->n - first, BLOCK);
        find_groups(grouping, groups, first, n);
        for (size_t j = 0; j < n; j++) {
            if (!is_allowed(grouping, groups[j])) return reject_index(grouping, first + j, fault);
        }
    }
    return STREW_OK;
}

static int count_all(const grouping *grouping)
{
    int64_t groups[BLOCK];
    for (size_t first = 0, n; first < grouping->n; first += n) {
        n = min_of(grouping->n - first, BLOCK);
        find_groups(grouping, groups, first, n);
        for (size_t j = 0; j < n; j++) {
            if (!is_allowed(grouping, groups[j])) return 0;
            if (groups[j] >= 0) grouping->starts[groups[j]]++;
        }
    }
    return 1;
}

/* Places `total` indices; starts says where the next one of each group belongs. */
static int place_all(const grouping *grouping, int64_t total)
{
    int64_t groups[BLOCK], n_put = 0;
    for (size_t first = 0, n; first < grouping->n; first += n) {
        n = min_of(grouping->n - first, BLOCK);
        find_groups(grouping, groups, first, n);
        for (size_t j = 0; j < n; j++) {
            const int64_t group = groups[j];
            if (group < 0 ? !is_allowed(grouping, group) : grouping->starts[group] >= total) return 0;
            if (group < 0) continue;
            const size_t at = (size_t)grouping->starts[group]++;
            if (grouping->is_wide)
                put(grouping->order, at, first + j, 1);
            else
                put(grouping->order, at, first + j, 0);
            n_put++;
        }
    }
    return n_put == total;
}

OWN_FRAME static strew_status group_alone(const grouping *grouping, strew_fault *fault)
{
    const size_t n_groups = (size_t)grouping->n_groups;
    int64_t *starts = grouping->starts, total = 0, n_unique = 0;
    const strew_status status = grouping->options.policy == STREW_POLICY_ERROR ? check_all(grouping, fault) : STREW_OK;
    if (status != STREW_OK) return status;
    memset(starts, 0, n_groups * sizeof *starts);
    if (!count_all(grouping)) return REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    for (size_t g = 0; g < n_groups; g++) {
        const int64_t n_here = starts[g];
        starts[g] = total;
        total += n_here;
        if (n_here == 0) continue;
        if (grouping->unique != NULL) grouping->unique[n_unique] = (int64_t)g;
        n_unique++;
    }
    if (grouping->n_unique != NULL) *grouping->n_unique = n_unique;
    if (!place_all(grouping, total)) return REJECT(fault, STREW_STATUS_INDICES_CHANGED);
    /* Where the next index of a group would be is where the next group begins. */
    memmove(starts + 1, starts, n_groups * sizeof *starts);
    starts[0] = 0;
    return REJECT(fault, STREW_OK);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static strew_status check_order(strew_dtype dtype, size_t n, strew_fault *fault)
{
    if (dtype == STREW_DTYPE_INT64 || (dtype == STREW_DTYPE_INT32 && n <= INT32_MAX)) return STREW_OK;
    return REJECT(fault, STREW_STATUS_DTYPE_MISMATCH, .subject = "order", .value = dtype, .high = STREW_DTYPE_INT64);
}

static strew_status check_buffers(const grouping *grouping, size_t workspace_bytes, strew_fault *fault)
{
    const uint64_t n = grouping->n, n_groups = grouping->is_distinct ? n : (uint64_t)grouping->n_groups;
    const size_t number_bytes = grouping->is_wide ? sizeof(int64_t) : sizeof(int32_t);
    const uint64_t max_numbers = MAX_BYTES / sizeof(int64_t);
    const char *too_large = n > MAX_BYTES / number_bytes ? "order" : n_groups >= max_numbers ? "starts" : NULL;
    if (too_large != NULL) return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = too_large, .high = (int64_t)MAX_BYTES);
    const size_t n_unique = (size_t)(n < n_groups ? n : n_groups), one = sizeof *grouping->n_unique;
    enum { N_BUFFERS = 5 };
    const strew_buffer_extent extents[N_BUFFERS] = {
        strew_extent_of_buffer("starts", grouping->starts, ((size_t)n_groups + 1) * sizeof *grouping->starts),
        strew_extent_of_buffer("order", grouping->order, (size_t)n * number_bytes),
        strew_extent_of_buffer("unique", grouping->unique, grouping->unique != NULL ? n_unique * sizeof *grouping->unique : 0),
        strew_extent_of_buffer("n_unique", grouping->n_unique, grouping->n_unique != NULL || grouping->is_distinct ? one : 0),
        strew_extent_of_indices(&grouping->indices, (size_t)n),
    };
    const strew_buffer_extent workspace = strew_extent_of_buffer("workspace", grouping->workspace, workspace_bytes);
    const strew_status status = strew_check_extents(extents, N_BUFFERS, fault);
    for (size_t i = 0; status == STREW_OK && i < N_BUFFERS; i++) {
        const size_t common = strew_count_common_bytes(&workspace, extents + i);
        if (common == 0) continue;
        return REJECT(fault, STREW_STATUS_WORKSPACE_OVERLAP, .subject = extents[i].name, .value = (int64_t)common);
    }
    return status;
}

/* Decides how many threads the resources are enough for, and takes the workspace. */
static strew_status set_threads(grouping *grouping, const strew_resources *resources, size_t *workspace_bytes, strew_fault *fault)
{
    const int64_t n_groups = grouping->is_distinct ? STREW_DISTINCT_VALUES : grouping->n_groups;
    const uint64_t given = resources->workspace != NULL ? resources->workspace_bytes : 0, n = grouping->n;
    /* A loop should take twice as long as waking the pool, and an index takes about a nanosecond. */
    const uint64_t wake_ns = resources->wake_ns == 0 ? 10000 : resources->wake_ns, min = 2 * wake_ns;
    uint64_t n_threads =
        resources->parallel_for == NULL ? 1 : count_threads(n, n_groups, min < MIN_INDICES ? MIN_INDICES : min, resources->n_threads);
    while (n_threads > 1 && count_bytes(n, n_groups, n_threads) > given) n_threads--;
    const uint64_t needed = count_bytes(n, n_groups, n_threads);
    const int has_enough = needed != 0 && needed <= given;
    if (grouping->is_distinct && !has_enough && n != 0) {
        return REJECT(fault, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)(given < MAX_BYTES ? given : MAX_BYTES),
                      .low = (int64_t)(needed < MAX_BYTES ? needed : MAX_BYTES));
    }
    grouping->parallel_for = resources->parallel_for;
    grouping->pool = resources->pool;
    grouping->n_threads = has_enough ? (size_t)n_threads : 1;
    grouping->workspace = has_enough ? resources->workspace : NULL;
    *workspace_bytes = has_enough ? (size_t)needed : 0;
    return STREW_OK;
}

static strew_status set_grouping(grouping *grouping, const strew_tensor *indices, strew_dtype order_dtype, const strew_options *options,
                                 strew_fault *fault)
{
    const strew_status status = strew_read_group_options(&grouping->options, options, name, fault);
    if (status != STREW_OK) return status;
    const char *unused = !grouping->is_distinct                               ? NULL
                         : grouping->options.policy != STREW_POLICY_ERROR     ? "options.policy"
                         : grouping->options.negative != STREW_NEGATIVE_WRAPS ? "options.negative"
                                                                              : NULL;
    if (unused != NULL) return REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = -1);
    grouping->n = 1;
    for (int32_t d = 0; d < indices->rank; d++) grouping->n *= (size_t)indices->shape[d];
    strew_set_reader(&grouping->indices, indices, grouping->n);
    return check_order(order_dtype, grouping->n, fault);
}

/* A scatter along an axis of so many groups has the same indices. */
static strew_status check_shapes(const strew_tensor *indices, int64_t n_groups, const strew_options *options, strew_fault *fault)
{
    const int64_t size = n_groups == STREW_DISTINCT_VALUES ? 1 : n_groups;
    if (indices == NULL) return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "indices");
    if (size < 0) return REJECT(fault, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "n_groups", .value = n_groups);
    if ((uint64_t)size >= MAX_BYTES / sizeof(int64_t)) {
        return REJECT(fault, STREW_STATUS_TOO_LARGE, .subject = "starts", .high = (int64_t)MAX_BYTES);
    }
    const strew_tensor data = {STREW_DTYPE_UINT8, 1, &size, NULL, NULL},
                       updates = {STREW_DTYPE_UINT8, indices->rank, indices->shape, NULL, NULL};
    return strew_check_by_scatter(STREW_OPERATOR_SCATTER_UPDATE, &data, indices, &updates, options, name, fault);
}

/* Groups what planning has accepted. */
OWN_FRAME static strew_status group(int64_t *starts, void *order, strew_dtype order_dtype, int64_t *unique, int64_t *n_unique,
                                    const strew_tensor *indices, int64_t n_groups, const strew_options *options,
                                    const strew_resources *given, strew_fault *fault)
{
    grouping made = {.n_groups = n_groups,
                     .starts = starts,
                     .order = order,
                     .unique = unique,
                     .n_unique = n_unique,
                     .is_wide = order_dtype == STREW_DTYPE_INT64,
                     .is_distinct = n_groups == STREW_DISTINCT_VALUES},
             *grouping = &made;
    strew_resources resources;
    size_t workspace_bytes = 0;
    strew_status status = set_grouping(grouping, indices, order_dtype, options, fault);
    if (status == STREW_OK) status = strew_read_group_resources(&resources, given, fault);
    if (status == STREW_OK) status = set_threads(grouping, &resources, &workspace_bytes, fault);
    if (status == STREW_OK) status = check_buffers(grouping, workspace_bytes, fault);
    if (status != STREW_OK) return status;
    if (grouping->workspace != NULL) grouping->workspace += (0 - (uintptr_t)grouping->workspace) % ALIGNMENT;
    return grouping->is_distinct         ? group_values(grouping, fault)
           : grouping->workspace != NULL ? group_with_counters(grouping, fault)
                                         : group_alone(grouping, fault);
}

strew_status strew_group_by_index(int64_t *starts, void *order, strew_dtype order_dtype, int64_t *unique, int64_t *n_unique,
                                  const strew_tensor *indices, int64_t n_groups, const strew_options *options,
                                  const strew_resources *resources, strew_fault *fault)
{
    const strew_status status = check_shapes(indices, n_groups, options, fault);
    if (status != STREW_OK) return status;
    return group(starts, order, order_dtype, unique, n_unique, indices, n_groups, options, resources, fault);
}
#endif
