/* Structs that begin with their size, from callers with any version of the header: docs/abi.md. */
#ifndef STREW_SIZED_STRUCT_H
#define STREW_SIZED_STRUCT_H

#include <strew/convert.h>

/* Check the caller's struct to which the first argument points, which may be of an older or a newer header. Of options and resources NULL
 * means that everything is 0; a call and buffers must be there. Then the first argument points to one with all members: the caller's, or
 * `storage` with zeros for those that the caller's lacks. */
strew_status strew_read_options(const strew_options **options, strew_options *storage, strew_fault *fault);
strew_status strew_read_resources(const strew_resources **resources, strew_resources *storage, strew_fault *fault);
strew_status strew_read_call(const strew_call **call, strew_call *storage, strew_fault *fault);
strew_status strew_read_buffers(const strew_buffers **buffers, strew_buffers *storage, strew_fault *fault);

/* The same of a converter, which must be there and have a function. */
strew_status strew_read_converter(const strew_converter **converter, strew_converter *storage, strew_fault *fault);

#endif /* STREW_SIZED_STRUCT_H */
