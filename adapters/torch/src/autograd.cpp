#include "autograd.h"

#include <algorithm>
#include <iterator>

#include "aten.h"
#include "original.h"

namespace strew_torch
{
namespace
{

const Original scatter_add_copy("_ZN2at4_ops11scatter_add4callERKNS_6TensorElS4_S4_");
const Original scatter_add_write("_ZN2at4_ops12scatter_add_4callERNS_6TensorElRKS2_S5_");
const Original scatter_reduce_copy("_ZN2at4_ops18scatter_reduce_two4callERKNS_6TensorElS4_S4_St17basic_string_viewIcSt11char_traitsIcEEb");
const Original
    scatter_reduce_write("_ZN2at4_ops19scatter_reduce__two4callERNS_6TensorElRKS2_S5_St17basic_string_viewIcSt11char_traitsIcEEb");

/* Of the object that the pointer inside a Tensor of PyTorch points to. */
const Original requires_grad("_ZNK3c1010TensorImpl13requires_gradEv");
const Original forward_gradient("_ZNK3c1010TensorImpl8_fw_gradEmRKN2at10TensorBaseE");

const Original exclude_keys("_ZN3c104impl23ExcludeDispatchKeyGuardC1ENS_14DispatchKeySetE");
const Original include_keys("_ZN3c104impl23ExcludeDispatchKeyGuardD1Ev");

const Original *const all[] = {&scatter_add_copy, &scatter_add_write, &scatter_reduce_copy, &scatter_reduce_write,
                               &requires_grad,    &forward_gradient,  &exclude_keys,        &include_keys};

uint64_t autograd_keys;

class BelowAutograd
{
  public:
    BelowAutograd()
    {
        exclude_keys.as_is<void>(static_cast<void *>(guard_), autograd_keys);
    }
    BelowAutograd(const BelowAutograd &) = delete;
    ~BelowAutograd()
    {
        include_keys.as_is<void>(static_cast<void *>(guard_));
    }

  private:
    void *guard_[2]; /* a pointer and a set of keys */
};

void *implementation_of(void *tensor)
{
    return *static_cast<void **>(tensor);
}

bool has_forward_gradient(const Tensor &tensor)
{
    static const Tensor &undefined = *new Tensor; /* PyTorch may be gone before it */
    void *const gradient = forward_gradient.as_is<void *>(implementation_of(tensor.get()), uint64_t{0}, static_cast<void *>(tensor.get()));
    return implementation_of(gradient) != implementation_of(undefined.get());
}

} // namespace

bool needs_gradient(const Tensor &self, const Tensor &src)
{
    const auto requires_one = [](const Tensor &tensor) { return requires_grad.as_is<bool>(implementation_of(tensor.get())); };
    return (aoti_torch_grad_mode_is_enabled() && (requires_one(self) || requires_one(src))) || has_forward_gradient(self) ||
           has_forward_gradient(src);
}

bool has_symbols_of_autograd()
{
    return std::none_of(std::begin(all), std::end(all), [](const Original *one) { return one->is_missing(); });
}

void set_autograd_keys(int64_t keys)
{
    autograd_keys = static_cast<uint64_t>(keys);
}

std::optional<Tensor> scatter_add_below(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src, bool writes)
{
    if (needs_gradient(self, src)) return std::nullopt;
    const BelowAutograd below;
    if (!writes) return scatter_add_copy.call(self, dim, index, src);
    scatter_add_write.write(self, dim, index, src);
    return self;
}

std::optional<Tensor> scatter_reduce_below(const Tensor &self, int64_t dim, const Tensor &index, const Tensor &src,
                                           const std::string &reduce, bool includes_self, bool writes)
{
    if (needs_gradient(self, src)) return std::nullopt;
    const BelowAutograd below;
    if (!writes) return scatter_reduce_copy.call(self, dim, index, src, reduce, includes_self);
    scatter_reduce_write.write(self, dim, index, src, reduce, includes_self);
    return self;
}

} // namespace strew_torch
