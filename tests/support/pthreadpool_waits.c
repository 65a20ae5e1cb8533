/* ThreadSanitizer does not see how a pthreadpool waits, whose library is not compiled for it. Linked with
 * --wrap=pthreadpool_parallelize_1d, a call says what the pool promises: that all tasks come after it, and its return after all tasks. Of
 * two tasks it says nothing. */
#include <pthreadpool.h>

#include <sanitizer/tsan_interface.h>

void __real_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags);
void __wrap_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags);

typedef struct told {
    pthreadpool_task_1d_t task;
    void *argument;
    char begun, ended; /* only their addresses count */
} told;

static void do_told(void *argument, size_t i)
{
    told *const told = argument;

    __tsan_acquire(&told->begun);
    told->task(told->argument, i);
    __tsan_release(&told->ended);
}

void __wrap_pthreadpool_parallelize_1d(pthreadpool_t pool, pthreadpool_task_1d_t task, void *argument, size_t n, uint32_t flags)
{
    told told = {task, argument, 0, 0};

    __tsan_release(&told.begun);
    __real_pthreadpool_parallelize_1d(pool, do_told, &told, n, flags);
    __tsan_acquire(&told.ended);
}
