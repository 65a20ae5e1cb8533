/**
 * @file std_thread.h
 * strew on threads of the C++ standard library, for programs that have no thread pool. For C++11 and later.
 *
 * The pool keeps its threads: to start one costs more than most runs of strew take. The parallel algorithms of C++17 are no pool to adapt:
 * a program cannot say how many threads they use, and many standard libraries need oneTBB for them.
 */
#ifndef STREW_STD_THREAD_H
#define STREW_STD_THREAD_H

#ifndef __cplusplus
#error "<strew/std_thread.h> is for C++"
#endif

#include <condition_variable>
#include <mutex>
#include <thread>
#include <vector>

#include <strew/strew.h>

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(hidden) /* the library that strew is a part of exports nothing of it */
#endif

/** A pool of std::threads. Any threads may use it at once, its own tasks too. */
class strew_std_thread_pool
{
  public:
    /** Starts n_threads - 1 threads, because the thread that calls parallel_for works too. Throws what std::thread throws. */
    explicit strew_std_thread_pool(int32_t n_threads = static_cast<int32_t>(std::thread::hardware_concurrency()))
        : strew_std_thread_pool(no_workers{}) // from here on the destructor ends what has been started, also after an exception
    {
        workers.reserve(n_threads > 1 ? static_cast<size_t>(n_threads) - 1 : 0);
        for (int32_t i = 1; i < n_threads; i++) workers.emplace_back(begin, static_cast<void *>(this));
    }

    /** Ends the threads. No call of parallel_for may be under way. */
    ~strew_std_thread_pool()
    {
        {
            const std::lock_guard<std::mutex> lock(mutex);
            is_closing = true;
        }
        work_began.notify_all();
        for (std::thread &worker : workers) worker.join();
    }

    strew_std_thread_pool(const strew_std_thread_pool &) = delete;            /**< Threads are not copied. */
    strew_std_thread_pool &operator=(const strew_std_thread_pool &) = delete; /**< Threads are not copied. */

    /** How many tasks can run at once: on the threads of the pool and on the one that calls parallel_for. */
    int32_t n_threads() const
    {
        return static_cast<int32_t>(workers.size()) + 1;
    }

    /** Calls task(argument, i) for every i from 0 to n - 1, and returns when all calls have returned. A task must not throw: those of strew
     * do not, and the program ends if one of yours does. */
    void parallel_for(size_t n, strew_task *task, void *argument)
    {
        if (n == 0) return;
        std::unique_lock<std::mutex> lock(mutex);
        loop own = {task, argument, n, 0, n, open};
        open = &own;
        for (size_t i = 1; i < n && i <= workers.size(); i++) work_began.notify_one();
        do {
            run_next_task(own, lock); // only its own: one of another call might take long
        } while (own.next < n);
        while (own.n_unfinished > 0) work_ended.wait(lock);
    }

  private:
    struct no_workers {
    };

    // What std::thread makes of types of strew would be visible in a library that hides strew.
    static void begin(void *pool)
    {
        static_cast<strew_std_thread_pool *>(pool)->work();
    }

    // One call of parallel_for.
    struct loop {
        strew_task *task;
        void *argument;
        size_t n, next, n_unfinished; // task(argument, next) is the next call
        loop *older;
    };

    explicit strew_std_thread_pool(no_workers) {}

    void work()
    {
        std::unique_lock<std::mutex> lock(mutex);
        while (!is_closing) {
            if (open == nullptr) {
                work_began.wait(lock);
            } else {
                run_next_task(*open, lock);
            }
        }
    }

    // The lock is released while the task runs.
    void run_next_task(loop &of, std::unique_lock<std::mutex> &lock) noexcept
    {
        const size_t i = of.next++;
        if (of.next == of.n) remove(of);
        lock.unlock();
        of.task(of.argument, i);
        lock.lock();
        if (--of.n_unfinished == 0) work_ended.notify_all();
    }

    void remove(const loop &begun)
    {
        loop **link = &open;
        while (*link != &begun) link = &(*link)->older;
        *link = begun.older;
    }

    std::vector<std::thread> workers;
    std::mutex mutex; // guards everything below, and the loops
    std::condition_variable work_began, work_ended;
    loop *open = nullptr; // the newest call with tasks that no thread has begun
    bool is_closing = false;
};

extern "C" {

/** A strew_parallel_for whose pool is a strew_std_thread_pool. */
static inline void strew_std_thread_for(void *pool, size_t n, strew_task *task, void *argument)
{
    static_cast<strew_std_thread_pool *>(pool)->parallel_for(n, task, argument);
}

/** Resources with all threads of a pool, which must outlive them. Set workspace and workspace_bytes too, if you have a workspace. */
static inline strew_resources strew_std_thread_resources(strew_std_thread_pool &pool)
{
    strew_resources resources = STREW_RESOURCES_INIT;
    resources.parallel_for = strew_std_thread_for;
    resources.pool = &pool;
    resources.n_threads = pool.n_threads();
    return resources;
}

} // extern "C"

#if defined(STREW_EMBED) && defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#endif /* STREW_STD_THREAD_H */
