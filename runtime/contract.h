/* What a function requires of its caller and ensures in return, where it is declared, and what holds before each round of a loop.
 * script/prove has a model checker prove it, for all inputs; a compiler sees nothing of it. docs/soundness.md says what that means. */
#ifndef STREW_CONTRACT_H
#define STREW_CONTRACT_H

#if defined(STREW_PROVE)

#include <stddef.h>
#include <stdint.h>

#define STREW_REQUIRES(condition) __CPROVER_requires(condition)
#define STREW_ENSURES(condition) __CPROVER_ensures(condition)
#define STREW_RESULT __CPROVER_return_value
#define STREW_OLD(value) __CPROVER_old(value)

/* A pointer to so many bytes, which no other pointer of the contract reaches. */
#define STREW_REQUIRES_BYTES(pointer, bytes) __CPROVER_requires(__CPROVER_is_fresh(pointer, bytes))

/* The same, or NULL. */
#define STREW_REQUIRES_BYTES_OR_NULL(pointer, bytes) __CPROVER_requires(pointer == NULL || __CPROVER_is_fresh(pointer, bytes))

/* A pointer to a buffer of at least so many bytes; and one into a buffer, to so many. */
#define STREW_BYTES_FROM(buffer) (__CPROVER_OBJECT_SIZE(buffer) - __CPROVER_POINTER_OFFSET(buffer))
#define STREW_HAS_BYTES(buffer, bytes) (STREW_BYTES_FROM(buffer) >= (bytes))
#define STREW_IS_WITHIN(buffer, pointer, bytes)                                                                                            \
    __CPROVER_pointer_in_range_dfcc(buffer, pointer, (buffer) + (STREW_BYTES_FROM(buffer) - (bytes)))

/* Nothing else is written: of a function, or of a loop with what it declares before. */
#define STREW_ASSIGNS(...) __CPROVER_assigns(__VA_ARGS__)
#define STREW_BYTES(pointer, bytes) __CPROVER_object_upto((char *)(pointer), bytes)

#define STREW_ELEMENTS(array) STREW_BYTES(array, sizeof(array))
#define STREW_ALL_BYTES(buffer) __CPROVER_object_whole(buffer)

#define STREW_INVARIANT(condition) __CPROVER_loop_invariant(condition)

/* What a contract says of each element, said of one that is read. A prover knows a contract for all elements by one that is any of them. */
#define STREW_GIVEN(condition) __CPROVER_assume(condition)
extern size_t strew_any, strew_any_bytes;

/* More than fit into memory, and so few that no product of a proof overflows. */
#define STREW_MANY_TUPLES ((size_t)1 << 40)

/* What a function for one element reads or writes. A prover takes any number for what is read: nothing depends on it. */
#define STREW_LOADS(from, type) STREW_REQUIRES_BYTES(from, sizeof(type)) STREW_ASSIGNS()
#define STREW_STORES(to, type) STREW_REQUIRES_BYTES(to, sizeof(type)) STREW_ASSIGNS(STREW_ALL_BYTES(to))
#define STREW_COPIES(to, from, bytes)                                                                                                      \
    STREW_REQUIRES_BYTES(from, bytes)                                                                                                      \
    STREW_REQUIRES_BYTES(to, bytes)                                                                                                        \
    STREW_ASSIGNS(STREW_ALL_BYTES(to))

/* The caller's fault, if there is one, is written. */
#define STREW_REPORTS(fault)                                                                                                               \
    STREW_REQUIRES_BYTES_OR_NULL(fault, sizeof *fault)                                                                                     \
    STREW_ASSIGNS(fault != NULL: *fault)

/* A block has no more elements. */
#define STREW_MAX_BLOCK 256

/* A record of a table of constants, or NULL. */
#define STREW_FINDS_RECORD                                                                                                                 \
    STREW_ASSIGNS() STREW_ENSURES(STREW_RESULT == NULL || __CPROVER_is_fresh(STREW_RESULT, sizeof *STREW_RESULT))

/* So many strides, or none. The shape of a tensor whose rank was checked, and its strides too; and a tensor as callers give it, which has
 * neither if its rank is wrong. */
#define STREW_HAS_STRIDES(strides, n) (strides == NULL || __CPROVER_is_fresh(strides, (size_t)(n) * sizeof *(strides)))
#define STREW_HAS_RANK(tensor) (0 <= (tensor)->rank && (tensor)->rank <= STREW_MAX_RANK)
#define STREW_IS_SHAPE(tensor)                                                                                                             \
    (__CPROVER_is_fresh(tensor, sizeof *(tensor)) && STREW_HAS_RANK(tensor) &&                                                             \
     __CPROVER_is_fresh((tensor)->shape, (size_t)(tensor)->rank * sizeof *(tensor)->shape))
#define STREW_IS_TENSOR(tensor) (STREW_IS_SHAPE(tensor) && STREW_HAS_STRIDES((tensor)->strides, (tensor)->rank))
#define STREW_REQUIRES_STRIDES(strides, n) STREW_REQUIRES(STREW_HAS_STRIDES(strides, n))
#define STREW_REQUIRES_SHAPE(tensor) STREW_REQUIRES(STREW_IS_SHAPE(tensor))
#define STREW_REQUIRES_TENSOR(tensor) STREW_REQUIRES(STREW_IS_TENSOR(tensor))
#define STREW_REQUIRES_ANY_TENSOR(tensor)                                                                                                  \
    STREW_REQUIRES_BYTES(tensor, sizeof *(tensor))                                                                                         \
    STREW_REQUIRES_BYTES((tensor)->shape, STREW_HAS_RANK(tensor) ? (size_t)(tensor)->rank * sizeof *(tensor)->shape : 0)                   \
    STREW_REQUIRES_STRIDES((tensor)->strides, STREW_HAS_RANK(tensor) ? (tensor)->rank : 0)
