/* The header of an adapter compiles alone and before anything else, as C11. */
#include STREW_ADAPTER_HEADER

#include STREW_ADAPTER_HEADER /* and twice */

strew_parallel_for *strew_adapter_as_c(void);
strew_parallel_for *strew_adapter_as_c(void)
{
    return STREW_ADAPTER_FOR;
}
