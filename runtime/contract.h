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

/* A pointer to so many bytes, which no other pointer of the contract reaches. */
#define STREW_REQUIRES_BYTES(pointer, bytes) __CPROVER_requires(__CPROVER_is_fresh(pointer, bytes))

/* A pointer to a buffer of at least so many bytes; and one into a buffer, to so many. */
#define STREW_HAS_BYTES(buffer, bytes) (__CPROVER_POINTER_OFFSET(buffer) == 0 && __CPROVER_OBJECT_SIZE(buffer) >= (bytes))
#define STREW_IS_WITHIN(buffer, pointer, bytes)                                                                                            \
    __CPROVER_pointer_in_range_dfcc(buffer, pointer, (buffer) + (__CPROVER_OBJECT_SIZE(buffer) - (bytes)))

/* Nothing else is written: of a function, or of a loop with what it declares before. */
#define STREW_ASSIGNS(...) __CPROVER_assigns(__VA_ARGS__)
#define STREW_BYTES(pointer, bytes) __CPROVER_object_upto((char *)(pointer), bytes)

#define STREW_INVARIANT(condition) __CPROVER_loop_invariant(condition)

/* What a contract says of each element, said of one that is read. A prover knows a contract for all elements by one that is any of them. */
#define STREW_GIVEN(condition) __CPROVER_assume(condition)
extern size_t strew_any, strew_any_bytes;

/* More than fit into memory, and so few that no product of a proof overflows. */
#define STREW_MANY_TUPLES ((size_t)1 << 40)

#else

#define STREW_REQUIRES(condition)
#define STREW_ENSURES(condition)
#define STREW_REQUIRES_BYTES(pointer, bytes)
#define STREW_ASSIGNS(...)
#define STREW_INVARIANT(condition)
#define STREW_GIVEN(condition) ((void)0)

#endif

#endif /* STREW_CONTRACT_H */
