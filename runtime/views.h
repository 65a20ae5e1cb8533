/* Tensors with strides: a plan of them is brought to the form that the passes know. */
#ifndef STREW_VIEWS_H
#define STREW_VIEWS_H

#include "plan_state.h"
#include "validate.h"

/* The name of the first tensor whose strides are not those of a dense one; NULL if all tensors are dense. The strides of a gather's output
 * count always. */
const char *strew_find_view(const strew_request *request);

/* Sets what follows from strides, in a plan that has its components, tuples and slices as if all tensors were dense. The dimensions of
 * updates (or of a gather's output) become, in this order of preference,
 *
 *   the slice     those that indices do not depend on, and that are dense in output and in updates
 *   outer loops   the others that indices do not depend on
 *   tuples        all others
 *
 * An index that is expanded along a dimension does not depend on it. */
strew_status strew_set_views(strew_plan_state *plan, const strew_request *request, strew_fault *fault);

#endif /* STREW_VIEWS_H */
