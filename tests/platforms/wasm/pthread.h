/* The threads that tests start, where there is only one: each runs when it is created, to its end. */
#ifndef STREW_TESTS_WASM_PTHREAD_H
#define STREW_TESTS_WASM_PTHREAD_H

typedef int pthread_t;

static inline int pthread_create(pthread_t *thread, const void *attributes, void *(*run)(void *argument), void *argument)
{
    (void)attributes;
    *thread = 0;
    run(argument);
    return 0;
}

static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return 0;
}

#endif
