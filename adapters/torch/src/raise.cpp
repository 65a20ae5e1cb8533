/* The stable ABI has no way to raise an IndexError. PyTorch makes one of c10::IndexError wherever it is thrown, and of std::out_of_range
 * only in calls through torch.ops. So c10::IndexError is made from what libc10.so exports, whose layout and size stay unknown here: its
 * constructor fills memory that is surely large enough. Where a symbol is missing, std::out_of_range has to do. */
#include "call.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <cstring>
#include <stdexcept>
#include <typeinfo>

namespace strew_torch
{
namespace
{

struct SourceLocation { /* c10's: it is passed by value */
    const char *function;
    const char *file;
    uint32_t line;
};

using Constructor = void(void *self, SourceLocation where, std::string sentence);
using Destructor = void(void *);

/* dlsym also searches the libraries that libtorch_cpu.so needs. */
void *symbol(const char *name)
{
    static void *const library = dlopen("libtorch_cpu.so", RTLD_LAZY | RTLD_NOLOAD);
    return library ? dlsym(library, name) : nullptr;
}

const size_t MAX_BYTES = 1024; /* c10::IndexError has about 200 */

} // namespace

void raise_index_error(const std::string &sentence)
{
    Constructor *const construct =
        reinterpret_cast<Constructor *>(symbol("_ZN3c105ErrorC1ENS_14SourceLocationENSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE"));
    void **const table = static_cast<void **>(symbol("_ZTVN3c1010IndexErrorE"));
    std::type_info *const type = static_cast<std::type_info *>(symbol("_ZTIN3c1010IndexErrorE"));
    if (!construct || !table || !type) throw std::out_of_range(sentence);
    void **const methods = table + 2; /* after the offset to the top and the type; the first one is the destructor */
    void *const error = abi::__cxa_allocate_exception(MAX_BYTES);
    construct(error, SourceLocation{__func__, __FILE__, __LINE__}, sentence);
    std::memcpy(error, &methods, sizeof methods);
    abi::__cxa_throw(error, type, reinterpret_cast<Destructor *>(methods[0]));
}

} // namespace strew_torch
