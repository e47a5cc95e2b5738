//! Xiangqi: u128 bitboards, legal moves, notation, repetition.
