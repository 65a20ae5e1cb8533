/* strew_group_by_index through its header alone, beside a comparison sort. */
#include <strew/group.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "fault.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "testing.h"

enum { MAX_N = 40000, MAX_GROUPS = 70000, MAX_BYTES_OF_INDICES = 3 * 8 * MAX_N + 64, WORKSPACE = 40 * MAX_N + (64 << 14) };
enum { N_REWRITTEN = 20000, MAX_CALLS = 20000, MAX_LIGHT_CALLS = 300 };

static guarded starts, order, unique, n_unique, indices, workspace;
static uint64_t state_of_random = 47;

static uint64_t below(uint64_t end)
{
    return random_below(&state_of_random, end);
}

static void *place(guarded *buffer, size_t n_bytes, size_t at)
{
    void *const bytes = guarded_place(buffer, n_bytes, (placement)below(2), at);

    memset(bytes, 0x5a, n_bytes);
    return bytes;
}

static int is_untouched(const void *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        if (((const unsigned char *)bytes)[i] != 0x5a) return 0;
    }
    return 1;
}

static guarded *const all[] = {&starts, &order, &unique, &n_unique, &indices, &workspace};

static int all_are_intact(void)
{
    for (size_t i = 0; i < COUNT(all); i++) {
        if (!guarded_is_intact(all[i])) return 0;
    }
    return 1;
}

/* ---- A call and its reference -------------------------------------------------------------------------------------------------------- */

static const strew_dtype dtypes[] = {STREW_DTYPE_INT8,  STREW_DTYPE_UINT8,  STREW_DTYPE_INT16, STREW_DTYPE_UINT16,
                                     STREW_DTYPE_INT32, STREW_DTYPE_UINT32, STREW_DTYPE_INT64, STREW_DTYPE_UINT64};

typedef struct member {
    int64_t value; /* the bits of an index, or the number of its group */
    size_t number;
} member;

static strew_dtype dtype;
static int64_t values[MAX_N];
static member members[MAX_N];
static size_t n_members;

/* Stores a value that the dtype may not hold, and returns what it is then. */
static int64_t store(unsigned char *to, int64_t value)
{
#define STORE(type)                                                                                                                        \
    {                                                                                                                                      \
        const type stored = (type)value;                                                                                                   \
        memcpy(to, &stored, sizeof stored);                                                                                                \
        return (int64_t)stored;                                                                                                            \
    }
    switch (dtype) {
    case STREW_DTYPE_INT8: STORE(int8_t);
    case STREW_DTYPE_UINT8: STORE(uint8_t);
    case STREW_DTYPE_INT16: STORE(int16_t);
    case STREW_DTYPE_UINT16: STORE(uint16_t);
    case STREW_DTYPE_INT32: STORE(int32_t);
    case STREW_DTYPE_UINT32: STORE(uint32_t);
    case STREW_DTYPE_INT64: STORE(int64_t);
    default: STORE(uint64_t);
    }
}

static int compare(const void *a, const void *b)
{
    const member *const x = a, *const y = b;
    if (x->value == y->value) return x->number < y->number ? -1 : 1;
    return (dtype == STREW_DTYPE_UINT64 ? (uint64_t)x->value < (uint64_t)y->value : x->value < y->value) ? -1 : 1;
}

/* Sorts what is in a group. Returns the number of the first index that is rejected, or n. */
static size_t sort_members(size_t n, int64_t n_groups, const strew_options *options)
{
    const int is_distinct = n_groups == STREW_DISTINCT_VALUES, is_uint64 = dtype == STREW_DTYPE_UINT64;

    n_members = 0;
    for (size_t t = 0; t < n; t++) {
        const int is_above = is_uint64 && values[t] < 0;
        int64_t group = is_above ? INT64_MAX : values[t];
        /* What is above 2^63 - 1 counts as that, but is a value of its own. */
        if (options->has_ignore_index && group == options->ignore_index && (!is_distinct || !is_above)) continue;
        if (is_distinct) {
            members[n_members++] = (member){values[t], t};
            continue;
        }
        if (group < 0 && options->negative == STREW_NEGATIVE_WRAPS) group += n_groups;
        if (options->policy == STREW_POLICY_CLAMP) group = group < 0 ? 0 : group >= n_groups ? n_groups - 1 : group;
        if (group >= 0 && group < n_groups)
            members[n_members++] = (member){group, t};
        else if (options->policy == STREW_POLICY_ERROR)
            return t;
    }
    qsort(members, n_members, sizeof *members, compare);
    return n;
}

