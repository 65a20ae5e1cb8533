/* A program of WASI cannot jump back. cmocka leaves a test that way when the test fails or is skipped: here that ends the program, and with
 * CMOCKA_TEST_ABORT=1 cmocka says before what failed. */
#ifndef STREW_TESTS_WASM_SETJMP_H
#define STREW_TESTS_WASM_SETJMP_H

#include <stdint.h>
#include <stdlib.h>

#define _UINTPTR_T_DEFINED /* or cmocka's header, which every user includes this one before, would do so in its own way */

typedef int jmp_buf[1];
#define setjmp(place) ((void)(place), 0)
#define longjmp(place, value) ((void)(place), (void)(value), exit(1))

#endif
