/* aten's names and argument lists. Autograd, vmap and functionalisation are above the CPU's kernels and stay aten's.
 *
 * PyTorch's own kernel does what strew does not have, and what strew rejects: so an error is PyTorch's, and nothing is rejected that
 * PyTorch accepts. Strew must in turn not be asked for what PyTorch rejects; see fits().
 * index_add and index_put are in _patch.py: the stable ABI does not pass a Scalar, and takes the tensors out of the caller's own list. */
#include "patch.h"

#include <algorithm>
#include <atomic>
#include <stdexcept>

#include "aten.h"
#include "bags.h"
#include "ops.h"
#include "original.h"

namespace strew_torch
{
namespace
{

using torch::stable::detail::StableLibrary;

const Original scatter_add_copy("_ZN2at3cpu11scatter_addERKNS_6TensorElS3_S3_");
const Original scatter_add_write("_ZN2at3cpu12scatter_add_ERNS_6TensorElRKS1_S4_");
const Original scatter_reduce_copy("_ZN2at3cpu14scatter_reduceERKNS_6TensorElS3_S3_St17basic_string_viewIcSt11char_traitsIcEEb");
const Original scatter_reduce_write("_ZN2at3cpu15scatter_reduce_ERNS_6TensorElRKS1_S4_St17basic_string_viewIcSt11char_traitsIcEEb");
const Original index_reduce_copy("_ZN2at3cpu12index_reduceERKNS_6TensorElS3_S3_St17basic_string_viewIcSt11char_traitsIcEEb");
const Original index_reduce_write("_ZN2at3cpu13index_reduce_ERNS_6TensorElRKS1_S4_St17basic_string_viewIcSt11char_traitsIcEEb");
const Original index_copy_copy("_ZN2at3cpu10index_copyERKNS_6TensorElS3_S3_");
const Original index_copy_write("_ZN2at3cpu11index_copy_ERNS_6TensorElRKS1_S4_");
const Original gather_copy("_ZN2at3cpu6gatherERKNS_6TensorElS3_b");
const Original index_select_copy("_ZN2at3cpu12index_selectERKNS_6TensorElS3_");
const Original scatter_copy("_ZN2at3cpu7scatterERKNS_6TensorElS3_S3_");
const Original scatter_write("_ZN2at3cpu8scatter_ERNS_6TensorElRKS1_S4_");
const Original scatter_by_copy("_ZN2at3cpu7scatterERKNS_6TensorElS3_S3_St17basic_string_viewIcSt11char_traitsIcEE");
const Original scatter_by_write("_ZN2at3cpu8scatter_ERNS_6TensorElRKS1_S4_St17basic_string_viewIcSt11char_traitsIcEE");
const Original take_copy("_ZN2at3cpu4takeERKNS_6TensorES3_");
const Original put_write("_ZN2at3cpu4put_ERNS_6TensorERKS1_S4_b");
const Original masked_scatter_write("_ZN2at3cpu15masked_scatter_ERNS_6TensorERKS1_S4_");
const Original index_fill_write("_ZN2at3cpu11index_fill_ERNS_6TensorElRKS1_S4_");
const Original bags_copy("_ZN2at3cpu14_embedding_bagERKNS_6TensorES3_S3_blbRKSt8optionalIS1_Ebl");
const Original bags_forward_copy("_ZN2at3cpu27_embedding_bag_forward_onlyERKNS_6TensorES3_S3_blbRKSt8optionalIS1_Ebl");
const Original bags_gradient_copy("_ZN2at3cpu29_embedding_bag_dense_backwardERKNS_6TensorES3_S3_S3_S3_lblRKSt8optionalIS1_El");
const Original bags_factors_copy("_ZN2at3cpu42_embedding_bag_per_sample_weights_backwardERKNS_6TensorES3_S3_S3_S3_ll");
const Original embedding_copy("_ZN2at3cpu24embedding_dense_backwardERKNS_6TensorES3_llb");

struct Named {
    const char *name;
    const Original &original;
};

const Named originals[] = {
    {"scatter_add", scatter_add_copy},
    {"scatter_add_", scatter_add_write},
    {"scatter_reduce", scatter_reduce_copy},
    {"scatter_reduce_", scatter_reduce_write},
    {"index_reduce", index_reduce_copy},
    {"index_reduce_", index_reduce_write},
    {"index_copy", index_copy_copy},
    {"index_copy_", index_copy_write},
    {"gather", gather_copy},
    {"index_select", index_select_copy},
    {"embedding_dense_backward", embedding_copy},
    {"scatter", scatter_copy},
    {"scatter_", scatter_write},
    {"scatter with a reduction", scatter_by_copy},
    {"scatter_ with a reduction", scatter_by_write},
    {"take", take_copy},
    {"put_", put_write},
    {"masked_scatter_", masked_scatter_write},
    {"index_fill_", index_fill_write},
    {"_embedding_bag", bags_copy},
    {"_embedding_bag_forward_only", bags_forward_copy},
    {"_embedding_bag_dense_backward", bags_gradient_copy},
    {"_embedding_bag_per_sample_weights_backward", bags_factors_copy},
};

std::atomic<bool> is_on;

bool is_dense(const Tensor &tensor)
{
    int32_t layout;
    check_torch(aoti_torch_get_layout(tensor.get(), &layout));
    return layout == aoti_torch_layout_strided() && tensor.is_cpu() && tensor.dim() <= STREW_MAX_RANK;
}

/* What aten takes as an index, in all operators but index_copy. */
bool is_index(const Tensor &index)
{
    const int32_t dtype = dtype_number_of(index);
    return (dtype == aoti_torch_dtype_int64() || dtype == aoti_torch_dtype_int32()) && is_dense(index);
}

/* Kinds of types, since aten's operators, and its versions, differ in those that they have. */
constexpr unsigned NUMBERS = 1, BOOLS = 2, COMPLEX = 4, OTHERS = 8, SUMMED = NUMBERS | BOOLS | COMPLEX;

unsigned kind_of(const Tensor &tensor)
{
    using Type = torch::headeronly::ScalarType;
    switch (tensor.scalar_type()) {
    case Type::Float:
    case Type::Double:
    case Type::Half:
    case Type::BFloat16:
    case Type::Char:
    case Type::Short:
    case Type::Int:
    case Type::Long:
    case Type::Byte: return NUMBERS;
    case Type::Bool: return BOOLS;
    case Type::ComplexFloat:
    case Type::ComplexDouble: return COMPLEX;
    default: return OTHERS;
    }
}

/* What both aten and strew take. `kinds` are those that aten has. */
bool fits(const Tensor &self, const Tensor &index, const Tensor &src, strew_reduction reduction, unsigned kinds)
{
    return (kind_of(self) & kinds) && is_index(index) && dtype_number_of(self) == dtype_number_of(src) && is_dense(self) && is_dense(src) &&
           is_supported(self, reduction);
}

bool fits_scatter_reduce(const Tensor &self, const Tensor &index, const Tensor &src, const std::string &reduce)
{
    if (reduce == "sum" || reduce == "prod") return fits(self, index, src, reduction_of(reduce), SUMMED);
    if (reduce == "mean") return fits(self, index, src, STREW_REDUCTION_MEAN, NUMBERS | COMPLEX);
    return (reduce == "amin" || reduce == "amax") && fits(self, index, src, reduction_of(reduce), NUMBERS | BOOLS);
}

/* Strew sees no difference between a scalar and a vector of one element, where aten does. */
bool fits_index_reduce(const Tensor &self, const Tensor &index, const Tensor &source, const std::string &reduce)
{
    return (reduce == "prod" || reduce == "mean" || reduce == "amin" || reduce == "amax") && self.dim() == source.dim() &&
           fits(self, index, source, reduction_of(reduce), NUMBERS);
}

bool fits_index_copy(const Tensor &self, const Tensor &index, const Tensor &source)
{
    return dtype_number_of(index) == aoti_torch_dtype_int64() && fits(self, index, source, STREW_REDUCTION_NONE, SUMMED);
}

/* A row of grad for each index. */
bool fits_embedding(const Tensor &grad, const Tensor &indices)
{
    const auto shape = grad.sizes(), rows = indices.sizes();
    return kind_of(grad) == NUMBERS && is_dense(grad) && is_index(indices) && shape.size() == rows.size() + 1 &&
           std::equal(rows.begin(), rows.end(), shape.begin());
}

/* `strew` and `own` return a new tensor. */
template <class Strew, class Own> Tensor choose(bool fits, Strew strew, Own own)
{
    if (fits) {
        try {
            return strew();
        } catch (const std::exception &) {
        }
    }
    return own();
}

/* Of a call in place, which strew rejects before it writes. PyTorch's kernel would find a bad index when it has written a part of self, and
 * so reports it from a copy. */
template <class Strew, class... Arguments>
Tensor choose_in_place(bool fits, Strew strew, const Original &copy, const Original &write, const Tensor &self,
                       const Arguments &...arguments)
{
    bool has_bad_index = false;
    if (fits) {
        try {
            strew();
            return self;
        } catch (const IndexOutOfBounds &) {
            has_bad_index = true;
        } catch (const std::exception &) {
        }
    }
    if (has_bad_index) {
        copy_to(self, copy.call(self, arguments...));
    } else {
        write.write(self, arguments...);
    }
    return self;
}

/* The same of an operator that aten has in place alone. `strew` returns false where it leaves the call to aten. */
template <class Strew, class... Arguments>
Tensor choose_write(bool fits, Strew strew, const Original &write, const Tensor &self, const Arguments &...arguments)
{
    bool is_rejected = false;
    if (fits) {
        try {
            if (strew()) return self;
        } catch (const std::exception &) {
            is_rejected = true;
        }
    }
    if (is_rejected) {
        const Tensor copied = dense_like(self);
        copy_to(copied, self);
        write.write(copied, arguments...);
    }
    write.write(self, arguments...);
    return self;
}

Tensor aten_scatter_add(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    return choose(
        is_on && fits(self, index, src, STREW_REDUCTION_ADD, SUMMED),
        [&] { return scatter_reduce(self, dim, index, src, how_to_scatter("sum", true)); },
        [&] { return scatter_add_copy.call(self, dim, index, src); });
}

Tensor aten_scatter_add_(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    return choose_in_place(
        is_on && fits(self, index, src, STREW_REDUCTION_ADD, SUMMED),
        [&] { scatter_reduce_(self, dim, index, src, how_to_scatter("sum", true)); }, scatter_add_copy, scatter_add_write, self, dim, index,
        src);
}

Tensor aten_scatter_reduce_two(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    return choose(
        is_on && fits_scatter_reduce(self, index, src, reduce),
        [&] { return scatter_reduce(self, dim, index, src, how_to_scatter(reduce, include_self)); },
        [&] { return scatter_reduce_copy.call(self, dim, index, src, reduce, include_self); });
}

Tensor aten_scatter_reduce_two_(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce, bool include_self)
{
    return choose_in_place(
        is_on && fits_scatter_reduce(self, index, src, reduce),
        [&] { scatter_reduce_(self, dim, index, src, how_to_scatter(reduce, include_self)); }, scatter_reduce_copy, scatter_reduce_write,
        self, dim, index, src, reduce, include_self);
}

Tensor aten_index_reduce(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    return choose(
        is_on && fits_index_reduce(self, index, source, reduce),
        [&] {
            return index_reduce(self, dim, index, source, {reduction_of(reduce), include_self});
        },
        [&] { return index_reduce_copy.call(self, dim, index, source, reduce, include_self); });
}

Tensor aten_index_reduce_(Tensor self, int64_t dim, Tensor index, Tensor source, std::string reduce, bool include_self)
{
    return choose_in_place(
        is_on && fits_index_reduce(self, index, source, reduce),
        [&] {
            index_reduce_(self, dim, index, source, {reduction_of(reduce), include_self});
        },
        index_reduce_copy, index_reduce_write, self, dim, index, source, reduce, include_self);
}

Tensor aten_index_copy(Tensor self, int64_t dim, Tensor index, Tensor source)
{
    return choose(
        is_on && fits_index_copy(self, index, source), [&] { return index_reduce(self, dim, index, source, {STREW_REDUCTION_NONE}); },
        [&] { return index_copy_copy.call(self, dim, index, source); });
}

Tensor aten_index_copy_(Tensor self, int64_t dim, Tensor index, Tensor source)
{
    return choose_in_place(
        is_on && fits_index_copy(self, index, source), [&] { index_reduce_(self, dim, index, source, {STREW_REDUCTION_NONE}); },
        index_copy_copy, index_copy_write, self, dim, index, source);
}

Tensor aten_scatter(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    return choose(
        is_on && fits(self, index, src, STREW_REDUCTION_NONE, SUMMED),
        [&] { return scatter_reduce(self, dim, index, src, {STREW_REDUCTION_NONE}); },
        [&] { return scatter_copy.call(self, dim, index, src); });
}

Tensor aten_scatter_(Tensor self, int64_t dim, Tensor index, Tensor src)
{
    return choose_in_place(
        is_on && fits(self, index, src, STREW_REDUCTION_NONE, SUMMED),
        [&] { scatter_reduce_(self, dim, index, src, {STREW_REDUCTION_NONE}); }, scatter_copy, scatter_write, self, dim, index, src);
}

/* aten's words for a reduction of scatter, and strew's. */
std::string sum_or_product(const std::string &reduce)
{
    return reduce == "add" ? "sum" : reduce == "multiply" ? "prod" : "";
}

bool fits_scatter_by(const Tensor &self, const Tensor &index, const Tensor &src, const std::string &reduce)
{
    const std::string name = sum_or_product(reduce);
    return !name.empty() && fits(self, index, src, reduction_of(name), SUMMED);
}

Tensor aten_scatter_by(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce)
{
    return choose(
        is_on && fits_scatter_by(self, index, src, reduce),
        [&] { return scatter_reduce(self, dim, index, src, how_to_scatter(sum_or_product(reduce), true)); },
        [&] { return scatter_by_copy.call(self, dim, index, src, reduce); });
}

Tensor aten_scatter_by_(Tensor self, int64_t dim, Tensor index, Tensor src, std::string reduce)
{
    return choose_in_place(
        is_on && fits_scatter_by(self, index, src, reduce),
        [&] { scatter_reduce_(self, dim, index, src, how_to_scatter(sum_or_product(reduce), true)); }, scatter_by_copy, scatter_by_write,
        self, dim, index, src, reduce);
}

/* Of operators that take int64 alone. */
bool is_long(const Tensor &index)
{
    return dtype_number_of(index) == aoti_torch_dtype_int64() && is_dense(index);
}

Tensor aten_take(Tensor self, Tensor index)
{
    return choose(
        is_on && (kind_of(self) & SUMMED) && is_dense(self) && is_long(index), [&] { return take(self, index); },
        [&] { return take_copy.call(self, index); });
}

Tensor aten_put_(Tensor self, Tensor index, Tensor source, bool accumulate)
{
    const bool fits = is_on && (kind_of(self) & SUMMED) && is_dense(self) && is_long(index) && is_dense(source) &&
                      dtype_number_of(self) == dtype_number_of(source);
    return choose_write(
        fits, [&] { return put_(self, index, source, accumulate); }, put_write, self, index, source, accumulate);
}

Tensor aten_masked_scatter_(Tensor self, Tensor mask, Tensor source)
{
    const bool fits = is_on && (kind_of(self) & SUMMED) && is_dense(self) && dtype_number_of(mask) == aoti_torch_dtype_bool() &&
                      is_dense(mask) && is_dense(source) && dtype_number_of(self) == dtype_number_of(source);
    return choose_write(
        fits, [&] { return masked_scatter_(self, mask, source); }, masked_scatter_write, self, mask, source);
}

Tensor aten_index_fill_(Tensor self, int64_t dim, Tensor index, Tensor value)
{
    const bool fits =
        is_on && fits_index_fill(self, index) && value.dim() == 0 && is_dense(value) && dtype_number_of(self) == dtype_number_of(value);
    const auto strew = [&] {
        index_fill_(self, dim, index, value.const_data_ptr());
        return true;
    };
    return choose_write(fits, strew, index_fill_write, self, dim, index, value);
}

Tensor aten_gather(Tensor self, int64_t dim, Tensor index, bool sparse_grad)
{
    return choose(
        is_on && (kind_of(self) & SUMMED) && is_dense(self) && is_index(index), [&] { return gather(self, dim, index); },
        [&] { return gather_copy.call(self, dim, index, sparse_grad); });
}

Tensor aten_index_select(Tensor self, int64_t dim, Tensor index)
{
    return choose(
        is_on && (kind_of(self) & SUMMED) && is_dense(self) && is_index(index), [&] { return index_select(self, dim, index); },
        [&] { return index_select_copy.call(self, dim, index); });
}

/* PyTorch's kernel does not check the indices, so that an index out of bounds must not reach it. */
Tensor aten_embedding_dense_backward(Tensor grad, Tensor indices, int64_t n_weights, int64_t padding_idx, bool scales_by_frequency)
{
    if (is_on && fits_embedding(grad, indices)) {
        try {
            return embedding_dense_backward(grad, indices, n_weights, padding_idx, scales_by_frequency);
        } catch (const IndexOutOfBounds &) {
            throw;
        } catch (const std::exception &) {
        }
    }
    return embedding_copy.call(grad, indices, n_weights, padding_idx, scales_by_frequency);
}

Bags choose_bags(const Original &original, const Tensor &weight, const Tensor &indices, const Tensor &offsets, bool scales_by_frequency,
                 int64_t mode, bool is_sparse, const std::optional<Tensor> &factors, bool includes_end, int64_t padding)
{
    if (is_on) {
        try {
            if (fits_bags(weight, indices, offsets, scales_by_frequency, mode, is_sparse, factors, includes_end, padding)) {
                return embedding_bag(weight, indices, offsets, mode, factors, includes_end, padding);
            }
        } catch (const std::exception &) {
        }
    }
    return original.call_for_4(weight, indices, offsets, scales_by_frequency, mode, is_sparse, Original::Maybe(factors), includes_end,
                               padding);
}

Bags aten_embedding_bag(Tensor weight, Tensor indices, Tensor offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
                        std::optional<Tensor> factors, bool includes_end, int64_t padding)
{
    return choose_bags(bags_copy, weight, indices, offsets, scales_by_frequency, mode, is_sparse, factors, includes_end, padding);
}

Bags aten_embedding_bag_forward_only(Tensor weight, Tensor indices, Tensor offsets, bool scales_by_frequency, int64_t mode, bool is_sparse,
                                     std::optional<Tensor> factors, bool includes_end, int64_t padding)
{
    return choose_bags(bags_forward_copy, weight, indices, offsets, scales_by_frequency, mode, is_sparse, factors, includes_end, padding);
}

Tensor aten_embedding_bag_dense_backward(Tensor grad, Tensor indices, Tensor bags, Tensor sizes, Tensor maxima, int64_t n_weights,
                                         bool scales_by_frequency, int64_t mode, std::optional<Tensor> factors, int64_t padding)
{
    return choose(
        is_on && fits_gradient_of_bags(grad, indices, bags, scales_by_frequency, mode),
        [&] {
            if (mode == 2) return embedding_bag_max_backward(grad, sizes, maxima, n_weights);
            return embedding_bag_backward(grad, indices, bags, sizes, n_weights, mode, factors, padding);
        },
        [&] {
            return bags_gradient_copy.call(grad, indices, bags, sizes, maxima, n_weights, scales_by_frequency, mode,
                                           Original::Maybe(factors), padding);
        });
}

Tensor aten_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight, Tensor indices, Tensor offsets, Tensor bags, int64_t mode,
                                                      int64_t padding)
{
    return choose(
        is_on && mode == 0 && fits_factors_of_bags(grad, weight, indices, offsets),
        [&] { return embedding_bag_factors_backward(grad, weight, indices, offsets, padding); },
        [&] { return bags_factors_copy.call(grad, weight, indices, offsets, bags, mode, padding); });
}

} // namespace

