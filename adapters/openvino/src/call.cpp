#include "call.h"

#include <algorithm>
#include <limits>
#include <memory>

#include <openvino/core/except.hpp>
#include <strew/onetbb.h>

namespace strew_openvino
{
namespace
{

enum { DATA, INDICES, UPDATES, N_INPUTS };

[[noreturn]] void fail(const std::string &sentence)
{
    ov::Exception::create("strew", 0, sentence);
}

void check(strew_status status, const strew_fault &fault)
{
    if (status == STREW_OK) return;
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(&fault, sentence, sizeof sentence);
    fail(sentence);
}

strew_dtype dtype_of(const ov::element::Type &type, bool is_boolean)
{
    if (is_boolean && type.size() == 1) return STREW_DTYPE_BOOL;
    switch (ov::element::Type_t(type)) {
    case ov::element::Type_t::f32: return STREW_DTYPE_FLOAT32;
    case ov::element::Type_t::f64: return STREW_DTYPE_FLOAT64;
    case ov::element::Type_t::f16: return STREW_DTYPE_FLOAT16;
    case ov::element::Type_t::bf16: return STREW_DTYPE_BFLOAT16;
    case ov::element::Type_t::i8: return STREW_DTYPE_INT8;
    case ov::element::Type_t::i16: return STREW_DTYPE_INT16;
    case ov::element::Type_t::i32: return STREW_DTYPE_INT32;
    case ov::element::Type_t::i64: return STREW_DTYPE_INT64;
    case ov::element::Type_t::u8: return STREW_DTYPE_UINT8;
    case ov::element::Type_t::u16: return STREW_DTYPE_UINT16;
    case ov::element::Type_t::u32: return STREW_DTYPE_UINT32;
    case ov::element::Type_t::u64: return STREW_DTYPE_UINT64;
    case ov::element::Type_t::boolean: return STREW_DTYPE_BOOL;
    case ov::element::Type_t::f8e4m3: return STREW_DTYPE_FLOAT8E4M3FN;
    case ov::element::Type_t::f8e5m2: return STREW_DTYPE_FLOAT8E5M2;
    default: fail("strew has no type " + type.get_type_name());
    }
}

/* A tensor as strew wants it. */
struct View {
    strew_dtype dtype;
    int32_t rank;
    bool is_dense;
    const void *values;
    std::array<int64_t, STREW_MAX_RANK> shape, strides;

    View() = default;

    /* Bytes of a carried type have one more dimension. */
    View(const ov::element::Type &found, const ov::Shape &sizes, const Operation &operation, bool has_values)
    {
        const bool is_carried = has_values && operation.carried != ov::element::dynamic && operation.carried != found;
        const size_t n = sizes.size() - is_carried;
        if (n > STREW_MAX_RANK) fail("strew takes tensors of at most " + std::to_string(STREW_MAX_RANK) + " dimensions");
        dtype = dtype_of(is_carried ? operation.carried : found, has_values && operation.is_boolean);
        rank = static_cast<int32_t>(n);
        is_dense = true;
        values = nullptr;
        std::copy(sizes.begin(), sizes.begin() + rank, shape.begin());
    }

    View(const ov::Tensor &tensor, const Operation &operation, bool has_values)
        : View(tensor.get_element_type(), tensor.get_shape(), operation, has_values)
    {
        values = tensor.data();
        is_dense = tensor.is_continuous();
        if (is_dense) return;
        const ov::Strides bytes = tensor.get_strides();
        const size_t element_bytes = strew_dtype_size(dtype);
        std::transform(bytes.begin(), bytes.begin() + rank, strides.begin(),
                       [=](size_t stride) { return static_cast<int64_t>(stride / element_bytes); });
    }

    strew_tensor tensor() const
    {
        return {dtype, rank, shape.data(), values, is_dense ? nullptr : strides.data()};
    }

