/* Options and resources from callers with any version of the header. */
#ifndef STREW_SIZED_STRUCT_H
#define STREW_SIZED_STRUCT_H

#include <strew/strew.h>

/* Read a caller's struct, which may be of an older or a newer header, or NULL, which means that everything is 0. Options are copied to
 * *options, which must be all 0. *resources is set to the caller's resources, or to some that are all 0. */
strew_status strew_read_options(strew_options *options, const strew_options *given, strew_fault *fault);
strew_status strew_read_resources(const strew_resources **resources, const strew_resources *given, strew_fault *fault);

#endif /* STREW_SIZED_STRUCT_H */
