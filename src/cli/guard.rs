//! Budgets from the first byte on. Searches ask for theirs, step by step, and report what they know. What asks nobody, as reading, translating
//! and drawing, is ended from outside, with the whole process.

use std::sync::{Mutex, MutexGuard, Once, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::watch::{INTERRUPTED, Watch, handle_interrupts, kilobytes};
use super::{Outcome, TaskOptions, complain};
use base::{Language, Resource, Stop};
use task::Options;

/// How long a search may go on after its time, to report what it knows: this, …
const GRACE: Duration = Duration::from_millis(700);

/// … or this part of its time, if that is longer.
const GRACE_PART: u32 = 20;

/// How much more memory it may use for that: this part, …
const EXCESS: u32 = 10;

/// … but so many megabytes at least.
const LEAST_EXCESS: u32 = 4;

/// The interval at which time and memory are looked at: within it, some megabytes can be allocated.
const INTERVAL: Duration = Duration::from_millis(5);

/// What is guarded now.
static GUARDED: Mutex<Option<Guarded>> = Mutex::new(None);

/// The process without which this one has nothing to do, if any.
static PARENT: OnceLock<u32> = OnceLock::new();

struct Guarded {
    start: Instant,
    seconds: Option<u32>,
    megabytes: Option<u32>,
    /// Says that a budget is used up.
    answer: Box<dyn FnMut(&Stop) -> Outcome + Send>,
}

impl Guarded {
    /// The budget that is used up, if any.
    fn stop(&self) -> Option<Stop> {
        let over = |limit: u32| {
            let limit = Duration::from_secs(limit.into());
            self.start.elapsed() >= limit + GRACE.max(limit / GRACE_PART)
        };
        if let Some(limit) = self.seconds.filter(|&limit| over(limit)) {
            return Some(Stop::Budget(Resource::Seconds, limit.into()));
        }
        let limit = self.megabytes?;
        let most = u64::from(limit) + u64::from((limit / EXCESS).max(LEAST_EXCESS));
        let is_over = kilobytes("VmRSS:").is_some_and(|used| used / 1024 >= most);
        is_over.then_some(Stop::Budget(Resource::Megabytes, limit.into()))
    }
}

/// Guards the budget of one task while it lives; there is one at a time.
pub(super) struct Guard {
    start: Instant,
}

impl Guard {
    /// From now on, the limits of these options hold. A process that is ended says which one was used up.
    pub(crate) fn new(options: &TaskOptions) -> Self {
        Self::answering(options, |stop| {
            complain(&format!("hrglass: {stop}\n"));
            Outcome::Undecided
        })
    }

    /// The same; before a process is ended, it gives this answer.
    pub(crate) fn answering(options: &TaskOptions, answer: impl FnMut(&Stop) -> Outcome + Send + 'static) -> Self {
        handle_interrupts();
        let start = Instant::now();
        let (seconds, megabytes, answer) = (options.seconds, options.memory, Box::new(answer));
        *guarded() = Some(Guarded { start, seconds, megabytes, answer });
        watch_over();
        Self { start }
    }

    /// From now on, the limits of a task hold. Its time is that since the start of the guard.
    pub(crate) fn watch(&self, options: &Options) -> Watch {
        if let Some(guarded) = &mut *guarded() {
            (guarded.seconds, guarded.megabytes) = (options.seconds, options.memory);
        }
        Watch::since(self.start, options)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        *guarded() = None;
    }
}

/// This process ends when that one, its parent, does.
pub(super) fn end_with(parent: u32) {
    let _ = PARENT.set(parent);
    watch_over();
}

/// Whether the process that waits for this one has ended: another one has adopted it.
fn is_orphan() -> bool {
    #[cfg(unix)]
    return PARENT.get().is_some_and(|&parent| std::os::unix::process::parent_id() != parent);
    #[cfg(not(unix))]
    false
}

fn guarded() -> MutexGuard<'static, Option<Guarded>> {
    GUARDED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts the thread that looks at what is guarded, once. It speaks the language of the thread that starts it.
fn watch_over() {
    static STARTED: Once = Once::new();
    STARTED.call_once(|| {
        let is_german = Language::spoken() == "de";
        std::thread::spawn(move || {
            Language::speak(is_german.then(Language::german));
            loop {
                std::thread::sleep(INTERVAL);
                if is_orphan() {
                    std::process::exit(INTERRUPTED);
                }
                // Held until the end: what is guarded cannot give another answer meanwhile.
                let mut guarded = guarded();
                if let Some(guarded) = &mut *guarded
                    && let Some(stop) = guarded.stop()
                {
                    let outcome = (guarded.answer)(&stop);
                    std::process::exit(outcome.code().into());
                }
            }
        });
    });
}