    bool has_shape_of(const View &other) const
    {
        return dtype == other.dtype && rank == other.rank && is_dense == other.is_dense &&
               std::equal(shape.begin(), shape.begin() + rank, other.shape.begin());
    }
};

using Views = std::array<View, N_INPUTS>;

/* Indices that 32 bits do not hold become others, which must not be in bounds. The shapes fit each other. */
void check_reach(const Operation &operation, const View &data, const View &indices)
{
    const int64_t reach = std::numeric_limits<int32_t>::max();
    const bool has_indices = std::count(indices.shape.begin(), indices.shape.begin() + indices.rank, 0) == 0;
    if (!operation.has_narrowed_indices || !has_indices) return;
    const bool has_tuples = operation.kind == STREW_OPERATOR_SCATTER_ND || operation.kind == STREW_OPERATOR_GATHER_ND;
    const auto n_dimensions = static_cast<size_t>(data.rank);
    const size_t axis = static_cast<size_t>(operation.axis < 0 ? operation.axis + data.rank : operation.axis);
    const size_t begin = has_tuples ? static_cast<size_t>(operation.batch_dims) : axis;
    const size_t n = has_tuples ? static_cast<size_t>(indices.shape[static_cast<size_t>(indices.rank) - 1]) : 1;
    for (size_t d = begin; d < std::min(begin + n, n_dimensions); d++) {
        if (data.shape[d] > reach)
            fail("data dimension " + std::to_string(d) + " is " + std::to_string(data.shape[d]) +
                 "; indices in OpenVINO's CPU plugin have 32 bits, for at most " + std::to_string(reach));
    }
}

/* OpenVINO's CPU plugin computes what it adds of float16 in float32, and rounds once. Of bfloat16 it does so where the CPU has no AVX-512,
 * and otherwise rounds after every update, and not to the nearest number; here every CPU gives the same. */
strew_dtype accumulation_of(strew_dtype dtype)
{
    return dtype == STREW_DTYPE_FLOAT16 || dtype == STREW_DTYPE_BFLOAT16 ? STREW_DTYPE_FLOAT32 : strew_dtype{};
}

/* Whether a run keeps a record of what it touched. */
bool has_record(const Operation &operation, strew_dtype dtype)
{
    const bool adds = operation.reduction == STREW_REDUCTION_ADD || operation.reduction == STREW_REDUCTION_SUB ||
                      operation.reduction == STREW_REDUCTION_MUL;
    return operation.reduction == STREW_REDUCTION_MEAN || operation.excludes_self || (adds && accumulation_of(dtype) != strew_dtype{});
}

/* `output` is needed only if it is not dense. `fills`: a Gather gives zeros for indices that are out of bounds. */
void make_plan(strew_plan *plan, const Operation &operation, const Views &views, const View *output, bool fills)
{
    strew_options options = STREW_OPTIONS_INIT;
    options.excludes_self = operation.excludes_self;
    if (!is_gather(operation.kind)) options.accumulate = accumulation_of(views[DATA].dtype);
    /* Updates of one element may have any rank in OpenVINO. */
    if (operation.kind == STREW_OPERATOR_SCATTER_ND) options.profile = STREW_PROFILE_OPENVINO_SCATTERNDUPDATE_15;
    if (fills) options.profile = STREW_PROFILE_OPENVINO_GATHER_8;
    strew_call call = STREW_CALL_INIT;
    call.op = operation.kind;
    call.reduction = operation.reduction;
    call.axis = operation.axis;
    call.batch_dims = operation.batch_dims;
    call.options = &options;
    call.data = views[DATA].tensor();
    call.indices = views[INDICES].tensor();
    if (!is_gather(operation.kind)) call.updates = views[UPDATES].tensor();
    if (output && !output->is_dense) call.output = output->tensor();
    strew_fault fault = {};
    if (call.updates.dtype != 0 && call.updates.dtype != call.data.dtype) { /* OpenVINO's operators have one type: strew does not convert */
        fault.status = STREW_STATUS_DTYPE_MISMATCH;
        fault.subject = "updates";
        fault.value = call.updates.dtype;
        fault.high = call.data.dtype;
        check(fault.status, fault);
    }
    check(strew_plan_call(plan, &call, &fault), fault);
    check_reach(operation, views[DATA], views[INDICES]);
}

/* The calling thread is one of the node's stream, whose arena strew uses. */
strew_resources threads()
{
    strew_resources resources = STREW_RESOURCES_INIT;
    if (tbb::this_task_arena::max_concurrency() > 1) resources = strew_onetbb_resources(nullptr);
    return resources;
}

/* False if a Gather has indices that are out of bounds: it has written nothing, and must run again with a plan that fills. */
bool run_plan(const strew_plan &plan, const Operation &operation, void *output, const Views &views, const void *prepared)
{
    strew_resources resources = threads();
    strew_buffers buffers = STREW_BUFFERS_INIT;
    buffers.output = output;
    buffers.data = views[DATA].values;
    buffers.indices = prepared ? nullptr : views[INDICES].values;
    buffers.prepared = prepared;
    std::unique_ptr<unsigned char[]> workspace;
    if (!is_gather(operation.kind)) {
        buffers.updates = views[UPDATES].values;
        if (!prepared || has_record(operation, views[DATA].dtype)) {
            resources.workspace_bytes = strew_plan_workspace_size(&plan, std::max(resources.n_threads, 1));
            workspace.reset(resources.workspace_bytes ? new unsigned char[resources.workspace_bytes] : nullptr);
            resources.workspace = workspace.get();
        }
    }
    strew_fault fault;
    const strew_status status = strew_run(&plan, &buffers, &resources, &fault);
    if (status == STREW_STATUS_INDEX_OUT_OF_BOUNDS && operation.kind == STREW_OPERATOR_GATHER) return false;
    check(status, fault);
    return true;
}

void fill(const Operation &operation, const View &output, const Views &views)
{
    strew_plan plan;
    make_plan(&plan, operation, views, &output, true);
    run_plan(plan, operation, const_cast<void *>(output.values), views, nullptr);
}

} // namespace

struct Caller::Kept {
    Views views;
    int64_t axis;
    strew_plan plan;
    const void *indices = nullptr; /* those that are prepared */
    std::unique_ptr<unsigned char[]> prepared;

