/* ThreadSanitizer does not see how a pthreadpool waits, because that library is not compiled for it. Linked with
 * --wrap=pthreadpool_parallelize_1d, a call reports the order that the pool guarantees: all tasks run after the call begins, and it returns
 * after all tasks. It reports no order between two tasks. */
#include <pthreadpool.h>

#include <sanitizer/tsan_interface.h>

void __real_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags);
void __wrap_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags);

typedef struct reported {
    pthreadpool_task_1d_t task;
    void *argument;
    char begun, ended; /* only their addresses matter */
} reported;

static void run_reported(void *argument, size_t i)
{
    reported *const reported = argument;

    __tsan_acquire(&reported->begun);
    reported->task(reported->argument, i);
    __tsan_release(&reported->ended);
}

void __wrap_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags)
{
    reported reported = {task, argument, 0, 0};

    __tsan_release(&reported.begun);
    __real_pthreadpool_parallelize_1d(pool, run_reported, &reported, n, flags);
    __tsan_acquire(&reported.ended);
}
