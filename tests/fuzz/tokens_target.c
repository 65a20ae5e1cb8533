/* A fuzz target: any bytes become a tensor_scatter, often an invalid one. Whether it is planned is compared with what the header says, and
 * what it writes with the reference: by both forms, in place and shared. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bytes.h"
#include "calls.h"
#include "compare.h"
#include "conversions.h"
#include "fill.h"
#include "guarded.h"
#include "pools.h"
#include "profiles.h"
#include "tokens.h"

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size);

enum { CAPACITY = 1 << 16, MAX_SIZE = 6, MAX_RANK = 5 };

static void require(int holds, const char *what)
{
    if (holds) return;
    fprintf(stderr, "tensor_scatter: %s\n", what);
    abort();
}

/* ---- Calls --------------------------------------------------------------------------------------------------------------------------- */

/* A call, without values. */
typedef struct tokens {
    int64_t cache_shape[MAX_RANK], update_shape[MAX_RANK], indices_shape[MAX_RANK];
    strew_tensor cache, update, indices;
    strew_options options;
    token_call call;
} tokens;

/* Mostly what fits together. */
static void take_tokens(bytes *from, tokens *to)
{
    const unsigned dtype = take_byte(from), manner = take_byte(from), options = take_byte(from);
    const strew_dtype known = (strew_dtype)(dtype < 200 ? 1 + dtype % 18 : dtype < 250 ? STREW_DTYPE_OPAQUE_0 + dtype - 199 : dtype);

    memset(to, 0, sizeof *to);
    to->options.struct_size = sizeof to->options;
    to->options.policy = (strew_policy)(options % 4);
    to->options.negative = (strew_negative)(options / 4 % 2);
    to->options.has_ignore_index = options / 8 % 4 == 0;
    if (to->options.has_ignore_index)
        to->options.ignore_index = options / 32 % 2 ? -1 : dtype % 2 ? 2 : 0; /* 0 is what stands for no write indices */
    if (options / 64 == 1) to->options.profile = (strew_profile)take_below(from, 27);
    to->cache = (strew_tensor){known, 0, to->cache_shape, NULL, NULL};
    if (manner % 16 == 2) to->options.overflow = (strew_overflow)(manner / 32 % 2);
    to->update = (strew_tensor){manner % 16 == 2 ? STREW_DTYPE_FLOAT32 : known, 0, to->update_shape, NULL, NULL};
    to->indices = (strew_tensor){manner % 16 == 1  ? STREW_DTYPE_FLOAT32
                                 : manner / 16 % 2 ? STREW_DTYPE_INT32
                                                   : STREW_DTYPE_INT64,
                                 1, to->indices_shape, NULL, NULL};
    if (options / 64 == 2) to->indices.dtype = reference_index_dtypes[manner / 16 % REFERENCE_INDEX_DTYPES];
    take_shape(from, MAX_RANK - 1, 1, MAX_SIZE, &to->cache.rank, to->cache_shape);
    take_shape(from, MAX_RANK - 1, 1, MAX_SIZE, &to->update.rank, to->update_shape);
    take_shape(from, MAX_RANK - 1, 1, MAX_SIZE, &to->indices.rank, to->indices_shape);
    const int64_t axis = (int64_t)take_below(from, 9) - 4;
    if (manner % 8 != 0) {
        const int64_t n_tokens = to->update_shape[0];
        const int64_t at = axis < 0 ? axis + to->cache.rank : axis;
        to->update.rank = to->cache.rank;
        memcpy(to->update_shape, to->cache_shape, sizeof to->update_shape);
        if (at >= 0 && at < to->update.rank) to->update_shape[at] = n_tokens;
        to->indices.rank = 1;
        to->indices_shape[0] = to->cache_shape[0];
    }
    const strew_tensor *const indices = manner / 32 % 4 == 0 ? NULL : &to->indices;
    to->call = (token_call){&to->cache, &to->update, indices, axis, (strew_cache_mode)(manner / 128 + (manner == 255)), &to->options};
}

/* Whether the header allows the call. */
static int is_valid(const token_call *call)
{
    const strew_tensor *const cache = call->past_cache, *const update = call->update, *const indices = call->write_indices;
    const token_profile_row *const row = find_token_profile(call->options->profile);
    const int64_t axis = call->axis < 0 ? call->axis + cache->rank : call->axis;

    if (!may_be_converted(update->dtype, cache->dtype) || (row && update->dtype != cache->dtype)) return 0;
    if (!reference_size(cache->dtype) || call->mode > STREW_CACHE_CIRCULAR) return 0;
    if (indices && !reference_is_index(indices->dtype)) return 0;
    if (call->options->profile != STREW_PROFILE_NONE) {
        if (!row || (indices && !has_word(row->indices, reference_dtype_name(indices->dtype)))) return 0;
        if (cache->dtype != STREW_DTYPE_OPAQUE(1) &&
            (cache->dtype > STREW_DTYPE_OPAQUE_0 || !has_word(row->dtypes, reference_dtype_name(cache->dtype))))
            return 0;
    }
    if (!reference_full_bytes(cache) || !reference_full_bytes(update) || (indices && !reference_full_bytes(indices))) return 0;
    if (cache->rank < 2 || axis < 1 || axis >= cache->rank || update->rank != cache->rank) return 0;
    for (int32_t d = 0; d < cache->rank; d++) {
        if (d == axis ? update->shape[d] > cache->shape[d] : update->shape[d] != cache->shape[d]) return 0;
    }
    return !indices || (indices->rank == 1 && indices->shape[0] == cache->shape[0]);
}

