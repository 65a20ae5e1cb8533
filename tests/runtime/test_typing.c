/* What is rejected from types alone, of every operator. Each rejection has its status, its numbers, its sentence, and an output that has
 * not changed. test_convert.c, test_scale.c and test_rows.c have the pairs of types that may be mixed. */
#include <strew/strew.h>

#include "call_text.h"
#include "fault.h"
#include "group.h"
#include "operators.h"
#include "rejection.h"
#include "testing.h"

#define REJECTED(name, ...)                                                                                                                \
    {                                                                                                                                      \
        .status = STREW_STATUS_##name, __VA_ARGS__                                                                                         \
    }

static const struct {
    const char *call;
    strew_fault fault;
    const char *sentence;
} rejected[] = {
    {"scatter_nd data=float32[3] indices=int64[2,1] updates=float32[2] add alpha profile=ONNX_ScatterND-18",
     REJECTED(PROFILE_LACKS_OPTION, .subject = "options.alpha", .profile = STREW_PROFILE_ONNX_SCATTERND_18),
     "ONNX ScatterND-18 has no options.alpha"},
    {"gather data=float32[3] indices=int64[2] fill profile=OpenVINO_Gather-8",
     REJECTED(PROFILE_LACKS_OPTION, .subject = "options.fill", .profile = STREW_PROFILE_OPENVINO_GATHER_8),
     "OpenVINO Gather-8 has no options.fill"},
    {"scatter_nd data=bool[4] indices=int64[4,1] updates=bool[4] mean",
     REJECTED(UNSUPPORTED_REDUCTION, .value = STREW_REDUCTION_MEAN, .high = STREW_DTYPE_BOOL), "mean has no meaning for bool"},
    {"gather data=float32[3] indices=float32[3]", REJECTED(UNSUPPORTED_INDEX_DTYPE, .subject = "indices", .value = STREW_DTYPE_FLOAT32),
     "float32"},
    {"gather data=99[3] indices=int64[3]", REJECTED(UNKNOWN_DTYPE, .subject = "data", .value = 99), "99"},
    {"gather data=float32[3] indices=int64[3] profile=ONNX_ScatterND-18",
     REJECTED(PROFILE_LACKS_OPERATOR, .subject = "gather", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "ScatterND-18|gather"},
    {"put data=float32[3,2] indices=int64[4] updates=float32[4] profile=ONNX_ScatterND-18",
     REJECTED(PROFILE_LACKS_OPERATOR, .subject = "put", .profile = STREW_PROFILE_ONNX_SCATTERND_18), "ScatterND-18|put"},
    {"put data=float32[3,2] indices=int64[4] updates=float32[4] output=float64[3,2]",
     REJECTED(DTYPE_MISMATCH, .subject = "output", .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_FLOAT32), "output is float64|float32"},
    {"tensor_scatter data=int32[3,7,2] updates=float64[3,7,2] axis=1",
     REJECTED(DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_INT32), "float64|int32"},
    {"tensor_scatter data=float32[3,7,2] updates=float32[3,7,2] write_indices=float32[3] axis=1",
     REJECTED(UNSUPPORTED_INDEX_DTYPE, .subject = "write_indices", .value = STREW_DTYPE_FLOAT32), "float32"},
    {"tensor_scatter data=99[3,7,2] updates=float32[3,7,2] axis=1", REJECTED(UNKNOWN_DTYPE, .subject = "data", .value = 99), "99"},
    {"gather data=float32[4,2] indices=int64[3] output=99[3,2]", REJECTED(UNKNOWN_DTYPE, .subject = "output", .value = 99), "output|99"},
    {"masked_scatter data=int32[3,7] mask=bool[3,7] updates=float64[3,7]",
     REJECTED(DTYPE_MISMATCH, .subject = "updates", .value = STREW_DTYPE_FLOAT64, .high = STREW_DTYPE_INT32), "float64|int32"},
    {"masked_scatter data=float32[3,7] mask=bool[3,7] updates=float32[3,7] profile=ONNX_ScatterND-18",
     REJECTED(PROFILE_LACKS_OPERATOR, .subject = "masked_scatter", .profile = STREW_PROFILE_ONNX_SCATTERND_18),
     "ScatterND-18|masked_scatter"},
};

TEST(each_rejection_has_its_fault)
{
    for (size_t i = 0; i < COUNT(rejected); i++) reject_text(rejected[i].call, rejected[i].fault, rejected[i].sentence);
}

/* One version of gathers fills with zeros; another has a fill that the policy asks for. */
TEST(what_a_version_has_is_accepted)
{
    static const char *const calls[] = {
        "gather data=float32[3] indices=int64[2] fill profile=OpenVINO_Gather-8 policy=skip",
        "gather data=float32[3] indices=int64[2] fill profile=ONNX_Gather-13",
    };

    for (size_t i = 0; i < COUNT(calls); i++) accept_text(calls[i]);
}

/* A version is asked about the strides of indices before their rank is checked. */
TEST(strides_of_a_rank_out_of_range_are_not_read)
{
    call call = good_call(REFERENCE_ND);

    call.options.profile = STREW_PROFILE_ONNX_SCATTERND_18;
    call.reduction = STREW_REDUCTION_NONE;
    call.indices.rank = STREW_MAX_RANK + 1;
    call.indices.strides = guarded_new(0, FLUSH_END);
    reject(&call, FAULT(RANK_OUT_OF_RANGE, .subject = "indices", .value = 65, .low = 1, .high = 64), "indices|65");
    assert_true(guarded_free_all());
}

int main(void)
{

    return run_all_tests(NULL, NULL);
}
