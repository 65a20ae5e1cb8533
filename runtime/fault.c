/* Rejecting a call. */
#include "fault.h"

strew_status strew_report(strew_fault *fault, const strew_fault *what)
{
    if (fault != NULL) *fault = *what;
    return what->status;
}

strew_status strew_report_members(strew_fault *fault, uint64_t small, const char *subject, int64_t value, int64_t low, int64_t high)
{
    const strew_fault what = {
        .status = (strew_status)(small & UINT16_MAX),
        .profile = (strew_profile)(small >> 16 & UINT16_MAX),
        .component = (int16_t)(small >> 32),
        .dimension = (int16_t)(small >> 48),
        .subject = subject,
        .value = value,
        .low = low,
        .high = high,
    };
    return strew_report(fault, &what);
}