std::string install()
{
    static StableLibrary *library; /* never deleted */
    std::string missing;
    for (const Named &named : originals) {
        if (named.original.is_missing()) missing += std::string(missing.empty() ? "" : ", ") + named.name;
    }
    if (!missing.empty() || library) return missing;
    library = new StableLibrary(StableLibrary::Kind::IMPL, "aten", "CPU", __FILE__, __LINE__);
    library->impl("scatter_add", TORCH_BOX(&aten_scatter_add));
    library->impl("scatter_add_", TORCH_BOX(&aten_scatter_add_));
    library->impl("scatter_reduce.two", TORCH_BOX(&aten_scatter_reduce_two));
    library->impl("scatter_reduce_.two", TORCH_BOX(&aten_scatter_reduce_two_));
    library->impl("index_reduce", TORCH_BOX(&aten_index_reduce));
    library->impl("index_reduce_", TORCH_BOX(&aten_index_reduce_));
    library->impl("index_copy", TORCH_BOX(&aten_index_copy));
    library->impl("index_copy_", TORCH_BOX(&aten_index_copy_));
    library->impl("gather", TORCH_BOX(&aten_gather));
    library->impl("index_select", TORCH_BOX(&aten_index_select));
    library->impl("embedding_dense_backward", TORCH_BOX(&aten_embedding_dense_backward));
    library->impl("scatter.src", TORCH_BOX(&aten_scatter));
    library->impl("scatter_.src", TORCH_BOX(&aten_scatter_));
    library->impl("scatter.reduce", TORCH_BOX(&aten_scatter_by));
    library->impl("scatter_.reduce", TORCH_BOX(&aten_scatter_by_));
    library->impl("take", TORCH_BOX(&aten_take));
    library->impl("put_", TORCH_BOX(&aten_put_));
    library->impl("masked_scatter_", TORCH_BOX(&aten_masked_scatter_));
    library->impl("index_fill_.int_Tensor", TORCH_BOX(&aten_index_fill_));
    library->impl("_embedding_bag", TORCH_BOX(&aten_embedding_bag));
    library->impl("_embedding_bag_forward_only", TORCH_BOX(&aten_embedding_bag_forward_only));
    library->impl("_embedding_bag_dense_backward", TORCH_BOX(&aten_embedding_bag_dense_backward));
    library->impl("_embedding_bag_per_sample_weights_backward", TORCH_BOX(&aten_embedding_bag_per_sample_weights_backward));
    return missing;
}

