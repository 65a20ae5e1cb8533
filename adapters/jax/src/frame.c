#include "frame.h"

#include <string.h>

/* The oldest version of the interface that has all that is used here. What newer ones add comes after it, so one library serves all. */
enum { API_MINOR = 1 };

int strew_jax_answers_metadata(const XLA_FFI_CallFrame *frame)
{
    XLA_FFI_Extension_Base *extension = frame->extension_start;
    if (!extension || extension->type != XLA_FFI_Extension_Metadata) return 0;
    XLA_FFI_Metadata *metadata = ((XLA_FFI_Metadata_Extension *)extension)->metadata;
    metadata->api_version.major_version = 0;
    metadata->api_version.minor_version = API_MINOR;
    metadata->traits = 0;
    return 1;
}

XLA_FFI_Error *strew_jax_error(const XLA_FFI_CallFrame *frame, XLA_FFI_Error_Code code, const char *sentence)
{
    XLA_FFI_Error_Create_Args args = {.struct_size = XLA_FFI_Error_Create_Args_STRUCT_SIZE, .message = sentence, .errc = code};
    return frame->api->XLA_FFI_Error_Create(&args);
}

XLA_FFI_Error *strew_jax_fault(const XLA_FFI_CallFrame *frame, const strew_fault *fault)
{
    if (fault->status == STREW_OK) return NULL;
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(fault, sentence, sizeof sentence);
    const int is_index = fault->status == STREW_STATUS_INDEX_OUT_OF_BOUNDS;
    return strew_jax_error(frame, is_index ? XLA_FFI_Error_Code_OUT_OF_RANGE : XLA_FFI_Error_Code_INVALID_ARGUMENT, sentence);
}

void strew_jax_forget(const XLA_FFI_CallFrame *frame, XLA_FFI_Error *error)
{
    XLA_FFI_Error_Destroy_Args args = {.struct_size = XLA_FFI_Error_Destroy_Args_STRUCT_SIZE, .error = error};
    frame->api->XLA_FFI_Error_Destroy(&args);
}

static strew_dtype dtype_of(XLA_FFI_DataType dtype)
{
    switch (dtype) {
    case XLA_FFI_DataType_PRED: return STREW_DTYPE_BOOL;
    case XLA_FFI_DataType_S8: return STREW_DTYPE_INT8;
    case XLA_FFI_DataType_S16: return STREW_DTYPE_INT16;
    case XLA_FFI_DataType_S32: return STREW_DTYPE_INT32;
    case XLA_FFI_DataType_S64: return STREW_DTYPE_INT64;
    case XLA_FFI_DataType_U8: return STREW_DTYPE_UINT8;
    case XLA_FFI_DataType_U16: return STREW_DTYPE_UINT16;
    case XLA_FFI_DataType_U32: return STREW_DTYPE_UINT32;
    case XLA_FFI_DataType_U64: return STREW_DTYPE_UINT64;
    case XLA_FFI_DataType_F16: return STREW_DTYPE_FLOAT16;
    case XLA_FFI_DataType_BF16: return STREW_DTYPE_BFLOAT16;
    case XLA_FFI_DataType_F32: return STREW_DTYPE_FLOAT32;
    case XLA_FFI_DataType_F64: return STREW_DTYPE_FLOAT64;
    case XLA_FFI_DataType_C64: return STREW_DTYPE_COMPLEX64;
    case XLA_FFI_DataType_C128: return STREW_DTYPE_COMPLEX128;
    case XLA_FFI_DataType_F8E4M3FN: return STREW_DTYPE_FLOAT8E4M3FN;
    case XLA_FFI_DataType_F8E5M2: return STREW_DTYPE_FLOAT8E5M2;
    /* These have no arithmetic in strew, but can be moved. */
    case XLA_FFI_DataType_F8E3M4:
    case XLA_FFI_DataType_F8E4M3:
    case XLA_FFI_DataType_F8E4M3B11FNUZ:
    case XLA_FFI_DataType_F8E5M2FNUZ:
    case XLA_FFI_DataType_F8E4M3FNUZ:
    case XLA_FFI_DataType_F8E8M0FNU: return STREW_DTYPE_OPAQUE(1);
    /* Newer types of less than a byte among them, which this header may not know. */
    default: return (strew_dtype)0;
    }
}

static strew_tensor tensor_of(const XLA_FFI_Buffer *buffer)
{
    return (strew_tensor){dtype_of(buffer->dtype), (int32_t)buffer->rank, buffer->dims, buffer->data, NULL};
}

strew_tensor strew_jax_operand(const XLA_FFI_CallFrame *frame, int64_t i)
{
    return tensor_of(frame->args.args[i]);
}

strew_tensor strew_jax_result(const XLA_FFI_CallFrame *frame, int64_t i)
{
    return tensor_of(frame->rets.rets[i]);
}

int strew_jax_is(XLA_FFI_ByteSpan text, const char *other)
{
    return text.len == strlen(other) && memcmp(text.ptr, other, text.len) == 0;
}

static const void *attribute(const XLA_FFI_CallFrame *frame, const char *name, XLA_FFI_AttrType type)
{
    for (int64_t i = 0; i < frame->attrs.size; i++) {
        if (frame->attrs.types[i] == type && strew_jax_is(*frame->attrs.names[i], name)) return frame->attrs.attrs[i];
    }
    return NULL;
}

int64_t strew_jax_number(const XLA_FFI_CallFrame *frame, const char *name)
{
    const XLA_FFI_Scalar *scalar = attribute(frame, name, XLA_FFI_AttrType_SCALAR);
    return scalar && scalar->dtype == XLA_FFI_DataType_S64 ? *(const int64_t *)scalar->value : 0;
}

XLA_FFI_ByteSpan strew_jax_text(const XLA_FFI_CallFrame *frame, const char *name)
{
    const XLA_FFI_ByteSpan *text = attribute(frame, name, XLA_FFI_AttrType_STRING);
    return text ? *text : (XLA_FFI_ByteSpan){NULL, 0};
}

strew_tensor strew_jax_operand_named(const XLA_FFI_CallFrame *frame, const char *name)
{
    const XLA_FFI_ByteSpan names = strew_jax_text(frame, "operands");
    size_t begin = 0;
    for (int64_t i = 0; i < frame->args.size && begin < names.len; i++) {
        size_t end = begin;
        while (end < names.len && names.ptr[end] != ' ') end++;
        if (strew_jax_is((XLA_FFI_ByteSpan){names.ptr + begin, end - begin}, name)) return strew_jax_operand(frame, i);
        begin = end + 1;
    }
    return (strew_tensor){0};
}
