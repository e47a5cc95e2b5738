//! Othello: two 64-bit boards, flips, stable discs.
