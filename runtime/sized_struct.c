/* Options and resources, read from callers with an older or a newer header: docs/abi.md. */
#include "sized_struct.h"

#include "fault.h"

#include <stddef.h>
#include <string.h>

/* What the structs had in version 0.1. It is what a struct_size of 0 means, so it must never change. */
enum {
    OPTIONS_BYTES_0_1 = offsetof(strew_options, reserved) + sizeof(uint32_t),
    RESOURCES_BYTES_0_1 = offsetof(strew_resources, reserved) + sizeof(uint32_t),
};

/* No struct of a later version is larger. It keeps a struct_size that nobody has set from making the library read far past the struct. */
enum { MAX_STRUCT_BYTES = 1024 };

/* A struct that begins with its size, and what this library knows of it. */
typedef struct sized_struct {
    const char *name, *size_name;
    size_t known_bytes; /* up to `reserved`, which belongs to what is not known */
    size_t min_bytes;
} sized_struct;

static strew_status read(void *to, const void *from, const sized_struct *what, strew_fault *fault)
{
    size_t size;
    memcpy(&size, from, sizeof size);
    if (size == 0) size = what->min_bytes;
    if (size < what->min_bytes || size > MAX_STRUCT_BYTES) {
        const uint64_t given = size;
        const int64_t shown = given > INT64_MAX ? INT64_MAX : (int64_t)given;
        return STREW_REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = what->size_name, .value = shown,
                            .low = (int64_t)what->min_bytes, .high = MAX_STRUCT_BYTES);
    }
    const unsigned char *bytes = from;
    for (size_t i = what->known_bytes; i < size; i++) {
        if (bytes[i] != 0) {
            return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = what->name, .value = (int64_t)i,
                                .high = (int64_t)what->known_bytes);
        }
    }
    memcpy(to, from, size < what->known_bytes ? size : what->known_bytes);
    return STREW_OK;
}

strew_status strew_read_options(strew_options *to, const strew_options *from, strew_fault *fault)
{
    static const sized_struct what = {"options", "options.struct_size", offsetof(strew_options, reserved), OPTIONS_BYTES_0_1};
    *to = (strew_options){0};
    return from != NULL ? read(to, from, &what, fault) : STREW_OK;
}

strew_status strew_read_resources(strew_resources *to, const strew_resources *from, strew_fault *fault)
{
    static const sized_struct what = {"resources", "resources.struct_size", offsetof(strew_resources, reserved), RESOURCES_BYTES_0_1};
    *to = (strew_resources){0};
    return from != NULL ? read(to, from, &what, fault) : STREW_OK;
}
