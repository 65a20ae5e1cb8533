#include "raise.h"

#include <stdexcept>

void strew_ort_raise(const char *sentence)
{
    throw std::runtime_error(sentence);
}
