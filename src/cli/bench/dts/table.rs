//! The tables: one line for each setting, over all positions or for one.

use super::results::{Measured, Results, Sharing};
use crate::cli::bench::thousands;

/// Prints the table over all `places`, after one for each if `each`.
pub(super) fn print(results: &Results, places: &[usize], kinds: &[Sharing], each: bool) {
    if each {
        for &place in places {
            println!("position {place}");
            print_over(results, &[place], kinds);
            println!();
        }
    }
    print_over(results, places, kinds);
    println!(
        "\n{} positions; seconds on the clock, best of the repeats; nodes and splits are means; \
         speed-up and nodes/1 are\ngeometric means of the ratios to one thread.",
        places.len()
    );
}

fn print_over(results: &Results, places: &[usize], kinds: &[Sharing]) {
    println!(
        "{:<5} {:>7} {:>9} {:>7} {:>14} {:>8} {:>11} {:>9} {:>8} {:>6} {:>8} {:>8}",
        "kind",
        "threads",
        "min depth",
        "reserve",
        "nodes",
        "time s",
        "a second",
        "splits",
        "aborts",
        "idle",
        "nodes/1",
        "speed-up"
    );
    for &kind in [Sharing::Alone].iter().chain(kinds) {
        let pairs: Vec<(Measured, Measured)> = places
            .iter()
            .filter_map(|&place| {
                let alone = results.summary(place, Sharing::Alone)?;
                Some((alone, results.summary(place, kind)?))
            })
            .collect();
        if !pairs.is_empty() {
            println!("{}", line(kind, &pairs));
        }
    }
}

fn line(kind: Sharing, pairs: &[(Measured, Measured)]) -> String {
    let sum = |of: fn(&Measured) -> f64| pairs.iter().map(|(_, with)| of(with)).sum::<f64>();
    let (nodes, seconds) = (sum(|m| m.nodes as f64), sum(|m| m.seconds));
    let [name, threads, min_depth, reserve] = match kind {
        Sharing::Alone => ["one".to_owned(), "1".to_owned(), "-".to_owned(), "-".to_owned()],
        Sharing::Lazy { threads } => {
            ["lazy".to_owned(), threads.to_string(), "-".to_owned(), "-".to_owned()]
        }
        Sharing::Dts { threads, min_depth, reserve } => {
            ["dts".to_owned(), threads.to_string(), min_depth.to_string(), reserve.to_string()]
        }
    };
    format!(
        "{name:<5} {threads:>7} {min_depth:>9} {reserve:>7} {:>14} {seconds:>8.2} {:>11} {:>9} {:>8} {:>6.3} {:>8.3} {:>8.3}",
        thousands(nodes),
        thousands(nodes / seconds.max(1e-9)),
        thousands(sum(|m| m.splits as f64)),
        thousands(sum(|m| m.aborts as f64)),
        sum(|m| m.idle * m.seconds) / seconds.max(1e-9),
        mean_ratio(pairs, |m| m.nodes as f64),
        1.0 / mean_ratio(pairs, |m| m.seconds),
    )
}

/// The geometric mean of what each search took by what one thread took.
fn mean_ratio(pairs: &[(Measured, Measured)], of: fn(&Measured) -> f64) -> f64 {
    let log = |m: &Measured| of(m).max(1e-9).ln();
    let logs = pairs.iter().map(|(alone, with)| log(with) - log(alone));
    (logs.sum::<f64>() / pairs.len().max(1) as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_tells_how_much_faster_and_how_much_more() {
        let took = |nodes, seconds| Measured {
            nodes,
            seconds,
            splits: 7,
            joins: 8,
            aborts: 2,
            idle: 0.125,
        };
        let pairs = [(took(1000, 4.0), took(1500, 2.0)), (took(1000, 8.0), took(1500, 4.0))];
        let text = line(Sharing::Dts { threads: 2, min_depth: 4, reserve: 0 }, &pairs);
        let words: Vec<&str> = text.split_whitespace().collect();
        assert_eq!(
            words,
            ["dts", "2", "4", "0", "3,000", "6.00", "500", "14", "4", "0.125", "1.500", "2.000"]
        );
    }
}
