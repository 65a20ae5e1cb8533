/**
 * @file frame.h
 * XLA's call frames: the tensors and attributes of a call, memory, and errors.
 */
#ifndef STREW_JAX_FRAME_H
#define STREW_JAX_FRAME_H

#include <strew/strew.h>
#include <xla/ffi/api/c_api.h>

/** What XLA asks at registration: the version of its interface. Returns 1 if the call was no more than this question. */
int strew_jax_answers_metadata(const XLA_FFI_CallFrame *frame);

XLA_FFI_Error *strew_jax_error(const XLA_FFI_CallFrame *frame, XLA_FFI_Error_Code code, const char *sentence);

/** NULL for STREW_OK, else an error with strew's sentence. */
XLA_FFI_Error *strew_jax_fault(const XLA_FFI_CallFrame *frame, const strew_fault *fault);

/** Frees an error that a function of XLA has returned. */
void strew_jax_forget(const XLA_FFI_CallFrame *frame, XLA_FFI_Error *error);

/** XLA's tensors are dense. Their dtype is 0, which strew rejects, if strew cannot even move it. */
strew_tensor strew_jax_operand(const XLA_FFI_CallFrame *frame, int64_t i);
strew_tensor strew_jax_result(const XLA_FFI_CallFrame *frame, int64_t i);

/** The operand of a call whose attribute `operands` has their names, with a space between two; no tensor if there is none of this name. */
strew_tensor strew_jax_operand_named(const XLA_FFI_CallFrame *frame, const char *name);

/** An attribute; 0 or an empty text if there is none of this name and type. */
int64_t strew_jax_number(const XLA_FFI_CallFrame *frame, const char *name);
XLA_FFI_ByteSpan strew_jax_text(const XLA_FFI_CallFrame *frame, const char *name);
int strew_jax_is(XLA_FFI_ByteSpan text, const char *other);

#endif /* STREW_JAX_FRAME_H */
