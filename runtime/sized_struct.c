/* Options and resources, read from callers with an older or a newer header: docs/abi.md. */
#include "sized_struct.h"

#include "fault.h"
#include "util.h"

#include <stddef.h>
#include <string.h>

/* The sizes of the structs in each version whose header made one larger, which must never change: added up member by member, or up to the
 * version's last member. Those of version 0.1 are what a struct_size of 0 means. */
enum {
    OPTIONS_BYTES_0_1 = sizeof(size_t) + 6 * sizeof(uint32_t),
    OPTIONS_BYTES_0_2 = offsetof(strew_options, reserved_3) + sizeof(uint32_t),
    RESOURCES_BYTES_0_1 = 2 * sizeof(size_t) + 3 * sizeof(void *) + 2 * sizeof(uint32_t),
};

/* No struct of a later version is larger. If a caller never set struct_size, this keeps the library from reading far past the struct. */
enum { MAX_STRUCT_BYTES = 1024 };

/* A struct that begins with its size, and what this library knows of it. */
typedef struct sized_struct {
    const char *name, *size_name;
    size_t known_bytes;
    size_t released[2];               /* of version 0.1, and of the last version that made it larger */
    size_t reserved, end_of_reserved; /* these bytes count as unknown */
} sized_struct;

static strew_status reject_unless_zero(const void *given, const sized_struct *what, size_t begin, size_t end, strew_fault *fault)
{
    for (size_t i = begin; i < end; i++) {
        if (((const unsigned char *)given)[i] != 0) {
            return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = what->name, .value = (int64_t)i,
                                .high = (int64_t)what->known_bytes);
        }
    }
    return STREW_OK;
}

/* Whether some version's struct has this size. Below what is known, only those of released headers: any other would cut a member, and a
 * part of a pointer would be followed. */
static int is_of_a_version(const sized_struct *what, size_t size)
{
    int is_released = 0;
    for (size_t i = 0; i < sizeof what->released / sizeof *what->released; i++) is_released |= size == what->released[i];
    return is_released || (size >= what->known_bytes && size <= MAX_STRUCT_BYTES);
}

/* Checks a caller's struct, and finds its size. */
static strew_status check(const void *given, const sized_struct *what, size_t *size, strew_fault *fault)
{
    memcpy(size, given, sizeof *size);
    if (*size == 0) *size = what->released[0];
    if (!is_of_a_version(what, *size)) {
        const uint64_t bytes = *size;
        const int64_t shown = bytes > INT64_MAX ? INT64_MAX : (int64_t)bytes;
        return STREW_REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = what->size_name, .value = shown,
                            .low = (int64_t)what->released[0], .high = (int64_t)what->known_bytes);
    }
    const strew_status status = reject_unless_zero(given, what, what->reserved, what->end_of_reserved, fault);
    return status != STREW_OK ? status : reject_unless_zero(given, what, what->known_bytes, *size, fault);
}

strew_status strew_read_options(strew_options *options, const strew_options *given, strew_fault *fault)
{
    static const sized_struct what = {"options",
                                      "options.struct_size",
                                      sizeof(strew_options),
                                      {OPTIONS_BYTES_0_1, OPTIONS_BYTES_0_2},
                                      offsetof(strew_options, reserved),
                                      OPTIONS_BYTES_0_1};
    if (given == NULL) return STREW_OK;
    size_t size;
    const strew_status status = check(given, &what, &size, fault);
    if (status != STREW_OK) return status;
    memcpy(options, given, strew_min(size, what.known_bytes));
    if ((options->reserved_2 | options->reserved_3) == 0) return STREW_OK;
    const size_t reserved = options->reserved_2 != 0 ? offsetof(strew_options, reserved_2) : offsetof(strew_options, reserved_3);
    return reject_unless_zero(options, &what, reserved, reserved + sizeof options->reserved_2, fault);
}

/* Resources are not copied, because that takes a tenth of a short call. This is possible because every accepted size has all members. */
_Static_assert(sizeof(strew_resources) == RESOURCES_BYTES_0_1, "a later version that adds a member must copy what older callers give");

strew_status strew_read_resources(const strew_resources **resources, const strew_resources *given, strew_fault *fault)
{
    static const sized_struct what = {
        "resources", "resources.struct_size", sizeof(strew_resources), {RESOURCES_BYTES_0_1, RESOURCES_BYTES_0_1}, 0, 0};
    static const strew_resources none = {0};
    *resources = given != NULL ? given : &none;
    size_t size;
    return check(*resources, &what, &size, fault);
}
