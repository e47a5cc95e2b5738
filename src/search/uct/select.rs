//! Which child to walk into.

use super::node::{Children, Node};
use super::{Action, Bounds, Tree, Tuning};

/// Root moves that may be walked into; `None` allows all.
pub(super) type Filter<'a> = Option<&'a [Action]>;

/// The child to walk into, or `None` when every child's result is known.
pub(super) fn select(tree: &Tree, handle: u32, tuning: &Tuning, filter: Filter<'_>) -> Option<u32> {
    let node = tree.node(handle);
    let Children::Ready { .. } = node.children() else { return None };
    let visits = node.visits().max(1) as f32;
    let scale = Scale { ln: visits.ln(), sqrt: visits.sqrt() };
    let guaranteed = node.bounds().flipped().low;
    let width = width(visits, tuning);
    let mut best: Option<(f32, u32)> = None;
    for (rank, (child_handle, child)) in tree.children(handle).enumerate() {
        if rank >= width && best.is_some() {
            break;
        }
        if is_settled(child, guaranteed, tuning) || is_filtered(child, filter) {
            continue;
        }
        let urgency = urgency(child, scale, tuning);
        if best.is_none_or(|(most, _)| urgency > most) {
            best = Some((urgency, child_handle));
        }
    }
    best.map(|(_, child)| child)
}

#[derive(Clone, Copy)]
struct Scale {
    ln: f32,
    sqrt: f32,
}

/// How many children a node with so many visits considers.
fn width(visits: f32, tuning: &Tuning) -> usize {
    if tuning.widen_start == u32::MAX {
        return usize::MAX;
    }
    let further = (visits / 10.0).max(1.0).ln() / tuning.widen_factor.ln();
    tuning.widen_start as usize + further as usize
}

/// Whether another visit of `child` can teach nothing: its result is known, or it cannot be better
/// than what its siblings guarantee.
fn is_settled(child: &Node, guaranteed: i16, tuning: &Tuning) -> bool {
    let bounds = child.bounds();
    tuning.proof.closes(bounds)
        || (tuning.proof == super::Proof::Score
            && guaranteed > -Bounds::LIMIT
            && bounds.high <= guaranteed)
}

fn is_filtered(child: &Node, filter: Filter<'_>) -> bool {
    filter.is_some_and(|allowed| !allowed.contains(&child.action()))
}

/// Value expected of a child, plus what makes it worth a try.
fn urgency(child: &Node, scale: Scale, tuning: &Tuning) -> f32 {
    let visits = child.visits() as f32;
    let mut urgency = blended_value(child, visits, tuning);
    // Root and quotients take longer than all the rest: no term is worked out in vain.
    if tuning.exploration != 0.0 {
        urgency += tuning.exploration * (scale.ln / (visits + 1.0)).sqrt();
    }
    if tuning.policy != 0.0 {
        urgency += tuning.policy * child.prior() * scale.sqrt / (visits + 1.0);
    }
    urgency
}

/// Playouts and expectation together, mixed with RAVE, which fades as playouts come in.
fn blended_value(child: &Node, visits: f32, tuning: &Tuning) -> f32 {
    let (expected, weight) = child.expectation();
    let known = visits + weight;
    let (rave_sum, rave_visits) =
        if tuning.rave_equivalence > 0.0 { child.rave() } else { (0.0, 0.0) };
    if rave_visits == 0.0 {
        if known == 0.0 {
            return tuning.first_play;
        }
        return (child.value_sum() + weight * expected) / known;
    }
    let rave = rave_sum / rave_visits;
    if known == 0.0 {
        return rave;
    }
    let mean = (child.value_sum() + weight * expected) / known;
    let share = rave_visits / (rave_visits + known + rave_visits * known / tuning.rave_equivalence);
    mean + share * (rave - mean)
}

#[cfg(test)]
mod tests {
    use super::super::{Candidate, Proof};
    use super::*;

    fn node(value: f32, weight: f32) -> Node {
        let node = Node::default();
        node.write(&Candidate { action: Action(1), prior: 0.5, value, weight });
        node
    }

    #[test]
    fn an_unknown_move_has_first_play_urgency() {
        let tuning = Tuning::default();
        assert_eq!(blended_value(&node(0.3, 0.0), 0.0, &tuning), tuning.first_play);
        assert!((blended_value(&node(0.3, 5.0), 0.0, &tuning) - 0.3).abs() < 1e-3);
    }

    #[test]
    fn rave_fades_as_playouts_come_in() {
        let tuning = Tuning { rave_equivalence: 100.0, ..Tuning::default() };
        let child = node(0.5, 0.0);
        for _ in 0..1000 {
            child.add_rave(1.0);
        }
        child.enter();
        let early = blended_value(&child, 1.0, &tuning);
        for _ in 0..10_000 {
            child.enter();
        }
        let late = blended_value(&child, 10_001.0, &tuning);
        assert!(early > 0.9 && late < 0.05, "{early} {late}");
    }

    #[test]
    fn a_settled_move_is_not_visited() {
        let tuning = Tuning { proof: Proof::Score, ..Tuning::default() };
        let child = node(0.5, 0.0);
        assert!(!is_settled(&child, -Bounds::LIMIT, &tuning));
        child.tighten(Bounds { low: -64, high: 2 });
        assert!(is_settled(&child, 2, &tuning));
        assert!(!is_settled(&child, 0, &tuning));
    }

    #[test]
    fn widening_adds_moves_by_visits() {
        let tuning = Tuning { widen_start: 4, widen_factor: 2.0, ..Tuning::default() };
        assert_eq!(width(1.0, &tuning), 4);
        assert_eq!(width(10.0 * 8.1, &tuning), 7);
    }
}
