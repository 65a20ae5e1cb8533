/* The main() of tests that need nothing set up. */
#include "testing.h"

int main(void)
{
    return run_all_tests(NULL, NULL);
}
