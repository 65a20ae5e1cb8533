/* What check.sh must find in a library: one defect a definition. */
#include <stddef.h>

#if defined(STREW_BREAK_names)
int stranger(void);
int stranger(void)
{
    return 1;
}
#elif defined(STREW_BREAK_needs)
#include <stdio.h>
void strew_stranger(void);
void strew_stranger(void)
{
    puts("strew has something to say");
}
#elif defined(STREW_BREAK_globals)
int *strew_stranger(void);
int *strew_stranger(void)
{
    static int stranger;
    return &stranger;
}
#elif defined(STREW_BREAK_constructors)
__attribute__((constructor)) static void stranger(void)
{
    __asm__ volatile("");
}
#elif defined(STREW_BREAK_same)
const char *strew_stranger(void);
const char *strew_stranger(void)
{
    return __FILE__;
}
#endif
