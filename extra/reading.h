/* What the files of extra/ share: how they reject a call, and how they read indices. */
#ifndef STREW_EXTRA_READING_H
#define STREW_EXTRA_READING_H

#include <strew/strew.h>

#include <stddef.h>
#include <stdint.h>

/* Sets the fault, if there is room for one, and returns its status. */
strew_status strew_reject_extra(strew_fault *fault, strew_fault what);
#define REJECT(fault, ...) strew_reject_extra(fault, (strew_fault){.status = __VA_ARGS__})

/* What a build of the header alone has. */
#if !defined(STREW_BUILD_FEATURE_GROUP)
#define STREW_BUILD_FEATURE_GROUP 1
#endif
#if !defined(STREW_BUILD_FEATURE_SOFTMAX)
#define STREW_BUILD_FEATURE_SOFTMAX 1
#endif
#if !defined(STREW_BUILD_FEATURE_GRADIENT)
#define STREW_BUILD_FEATURE_GRADIENT 1
#endif

#define MAX_BYTES (PTRDIFF_MAX < INT64_MAX ? (uint64_t)PTRDIFF_MAX : (uint64_t)INT64_MAX)

/* The stack frame of such a function exists only while it runs: a plan's is gone before the blocks'. */
#if defined(__GNUC__)
#define OWN_FRAME __attribute__((noinline))
#define COLD __attribute__((cold)) /* runs once in a call: compiled for size */
#else
#define OWN_FRAME
#define COLD
#endif

#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#define PREFETCH_L2(address) __builtin_prefetch(address, 0, 2)
#define INLINE inline __attribute__((always_inline)) /* GCC drops calls of functions that only prefetch */
#else
#define INLINE inline
#define PREFETCH(address) ((void)(address))
#define PREFETCH_L2(address) ((void)(address))
#endif

#if STREW_BUILD_FEATURE_GROUP || STREW_BUILD_FEATURE_SOFTMAX || STREW_BUILD_FEATURE_GRADIENT

/* Reads n integers that are `step` bytes apart, each of which is loaded once. A uint64 above 2^63 - 1 counts as that. */
void strew_read_apart(int64_t *to, const unsigned char *from, size_t n, int64_t step, strew_dtype dtype);

/* The bytes of a buffer. An array of extents has its size in its brackets: TinyCC counts wrongly what functions return. */
typedef struct strew_buffer_extent {
    const char *name;
    const void *pointer;
    uintptr_t begin;
    size_t bytes, needed; /* from the lowest to the highest address; of all elements */
} strew_buffer_extent;

static inline strew_buffer_extent strew_extent_of_buffer(const char *name, const void *buffer, size_t bytes)
{
    return (strew_buffer_extent){name, buffer, (uintptr_t)buffer, bytes, bytes};
}

/* How many bytes two buffers have in common. */
size_t strew_count_common_bytes(const strew_buffer_extent *a, const strew_buffer_extent *b);

#endif

#if STREW_BUILD_FEATURE_SOFTMAX || STREW_BUILD_FEATURE_GRADIENT

/* At most so many threads share a call. */
enum { MAX_SHARES = 64 };

/* Copies a struct that carries its size, of any version of the header: docs/abi.md. */
strew_status strew_read_extra_struct(void *to, size_t bytes, const void *given, const char *name, const char *size_name,
                                     strew_fault *fault);

/* Copies resources of any version of the header. */
strew_status strew_read_extra_resources(strew_resources *resources, const strew_resources *given, strew_fault *fault);

/* Whether this build has a float. */
int strew_float_is_built(strew_dtype dtype);

#endif

#if STREW_BUILD_FEATURE_GROUP

/* Plans a scatter that only moves elements, of the operator, and rejects what it does. That this build may lack the kernel is no reason to
 * reject a group, which needs none. `name` is what was called. */
strew_status strew_check_by_scatter(strew_operator op, const strew_tensor *data, const strew_tensor *indices, const strew_tensor *updates,
                                    const strew_options *options, const char *name, strew_fault *fault);

/* Copies options that a plan has accepted, of any version of the header, and rejects those that no group has. */
strew_status strew_read_group_options(strew_options *options, const strew_options *given, const char *name, strew_fault *fault);

/* Copies resources of any version of the header, and rejects a part of a run, which no group has. Runs read theirs inside the library. */
strew_status strew_read_group_resources(strew_resources *resources, const strew_resources *given, strew_fault *fault);

#endif

#if STREW_BUILD_FEATURE_GROUP || STREW_BUILD_FEATURE_GRADIENT

/* The elements of a tensor in row-major order: `count` of them `step` bytes apart, in each dimension that is not joined with the next. */
typedef struct strew_reader {
    const unsigned char *values;
    strew_dtype dtype;
    int32_t n_dims;
    size_t count[STREW_MAX_RANK];
    int64_t step[STREW_MAX_RANK];
} strew_reader;

/* Begins to read a tensor of n elements that a plan has accepted. */
void strew_set_reader(strew_reader *reader, const strew_tensor *of, size_t n);

/* Reads elements `first` to `first + n - 1`, as strew_read_apart does. */
void strew_read_elements(const strew_reader *reader, int64_t *to, size_t first, size_t n);

/* The bytes of n indices. */
strew_buffer_extent strew_extent_of_indices(const strew_reader *indices, size_t n);

/* Rejects a buffer that is missing, though it has bytes, and one that overlaps another, whose name is in the fault if it comes later. */
strew_status strew_check_extents(const strew_buffer_extent *extents, size_t n, strew_fault *fault);

#endif
#endif /* STREW_EXTRA_READING_H */
