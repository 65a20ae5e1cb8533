/* Faults: what a call that is rejected, or succeeds, leaves in the caller's. */
#include "../../runtime/fault.h" /* tests have a fault.h, too */
#include "../support/fault.h"
#include "fault.h"
#include "testing.h"

TEST(a_rejection_fills_the_fault_and_returns_its_status)
{
    strew_fault fault;

    memset(&fault, 0x5a, sizeof fault);
    EXPECT_FAULT(STREW_REJECT(&fault, STREW_STATUS_TUPLE_TOO_LONG, .value = 3, .high = 2), TUPLE_TOO_LONG, .value = 3, .high = 2);
    EXPECT_FAULT(STREW_REJECT(&fault, STREW_STATUS_TOO_LARGE, .dimension = -1, .component = 63, .subject = "data", .value = INT64_MIN,
                              .low = -2, .high = INT64_MAX, .profile = STREW_PROFILE_ONNX_SCATTERND_18),
                 TOO_LARGE, .dimension = -1, .component = 63, .subject = "data", .value = INT64_MIN, .low = -2, .high = INT64_MAX,
                 .profile = STREW_PROFILE_ONNX_SCATTERND_18);
    assert_int_equal(STREW_REJECT(NULL, STREW_STATUS_NULL_POINTER), STREW_STATUS_NULL_POINTER);
}

TEST(success_clears_the_fault)
{
    strew_fault fault;

    memset(&fault, 0x5a, sizeof fault);
    assert_int_equal(strew_succeed(&fault), STREW_OK);
    assert_fault(&fault, (strew_fault){.status = STREW_OK});
    assert_int_equal(strew_succeed(NULL), STREW_OK);
}
