/* Structs that begin with their size, read from callers with an older or a newer header: docs/abi.md. */
#include "sized_struct.h"

#include "build.h"
#include "compiler.h"
#include "fault.h"
#include "util.h"

#include <stddef.h>
#include <string.h>

/* No struct of a later version is larger, so that a size that was never set does not make the library read far past the struct. */
enum { MAX_STRUCT_BYTES = 1024 };

/* The size of a struct whose last member is `last`. */
#define SIZE_UP_TO(type, last) ((offsetof(type, last) + sizeof((type *)0)->last + _Alignof(type) - 1) / _Alignof(type) * _Alignof(type))

/* What is known of a struct: its size, and that in the released header that had the fewest members. A later version that adds a member only
 * lists the size of each release between them. */
typedef struct sized_struct {
    const char *name, *size_name;
    size_t bytes, first_bytes;
} sized_struct;

static STREW_COLD strew_status reject_size(const sized_struct *what, uint64_t size, strew_fault *fault)
{
    return STREW_REJECT(fault, STREW_STATUS_STRUCT_SIZE_OUT_OF_RANGE, .subject = what->size_name,
                        .value = size > INT64_MAX ? INT64_MAX : (int64_t)size, .low = (int64_t)what->first_bytes, .high = MAX_STRUCT_BYTES);
}

/* Checks what another version's caller gives, and copies what this version knows of it. Members that the caller lacks are 0. */
static STREW_COLD strew_status read_other(const void **given, const sized_struct *what, size_t size, void *storage, strew_fault *fault)
    STREW_REQUIRES_BYTES(given, sizeof *given)
    STREW_REQUIRES_BYTES(what, sizeof *what)
    STREW_REQUIRES(sizeof size <= what->first_bytes && what->first_bytes <= what->bytes && what->bytes <= MAX_STRUCT_BYTES)
    STREW_REQUIRES_BYTES(*given, size <= MAX_STRUCT_BYTES ? size : sizeof size)
    STREW_REQUIRES_BYTES(storage, what->bytes)
    STREW_ASSIGNS(*given, STREW_BYTES(storage, what->bytes))
    STREW_REPORTS(fault)
    STREW_ENSURES(STREW_RESULT == STREW_OK ? *given == storage : *given == STREW_OLD(*given))
{
    const unsigned char *bytes = *given;
    if (size < what->bytes ? size != what->first_bytes : size > MAX_STRUCT_BYTES) return reject_size(what, size, fault);
    for (size_t i = what->bytes; i < size; i++)
        STREW_ASSIGNS(i)
        STREW_INVARIANT(what->bytes <= i && (i <= size || size < what->bytes))
    {
        if (bytes[i] == 0) continue;
        return STREW_REJECT(fault, STREW_STATUS_UNKNOWN_MEMBER, .subject = what->name, .value = (int64_t)i, .high = (int64_t)what->bytes);
    }
    memset(storage, 0, what->bytes);
    memcpy(storage, bytes, strew_min(size, what->bytes));
    *given = storage;
    return STREW_OK;
}

/* A struct of this version, as nearly every one is, is read where it is: a copy would take a tenth of a short call. */
static STREW_INLINE strew_status read(const void **given, const sized_struct *what, void *storage, strew_fault *fault)
{
    size_t size;
    memcpy(&size, *given, sizeof size);
    return size == what->bytes ? STREW_OK : read_other(given, what, size, storage, fault);
}

strew_status strew_read_options(const strew_options **options, strew_options *storage, strew_fault *fault)
{
    static const sized_struct what = {"options", "options.struct_size", sizeof(strew_options), SIZE_UP_TO(strew_options, alpha)};
    static const strew_options none = STREW_OPTIONS_INIT;
    const void *given = *options != NULL ? *options : &none;
    const strew_status status = read(&given, &what, storage, fault);
    *options = given;
    return status;
}

#if STREW_BUILD_CONVERSIONS
strew_status strew_read_converter(const strew_converter **converter, strew_converter *storage, strew_fault *fault)
{
    static const sized_struct what = {"converter", "converter.struct_size", sizeof(strew_converter),
                                      SIZE_UP_TO(strew_converter, scratch_bytes)};
    const void *given = *converter;
    const strew_status status = read(&given, &what, storage, fault);
    *converter = given;
    if (status != STREW_OK || (*converter)->convert != NULL) return status;
    return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "converter.convert");
}
#endif

strew_status strew_read_resources(const strew_resources **resources, strew_resources *storage, strew_fault *fault)
{
    static const sized_struct what = {"resources", "resources.struct_size", sizeof(strew_resources), SIZE_UP_TO(strew_resources, n_parts)};
    static const strew_resources none = STREW_RESOURCES_INIT;
    const void *given = *resources != NULL ? *resources : &none;
    const strew_status status = read(&given, &what, storage, fault);
    *resources = given;
    return status;
}

strew_status strew_read_call(const strew_call **call, strew_call *storage, strew_fault *fault)
{
    static const sized_struct what = {"call", "call.struct_size", sizeof(strew_call), SIZE_UP_TO(strew_call, components)};
    if (*call == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "call");
    const void *given = *call;
    const strew_status status = read(&given, &what, storage, fault);
    *call = given;
    return status;
}

strew_status strew_read_buffers(const strew_buffers **buffers, strew_buffers *storage, strew_fault *fault)
{
    static const sized_struct what = {"buffers", "buffers.struct_size", sizeof(strew_buffers), SIZE_UP_TO(strew_buffers, prepared)};
    if (*buffers == NULL) return STREW_REJECT(fault, STREW_STATUS_NULL_POINTER, .subject = "buffers");
    const void *given = *buffers;
    const strew_status status = read(&given, &what, storage, fault);
    *buffers = given;
    return status;
}
