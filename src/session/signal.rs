//! The interrupt signal as a way to say `# interrupt`: GoGui's `gogui-sigint`.

use std::io;

/// From now on an interrupt signal does not end the program but calls `heard`. Gives the id of the
/// process that the signal must be sent to.
#[cfg(unix)]
pub fn on_interrupt(mut heard: impl FnMut() + Send + 'static) -> io::Result<u32> {
    let mut signals = signal_hook::iterator::Signals::new([signal_hook::consts::SIGINT])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for _ in signals.forever() {
            heard();
        }
    })?;
    Ok(std::process::id())
}

/// Other systems have no signal that one program could send to another.
#[cfg(not(unix))]
pub fn on_interrupt(_heard: impl FnMut() + Send + 'static) -> io::Result<u32> {
    Err(io::ErrorKind::Unsupported.into())
}
