//! L4: the one loop between a protocol and an engine.
