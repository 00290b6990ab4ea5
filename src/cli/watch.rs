//! Time, memory, what interrupts a run, and the progress line.

use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use base::{Message, Observer, Phase, Progress, Resource, Stop, msg};
use task::Options;

/// Set by Ctrl-C, and when the system asks the process to end.
static IS_INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code of a process that ends before it has an answer, because it is asked to.
pub(super) const INTERRUPTED: i32 = 130;

/// The interval of the progress line.
const INTERVAL: Duration = Duration::from_millis(100);
/// The interval of memory measurements: hundreds of megabytes can be allocated within a tenth of a second.
const MEMORY_INTERVAL: Duration = Duration::from_millis(10);

/// Lets Ctrl-C, SIGTERM and SIGHUP end what is running; a second one ends the process.
pub(super) fn handle_interrupts() {
    // A second handler is rejected, and not needed.
    let _ = ctrlc::set_handler(|| {
        if IS_INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
}

/// Whether Ctrl-C was pressed, or the process was asked to end.
pub(super) fn interrupted() -> bool {
    IS_INTERRUPTED.load(Ordering::Relaxed)
}

/// Watches one run.
pub(super) struct Watch {
    start: Instant,
    next_look: Instant,
    next_measure: Instant,
    seconds: Option<u32>,
    megabytes: Option<u32>,
    shows_progress: bool,
    has_line: bool,
}

impl Watch {
    /// Starts the clock for a task with these options.
    pub(crate) fn new(options: &Options) -> Self {
        handle_interrupts();
        Self::since(Instant::now(), options)
    }

    /// The clock was started before, to read the task.
    pub(crate) fn since(start: Instant, options: &Options) -> Self {
        Self {
            start,
            next_look: start + INTERVAL,
            next_measure: start,
            seconds: options.seconds,
            megabytes: options.memory,
            shows_progress: std::io::stderr().is_terminal(),
            has_line: false,
        }
    }

    fn show(&mut self, progress: Progress) {
        let phase = match progress.phase {
            Phase::Reading => msg!("reading"),
            Phase::Marking => msg!("marking"),
            Phase::Exploring => msg!("exploring"),
            Phase::Checking => msg!("checking"),
            Phase::Replaying => msg!("replaying"),
            Phase::Drawing => msg!("drawing"),
        };
        let seconds = Message::verbatim(format!("{:.1}", self.start.elapsed().as_secs_f64()));
        let Progress { states, frontier, .. } = progress;
        self.has_line = true;
        let line = msg!("{phase}: {states} states, {frontier} to do, {seconds} s");
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
    }
}

impl Observer for Watch {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        if interrupted() {
            return ControlFlow::Break(Stop::Cancelled);
        }
        let now = Instant::now();
        if let Some(limit) = self.seconds
            && now.duration_since(self.start) >= Duration::from_secs(limit.into())
        {
            return ControlFlow::Break(Stop::Budget(Resource::Seconds, limit.into()));
        }
        if let Some(limit) = self.megabytes
            && now >= self.next_measure
        {
            self.next_measure = now + MEMORY_INTERVAL;
            if kilobytes("VmRSS:").is_some_and(|used| used / 1024 >= u64::from(limit)) {
                return ControlFlow::Break(Stop::Budget(Resource::Megabytes, limit.into()));
            }
        }
        if self.shows_progress && now >= self.next_look {
            self.next_look = now + INTERVAL;
            self.show(progress);
        }
        ControlFlow::Continue(())
    }

    fn now(&mut self) -> f64 {
        self.start.elapsed().as_secs_f64() * 1000.0
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        if self.has_line {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

/// A value from the status of this process in kilobytes, if the system provides it: `VmRSS:` is the memory in use,
/// `VmHWM:` the peak.
pub(super) fn kilobytes(line: &str) -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let rest = status.lines().find_map(|l| l.strip_prefix(line))?;
    rest.split_whitespace().next()?.parse().ok()
}
