/* PyTorch's own kernels for the CPU, at::cpu::NAME, for what `patch` leaves to them, and what autograd needs. The stable ABI reaches an
 * operator only through the dispatcher, which would come back here, and turns every exception into a RuntimeError. So they are found by
 * their mangled names, and called as C++ calls them: a Tensor of PyTorch is what the handle of the stable ABI points to, and only its
 * address is used here. */
#ifndef STREW_TORCH_ORIGINAL_H
#define STREW_TORCH_ORIGINAL_H

#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>

#include "call.h"

namespace strew_torch
{

class Original
{
  public:
    /* An optional Tensor of PyTorch in memory of the caller, which owns nothing. */
    struct Maybe {
        void *pointer = nullptr;
        bool has_value = false;

        explicit Maybe(const std::optional<Tensor> &tensor)
        {
            if (tensor) std::memcpy(&pointer, tensor->get(), sizeof pointer), has_value = true;
        }
    };

    /* A mangled name; also of a function of a library that libtorch_cpu needs. */
    explicit Original(const char *name);

    bool is_missing() const
    {
        return function_ == nullptr;
    }

    /* Of a function that takes and returns pointers and numbers. */
    template <class Returns, class... Arguments> Returns as_is(Arguments... arguments) const
    {
        return reinterpret_cast<Returns (*)(Arguments...)>(function_)(arguments...);
    }

    /* Of a function that returns a new tensor. It may throw whatever PyTorch's kernel throws. */
    template <class... Arguments> Tensor call(const Arguments &...arguments) const
    {
        Tensor result; /* PyTorch's undefined one, which owns nothing, until the new one is written over it */
        using Function = Returned (*)(decltype(passed(arguments))...);
        /* A function that throws may have written here before. */
        alignas(Returned) unsigned char returned[sizeof(Returned)];
        new (returned) Returned(reinterpret_cast<Function>(function_)(passed(arguments)...));
        std::memcpy(result.get(), returned, sizeof returned);
        return result;
    }

    /* Of a function that returns four new tensors in a tuple, which the library of GCC stores from the last to the first. */
    template <class... Arguments> std::tuple<Tensor, Tensor, Tensor, Tensor> call_for_4(const Arguments &...arguments) const
    {
        std::tuple<Tensor, Tensor, Tensor, Tensor> result;
        using Function = Four (*)(decltype(passed(arguments))...);
        alignas(Four) unsigned char returned[sizeof(Four)];
        new (returned) Four(reinterpret_cast<Function>(function_)(passed(arguments)...));
        const size_t bytes = sizeof(void *);
        std::memcpy(std::get<0>(result).get(), returned + 3 * bytes, bytes);
        std::memcpy(std::get<1>(result).get(), returned + 2 * bytes, bytes);
        std::memcpy(std::get<2>(result).get(), returned + bytes, bytes);
        std::memcpy(std::get<3>(result).get(), returned, bytes);
        return result;
    }

    /* Of a function that writes to its first argument and returns a reference to it. */
    template <class... Arguments> void write(const Arguments &...arguments) const
    {
        using Function = void *(*)(decltype(passed(arguments))...);
        reinterpret_cast<Function>(function_)(passed(arguments)...);
    }

  private:
    /* As large as a Tensor of PyTorch, and like it returned in memory of the caller because it has a destructor. */
    struct Returned {
        void *pointer;
        Returned(const Returned &);
        ~Returned();
    };
    struct Four {
        void *pointers[4];
        Four(const Four &);
        ~Four();
    };

    static void *passed(const Tensor &tensor)
    {
        return tensor.get();
    }
    static int64_t passed(int64_t number)
    {
        return number;
    }
    static bool passed(bool truth)
    {
        return truth;
    }
    static const void *passed(const Maybe &maybe)
    {
        return &maybe;
    }
    static std::string_view passed(const std::string &text)
    {
        return text;
    }

    void *function_;
};

} // namespace strew_torch

#endif