/* ---- Runs ---------------------------------------------------------------------------------------------------------------------------- */

static guarded cache, update, indices, output;
static unsigned char expected[CAPACITY], unlike[CAPACITY];

static unsigned char *place(guarded *buffer, size_t size, uint64_t *random)
{
    return guarded_place(buffer, size, (placement)random_below(random, 2), (size_t)random_below(random, 64));
}

static int is_intact(void)
{
    return guarded_is_intact(&cache) && guarded_is_intact(&update) && guarded_is_intact(&indices) && guarded_is_intact(&output);
}

/* Plans and runs, out of place or in place. */
static strew_status run_as(const tokens *of, int is_in_place, const strew_resources *resources, strew_fault *fault)
{
    strew_plan plan;

    require(plan_tokens(&plan, &of->call, NULL) == STREW_OK, "a plan is not made again");
    memcpy(output.bytes, is_in_place ? cache.bytes : unlike, output.size);
    const void *const at = of->call.write_indices ? indices.bytes : NULL;
    return run_tensor_scatter(&plan, output.bytes, is_in_place ? output.bytes : cache.bytes, at, update.bytes, resources, fault);
}

static void run(tokens *of, bytes *from)
{
    const size_t n_bytes = reference_bytes(&of->cache);
    const strew_resources resources =
        STREW_RESOURCES(.parallel_for = on_one_thread, .n_threads = 1 + (int32_t)take_below(from, 5), .wake_ns = 1);
    uint64_t random = take_pair(from);
    reference_position position;
    strew_fault fault;

    of->cache.values = place(&cache, n_bytes, &random);
    of->update.values = place(&update, reference_bytes(&of->update), &random);
    of->indices.values = place(&indices, of->call.write_indices ? reference_bytes(&of->indices) : 0, &random);
    place(&output, n_bytes, &random);
    fill(of->cache.dtype, cache.bytes, reference_elements(&of->cache), EXTREME, &random);
    fill(of->update.dtype, update.bytes, reference_elements(&of->update), EXTREME, &random);
    for (size_t i = 0; i < n_bytes; i++) unlike[i] = (unsigned char)random_next(&random);
    for (int64_t batch = 0; of->call.write_indices && batch < of->cache_shape[0]; batch++) {
        const int64_t wide = take_below(from, 8) ? (int64_t)take_below(from, 2 * MAX_SIZE) - MAX_SIZE / 2 : take_number(from);
        const int is_too_large = of->indices.dtype == STREW_DTYPE_UINT64 && wide < 0 && of->options.policy != STREW_POLICY_ERROR;
        reference_write_integer(of->indices.dtype, indices.bytes + (size_t)batch * reference_size(of->indices.dtype),
                                is_too_large ? 1 : (uint64_t)wide);
    }
    const int is_out_of_bounds = tokens_are_out_of_bounds(&of->call, &position);
    if (is_out_of_bounds && of->options.policy == STREW_POLICY_TRUSTED) return;
    const int is_rejected = is_out_of_bounds && of->options.policy == STREW_POLICY_ERROR;
    if (!is_rejected) reference_tensor_scatter(expected, &of->call);
    for (int form = 0; form < 5; form++) {
        const int is_in_place = form % 2;
        const strew_status status = form < 4 ? run_as(of, is_in_place, form / 2 ? &resources : NULL, &fault)
                                             : (memcpy(output.bytes, unlike, n_bytes), make_tokens(output.bytes, &of->call, &fault));
        const unsigned char *const right = !is_rejected ? expected : is_in_place ? cache.bytes : unlike;
        require(status == (is_rejected ? STREW_STATUS_INDEX_OUT_OF_BOUNDS : STREW_OK), "the status is another");
        require(!is_rejected || reference_is_position(&fault, &position), "the fault names another index");
        const int is_right = is_same_or_print(of->cache.dtype, output.bytes, right, reference_elements(&of->cache), "form %d", form);
        require(is_right && is_intact(), "the result is another");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t size)
{
    bytes from = {input, size};
    tokens what;
    strew_plan plan;
    strew_fault fault;

    if (!cache.mapping) {
        cache = guarded_open(CAPACITY);
        update = guarded_open(CAPACITY);
        indices = guarded_open(CAPACITY);
        output = guarded_open(CAPACITY);
    }
    take_tokens(&from, &what);
    const strew_status status = plan_tokens(&plan, &what.call, &fault);
    require(fault.status == status, "the fault has another status");
    require((status == STREW_OK) == is_valid(&what.call), status == STREW_OK ? "planned, but not valid" : "valid, but rejected");
    const int fits = reference_full_bytes(&what.cache) < CAPACITY / 4 &&
                     (!what.call.write_indices || reference_full_bytes(&what.indices) < CAPACITY / 4);
    if (status == STREW_OK && fits) run(&what, &from);
    return 0;
}
