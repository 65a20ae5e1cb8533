/* Tensors of bytes beyond 32 bits. They are virtual, and only the pages that are written exist; what should be written is known from a
 * model that looks at the tuples alone. */
#ifndef STREW_TESTS_LARGE_TENSORS_H
#define STREW_TESTS_LARGE_TENSORS_H

#include <stddef.h>
#include <stdint.h>

#include <strew/strew.h>

#include "guarded.h"
#include "tensors.h"

#define BIT(n) (INT64_C(1) << (n))

typedef struct sparse {
    unsigned char *bytes, *guard, *slack; /* the latter is what is left of a page between them */
    size_t slack_bytes;
} sparse;

/* Zeros, up to MAX_BYTES, that touch a page that nothing may touch, and on the other side are less than a page away from one; what is left
 * of that page holds a pattern, which close_sparse looks at. All lie in the same memory, one after another: whoever writes there must make
 * it 0 again. */
#define MAX_BYTES (UINT64_C(17) << 30)
sparse open_sparse(uint64_t n_bytes, placement placement);
void close_sparse(sparse *of);

/* What to scatter: bytes, and what indexes them. */
typedef struct large {
    reference_operator op;
    int32_t data_rank;
    int64_t data_shape[4];
    int32_t indices_rank;
    int64_t indices_shape[4];
    int64_t axis; /* from 0 */
    const int64_t *indices;
    int32_t batch_dims; /* of scatter_nd and scatter_update */
} large;

uint64_t bytes_of(const large *large);

/* What each tuple adds: `value` to the bytes first to first + width - 1 of output. */
typedef struct addition {
    uint64_t first;
    size_t width;
    unsigned char value;
} addition;

/* Those of the last call of list_additions; make_large_tensors makes the updates that go with them. */
enum { MAX_ADDITIONS = 4096, MAX_UPDATES = 1 << 16 };
extern addition additions[MAX_ADDITIONS];
extern size_t n_additions;
void list_additions(const large *large, const strew_options *options);

/* The call's tensors, in place on output; indices and updates touch guard pages, at their ends and at their starts in turn. Valid until the
 * next are made, and as long as `large` is. */
void make_large_tensors(const large *large, const sparse *output, const strew_options *options, tensors *to);

/* Compares every byte that is added to and the one beside it on either side, and what is around indices and updates; then makes output 0
 * again. The latter alone. */
void compare_additions(const sparse *output, uint64_t n_bytes);
void clear_additions(const sparse *output);

/* Makes runs of a plan set all of these n indices to `value` once the first of them have been checked. For one plan at a time. */
void corrupt_after_check(strew_plan *plan, int64_t *indices, size_t n, int64_t value);

#endif
