#![no_main]
use hrglass_fuzz::{bodies, mutators};

libfuzzer_sys::fuzz_target!(|input: &[u8]| bodies::replay("definitions", input));
libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    mutators::text(data, size, max_size, seed)
});