static void expect_groups(const int64_t *found_starts, const void *found_order, int is_wide, const int64_t *found_unique,
                          const int64_t *found_n_unique, int64_t n_groups)
{
    size_t n_groups_found = 0;
    int64_t group = 0;

    for (size_t i = 0; i < n_members; i++) {
        int64_t number;
        int32_t narrow;
        memcpy(&narrow, (const unsigned char *)found_order + (is_wide ? 0 : 4 * i), sizeof narrow);
        memcpy(&number, (const unsigned char *)found_order + (is_wide ? 8 * i : 0), is_wide ? sizeof number : sizeof narrow);
        if (!is_wide) number = narrow;
        if (number != (int64_t)members[i].number) fail_msg("order[%zu] is %lld", i, (long long)number);
    }
    for (size_t i = 0; i <= n_members; i++) {
        if (i != 0 && i < n_members && members[i].value == members[i - 1].value) continue;
        if (n_groups != STREW_DISTINCT_VALUES) {
            const int64_t next = i < n_members ? members[i].value : n_groups;
            for (; group <= next; group++) assert_int_equal(found_starts[group], i);
        } else if (i < n_members || i == 0) {
            assert_int_equal(found_starts[n_groups_found], i);
        }
        if (i < n_members && found_unique) assert_int_equal(found_unique[n_groups_found], members[i].value);
        n_groups_found += i < n_members;
    }
    if (n_groups == STREW_DISTINCT_VALUES) assert_int_equal(found_starts[n_groups_found], n_members);
    if (found_n_unique) assert_int_equal(*found_n_unique, n_groups_found);
}

/* ---- Any call ------------------------------------------------------------------------------------------------------------------------ */