    bool is_of(const Operation &operation, const Views &now) const
    {
        return operation.axis == axis && now[DATA].has_shape_of(views[DATA]) && now[INDICES].has_shape_of(views[INDICES]) &&
               (is_gather(operation.kind) || now[UPDATES].has_shape_of(views[UPDATES]));
    }
};

void check(const Operation &operation, const ov::element::TypeVector &types, const std::vector<ov::Shape> &shapes)
{
    Views views;
    for (size_t i = 0; i < types.size(); i++) views[i] = View(types[i], shapes[i], operation, i != INDICES);
    strew_plan plan;
    make_plan(&plan, operation, views, nullptr, false);
}

Caller::~Caller()
{
    for (const auto &place : kept) delete place.load();
}

void Caller::run(const Operation &operation, ov::Tensor &output, const ov::TensorVector &inputs, bool has_constant_indices)
{
    Views views;
    for (size_t i = 0; i < n_tensors(operation.kind); i++) views[i] = View(inputs[i], operation, i != INDICES);
    const View output_view(output, operation, true);
    for (const auto &place : kept) {
        const Kept *known = output_view.is_dense ? place.load(std::memory_order_acquire) : nullptr;
        if (!known) break;
        if (!known->is_of(operation, views)) continue;
        const bool is_prepared = has_constant_indices && known->indices == views[INDICES].values;
        const void *prepared = is_prepared ? known->prepared.get() : nullptr;
        if (!run_plan(known->plan, operation, output.data(), views, prepared)) fill(operation, output_view, views);
        return;
    }
    auto fresh = std::make_unique<Kept>();
    fresh->views = views;
    fresh->axis = operation.axis;
    make_plan(&fresh->plan, operation, views, &output_view, false);
    if (!run_plan(fresh->plan, operation, output.data(), views, nullptr)) return fill(operation, output_view, views);
    const auto is_dense = [](const View &view) { return view.is_dense; };
    if (kept.back().load(std::memory_order_relaxed) || !output_view.is_dense) return;
    if (!std::all_of(views.begin(), views.begin() + n_tensors(operation.kind), is_dense)) return;
    if (has_constant_indices) {
        const size_t bytes = strew_plan_prepared_size(&fresh->plan);
        fresh->prepared.reset(bytes ? new unsigned char[bytes] : nullptr);
        strew_buffers buffers = STREW_BUFFERS_INIT;
        buffers.indices = views[INDICES].values;
        if (bytes && strew_prepare(&fresh->plan, &buffers, fresh->prepared.get(), bytes, nullptr) == STREW_OK)
            fresh->indices = views[INDICES].values;
    }
    for (auto &place : kept) {
        const Kept *known = nullptr;
        if (place.compare_exchange_strong(known, fresh.get())) {
            fresh.release();
            return;
        }
        if (known->is_of(operation, views)) return; /* another thread was faster */
    }
}

} // namespace strew_openvino
