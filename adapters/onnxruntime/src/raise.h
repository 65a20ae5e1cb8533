/**
 * @file raise.h
 * An exception of C++, for a runtime that knows no other error.
 */
#ifndef STREW_ONNXRUNTIME_RAISE_H
#define STREW_ONNXRUNTIME_RAISE_H

#ifdef __cplusplus
extern "C" {
#endif

/** Throws std::runtime_error. */
void strew_ort_raise(const char *sentence);

#ifdef __cplusplus
}
#endif

#endif /* STREW_ONNXRUNTIME_RAISE_H */
