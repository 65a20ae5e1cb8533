/* cmocka, with the headers that it requires, and what every test file needs. */
#ifndef STREW_TESTS_TESTING_H
#define STREW_TESTS_TESTING_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))

#endif
