/* What the files of extra/ share: see reading.h. */
#include <strew/strew.h>

#include "reading.h"

#include <string.h>

strew_status strew_reject_extra(strew_fault *fault, strew_fault what)
{
    if (fault != NULL) *fault = what;
    return what.status;
}

#if STREW_BUILD_FEATURE_GROUP || STREW_BUILD_FEATURE_SOFTMAX || STREW_BUILD_FEATURE_GRADIENT

#define WIDEN(type)                                                                                                                        \
    for (size_t i = 0; i < n; i++) {                                                                                                       \
        type value;                                                                                                                        \
        memcpy(&value, from + (int64_t)i * step, sizeof value);                                                                            \
        to[i] = (int64_t)value;                                                                                                            \
    }                                                                                                                                      \
    break

void strew_read_apart(int64_t *to, const unsigned char *from, size_t n, int64_t step, strew_dtype dtype)
{
    switch (dtype) {
    case STREW_DTYPE_INT8: WIDEN(int8_t);
    case STREW_DTYPE_UINT8: WIDEN(uint8_t);
    case STREW_DTYPE_INT16: WIDEN(int16_t);
    case STREW_DTYPE_UINT16: WIDEN(uint16_t);
    case STREW_DTYPE_INT32: WIDEN(int32_t);
    case STREW_DTYPE_UINT32: WIDEN(uint32_t);
    case STREW_DTYPE_INT64:
        if (step == (int64_t)sizeof *to) {
            memcpy(to, from, n * sizeof *to);
            break;
        }
        WIDEN(int64_t);
    default:
        for (size_t i = 0; i < n; i++) {
            uint64_t value;
            memcpy(&value, from + (int64_t)i * step, sizeof value);
            to[i] = value > INT64_MAX ? INT64_MAX : (int64_t)value;
        }
    }
}

size_t strew_count_common_bytes(const strew_buffer_extent *a, const strew_buffer_extent *b)
{
    const uintptr_t begin = a->begin > b->begin ? a->begin : b->begin;
    const uintptr_t end_a = a->begin + a->bytes, end_b = b->begin + b->bytes, end = end_a < end_b ? end_a : end_b;
    return a->bytes != 0 && b->bytes != 0 && begin < end ? (size_t)(end - begin) : 0;
}

#endif

#if STREW_BUILD_FEATURE_SOFTMAX || STREW_BUILD_FEATURE_GRADIENT

strew_status strew_read_extra_struct(void *to, size_t bytes, const void *given, const char *name, const char *size_name, strew_fault *fault)
{
    enum { MAX_STRUCT_BYTES = 1024 };
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size < bytes || size > MAX_STRUCT_BYTES) {
        const uint64_t told = size; /* a size_t of 32 bits is no larger than any int64 */
        return REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = size_name,
                      .value = told > INT64_MAX ? INT64_MAX : (int64_t)told, .low = (int64_t)bytes, .high = MAX_STRUCT_BYTES);
    }
    for (size_t i = bytes; i < size; i++) {
        if (((const unsigned char *)given)[i] == 0) continue;
        return REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = name, .value = (int64_t)i, .high = (int64_t)bytes);
    }
    memcpy(to, given, bytes);
    return STREW_OK;
}

strew_status strew_read_extra_resources(strew_resources *resources, const strew_resources *given, strew_fault *fault)
{
    static const strew_resources none = STREW_RESOURCES_INIT;
    const strew_status status =
        strew_read_extra_struct(resources, sizeof *resources, given != NULL ? given : &none, "resources", "resources.struct_size", fault);
    if (status != STREW_OK) return status;
    const int32_t n_parts = resources->n_parts, part = resources->part;
    if (n_parts < 0 || n_parts > MAX_SHARES) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.n_parts", .value = n_parts);
    }
    if (part < 0 || part >= (n_parts == 0 ? 1 : n_parts)) {
        return REJECT(fault, STREW_STATUS_UNKNOWN_OPTION, .subject = "resources.part", .value = part);
    }
    if (n_parts != 0 && resources->parallel_for != NULL) {
        return REJECT(fault, STREW_STATUS_CONFLICT, .subject = "resources.n_parts and resources.parallel_for");
    }
