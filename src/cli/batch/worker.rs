//! A job in a process of its own, which is ended when it takes too much time or memory.

use std::io::Read;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Mutex;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::job::Job;
use crate::watch::interrupted;

/// What a process may use.
#[derive(Clone, Copy)]
pub(super) struct ProcessLimits {
    pub seconds: u32,
    pub megabytes: u32,
}

/// What a process did.
pub(super) struct Finished {
    /// What it printed.
    pub output: String,
    /// What it complained about.
    pub complaints: String,
    pub end: End,
    /// Seconds of the processor, if the system tells.
    pub cpu: Option<f64>,
    /// Seconds from start to end.
    pub wall: f64,
    /// The most memory at a time that was seen, if the system tells.
    pub megabytes: Option<u64>,
}

impl Finished {
    fn not_started(complaints: String) -> Self {
        Self { output: String::new(), complaints, end: End::NotStarted, cpu: None, wall: 0.0, megabytes: None }
    }
}

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// By itself, with this exit code.
    Exit(i32),
    /// By a signal, or without a known code.
    Crash,
    OutOfTime,
    OutOfMemory,
    /// By Ctrl-C.
    Interrupted,
    /// It did not start.
    NotStarted,
}

/// How long a process has after its time, to report what is known: this, and this part of its time.
const GRACE: f64 = 2.0;
const GRACE_PART: f64 = 20.0;

/// A process ends by itself at its limit of memory; it is ended if it uses this part more.
const EXCESS: u64 = 4;

/// The interval at which processes are looked at, at first and later.
const INTERVALS: [Duration; 2] = [Duration::from_millis(2), Duration::from_millis(20)];

/// Held while a process is collected, so that the time of all collected processes grows by that of one.
static COLLECTING: Mutex<()> = Mutex::new(());

/// Runs a job, in a process that speaks a language.
pub(super) fn run(job: &Job, extra: &[String], limits: ProcessLimits, language: &str) -> Finished {
    if job.refused.is_some() {
        return Finished::not_started(String::new());
    }
    let start = Instant::now();
    let spawned = std::env::current_exe().and_then(|program| {
        Command::new(program)
            .args(["--language", language, "check"])
            .args(&job.arguments)
            .args(["--format", "json", "--seconds", &limits.seconds.to_string()])
            .args(["--memory", &limits.megabytes.to_string()])
            .args(["--parent", &std::process::id().to_string()])
            .args(extra)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
    });
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            return Finished::not_started(error.to_string());
        }
    };
    // Pipes are emptied all the time: a full one would stop the process.
    let output = child.stdout.take().map(reader);
    let complaints = child.stderr.take().map(reader);
    let mut megabytes = None;
    let (end, cpu) = loop {
        if let Some((status, cpu)) = collect(&mut child, false) {
            break (status.code().map_or(End::Crash, End::Exit), cpu);
        }
        let elapsed = start.elapsed().as_secs_f64();
        // Before that, the program may not even be loaded.
        if elapsed > INTERVALS[0].as_secs_f64() {
            megabytes = megabytes.max(peak(child.id()));
        }
        let is_over = if interrupted() {
            Some(End::Interrupted)
        } else if elapsed > f64::from(limits.seconds) * (1.0 + 1.0 / GRACE_PART) + GRACE {
            Some(End::OutOfTime)
        } else if megabytes.is_some_and(|used| used > u64::from(limits.megabytes) * (EXCESS + 1) / EXCESS) {
            Some(End::OutOfMemory)
        } else {
            None
        };
        if let Some(end) = is_over {
            // If it has just ended by itself, there is nothing to end.
            let _ = child.kill();
            break (end, collect(&mut child, true).and_then(|(_, cpu)| cpu));
        }
        std::thread::sleep(INTERVALS[usize::from(elapsed > 0.1)]);
    };
    let wall = start.elapsed().as_secs_f64();
    let text = |reader: Option<JoinHandle<String>>| reader.and_then(|r| r.join().ok()).unwrap_or_default();
    Finished { output: text(output), complaints: text(complaints), end, cpu, wall, megabytes }
}

fn reader(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// The status of a process that has ended, and its seconds of the processor; waits for the end if told so.
fn collect(child: &mut Child, waits: bool) -> Option<(ExitStatus, Option<f64>)> {
    let held = COLLECTING.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let before = collected_seconds();
    let status = if waits { child.wait().ok() } else { child.try_wait().ok().flatten() }?;
    let after = collected_seconds();
    drop(held);
    Some((status, before.zip(after).map(|(before, after)| after - before)))
}

/// The seconds of the processor of all collected processes.
fn collected_seconds() -> Option<f64> {
    /// Fixed for what the system shows to programs [proc(5)].
    const TICKS: f64 = 100.0;
    let status = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The second part, a name in parentheses, may contain anything.
    let (_, rest) = status.rsplit_once(')')?;
    let mut fields = rest.split_whitespace().skip(13);
    let mut next = || fields.next()?.parse::<u64>().ok();
    Some((next()? + next()?) as f64 / TICKS)
}

/// The most memory that a process has used at a time, in megabytes.
fn peak(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes.div_ceil(1024))
}
