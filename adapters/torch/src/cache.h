/* The keys and values of new tokens, stored in a paged cache. */
#ifndef STREW_TORCH_CACHE_H
#define STREW_TORCH_CACHE_H

#include <optional>

#include "call.h"

namespace strew_torch
{

/*
 * Stores k[t] and v[t] at the places slot_mapping[t] of k_cache and v_cache, whose first dimensions are blocks and the places of a block,
 * or the places alone. A place is block * block size + place in the block; -1 passes over a token. Where a cache has another dtype, numbers
 * are rounded once, and those that are too large become the largest. With a scale, a float32 that broadcasts to k or v, k / k_scale is
 * stored. All is checked before the first write.
 */
void store_cache(const Tensor &k, const Tensor &v, const Tensor &slot_mapping, const Tensor &k_cache, const Tensor &v_cache,
                 const std::optional<Tensor> &k_scale, const std::optional<Tensor> &v_scale);

} // namespace strew_torch

#endif
