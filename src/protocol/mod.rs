//! L4: pure text <-> requests and replies. No I/O.
