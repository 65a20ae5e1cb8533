/* Structs that begin with their size, from callers with any version of the header: docs/abi.md. */
#ifndef STREW_SIZED_STRUCT_H
#define STREW_SIZED_STRUCT_H

#include <strew/strew.h>

/* Check a caller's struct, which may be of an older or a newer header. Of options and resources NULL means that everything is 0, and they
 * are set to some that are all 0; a call and buffers must be there. */
strew_status strew_read_options(const strew_options **options, const strew_options *given, strew_fault *fault);
strew_status strew_read_resources(const strew_resources **resources, const strew_resources *given, strew_fault *fault);
strew_status strew_read_call(const strew_call *given, strew_fault *fault);
strew_status strew_read_buffers(const strew_buffers *given, strew_fault *fault);

#endif /* STREW_SIZED_STRUCT_H */
