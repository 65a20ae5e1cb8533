/* Rejecting a call. */
#include "fault.h"

strew_status strew_report(strew_fault *fault, const strew_fault *what)
{
    if (fault != NULL) *fault = *what;
    return what->status;
}
