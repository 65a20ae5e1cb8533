/* The main() of tests that need nothing set up. It has arguments, as those of programs do: in WebAssembly a main() without them is another
 * function, and a program that has arguments would get both. */
#include "testing.h"

int main(int n_arguments, char **arguments)
{
    (void)n_arguments, (void)arguments;
    return run_all_tests(NULL, NULL);
}