/* How many indices, how large their numbers, and how much memory and how many threads there are. */
static void try_random_call(size_t max_n)
{
    static const strew_policy policies[] = {STREW_POLICY_ERROR, STREW_POLICY_ERROR, STREW_POLICY_SKIP, STREW_POLICY_TRUSTED,
                                            STREW_POLICY_CLAMP};
    static const int64_t strides[] = {1, 2, 3, -1, -2};
    const size_t n = (size_t)below(max_n + 1), rows = n % 3 == 0 && below(2) ? 3 : 1;
    const int64_t shape[] = {(int64_t)rows, (int64_t)(n / rows)}, stride = strides[below(COUNT(strides))];
    const int64_t steps[] = {stride * shape[1], stride},
                  n_groups = below(2) ? STREW_DISTINCT_VALUES : (int64_t)below(below(8) ? 9 : MAX_GROUPS);
    const int is_distinct = n_groups == STREW_DISTINCT_VALUES, is_wide = (int)below(2), is_dense = stride == 1 && below(2);
    strew_options options = STREW_OPTIONS(.has_ignore_index = below(2) != 0, .ignore_index = below(4) ? (int64_t)below(4) - 2 : INT64_MAX,
                                          .policy = is_distinct ? STREW_POLICY_ERROR : policies[below(COUNT(policies))],
                                          .negative = is_distinct || below(2) ? STREW_NEGATIVE_WRAPS : STREW_NEGATIVE_OUT_OF_BOUNDS);
    if (n_groups == 0 && options.policy == STREW_POLICY_CLAMP) return;
    if (!options.has_ignore_index) options.ignore_index = 0;
    dtype = dtypes[below(COUNT(dtypes))];

    const size_t size = strew_dtype_size(dtype);
    unsigned char *const bytes = place(&indices, (n * 3 + 1) * size, (size_t)below(16));
    const int64_t first = stride < 0 ? -stride * ((int64_t)n - 1) : 0;
    const uint64_t shift = below(64), kind = below(4);
    for (size_t t = 0; t < n; t++) {
        int64_t value = (int64_t)(kind == 0 ? random_below(&state_of_random, UINT64_MAX) >> shift : below(kind == 1 ? 8 : 300));
        if (!is_distinct && kind != 0 && n_groups != 0) value = value % n_groups - (kind == 2 && below(2) ? n_groups : 0);
        if (!is_distinct && n != 0 && below(n) == 0) value = (int64_t)(below(3) * (uint64_t)n_groups) - n_groups;
        values[t] = store(bytes + (size_t)(first + stride * (int64_t)t) * size, value);
    }
    const strew_tensor of_indices = {dtype, 2, shape, bytes + (size_t)(n != 0 ? first : 0) * size, is_dense ? NULL : steps};

    /* A pool of any size, and a workspace that is what is asked for, more, too small for all threads, or nothing. */
    size_t n_threads = below(3) ? 1 : 1 + (size_t)below(9);
    const size_t asked = strew_group_by_index_workspace_size(&of_indices, n_groups, (int32_t)n_threads),
                 needed = strew_group_by_index_workspace_size(&of_indices, n_groups, 1),
                 given = below(4)      ? asked
                         : below(2)    ? needed
                         : is_distinct ? needed + (size_t)below(asked - needed + 1)
                                       : (size_t)below(asked + 1);
    assert_true(asked <= WORKSPACE);
    strew_resources resources = resources_on_threads(&n_threads, place(&workspace, given, (size_t)below(64)), given);
    resources.wake_ns = 1;
    if (n_threads == 1) resources.parallel_for = NULL;

    const size_t n_starts = (is_distinct ? n : (size_t)n_groups) + 1, max_unique = n < n_starts - 1 ? n : n_starts - 1;
    int64_t *const to_starts = place(&starts, n_starts * 8, 8 * (size_t)below(8)),
                   *const to_unique = below(4) ? place(&unique, max_unique * 8, 8 * (size_t)below(8)) : NULL,
                   *const to_n_unique = is_distinct || below(2) ? place(&n_unique, 8, 8 * (size_t)below(8)) : NULL;
    void *const to_order = place(&order, n * (is_wide ? 8 : 4), (size_t)below(16));
    const size_t rejected = sort_members(n, n_groups, &options);
    strew_fault fault;

    in_case("%s, %zu indices (stride %d), %lld groups, policy %d, %zu threads, %zu of %zu bytes", strew_dtype_name(dtype), n, (int)stride,
            (long long)n_groups, (int)options.policy, n_threads, given, asked);
    const strew_status status = strew_group_by_index(to_starts, to_order, is_wide ? STREW_DTYPE_INT64 : STREW_DTYPE_INT32, to_unique,
                                                     to_n_unique, &of_indices, n_groups, &options, &resources, &fault);
    assert_true(all_are_intact());
    if (rejected == n) {
        assert_int_equal(status, STREW_OK);
        expect_groups(to_starts, to_order, is_wide, to_unique, to_n_unique, n_groups);
        return;
    }
    const int64_t value = dtype == STREW_DTYPE_UINT64 && values[rejected] < 0 ? INT64_MAX : values[rejected];
    assert_int_equal(status, STREW_STATUS_INDEX_OUT_OF_BOUNDS);
    assert_fault(&fault, (strew_fault){.status = status,
                                       .tuple = (int64_t)rejected,
                                       .value = value,
                                       .high = n_groups - 1,
                                       .low = options.negative == STREW_NEGATIVE_WRAPS ? -n_groups : 0});
    assert_true(is_untouched(to_starts, n_starts * 8) && is_untouched(to_order, n * (is_wide ? 8 : 4)));
    assert_true(to_unique == NULL || is_untouched(to_unique, max_unique * 8));
    assert_true(to_n_unique == NULL || is_untouched(to_n_unique, 8));
}

TEST(groups_are_those_of_a_comparison_sort)
{
    for (int i = 0; i < (is_light() ? 2000 : 20000); i++) try_random_call(below(4) ? 40 : 2500);
    for (int i = 0; i < (is_light() ? 20 : 400); i++) try_random_call(MAX_N);
}

/* ---- What is rejected ---------------------------------------------------------------------------------------------------------------- */

static const int64_t good_shape[] = {2, 3}, good_at[6] = {0, 1, 4, 1, 0, 4};
static int64_t good_starts[7], good_order[6], good_unique[6], good_n_unique, good_workspace[2100];

/* A call that works; each test changes something. */
typedef struct whole_call {
    int64_t *starts, *order, *unique, *n_unique;
    strew_dtype order_dtype;
    strew_tensor indices;
    int64_t n_groups;
    strew_options options;
    strew_resources resources;
} whole_call;

