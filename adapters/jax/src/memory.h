/**
 * @file memory.h
 * The memory of a result that is new.
 */
#ifndef STREW_JAX_MEMORY_H
#define STREW_JAX_MEMORY_H

#include <strew/strew.h>

/** Asks the system for large pages, where it has any. XLA takes the memory of a large result anew for each call. To get it in pages of
 * 4 KiB can take longer than to fill it. */
void strew_jax_ask_for_large_pages(const strew_tensor *result);

/** Sets every element of a result to the one of a tensor of rank 0. */
void strew_jax_fill(const strew_tensor *result, const strew_tensor *element, const strew_resources *threads);

#endif /* STREW_JAX_MEMORY_H */
