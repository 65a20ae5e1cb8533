/* Tensors with strides: a plan of them is brought to the form that the passes know. */
#ifndef STREW_VIEWS_H
#define STREW_VIEWS_H

#include "plan_state.h"
#include "validate.h"

/* Sets what follows from strides, in a plan that has its components, tuples and slices as if all tensors were dense. The dimensions of
 * updates (or of a gather's output) become, in this order of preference,
 *
 *   the slice     those that indices do not depend on, and that are dense in output and in updates
 *   outer loops   the others that indices do not depend on
 *   tuples        all others
 *
 * An index that is expanded along a dimension does not depend on it. */
#if STREW_BUILD_FEATURE_STRIDES
strew_status strew_set_views(strew_plan_state *plan, const strew_request *request, strew_fault *fault);

/* The same of a masked_scatter. The innermost dimensions become the slice as long as mask is expanded along them and output is dense; all
 * others are tuples, in their order, because updates are in that order. */
strew_status strew_set_mask_views(strew_plan_state *plan, const strew_request *request, strew_fault *fault);
#else
#define strew_set_views(plan, request, fault) ((void)(plan), (void)(request), (void)(fault), STREW_OK)
#define strew_set_mask_views(plan, request, fault) ((void)(plan), (void)(request), (void)(fault), STREW_OK)
#endif

#endif /* STREW_VIEWS_H */