static whole_call good_call(int64_t n_groups)
{
    return (whole_call){
        good_starts,    good_order,         good_unique,
        &good_n_unique, STREW_DTYPE_INT64,  {STREW_DTYPE_INT64, 2, good_shape, good_at, NULL},
        n_groups,       STREW_OPTIONS_INIT, STREW_RESOURCES(.workspace = good_workspace, .workspace_bytes = sizeof good_workspace)};
}

static void expect_fault(const whole_call *call, strew_fault expected)
{
    strew_fault fault;

    memset(good_starts, 0x5a, sizeof good_starts);
    memset(good_order, 0x5a, sizeof good_order);
    memset(good_unique, 0x5a, sizeof good_unique);
    const strew_status status = strew_group_by_index(call->starts, call->order, call->order_dtype, call->unique, call->n_unique,
                                                     &call->indices, call->n_groups, &call->options, &call->resources, &fault);
    assert_int_equal(status, expected.status);
    assert_fault(&fault, expected);
    assert_true(is_untouched(good_starts, sizeof good_starts) == (status != STREW_OK));
    if (status == STREW_OK) return;
    assert_true(is_untouched(good_order, sizeof good_order) && is_untouched(good_unique, sizeof good_unique));
}

#define REJECT(call, ...) expect_fault(&call, (strew_fault){.status = __VA_ARGS__})

TEST(a_good_call_works)
{
    whole_call call = good_call(6), values_of = good_call(STREW_DISTINCT_VALUES);
    REJECT(call, STREW_OK);
    assert_int_equal(good_n_unique, 3);
    REJECT(values_of, STREW_OK);
    assert_true(good_n_unique == 3 && good_unique[2] == 4 && good_starts[3] == 6);
}

TEST(wrong_numbers_of_groups_are_rejected)
{
    whole_call call = good_call(-2);
    REJECT(call, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "n_groups", .value = -2);
    call.n_groups = INT64_MAX;
    REJECT(call, STREW_STATUS_TOO_LARGE, .subject = "starts", .high = PTRDIFF_MAX);
    call.n_groups = 0;
    REJECT(call, STREW_STATUS_INDEX_OUT_OF_BOUNDS, .high = -1);
    call.options.policy = STREW_POLICY_CLAMP;
    REJECT(call, STREW_STATUS_CLAMP_TO_EMPTY_DIMENSION);
    call.options.policy = STREW_POLICY_SKIP;
    REJECT(call, STREW_OK);
    assert_true(good_starts[0] == 0 && good_n_unique == 0);
}

TEST(wrong_indices_are_rejected)
{
    static const int64_t too_many[] = {INT32_MAX, 2}, strides[] = {0, 0}, negative[] = {-1, 3};
    whole_call call = good_call(6);
    call.indices.dtype = STREW_DTYPE_FLOAT32;
    REJECT(call, STREW_STATUS_UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = STREW_DTYPE_FLOAT32);
    call = good_call(6);
    call.indices.rank = -1;
    REJECT(call, STREW_STATUS_RANK_OUT_OF_RANGE, .subject = "indices", .value = -1, .high = STREW_MAX_RANK);
    call = good_call(6);
    call.indices.shape = negative;
    REJECT(call, STREW_STATUS_NEGATIVE_DIMENSION, .subject = "indices", .value = -1);
    call = good_call(6);
    call.order_dtype = STREW_DTYPE_UINT64;
    REJECT(call, STREW_STATUS_DTYPE_MISMATCH, .subject = "order", .value = STREW_DTYPE_UINT64, .high = STREW_DTYPE_INT64);
    if (sizeof(size_t) < 8) return;
    call.order_dtype = STREW_DTYPE_INT32;
    call.indices.shape = too_many;
    call.indices.strides = strides;
    REJECT(call, STREW_STATUS_DTYPE_MISMATCH, .subject = "order", .value = STREW_DTYPE_INT32, .high = STREW_DTYPE_INT64);
}

TEST(options_without_a_meaning_are_rejected)
{
    whole_call call = good_call(6);
    call.options.excludes_self = 1;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.excludes_self", .high = -1);
    call.options = (strew_options)STREW_OPTIONS(.accumulate = STREW_DTYPE_FLOAT64);
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.accumulate", .high = -1);
    call.options = (strew_options)STREW_OPTIONS(.sorted = STREW_HINT_CHECKED);
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.sorted", .high = -1);
    call.options = (strew_options)STREW_OPTIONS(.profile = STREW_PROFILE_ONNX_SCATTERELEMENTS_18);
    REJECT(call, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = "group_by_index", .profile = STREW_PROFILE_ONNX_SCATTERELEMENTS_18);
    call = good_call(STREW_DISTINCT_VALUES);
    call.options.policy = STREW_POLICY_SKIP;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.policy", .high = -1);
    call.options = (strew_options)STREW_OPTIONS(.negative = STREW_NEGATIVE_OUT_OF_BOUNDS);
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "options.negative", .high = -1);
}