void route(bool on)
{
    is_on = on;
}

bool is_routed()
{
    return is_on;
}

bool fits_dense(const Tensor &tensor)
{
    return is_dense(tensor);
}

bool fits_index(const Tensor &index)
{
    return is_index(index);
}

bool fits_float(const Tensor &tensor)
{
    using Type = torch::headeronly::ScalarType;
    const Type type = tensor.scalar_type();
    return (type == Type::Float || type == Type::Double || type == Type::Half || type == Type::BFloat16) && is_dense(tensor);
}

bool fits_index_add(const Tensor &self, const Tensor &index, const Tensor &source, strew_reduction sum)
{
    return self.dim() == source.dim() && fits(self, index, source, sum, SUMMED);
}

bool fits_index_fill(const Tensor &self, const Tensor &index)
{
    return (kind_of(self) & SUMMED) && is_dense(self) && is_long(index) && index.dim() <= 1;
}

bool fits_scatter_value(const Tensor &self, const Tensor &index, strew_reduction reduction)
{
    return fits(self, index, self, reduction, SUMMED);
}

bool fits_index_put(const Tensor &self, const std::vector<std::optional<Tensor>> &indices, const Tensor &values)
{
    const auto is_taken = [](const std::optional<Tensor> &index) {
        if (!index) return true;
        const int32_t dtype = dtype_number_of(*index);
        return is_index(*index) || ((dtype == aoti_torch_dtype_bool() || dtype == aoti_torch_dtype_uint8()) && is_dense(*index));
    };
    return (kind_of(self) & SUMMED) && is_dense(self) && is_dense(values) && std::all_of(indices.begin(), indices.end(), is_taken);
}

} // namespace strew_torch
