//! The xiangqi player.
