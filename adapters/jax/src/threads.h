/**
 * @file threads.h
 * XLA's threads, as strew wants them.
 */
#ifndef STREW_JAX_THREADS_H
#define STREW_JAX_THREADS_H

#include "frame.h"

/** A strew_parallel_for over XLA's pool; `frame` is the XLA_FFI_CallFrame of the call.
 *
 * The caller runs tasks too, and waits only for tasks that another thread has begun. So a call ends even if
 * no thread of the pool is free. */
void strew_jax_parallel_for(void *frame, size_t n, strew_task *task, void *argument);

/** The number of threads in the pool; 1 if there is none. */
int32_t strew_jax_n_threads(const XLA_FFI_CallFrame *frame);

#endif /* STREW_JAX_THREADS_H */
