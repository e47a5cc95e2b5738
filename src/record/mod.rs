//! L1: game records, the one home of all formats.
