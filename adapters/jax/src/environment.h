/**
 * @file environment.h
 * C's default floating-point environment. XLA's threads flush subnormal numbers to zero, which strew must not.
 */
#ifndef STREW_JAX_ENVIRONMENT_H
#define STREW_JAX_ENVIRONMENT_H

#if defined(__SSE2__)
#include <xmmintrin.h>

typedef unsigned strew_jax_environment;

/* The functions of fenv.h also save and set the x87 unit, which takes 200 ns. */
static inline strew_jax_environment strew_jax_enter_default(void)
{
    enum { DEFAULT = 0x1f80 }; /* all exceptions masked, none raised; round to nearest; subnormal numbers are kept */
    const unsigned environment = _mm_getcsr();
    _mm_setcsr(DEFAULT);
    return environment;
}

static inline void strew_jax_leave_default(const strew_jax_environment *environment)
{
    _mm_setcsr(*environment);
}

#else
#include <fenv.h>

typedef fenv_t strew_jax_environment;

static inline strew_jax_environment strew_jax_enter_default(void)
{
    fenv_t environment;
    fegetenv(&environment);
    fesetenv(FE_DFL_ENV);
    return environment;
}

static inline void strew_jax_leave_default(const strew_jax_environment *environment)
{
    fesetenv(environment);
}
#endif

#endif /* STREW_JAX_ENVIRONMENT_H */
