use std::any::Any;
use std::cell::Cell;
use std::os::raw::c_void;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Threads that share the work of a call. Implement it for the pool of your program.
///
/// Results are the same bits with any pool. A pool that leaves tasks out, runs one twice, or panics is no danger: each task is run once, by
/// the calling thread in the end, and a panic goes on when the call is done.
///
/// # Examples
/// With rayon:
/// ```ignore
/// impl strew::Pool for Rayon {
///     fn n_threads(&self) -> usize { rayon::current_num_threads() }
///     fn parallel_for(&self, n: usize, task: &(dyn Fn(usize) + Sync)) { (0..n).into_par_iter().for_each(task); }
/// }
/// ```
pub trait Pool {
    /// The threads that a call may use. The library uses at most 64.
    fn n_threads(&self) -> usize;

    /// Runs the task for each number below n, in any order and on any threads, and returns when all are done.
    fn parallel_for(&self, n: usize, task: &(dyn Fn(usize) + Sync));

    /// How long it takes to wake the threads and to wait for them.
    fn wake(&self) -> Duration {
        Duration::from_micros(10)
    }
}

/// Threads of the standard library, which are started for each loop of a call and end with it. That takes longer than most calls: a program
/// that has a pool implements [`Pool`] for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(
    /// How many, the calling one included.
    pub usize,
);

impl Pool for Threads {
    fn n_threads(&self) -> usize {
        self.0
    }

    fn parallel_for(&self, n: usize, task: &(dyn Fn(usize) + Sync)) {
        let next = AtomicUsize::new(0);
        let work = || {
            let mut i = next.fetch_add(1, Ordering::Relaxed);
            while i < n {
                task(i);
                i = next.fetch_add(1, Ordering::Relaxed);
            }
        };
        std::thread::scope(|scope| {
            for _ in 1..self.0.min(n) {
                // If the system has no thread for us, the others do its work.
                if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            work();
        });
    }

    fn wake(&self) -> Duration {
        Duration::from_micros(100)
    }
}

/// What a run of the library gets as its pool.
pub(crate) struct Bridge<'a> {
    pool: &'a dyn Pool,
    panic: Cell<Option<Box<dyn Any + Send>>>,
}

impl<'a> Bridge<'a> {
    pub fn new(pool: &'a dyn Pool) -> Self {
        Self { pool, panic: Cell::new(None) }
    }

    /// Sets the members of resources that have to do with threads. `self` must outlive their use.
    pub fn lend(&self, resources: &mut strew_sys::strew_resources) {
        resources.parallel_for = Some(parallel_for);
        resources.pool = (self as *const Self as *mut Self).cast::<c_void>();
        resources.n_threads = i32::try_from(self.pool.n_threads()).unwrap_or(i32::MAX);
        resources.wake_ns = u32::try_from(self.pool.wake().as_nanos()).unwrap_or(u32::MAX).max(1);
    }

    /// A panic of the pool, which could not pass through the library.
    pub fn panic(&self) -> Option<Box<dyn Any + Send>> {
        self.panic.take()
    }
}

struct Loop {
    task: strew_sys::strew_task,
    argument: *mut c_void,
    has_begun: Vec<AtomicBool>,
}

// SAFETY: the library's tasks may run on any threads, each once.
unsafe impl Sync for Loop {}

impl Loop {
    fn run_once(&self, i: usize) {
        if let Some(has_begun) = self.has_begun.get(i) {
            if !has_begun.swap(true, Ordering::Relaxed) {
                // SAFETY: the argument is that of the task, i is below n, and no other call has i.
                unsafe { (self.task)(self.argument, i) }
            }
        }
    }
}

/// A strew_parallel_for. The library calls it on the thread that runs the plan.
unsafe extern "C" fn parallel_for(pool: *mut c_void, n: usize, task: Option<strew_sys::strew_task>, argument: *mut c_void) {
    // SAFETY: the library hands over the pool of its resources, which is a bridge that outlives the run.
    let Bridge { pool, panic } = unsafe { &*pool.cast::<Bridge<'_>>() };
    if let Some(task) = task {
        let all = Loop { task, argument, has_begun: (0..n).map(|_| AtomicBool::new(false)).collect() };
        // The task cannot outlive the call, so what has begun is done when it returns or unwinds.
        let done = catch_unwind(AssertUnwindSafe(|| pool.parallel_for(n, &|i| all.run_once(i))));
        (0..n).for_each(|i| all.run_once(i));
        if let Err(reason) = done {
            panic.set(Some(reason));
        }
    }
}
