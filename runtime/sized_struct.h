/* Options and resources as callers hand them over, of any version of the header. */
#ifndef STREW_SIZED_STRUCT_H
#define STREW_SIZED_STRUCT_H

#include <strew/strew.h>

/* Reads a caller's struct, which may be of an older or a newer header, or NULL, which leaves everything at 0. */
strew_status strew_read_options(strew_options *to, const strew_options *from, strew_fault *fault);
strew_status strew_read_resources(strew_resources *to, const strew_resources *from, strew_fault *fault);

#endif /* STREW_SIZED_STRUCT_H */
