#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| sanqi_fuzz::checkpoint(bytes));
