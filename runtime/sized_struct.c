/* Structs that begin with their size, read from callers with an older or a newer header: docs/abi.md. */
#include "sized_struct.h"

#include "compiler.h"
#include "fault.h"

#include <stddef.h>
#include <string.h>

/* No struct of a later version is larger, so that a size that was never set does not make the library read far past the struct. */
enum { MAX_STRUCT_BYTES = 1024 };

/* What this library knows of a struct. A later version that adds a member lists here the size of each released header, and copies what a
 * caller gives, whose struct may lack the member. Today every accepted size has all members, and nothing is copied: that would take a
 * tenth of a short call. */
typedef struct sized_struct {
    const char *name, *size_name;
    size_t bytes;
} sized_struct;

static STREW_COLD strew_status reject_size(const sized_struct *what, uint64_t size, strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = what->size_name,
                        .value = size > INT64_MAX ? INT64_MAX : (int64_t)size, .low = (int64_t)what->bytes, .high = MAX_STRUCT_BYTES);
}

static strew_status check(const void *given, const sized_struct *what, strew_fault *fault)
{
    size_t size;
    memcpy(&size, given, sizeof size);
    if (size == what->bytes) return STREW_OK;
    if (size < what->bytes || size > MAX_STRUCT_BYTES) return reject_size(what, size, fault);
    for (size_t i = what->bytes; i < size; i++) {
        if (((const unsigned char *)given)[i] == 0) continue;
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = what->name, .value = (int64_t)i, .high = (int64_t)what->bytes);
    }
    return STREW_OK;
}

strew_status strew_read_options(const strew_options **options, const strew_options *given, strew_fault *fault)
{
    static const sized_struct what = {"options", "options.struct_size", sizeof(strew_options)};
    static const strew_options none = STREW_OPTIONS_INIT;
    *options = given != NULL ? given : &none;
    return check(*options, &what, fault);
}

strew_status strew_read_resources(const strew_resources **resources, const strew_resources *given, strew_fault *fault)
{
    static const sized_struct what = {"resources", "resources.struct_size", sizeof(strew_resources)};
    static const strew_resources none = STREW_RESOURCES_INIT;
    *resources = given != NULL ? given : &none;
    return check(*resources, &what, fault);
}

strew_status strew_read_call(const strew_call *given, strew_fault *fault)
{
    static const sized_struct what = {"call", "call.struct_size", sizeof(strew_call)};
    if (given == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "call");
    return check(given, &what, fault);
}

strew_status strew_read_buffers(const strew_buffers *given, strew_fault *fault)
{
    static const sized_struct what = {"buffers", "buffers.struct_size", sizeof(strew_buffers)};
    if (given == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "buffers");
    return check(given, &what, fault);
}