TEST(wrong_resources_are_rejected)
{
    struct {
        strew_resources known;
        int32_t more[2];
    } newer = {.known = STREW_RESOURCES(.n_threads = 1)};
    const int64_t bytes = (int64_t)sizeof(strew_resources);
    whole_call call = good_call(6);
    strew_fault fault;

    call.resources.struct_size = 0;
    REJECT(call, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = "resources.struct_size", .low = bytes, .high = 1024);
    call.resources.struct_size = 1025;
    REJECT(call, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = "resources.struct_size", .value = 1025, .low = bytes, .high = 1024);
    call = good_call(6);
    call.resources.n_parts = 2;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "resources.n_parts", .high = -1);
    call.resources.part = 1;
    REJECT(call, STREW_STATUS_UNUSED_ARGUMENT, .subject = "resources.part", .high = -1);
    newer.known.struct_size = sizeof newer;
    for (int is_set = 0; is_set < 2; is_set++) {
        newer.more[0] = is_set;
        assert_int_equal(
            strew_group_by_index(good_starts, good_order, STREW_DTYPE_INT64, NULL, NULL, &call.indices, 6, NULL, &newer.known, &fault),
            is_set ? STREW_STATUS_UNKNOWN_MEMBER : STREW_OK);
    }
    call = good_call(STREW_DISTINCT_VALUES);
    const size_t needed = strew_group_by_index_workspace_size(&call.indices, STREW_DISTINCT_VALUES, 64);
    call.resources.workspace_bytes = needed - 1;
    REJECT(call, STREW_STATUS_WORKSPACE_TOO_SMALL, .value = (int64_t)needed - 1, .low = (int64_t)needed);
    call.resources.workspace = NULL;
    REJECT(call, STREW_STATUS_WORKSPACE_TOO_SMALL, .low = (int64_t)needed);
}

TEST(missing_and_overlapping_buffers_are_rejected)
{
    whole_call call = good_call(STREW_DISTINCT_VALUES);
    call.n_unique = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "n_unique", .value = 8);
    call.n_unique = &good_starts[6];
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "n_unique", .value = 8);
    call = good_call(6);
    call.starts = NULL;
    REJECT(call, STREW_STATUS_NULL_POINTER, .subject = "starts", .value = 56);
    call = good_call(6);
    call.unique = good_order;
    REJECT(call, STREW_STATUS_OUTPUT_OVERLAP, .subject = "unique", .value = 48);
    call = good_call(6);
    call.order = good_workspace + 5;
    REJECT(call, STREW_STATUS_WORKSPACE_OVERLAP, .subject = "order", .value = 48);
    call.resources.workspace_bytes = 50; /* too small for any use, so that it may be anywhere */
    REJECT(call, STREW_OK);
}

TEST(the_workspace_of_what_is_rejected_is_nothing)
{
    static const int64_t shape[] = {INT64_MAX, 3}, empty[] = {INT64_MAX, 0}, negative[] = {-1};
    strew_tensor tensor = {STREW_DTYPE_INT8, 2, shape, NULL, NULL};
    assert_int_equal(strew_group_by_index_workspace_size(NULL, 3, 1), 0);
    assert_int_equal(strew_group_by_index_workspace_size(&tensor, -2, 1), 0);
    assert_true(strew_group_by_index_workspace_size(&tensor, STREW_DISTINCT_VALUES, 1) == SIZE_MAX);
    tensor.rank = 1;
    assert_true(strew_group_by_index_workspace_size(&tensor, STREW_DISTINCT_VALUES, 1) == SIZE_MAX);
    /* They are too many for counters of 32 bits, or for any memory. */
    assert_true(strew_group_by_index_workspace_size(&tensor, 3, 1) == (SIZE_MAX > UINT32_MAX ? 0 : SIZE_MAX));
    tensor.shape = negative;
    assert_int_equal(strew_group_by_index_workspace_size(&tensor, 3, 1), 0);
    tensor.shape = NULL;
    assert_int_equal(strew_group_by_index_workspace_size(&tensor, 3, 1), 0);
    tensor = (strew_tensor){STREW_DTYPE_INT8, 2, empty, NULL, NULL};
    assert_in_range(strew_group_by_index_workspace_size(&tensor, 3, 1), 1, 200);
    tensor.rank = -1;
    assert_int_equal(strew_group_by_index_workspace_size(&tensor, 3, 1), 0);
}

