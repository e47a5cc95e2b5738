//! L4: engine-vs-engine matches.
