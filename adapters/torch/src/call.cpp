#include "call.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace strew_torch
{
namespace
{

strew_dtype dtype_of(const Tensor &tensor)
{
    using Type = torch::headeronly::ScalarType;
    const int32_t number = dtype_number_of(tensor);
    switch (static_cast<Type>(number)) {
    case Type::Float: return STREW_DTYPE_FLOAT32;
    case Type::Double: return STREW_DTYPE_FLOAT64;
    case Type::Half: return STREW_DTYPE_FLOAT16;
    case Type::BFloat16: return STREW_DTYPE_BFLOAT16;
    case Type::Char: return STREW_DTYPE_INT8;
    case Type::Short: return STREW_DTYPE_INT16;
    case Type::Int: return STREW_DTYPE_INT32;
    case Type::Long: return STREW_DTYPE_INT64;
    case Type::Byte: return STREW_DTYPE_UINT8;
    case Type::UInt16: return STREW_DTYPE_UINT16;
    case Type::UInt32: return STREW_DTYPE_UINT32;
    case Type::UInt64: return STREW_DTYPE_UINT64;
    case Type::Bool: return STREW_DTYPE_BOOL;
    case Type::ComplexFloat: return STREW_DTYPE_COMPLEX64;
    case Type::ComplexDouble: return STREW_DTYPE_COMPLEX128;
    case Type::Float8_e4m3fn: return STREW_DTYPE_FLOAT8E4M3FN;
    case Type::Float8_e5m2: return STREW_DTYPE_FLOAT8E5M2;
    /* Other types, such as complex32, have no arithmetic in strew, but can be moved. */
    default: return STREW_DTYPE_OPAQUE(static_cast<int>(aoti_torch_dtype_element_size(number)));
    }
}

View view_of(const Tensor &tensor, void *values)
{
    View view;
    const auto sizes = tensor.sizes(), strides = tensor.strides();
    if (sizes.size() > STREW_MAX_RANK) {
        throw std::runtime_error("strew takes tensors of at most " + std::to_string(STREW_MAX_RANK) + " dimensions, not " +
                                 std::to_string(sizes.size()));
    }
    view.dtype = dtype_of(tensor);
    view.rank = static_cast<int32_t>(sizes.size());
    view.values = values;
    std::copy(sizes.begin(), sizes.end(), view.shape.begin());
    std::copy(strides.begin(), strides.end(), view.strides.begin());
    return view;
}

/* PyTorch's own threads. at::parallel_for gives each of them a range of the tasks. */
struct Loop {
    strew_task *task;
    void *argument;
};

void run_range(int64_t begin, int64_t end, void *context)
{
    const Loop *loop = static_cast<const Loop *>(context);
    for (int64_t i = begin; i < end; i++) loop->task(loop->argument, static_cast<size_t>(i));
}

void parallel_for(void *, size_t n, strew_task *task, void *argument)
{
    Loop loop = {task, argument};
    /* If PyTorch could not start its threads, the tasks still have to run. */
    if (torch_parallel_for(0, static_cast<int64_t>(n), 1, run_range, &loop) != 0) run_range(0, static_cast<int64_t>(n), &loop);
}

strew_resources threads()
{
    strew_resources resources = STREW_RESOURCES_INIT;
    uint32_t n_threads = 1;
    if (torch_get_num_threads(&n_threads) == 0 && n_threads > 1) {
        resources.parallel_for = parallel_for;
        resources.n_threads = static_cast<int32_t>(n_threads);
        resources.wake_ns = 3000; /* the threads of OpenMP spin for a while after each loop */
    }
    return resources;
}

thread_local int64_t n_calls_of_thread;

void check(const strew_fault &fault)
{
    const strew_status status = fault.status;
    n_calls_of_thread += status == STREW_OK;
    if (status == STREW_OK) return;
    char sentence[STREW_MESSAGE_BYTES];
    strew_fault_describe(&fault, sentence, sizeof sentence);
    if (status == STREW_STATUS_INDEX_OUT_OF_BOUNDS) throw IndexOutOfBounds(sentence);
    if (status == STREW_STATUS_AXIS_OUT_OF_RANGE) throw std::out_of_range(sentence);
    throw std::runtime_error(sentence);
}

/* What PyTorch's caller may say where it has no meaning, strew rejects: so it is left out. */
strew_options options_of(const How &how, strew_dtype dtype)
{
    const bool is_half = dtype == STREW_DTYPE_FLOAT16 || dtype == STREW_DTYPE_BFLOAT16;
    strew_options options = STREW_OPTIONS_INIT;
    if (how.rounds_once && is_half) options.accumulate = STREW_DTYPE_FLOAT32;
    options.negative = how.negative;
    options.excludes_self = !how.includes_self && how.reduction != STREW_REDUCTION_NONE;
    options.has_ignore_index = how.has_ignore_index;
    options.ignore_index = how.has_ignore_index ? how.ignore_index : 0;
    options.nan = how.nan;
    options.alpha = how.alpha;
    options.arg_fill = how.arg_fill == -1 ? nullptr : &how.arg_fill;
    if (how.converts) options.overflow = STREW_OVERFLOW_SATURATES;
    return options;
}

/* Without the tensors that not every operator has. */
strew_call call_of(strew_operator op, const View &output, const View &data, int64_t axis)
{
    strew_call call = STREW_CALL_INIT;
    call.op = op;
    call.axis = axis;
    call.data = data.tensor();
    call.output = output.tensor();
    return call;
}

strew_call scatter_of(strew_operator op, const View &output, const View &data, const View &updates, int64_t axis, const How &how)
{
    strew_call call = call_of(op, output, data, axis);
    call.reduction = how.reduction;
    call.updates = updates.tensor();
    return call;
}

void ask_for_large_pages(void *values, size_t n_bytes)
{
#if defined(MADV_HUGEPAGE)
    constexpr uintptr_t LARGE_PAGE = 1 << 21; /* on x86-64 and most AArch64; elsewhere the kernel rounds as it needs */
    const uintptr_t address = reinterpret_cast<uintptr_t>(values);
    const uintptr_t begin = (address + LARGE_PAGE - 1) & ~(LARGE_PAGE - 1), end = (address + n_bytes) & ~(LARGE_PAGE - 1);
    if (begin < end) madvise(reinterpret_cast<void *>(begin), end - begin, MADV_HUGEPAGE);
#else
    (void)values, (void)n_bytes;
#endif
}

/* The memory of a call. A little stays with the thread: PyTorch's allocator takes longer than a short call. */
class Workspace
{
  public:
    explicit Workspace(size_t n_bytes) : n_bytes_(n_bytes)
    {
        alignas(64) static thread_local unsigned char of_thread[KEPT_BYTES];
        const int64_t shape = static_cast<int64_t>(n_bytes);
        if (n_bytes > KEPT_BYTES) tensor_ = dense(&shape, 1, aoti_torch_dtype_uint8());
        values_ = n_bytes == 0 ? nullptr : tensor_ ? tensor_->mutable_data_ptr() : of_thread;
        if (tensor_) ask_for_large_pages(values_, n_bytes);
    }
    void lend(strew_resources &resources) const
    {
        resources.workspace = values_;
        resources.workspace_bytes = n_bytes_;
    }

  private:
    static constexpr size_t KEPT_BYTES = 1 << 14;
    size_t n_bytes_;
    std::optional<Tensor> tensor_;
    void *values_;
};

/* The fault of a call whose updates, or whose output, have another dtype than data: PyTorch's operators reject them, so strew does not
 * convert. */
strew_fault mismatch_of(const strew_call &call)
{
    const bool has_updates = call.updates.dtype != 0;
    const strew_tensor &ordered = has_updates ? call.updates : call.output;
    strew_fault fault = {};
    if (ordered.dtype == call.data.dtype) return fault;
    fault.status = STREW_STATUS_DTYPE_MISMATCH;
    fault.subject = has_updates ? "updates" : "output";
    fault.value = ordered.dtype;
    fault.high = call.data.dtype;
    return fault;
}

strew_fault plan_call(strew_plan &plan, strew_call &call, const How &how, strew_options options)
{
    call.options = &options;
    strew_fault fault = {};
    if (!how.converts) fault = mismatch_of(call);
    if (fault.status == STREW_OK) strew_plan_call(&plan, &call, &fault);
    call.options = nullptr; /* the plan has what it needs of them */
    return fault;
}

strew_fault plan_call(strew_plan &plan, strew_call &call, const How &how)
{
    return plan_call(plan, call, how, options_of(how, call.data.dtype));
}

/* The tensors of a call say where they are, but for those of the components. */
strew_fault run_plan(const strew_plan &plan, const strew_call &call, void *output, const void *const *components)
{
    strew_fault fault;
    strew_resources resources = threads();
    const Workspace workspace(strew_plan_workspace_size(&plan, std::max(resources.n_threads, 1)));
    workspace.lend(resources);
    strew_buffers buffers = STREW_BUFFERS_INIT;
    buffers.output = output;
    buffers.data = call.data.values;
    buffers.indices = call.indices.values;
    buffers.updates = call.updates.values;
    buffers.components = components;
    buffers.mask = call.mask.values;
    buffers.offsets = call.offsets.values;
    buffers.scale = call.scale.values;
    buffers.update_indices = call.update_indices.values;
    buffers.weights = call.weights.values;
    buffers.arg = const_cast<void *>(call.arg.values);
    strew_run(&plan, &buffers, &resources, &fault);
    return fault;
}

strew_fault try_call(strew_call &call, const How &how, strew_options options, void *output, const void *const *components = nullptr)
{
    strew_plan plan;
    const strew_fault fault = plan_call(plan, call, how, options);
    return fault.status == STREW_OK ? run_plan(plan, call, output, components) : fault;
}

strew_fault try_call(strew_call &call, const How &how, void *output, const void *const *components = nullptr)
{
    return try_call(call, how, options_of(how, call.data.dtype), output, components);
}

/* Component tensors, as strew takes them. */
struct Components {
    std::vector<strew_tensor> tensors;
    std::vector<const void *> values;

    explicit Components(const std::vector<const View *> &of)
    {
        for (const View *component : of) {
            tensors.push_back(component->tensor());
            values.push_back(component->values);
        }
    }
    void lend(strew_call &call) const
    {
        call.components = tensors.data();
        call.n_components = static_cast<int32_t>(tensors.size());
    }
};

void scatter(strew_operator op, const View &output, const View &data, const View &indices, const View &updates, int64_t axis,
             const How &how, const View *arg = nullptr)
{
    strew_call call = scatter_of(op, output, data, updates, axis, how);
    call.indices = indices.tensor();
    if (arg != nullptr) call.arg = arg->tensor();
    check(try_call(call, how, output.values));
}

void gather(strew_operator op, const View &output, const View &data, const View &indices, int64_t axis, std::optional<int64_t> ignored,
            const void *fill = nullptr, strew_negative negative = STREW_NEGATIVE_OUT_OF_BOUNDS)
{
    strew_call call = call_of(op, output, data, axis);
    call.indices = indices.tensor();
    How how = {STREW_REDUCTION_NONE};
    how.negative = negative;
    how.has_ignore_index = ignored.has_value();
    how.ignore_index = ignored.value_or(0);
    strew_options options = options_of(how, data.dtype);
    options.fill = fill;
    check(try_call(call, how, options, output.values));
}

/* The call says with `options` what it has of its own. */
strew_call call_of(const View &output, const Entries &entries, const View &table, const How &how, const View *arg, strew_options &options)
{
    const bool has_offsets = entries.form != Form::INDEX;
    strew_call call = scatter_of(has_offsets ? STREW_OPERATOR_SEGMENT : STREW_OPERATOR_SCATTER_UPDATE, output, output, table, 0, how);
    options = options_of(how, output.dtype);
    if (has_offsets) {
        call.data.values = nullptr; /* segments do not begin with old elements */
        call.offsets = entries.rows.tensor();
        options.negative = STREW_NEGATIVE_WRAPS; /* there are no indices, for which another rule would be rejected */
        options.offsets_end = entries.form == Form::STARTS ? STREW_OFFSETS_END_IMPLIED : STREW_OFFSETS_END_GIVEN;
        options.excludes_self = 0;
    } else {
        call.indices = entries.rows.tensor();
        options.has_ignore_index = entries.ignored_row.has_value();
        options.ignore_index = entries.ignored_row.value_or(0);
    }
    if (entries.columns) {
        call.update_indices = entries.columns->tensor();
        options.update_negative = STREW_NEGATIVE_OUT_OF_BOUNDS;
        options.has_update_ignore_index = entries.ignored_column.has_value();
        options.update_ignore_index = entries.ignored_column.value_or(0);
    }
    if (entries.weights) call.weights = entries.weights->tensor();
    if (arg != nullptr) call.arg = arg->tensor();
    return call;
}

/* Whether it is asked if entries are in the order of their rows, as the tokens of a mixture of experts are: then wide rows are combined in
 * registers, in a third of the time. The answer is found in the first rows of most that are not. */
bool may_be_in_order(const strew_call &call, const strew_options &options)
{
    constexpr size_t MIN_ROW_BYTES = 512;
    size_t row_bytes = strew_dtype_size(call.data.dtype);
    for (int32_t d = 1; d < call.data.rank; d++) row_bytes *= static_cast<size_t>(call.data.shape[d]);
    return call.op == STREW_OPERATOR_SCATTER_UPDATE && call.update_indices.rank == 1 && call.arg.rank == 0 && !options.has_ignore_index &&
           row_bytes >= MIN_ROW_BYTES;
}

struct Name {
    const char *name;
    strew_reduction reduction;
};

const Name names[] = {
    {"sum", STREW_REDUCTION_ADD},  {"prod", STREW_REDUCTION_MUL},  {"mean", STREW_REDUCTION_MEAN}, {"amin", STREW_REDUCTION_MIN},
    {"amax", STREW_REDUCTION_MAX}, {"none", STREW_REDUCTION_NONE}, {"add", STREW_REDUCTION_ADD},   {"sub", STREW_REDUCTION_SUB},
    {"mul", STREW_REDUCTION_MUL},  {"min", STREW_REDUCTION_MIN},   {"max", STREW_REDUCTION_MAX},
};

} // namespace

void check_torch(AOTITorchError error)
{
    using torch::stable::detail::torch_shim_bc_const_char_ptr; /* for versions before 2.13 */
    if (error == TORCH_SUCCESS) return;
    const char *const sentence =
        TORCH_DYNAMIC_VERSION_CALL_2_13_0(torch_exception_get_what_without_backtrace, torch_shim_bc_const_char_ptr);
    throw std::runtime_error(sentence ? sentence : "a call of PyTorch failed");
}

View View::of_input(const Tensor &tensor)
{
    return view_of(tensor, const_cast<void *>(tensor.const_data_ptr()));
}

View View::of_output(const Tensor &tensor)
{
    return view_of(tensor, tensor.mutable_data_ptr());
}

View View::at_least_1d() const
{
    View view = *this;
    if (rank == 0) view.rank = 1, view.shape[0] = view.strides[0] = 1;
    return view;
}

bool View::is_empty() const
{
    return std::find(shape.begin(), shape.begin() + rank, 0) != shape.begin() + rank;
}

bool View::is_dense(size_t first) const
{
    int64_t stride = 1;
    for (size_t d = static_cast<size_t>(rank); d-- > first; stride *= shape[d]) {
        if (shape[d] != 1 && strides[d] != stride) return false;
    }
    return true;
}

int64_t n_calls()
{
    return n_calls_of_thread;
}

void count_call()
{
    n_calls_of_thread++;
}

strew_reduction reduction_of(const std::string &name)
{
    for (const Name &known : names) {
        if (name == known.name) return known.reduction;
    }
    throw std::runtime_error("reduce is \"" + name + "\"; strew has sum, prod, mean, amin, amax and none");
}

Form form_of(const std::string &name)
{
    if (name == "index") return Form::INDEX;
    if (name == "offsets") return Form::OFFSETS;
    if (name == "starts") return Form::STARTS;
    throw std::runtime_error("form is \"" + name + "\"; it is index, offsets or starts");
}

bool is_supported(const Tensor &tensor, strew_reduction reduction)
{
    return strew_reduction_is_supported(reduction, dtype_of(tensor)) != 0;
}

int32_t dtype_number_of(const Tensor &tensor)
{
    int32_t dtype;
    check_torch(aoti_torch_get_dtype(tensor.get(), &dtype));
    return dtype;
}

Tensor dense(const int64_t *shape, int64_t rank, int32_t dtype)
{
    std::array<int64_t, STREW_MAX_RANK> strides;
    int64_t stride = 1;
    for (int64_t d = rank - 1; d >= 0; d--) {
        strides[static_cast<size_t>(d)] = stride;
        stride *= std::max<int64_t>(shape[d], 1);
    }
    AtenTensorHandle handle;
    check_torch(aoti_torch_empty_strided(rank, shape, strides.data(), dtype, aoti_torch_device_type_cpu(), 0, &handle));
    return Tensor(handle);
}

Tensor dense_like(const Tensor &like)
{
    const auto sizes = like.sizes();
    return dense(sizes.data(), static_cast<int64_t>(sizes.size()), dtype_number_of(like));
}

void ask_for_large_pages(const Tensor &tensor)
{
    ask_for_large_pages(tensor.mutable_data_ptr(),
                        static_cast<size_t>(tensor.numel()) * aoti_torch_dtype_element_size(dtype_number_of(tensor)));
}

void scatter_elements(const View &output, const View &data, const View &indices, const View &updates, int64_t axis, const How &how,
                      const View *arg)
{
    strew_call call = scatter_of(STREW_OPERATOR_SCATTER_ELEMENTS, output, data, updates, axis, how);
    call.indices = indices.tensor();
    strew_options options = options_of(how, data.dtype);
    if (arg != nullptr) call.arg = arg->tensor(), options.arg_counts = STREW_ARG_COUNTS_AXIS;
    check(try_call(call, how, options, output.values));
}

void scatter_update(const View &output, const View &data, const View &indices, const View &updates, int64_t axis, const How &how,
                    const View *arg)
{
    scatter(STREW_OPERATOR_SCATTER_UPDATE, output, data, indices, updates, axis, how, arg);
}

void scatter_nd(const View &output, const View &data, const View &indices, const View &updates, const How &how)
{
    scatter(STREW_OPERATOR_SCATTER_ND, output, data, indices, updates, 0, how);
}

void combine_entries(const View &output, const Entries &entries, const View &table, const How &how, const View *arg)
{
    strew_options options;
    strew_call call = call_of(output, entries, table, how, arg, options);
    if (may_be_in_order(call, options)) {
        options.sorted = STREW_HINT_CHECKED;
        const strew_fault fault = try_call(call, how, options, output.values);
        if (fault.status != STREW_STATUS_NOT_SORTED) return check(fault);
        options.sorted = STREW_HINT_NONE;
    }
    check(try_call(call, how, options, output.values));
}

void gradient_of_entries(const View &output, strew_gradient_of of, const View &grad, const Entries &entries, const View &table,
                         const How &how, const View *arg)
{
    strew_options options;
    strew_call call = call_of(grad, entries, table, how, arg, options);
    call.options = &options;
    strew_gradient_buffers buffers = STREW_GRADIENT_BUFFERS_INIT;
    buffers.output_gradient = grad.values;
    buffers.indices = call.indices.values;
    buffers.offsets = call.offsets.values;
    buffers.update_indices = call.update_indices.values;
    buffers.updates = of == STREW_GRADIENT_OF_WEIGHTS ? table.values : nullptr;
    buffers.weights = of == STREW_GRADIENT_OF_UPDATES ? call.weights.values : nullptr;
    buffers.arg = arg == nullptr ? nullptr : arg->values;
    strew_fault fault;
    strew_resources resources = threads();
    const Workspace workspace(strew_gradient_workspace_size(&call, of, std::max(resources.n_threads, 1)));
    workspace.lend(resources);
    strew_gradient(output.values, &call, of, &buffers, &resources, &fault);
    check(fault);
}

bool try_scatter_nd(const View &output, const View &data, const std::vector<const View *> &components, const View &updates, const How &how)
{
    const Components tuples(components);
    strew_call call = scatter_of(STREW_OPERATOR_SCATTER_ND, output, data, updates, 0, how);
    tuples.lend(call);
    const strew_fault fault = try_call(call, how, output.values, tuples.values.data());
    if (fault.status == STREW_STATUS_STRIDES_TOO_MANY || fault.status == STREW_STATUS_OUTPUT_OVERLAP) return false;
    check(fault);
    return true;
}

void store_rows(const std::vector<Rows> &all, const std::vector<const View *> &indices, const How &how)
{
    const bool has_components = indices.size() > 1;
    const Components tuples(indices);
    std::vector<strew_call> calls;
    std::vector<strew_plan> plans(all.size());
    for (const Rows &rows : all) {
        strew_call call = scatter_of(has_components ? STREW_OPERATOR_SCATTER_ND : STREW_OPERATOR_SCATTER_UPDATE, rows.output, rows.output,
                                     rows.updates, 0, how);
        if (has_components) {
            tuples.lend(call);
        } else {
            call.indices = tuples.tensors[0];
        }
        if (rows.scale) call.scale = rows.scale->tensor();
        const strew_fault fault = plan_call(plans[calls.size()], call, how);
        if (fault.status != STREW_OK) check(fault);
        calls.push_back(call);
    }
    for (size_t i = 0; i < calls.size(); i++) {
        check(run_plan(plans[i], calls[i], all[i].output.values, has_components ? tuples.values.data() : nullptr));
    }
}

void put(const View &output, const View &indices, const View &updates, const How &how)
{
    scatter(STREW_OPERATOR_PUT, output, output, indices, updates, 0, how);
}

void take(const View &output, const View &data, const View &indices)
{
    gather(STREW_OPERATOR_TAKE, output, data, indices, 0, std::nullopt, nullptr, STREW_NEGATIVE_WRAPS);
}

void masked_scatter(const View &output, const View &mask, const View &updates)
{
    strew_call call = scatter_of(STREW_OPERATOR_MASKED_SCATTER, output, output, updates, 0, {STREW_REDUCTION_NONE});
    call.mask = mask.tensor();
    How how = {STREW_REDUCTION_NONE};
    how.negative = STREW_NEGATIVE_WRAPS; /* there are no indices, for which another rule would be rejected */
    check(try_call(call, how, output.values));
}

void softmax(const View &output, const View &rows, const View &indices, Form form, int64_t n_segments, strew_softmax_function function)
{
    strew_softmax call = STREW_SOFTMAX_INIT;
    call.function = function;
    call.updates = rows.tensor();
    if (form == Form::INDEX) {
        call.n_segments = n_segments;
        call.indices = indices.tensor();
    } else {
        call.offsets = indices.tensor();
        call.end_is_implied = form == Form::STARTS;
    }
    strew_fault fault;
    strew_resources resources = threads();
    const Workspace workspace(strew_segment_softmax_workspace_size(&call, std::max(resources.n_threads, 1)));
    workspace.lend(resources);
    strew_segment_softmax(output.values, &call, &resources, &fault);
    check(fault);
}

void gather_elements(const View &output, const View &data, const View &indices, int64_t axis, std::optional<int64_t> ignored)
{
    gather(STREW_OPERATOR_GATHER_ELEMENTS, output, data, indices, axis, ignored);
}

void gather(const View &output, const View &data, const View &indices, int64_t axis, std::optional<int64_t> ignored, const void *fill)
{
    gather(STREW_OPERATOR_GATHER, output, data, indices, axis, ignored, fill);
}

} // namespace strew_torch
