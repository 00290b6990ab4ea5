//! The browser's clock and memory, and progress reports.

use std::ops::ControlFlow;

use wasm_bindgen::prelude::*;
use web_sys::{Performance, WorkerGlobalScope};

use super::batch::Batch;
use crate::columns::columns;
use crate::json;
use base::{Growth, Observer, Progress, Resource, Stop};
use draw::growing::GrowingDrawing;
use task::Options;

/// Milliseconds between progress reports.
const INTERVAL: f64 = 60.0;

/// Milliseconds between batches of states, and before the first: a shorter run needs none.
const BATCH_INTERVAL: f64 = 250.0;

/// The observer of one run.
pub(super) struct Watch<'f> {
    listener: &'f js_sys::Function,
    batches: Option<&'f js_sys::Function>,
    clock: Performance,
    /// The drawing of the states in earlier batches.
    drawing: GrowingDrawing,
    start: f64,
    next_report: f64,
    next_batch: f64,
    seconds: Option<u32>,
    megabytes: Option<u32>,
}

impl<'f> Watch<'f> {
    /// Starts the clock for a task with these options.
    pub fn new(listener: &'f js_sys::Function, batches: Option<&'f js_sys::Function>, options: &Options) -> Self {
        let clock = clock();
        let start = clock.now();
        let Options { seconds, memory: megabytes, .. } = *options;
        let next_batch = start + BATCH_INTERVAL;
        Self {
            listener,
            batches,
            drawing: GrowingDrawing::default(),
            clock,
            start,
            next_report: start,
            next_batch,
            seconds,
            megabytes,
        }
    }
}

impl Observer for Watch<'_> {
    fn progress(&mut self, progress: Progress) -> ControlFlow<Stop> {
        let now = self.clock.now();
        if let Some(limit) = self.seconds
            && now - self.start >= f64::from(limit) * 1000.0
        {
            return ControlFlow::Break(Stop::Budget(Resource::Seconds, limit.into()));
        }
        if now < self.next_report {
            return ControlFlow::Continue(());
        }
        self.next_report = now + INTERVAL;
        if let Some(limit) = self.megabytes
            && megabytes() >= limit
        {
            return ControlFlow::Break(Stop::Budget(Resource::Megabytes, limit.into()));
        }
        // An exception of the listener must not end the run; it only loses this report.
        let _ = self.listener.call1(&JsValue::NULL, &json(&progress));
        ControlFlow::Continue(())
    }

    fn wants_growth(&mut self) -> bool {
        self.batches.is_some() && self.clock.now() >= self.next_batch
    }

    fn growth(&mut self, growth: Growth) {
        if let Some(batches) = self.batches {
            // As above.
            let _ = batches.call1(&JsValue::NULL, &columns(&Batch::new(growth, &mut self.drawing)));
            self.next_batch = self.clock.now() + BATCH_INTERVAL;
        }
    }

    fn now(&mut self) -> f64 {
        self.clock.now()
    }
}

/// The clock of the thread. Only workers have this type of global object, but all threads have a clock of this name.
fn clock() -> Performance {
    let scope: WorkerGlobalScope = js_sys::global().unchecked_into();
    // Every host that runs WebAssembly has one.
    scope.performance().unwrap_throw()
}

/// The size of the module's memory.
fn megabytes() -> u32 {
    let memory: js_sys::WebAssembly::Memory = wasm_bindgen::memory().unchecked_into();
    let buffer: js_sys::ArrayBuffer = memory.buffer().unchecked_into();
    buffer.byte_length() / 1_000_000
}
