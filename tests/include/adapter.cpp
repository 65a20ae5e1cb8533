// The header of an adapter compiles alone and before anything else, as C++11.
#include STREW_ADAPTER_HEADER

#include STREW_ADAPTER_HEADER // and twice

strew_parallel_for *strew_adapter_as_cxx()
{
    return STREW_ADAPTER_FOR;
}
