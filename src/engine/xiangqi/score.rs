//! Values inside the search: hundredths of a pawn from the side to move, mates by distance.

use crate::search::Score;

/// A value from the view of the side to move.
pub type Value = i32;

/// Deepest line searched, in plies.
pub const MAX_PLY: usize = 128;
/// Mated now. A mate in `n` plies is worth `MATE - n`.
pub const MATE: Value = 30_000;
/// Beyond every value.
pub const INFINITE: Value = 31_000;
/// At or above this a value means a mate within [`MAX_PLY`].
pub const MATE_FLOOR: Value = MATE - 2 * MAX_PLY as Value;
/// Evaluations stay below this: beyond lie only mates.
pub const EVAL_LIMIT: Value = MATE_FLOOR - 1;
/// At or above this a value means a win by a rule of repetition, or by mate.
const WIN_FLOOR: Value = EVAL_LIMIT - MAX_PLY as Value;

/// The side to move is mated at `ply`.
pub const fn mated_at(ply: usize) -> Value {
    ply as Value - MATE
}

/// The side to move mates at `ply`.
pub const fn mate_at(ply: usize) -> Value {
    MATE - ply as Value
}

/// Whether `value` is a mate for either side.
pub const fn is_mate(value: Value) -> bool {
    value.abs() >= MATE_FLOOR
}

/// Whether `value` is a win for either side that no evaluation comes near: by a rule, or by mate.
pub const fn is_decided(value: Value) -> bool {
    value.abs() >= WIN_FLOOR
}

/// From root distance to node distance: what the table stores holds wherever the node is met.
pub const fn to_table(value: Value, ply: usize) -> i16 {
    let value = if value >= MATE_FLOOR {
        value + ply as Value
    } else if value <= -MATE_FLOOR {
        value - ply as Value
    } else {
        value
    };
    value as i16
}

/// Back from node distance to root distance.
pub const fn from_table(value: i16, ply: usize) -> Value {
    let value = value as Value;
    if value >= MATE_FLOOR {
        value - ply as Value
    } else if value <= -MATE_FLOOR {
        value + ply as Value
    } else {
        value
    }
}

/// The value as protocols state it: a mate counts moves of the winner.
pub const fn to_score(value: Value) -> Score {
    if value >= MATE_FLOOR {
        Score::Mate((MATE - value + 1) / 2)
    } else if value <= -MATE_FLOOR {
        Score::Mate(-((MATE + value) / 2))
    } else {
        Score::Hundredths(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_moves_of_the_winner() {
        let told = [
            (mate_at(1), Score::Mate(1)),
            (mate_at(3), Score::Mate(2)),
            (mated_at(0), Score::Mate(0)),
            (mated_at(2), Score::Mate(-1)),
            (mated_at(4), Score::Mate(-2)),
            (-35, Score::Hundredths(-35)),
        ];
        for (value, score) in told {
            assert_eq!(to_score(value), score, "{value}");
        }
    }

    #[test]
    fn the_table_keeps_mates_relative_to_the_node() {
        for value in [mate_at(7), mated_at(8), 120, -120, 0] {
            assert_eq!(from_table(to_table(value, 3), 3), value);
        }
        // Mate 4 plies below a node at ply 3, met again at ply 9.
        assert_eq!(from_table(to_table(mate_at(7), 3), 9), mate_at(13));
    }
}