#if defined(STREW_BUILD_FEATURE_THREADS) && !STREW_BUILD_FEATURE_THREADS
    if (n_parts > 1) return REJECT(fault, STREW_STATUS_NOT_BUILT, .subject = "threads");
    resources->parallel_for = NULL;
#endif
    return STREW_OK;
}

int strew_float_is_built(strew_dtype dtype)
{
    switch (dtype) {
#if defined(STREW_BUILD_DTYPE_FLOAT16) && !STREW_BUILD_DTYPE_FLOAT16
    case STREW_DTYPE_FLOAT16: return 0;
#endif
#if defined(STREW_BUILD_DTYPE_BFLOAT16) && !STREW_BUILD_DTYPE_BFLOAT16
    case STREW_DTYPE_BFLOAT16: return 0;
#endif
#if defined(STREW_BUILD_DTYPE_FLOAT32) && !STREW_BUILD_DTYPE_FLOAT32
    case STREW_DTYPE_FLOAT32: return 0;
#endif
#if defined(STREW_BUILD_DTYPE_FLOAT64) && !STREW_BUILD_DTYPE_FLOAT64
    case STREW_DTYPE_FLOAT64: return 0;
#endif
    default: return 1;
    }
}

#endif

#if STREW_BUILD_FEATURE_GROUP

OWN_FRAME strew_status strew_check_by_scatter(strew_operator op, const strew_tensor *data, const strew_tensor *indices,
                                              const strew_tensor *updates, const strew_options *options, const char *name,
                                              strew_fault *fault)
{
    const strew_call call = STREW_CALL(.op = op, .options = options, .data = *data, .indices = *indices, .updates = *updates);
    strew_plan plan;
    strew_fault found;
    const strew_status status = strew_plan_call(&plan, &call, &found);
    if (status == STREW_OK || (status == STREW_STATUS_NOT_BUILT && found.subject == NULL)) return STREW_OK;
    if (found.profile != STREW_PROFILE_NONE) {
        return REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = name, .profile = found.profile);
    }
    switch (status) { /* a group has neither an operator nor updates */
    case STREW_STATUS_UNUSED_ARGUMENT: found.value = 0, found.high = -1; break;
    case STREW_STATUS_STRIDES_TOO_MANY: found.subject = "indices"; break;
    case STREW_STATUS_TOO_LARGE: found.subject = strcmp(found.subject, "updates") == 0 ? "order" : found.subject; break;
    default: break;
    }
    return strew_reject_extra(fault, found);
}

strew_status strew_read_group_options(strew_options *options, const strew_options *given, const char *name, strew_fault *fault)
{
    *options = STREW_OPTIONS(.policy = STREW_POLICY_ERROR);
    /* uncovered: no released version has smaller options */
    if (given != NULL) memcpy(options, given, given->struct_size < sizeof *options ? given->struct_size : sizeof *options);
    /* Which a scatter of the reduction none accepts. */
    const char *unused = options->accumulate != 0                    ? "options.accumulate"
                         : options->overflow != STREW_OVERFLOW_WRAPS ? "options.overflow"
                         : options->converter != NULL                ? "options.converter"
                         : options->unique != STREW_HINT_NONE        ? "options.unique"
                         : options->sorted != STREW_HINT_NONE        ? "options.sorted"
                                                                     : NULL;
    if (unused != NULL) return REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = unused, .high = -1);
    /* Groups follow no specification: none has them. */
    if (options->profile == STREW_PROFILE_NONE) return STREW_OK;
    return REJECT(fault, STREW_STATUS_PROFILE_LACKS_OPERATOR, .subject = name, .profile = options->profile);
}

strew_status strew_read_group_resources(strew_resources *resources, const strew_resources *given, strew_fault *fault)
{
    enum { MAX_STRUCT_BYTES = 1024 };
    *resources = STREW_RESOURCES(.n_threads = 1);
    if (given == NULL) return STREW_OK;
    const size_t size = given->struct_size;
    if (size < sizeof *given || size > MAX_STRUCT_BYTES) {
        const uint64_t told = size; /* a size_t of 32 bits is no larger than any int64 */
        return REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = "resources.struct_size",
                      .value = told > INT64_MAX ? INT64_MAX : (int64_t)told, .low = (int64_t)sizeof *given, .high = MAX_STRUCT_BYTES);
    }
    for (size_t i = sizeof *given; i < size; i++) {
        if (((const unsigned char *)given)[i] == 0) continue;
        return REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = "resources", .value = (int64_t)i, .high = (int64_t)sizeof *given);
    }
    *resources = *given;
    const char *part = given->part != 0 ? "resources.part" : given->n_parts < 0 || given->n_parts > 1 ? "resources.n_parts" : NULL;
    return part == NULL ? STREW_OK : REJECT(fault, STREW_STATUS_UNUSED_ARGUMENT, .subject = part, .high = -1);
}

