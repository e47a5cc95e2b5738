//! The tables: one line for each setting, over all positions or for one.

use super::results::{Measured, Results, Sharing};
use crate::cli::bench::thousands;

/// Prints the table over all `places`, after one for each if `each`.
pub(super) fn print(results: &Results, places: &[usize], kinds: &[Sharing], each: bool) {
    if each {
        for &place in places {
            say!("position {place}");
            print_over(results, &[place], kinds);
            say!();
        }
    }
    print_over(results, places, kinds);
    say!(
        "\n{} positions; sums over them, means of the repeats; speed-up and nodes/1 are geometric \
         means of the ratios\nto one thread in the same repeat, ± half the interval that holds \
         the true mean with 95 %.",
        places.len()
    );
}

fn print_over(results: &Results, places: &[usize], kinds: &[Sharing]) {
    say!(
        "{:<5} {:>7} {:>9} {:>7} {:>14} {:>8} {:>11} {:>9} {:>8} {:>6} {:>8} {:>14}",
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
        let pairs: Vec<(Measured, Measured)> =
            places.iter().flat_map(|&place| results.pairs(place, kind)).collect();
        if !pairs.is_empty() {
            say!("{}", line(kind, &pairs, places.len()));
        }
    }
}

fn line(kind: Sharing, pairs: &[(Measured, Measured)], places: usize) -> String {
    let repeats = pairs.len() as f64 / places.max(1) as f64;
    let sum =
        |of: fn(&Measured) -> f64| pairs.iter().map(|(_, with)| of(with)).sum::<f64>() / repeats;
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
    let (slower, spread) = mean_ratio(pairs, |m| m.seconds);
    let faster = 1.0 / slower;
    format!(
        "{name:<5} {threads:>7} {min_depth:>9} {reserve:>7} {:>14} {seconds:>8.2} {:>11} {:>9} {:>8} {:>6.3} {:>8.3} {:>6.3} ± {:>5.3}",
        thousands(nodes),
        thousands(nodes / seconds.max(1e-9)),
        thousands(sum(|m| m.splits as f64)),
        thousands(sum(|m| m.aborts as f64)),
        sum(|m| m.idle * m.seconds) / seconds.max(1e-9),
        mean_ratio(pairs, |m| m.nodes as f64).0,
        faster,
        faster * spread,
    )
}

/// The geometric mean of what each search took by what one thread took, and half the width of its
/// 95 % interval as a share of it.
fn mean_ratio(pairs: &[(Measured, Measured)], of: fn(&Measured) -> f64) -> (f64, f64) {
    let log = |m: &Measured| of(m).max(1e-9).ln();
    let logs: Vec<f64> = pairs.iter().map(|(alone, with)| log(with) - log(alone)).collect();
    let count = logs.len().max(1) as f64;
    let mean = logs.iter().sum::<f64>() / count;
    let variance =
        logs.iter().map(|log| (log - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean.exp(), (1.96 * (variance / count).sqrt()).sinh())
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
        let text = line(Sharing::Dts { threads: 2, min_depth: 4, reserve: 0 }, &pairs, 2);
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>(),
            "dts 2 4 0 3,000 6.00 500 14 4 0.125 1.500 2.000 ± 0.000"
                .split(' ')
                .collect::<Vec<_>>()
        );
        // Two repeats at one position: sums become means.
        let text = line(Sharing::Lazy { threads: 2 }, &pairs, 1);
        assert!(text.contains(" 1,500 ") && text.contains(" 3.00 "), "{text}");
    }

    #[test]
    fn a_mean_is_as_sure_as_its_ratios_are_alike() {
        let took = |seconds| Measured { seconds, ..Measured::default() };
        let pairs = |ratios: &[f64]| -> Vec<(Measured, Measured)> {
            ratios.iter().map(|&ratio| (took(1.0), took(ratio))).collect()
        };
        let (mean, spread) = mean_ratio(&pairs(&[0.25, 1.0]), |m| m.seconds);
        assert!((mean - 0.5).abs() < 1e-9);
        // The logs are ln 2 from their mean: standard error ln 2.
        assert!((spread - (1.96 * 2.0_f64.ln()).sinh()).abs() < 1e-9, "{spread}");
        assert!(mean_ratio(&pairs(&[0.4, 0.6, 0.4, 0.6]), |m| m.seconds).1 < spread);
    }
}