/* Whether its sizes were checked, of one that is any. */
#define STREW_HAS_SIZES(tensor) (STREW_HAS_RANK(tensor) && (strew_any >= (size_t)(tensor)->rank || (tensor)->shape[strew_any] >= 0))

/* A plan, of whose pool no more is taken than there is; and its pool. */
#define STREW_REQUIRES_PLAN(plan)                                                                                                          \
    STREW_REQUIRES_BYTES(plan, sizeof(strew_plan))                                                                                         \
    STREW_REQUIRES((plan)->at.n_words <= STREW_POOL_WORDS)
#define STREW_POOL(plan) __CPROVER_object_from((char *)(plan)->pool)

/* The shape of its tuples is there. */
#define STREW_REQUIRES_POSITIONS(plan)                                                                                                     \
    STREW_REQUIRES((plan)->n_dims > 0 && (plan)->n_dims <= STREW_MAX_RANK && (plan)->at.positions + 2 * (plan)->n_dims <= STREW_POOL_WORDS)

/* A plan whose elements have bytes, and in whose pool is what its source tells of rows and weights: see source.h. */
#define STREW_REQUIRES_SOURCE(plan)                                                                                                        \
    STREW_REQUIRES_PLAN(plan)                                                                                                              \
    STREW_REQUIRES((plan)->element_bytes > 0 && (plan)->at.source + sizeof(strew_source) / 8 <= STREW_POOL_WORDS)                          \
    STREW_REQUIRES(!strew_has_weights(plan) ||                                                                                             \
                   (plan)->at.source + (sizeof(strew_source) + sizeof(strew_weighing)) / 8 <= STREW_POOL_WORDS)                            \
    STREW_REQUIRES(0 <= (plan)->k && (plan)->k <= STREW_MAX_RANK)

/* A loop over dimensions, from the first or from the last one on, and what it writes besides. */
#define STREW_FIRST_TO_LAST(d, n, ...) STREW_ASSIGNS(d, ##__VA_ARGS__) STREW_INVARIANT(0 <= d && d <= (n))
#define STREW_LAST_TO_FIRST(d, n, ...) STREW_ASSIGNS(d, ##__VA_ARGS__) STREW_INVARIANT(-1 <= d && d < (n))

/* A slice whose number was read lies in a buffer. */
#define STREW_GIVEN_SLICE(buffer, number, bytes) STREW_GIVEN((size_t)(number) * (bytes) + (bytes) <= __CPROVER_OBJECT_SIZE(buffer))

/* A row of so many elements lies there; and an update, wherever it is. */
#define STREW_GIVEN_ROW(buffer, at, n, bytes)                                                                                              \
    STREW_GIVEN((at) <= __CPROVER_OBJECT_SIZE(buffer) && (n) * (bytes) <= __CPROVER_OBJECT_SIZE(buffer) - (at))
#define STREW_GIVEN_UPDATE(buffer, at, bytes) STREW_GIVEN((at) >= 0 && (size_t)(at) + (bytes) <= __CPROVER_OBJECT_SIZE(buffer))

/* Loops that write nothing but output: over tuples, and over the elements of a slice; and one that prefetches lines. */
#define STREW_TO_EACH(i, n)                                                                                                                \
    STREW_ASSIGNS(i, STREW_ALL_BYTES(output))                                                                                              \
    STREW_INVARIANT(__CPROVER_loop_entry(i) <= i && i <= (n))
#define STREW_TO_EACH_OF(j, n, step)                                                                                                       \
    STREW_ASSIGNS(j, STREW_ALL_BYTES(output))                                                                                              \
    STREW_INVARIANT(j <= (n) && j % (step) == 0)
#define STREW_PREFETCHES_EACH(j) STREW_ASSIGNS(j) STREW_INVARIANT(j >= 64)
#define STREW_PREFETCHES_TO(i, n) STREW_ASSIGNS(i) STREW_INVARIANT(i <= (n))

#else

#define STREW_REQUIRES(condition)
#define STREW_ENSURES(condition)
#define STREW_REQUIRES_BYTES(pointer, bytes)
#define STREW_REQUIRES_BYTES_OR_NULL(pointer, bytes)
#define STREW_ASSIGNS(...)
#define STREW_INVARIANT(condition)
#define STREW_GIVEN(condition) ((void)0)
#define STREW_LOADS(from, type)
#define STREW_STORES(to, type)
#define STREW_COPIES(to, from, bytes)
#define STREW_REPORTS(fault)
#define STREW_FINDS_RECORD
#define STREW_REQUIRES_STRIDES(strides, n)
#define STREW_REQUIRES_SHAPE(tensor)
#define STREW_REQUIRES_TENSOR(tensor)
#define STREW_REQUIRES_ANY_TENSOR(tensor)
#define STREW_REQUIRES_PLAN(plan)
#define STREW_REQUIRES_POSITIONS(plan)
#define STREW_REQUIRES_SOURCE(plan)
#define STREW_FIRST_TO_LAST(...)
#define STREW_LAST_TO_FIRST(...)
#define STREW_GIVEN_SLICE(buffer, number, bytes) ((void)0)
#define STREW_GIVEN_ROW(buffer, at, n, bytes) ((void)0)
#define STREW_GIVEN_UPDATE(buffer, at, bytes) ((void)0)
#define STREW_TO_EACH(i, n)
#define STREW_TO_EACH_OF(j, n, step)
#define STREW_PREFETCHES_EACH(j)
#define STREW_PREFETCHES_TO(i, n)

#endif

#endif /* STREW_CONTRACT_H */