/* ---- Rewritten by a thread ----------------------------------------------------------------------------------------------------------- */

static volatile int64_t rewritten[N_REWRITTEN];
static atomic_int is_done;

/* ThreadSanitizer is not told: the race is meant. */
__attribute__((noinline, no_sanitize("thread"))) static void *rewrite(void *nothing)
{
    for (size_t turn = 0; !atomic_load_explicit(&is_done, memory_order_relaxed); turn++) {
        const size_t position = turn * 7919 % N_REWRITTEN;
        rewritten[position] = position != N_REWRITTEN / 2 ? (int64_t)(turn % 8) : turn / N_REWRITTEN % 2 ? INT64_MAX : 0;
    }
    return nothing;
}

TEST_WITH_OTHERS(indices_rewritten_during_the_call_harm_nothing_else)
{
    static const int64_t n = N_REWRITTEN;
    const strew_tensor of_indices = {STREW_DTYPE_INT64, 1, &n, (const void *)(uintptr_t)rewritten, NULL};
    unsigned n_right[3] = {0}, n_changed[3] = {0};
    size_t n_threads = 3;
    pthread_t thread;

    atomic_store(&is_done, 0);
    assert_int_equal(pthread_create(&thread, NULL, rewrite, NULL), 0);
    for (int i = 0; i < (is_light() ? MAX_LIGHT_CALLS : MAX_CALLS); i++) {
        const int kind = i % 3; /* alone, with counters, of distinct values */
        const int64_t n_groups = kind == 2 ? STREW_DISTINCT_VALUES : 8;
        const size_t bytes = kind == 0 ? 0 : strew_group_by_index_workspace_size(&of_indices, n_groups, 3);
        strew_resources resources = resources_on_threads(&n_threads, place(&workspace, bytes, 0), bytes);
        int64_t *const to_starts = place(&starts, (kind == 2 ? N_REWRITTEN + 1 : 9) * 8, 0);
        int64_t *const to_order = place(&order, N_REWRITTEN * 8, 0), *const to_unique =
                                                                         place(&unique, (kind == 2 ? N_REWRITTEN : 8) * 8, 0);
        if (kind != 2) resources.parallel_for = on_two_threads;
        const strew_status status = strew_group_by_index(to_starts, to_order, STREW_DTYPE_INT64, to_unique, place(&n_unique, 8, 0),
                                                         &of_indices, n_groups, NULL, &resources, NULL);
        n_right[kind] += status == STREW_OK;
        n_changed[kind] += status == STREW_STATUS_INDICES_CHANGED;
        assert_true(all_are_intact());
        if (i > (is_light() ? 200 : 2000) && n_right[0] > 0 && n_changed[0] > 0 && n_right[1] > 0) break;
    }
    atomic_store(&is_done, 1);
    assert_int_equal(pthread_join(thread, NULL), 0);
    assert_true(n_right[2] > 0 && n_changed[2] == 0); /* these have no bounds */
    assert_true(is_light() || (n_right[0] > 0 && n_changed[0] > 0 && n_right[1] > 0));
}

static int set_up(void **state)
{
    starts = guarded_open((MAX_GROUPS + 1) * 8 + 64);
    order = guarded_open(MAX_N * 8 + 64);
    unique = guarded_open(MAX_GROUPS * 8 + 64);
    n_unique = guarded_open(8 + 64);
    indices = guarded_open(MAX_BYTES_OF_INDICES);
    workspace = guarded_open(WORKSPACE + 64);
    for (size_t i = 0; i < COUNT(all); i++) guarded_place(all[i], 0, FLUSH_END, 0);
    return 0;
}

static int tear_down(void **state)
{
    for (size_t i = 0; i < COUNT(all); i++) guarded_close(all[i]);
    return 0;
}

int main(void)
{
    return run_all_tests(set_up, tear_down);
}
