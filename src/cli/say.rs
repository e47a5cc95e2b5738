//! What subcommands print: to stdout, and without a fuss when nobody reads on (`sanqi … | head`).

use std::fmt;
use std::io::{self, ErrorKind, Write};
use std::process;

/// The exit code of a program whose reader left, as a shell has it.
const READER_LEFT: i32 = 141;

/// Prints a line.
macro_rules! say {
    () => { $crate::cli::say::line(format_args!("")) };
    ($($words:tt)*) => { $crate::cli::say::line(format_args!($($words)*)) };
}

/// Prints a part of a line.
macro_rules! say_part {
    ($($words:tt)*) => { $crate::cli::say::part(format_args!($($words)*)) };
}

/// Prints `text` and a newline.
pub(super) fn line(text: fmt::Arguments<'_>) {
    part(format_args!("{text}\n"));
}

/// Prints `text`. If the reader left there is nobody to work for; any other trouble is told.
pub(super) fn part(text: fmt::Arguments<'_>) {
    match io::stdout().lock().write_fmt(text) {
        Ok(()) => {}
        Err(error) if error.kind() == ErrorKind::BrokenPipe => process::exit(READER_LEFT),
        Err(error) => log::error!("cannot write to the standard output: {error}"),
    }
}