#endif

#if STREW_BUILD_FEATURE_GROUP || STREW_BUILD_FEATURE_GRADIENT

/* ---- Buffers ------------------------------------------------------------------------------------------------------------------------- */

strew_buffer_extent strew_extent_of_indices(const strew_reader *indices, size_t n)
{
    strew_buffer_extent extent = strew_extent_of_buffer("indices", indices->values, n != 0 ? strew_dtype_size(indices->dtype) : 0);
    for (int32_t i = 0; i < indices->n_dims; i++) {
        const size_t steps = indices->count[i] - 1;
        const int is_backwards = indices->step[i] < 0;
        const size_t distance = steps * (size_t)(is_backwards ? -indices->step[i] : indices->step[i]);
        extent.begin -= is_backwards ? distance : 0;
        extent.bytes += distance;
    }
    extent.needed = n * strew_dtype_size(indices->dtype);
    return extent;
}

strew_status strew_check_extents(const strew_buffer_extent *extents, size_t n, strew_fault *fault)
{
    for (size_t i = 0; i < n; i++) {
        if (extents[i].needed == 0 || extents[i].pointer != NULL) continue;
        return REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = extents[i].name, .value = (int64_t)extents[i].needed);
    }
    for (size_t i = 0; i < n; i++) {
        for (size_t j = i + 1; j < n; j++) {
            const size_t common = strew_count_common_bytes(extents + i, extents + j);
            if (common == 0) continue;
            return REJECT(fault, STREW_STATUS_OUTPUT_OVERLAP, .subject = extents[j].name, .value = (int64_t)common);
        }
    }
    return STREW_OK;
}

/* ---- Reading ------------------------------------------------------------------------------------------------------------------------- */

/* A dimension is joined with the next one if its step is as long as all of that. */
void strew_set_reader(strew_reader *reader, const strew_tensor *of, size_t n)
{
    reader->values = of->values;
    reader->dtype = of->dtype;
    reader->n_dims = 0;
    if (n == 0) return; /* then strides may be anything */
    const int64_t bytes = (int64_t)strew_dtype_size(of->dtype);
    int32_t begin = STREW_MAX_RANK;
    int64_t dense = bytes;
    for (int32_t d = of->rank - 1; d >= 0; dense *= of->shape[d--]) {
        if (of->shape[d] == 1) continue;
        const int64_t step = of->strides != NULL ? of->strides[d] * bytes : dense;
        if (begin != STREW_MAX_RANK && (uint64_t)step == (uint64_t)reader->step[begin] * reader->count[begin]) {
            reader->count[begin] *= (size_t)of->shape[d];
        } else {
            reader->count[--begin] = (size_t)of->shape[d];
            reader->step[begin] = step;
        }
    }
    reader->n_dims = STREW_MAX_RANK - begin;
    memmove(reader->count, reader->count + begin, (size_t)reader->n_dims * sizeof *reader->count);
    memmove(reader->step, reader->step + begin, (size_t)reader->n_dims * sizeof *reader->step);
}

void strew_read_elements(const strew_reader *reader, int64_t *to, size_t first, size_t n)
{
    const int32_t last = reader->n_dims - 1;
    const size_t run = last >= 0 ? reader->count[last] : 1;
    const int64_t step = last >= 0 ? reader->step[last] : 0;
    for (size_t done = 0, n_here; done < n; done += n_here) {
        const size_t in_run = (first + done) % run;
        size_t outer = (first + done) / run;
        int64_t at = (int64_t)in_run * step;
        n_here = n - done < run - in_run ? n - done : run - in_run;
        for (int32_t i = last - 1; i >= 0 && outer != 0; i--) {
            at += (int64_t)(outer % reader->count[i]) * reader->step[i];
            outer /= reader->count[i];
        }
        strew_read_apart(to + done, reader->values + at, n_here, step, reader->dtype);
    }
}

#endif
