/**
 * @file gradient.hpp
 * Gradients of scatters for C++17 and later: strew_gradient of strew/gradient.h with the errors and the workspaces of strew/strew.hpp.
 */
#ifndef STREW_GRADIENT_HPP
#define STREW_GRADIENT_HPP

#include <strew/gradient.h>
#include <strew/strew.hpp>

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden) /* as in strew.hpp */
#endif

namespace strew
{

/** The gradient of one operand of a call:
 *
 *     const strew::gradient of_table(call, STREW_GRADIENT_OF_UPDATES);
 *     of_table(output, buffers, strew::workspace(of_table));
 *
 * It points to the call, which lives as long. Tensors are made by strew::tensor, and `buffers` are strew_gradient_buffers. */
class gradient
{
  public:
    /** Nothing is planned yet: the runs say what is wrong with a call. */
    gradient(const strew_call &scatter, strew_gradient_of operand) noexcept : call(&scatter), of(operand) {}
    gradient(const strew_call &&, strew_gradient_of) = delete;

    /** strew_gradient_workspace_size, for strew::workspace. */
    std::size_t workspace_size(std::int32_t n_threads) const noexcept
    {
        return strew_gradient_workspace_size(call, of, n_threads);
    }

    /** The same for a part: part 0 does everything, on one thread. */
    std::size_t part_workspace_size(std::int32_t) const noexcept
    {
        return workspace_size(1);
    }

    /** strew_gradient. output is a dense view or container, of the shape and the type of the operand. */
    template <class Output>
    bool run(Output &&output, const strew_gradient_buffers &buffers, const strew_resources &resources, strew_fault &fault) const noexcept
    {
        const auto to = details::as_view(output);
        using element = std::remove_pointer_t<decltype(to.values)>;
        static_assert(!std::is_const_v<element>, "output is written to");
        return fits(tensor<element>(to.sizes), fault) && strew_gradient(to.values, call, of, &buffers, &resources, &fault) == STREW_OK;
    }

#if defined(__cpp_exceptions)
    /** The same; throws strew::error. */
    template <class Output>
    void operator()(Output &&output, const strew_gradient_buffers &buffers, const strew_resources &resources = no_resources) const
    {
        strew_fault fault;
        details::throw_unless(run(output, buffers, resources, fault), fault);
    }
#endif

  private:
    /* Whether output is as the operand is, which strew_gradient does not ask for. An operand that is none is its own to reject. */
    bool fits(const strew_tensor &output, strew_fault &fault) const noexcept
    {
        const strew_tensor &operand = of == STREW_GRADIENT_OF_UPDATES   ? call->updates
                                      : of == STREW_GRADIENT_OF_WEIGHTS ? call->weights
                                                                        : call->data;
        if (operand.dtype == strew_dtype()) return true;
        fault = {};
        fault.subject = "output";
        fault.status = STREW_STATUS_DTYPE_MISMATCH;
        fault.value = output.dtype;
        fault.high = operand.dtype;
        if (output.dtype != operand.dtype) return false;
        fault.status = STREW_STATUS_OUTPUT_SHAPE_MISMATCH;
        fault.dimension = -1; /* the rank */
        fault.value = output.rank;
        fault.high = operand.rank;
        if (output.rank != operand.rank) return false;
        for (std::int32_t d = 0; operand.shape != nullptr && d < output.rank; d++) {
            fault.dimension = d;
            fault.value = output.shape[d];
            fault.high = operand.shape[d];
            if (fault.value != fault.high) return false;
        }
        fault.status = STREW_STATUS_STRIDES_UNSUPPORTED;
        return output.strides == nullptr;
    }

    const strew_call *call;
    strew_gradient_of of;
};

} // namespace strew

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif /* STREW_GRADIENT_HPP */
