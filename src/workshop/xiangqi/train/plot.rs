//! The loss as a picture.

use std::fmt::Write;

use super::course::Epoch;

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 400.0;
/// Room for the numbers.
const MARGIN: f32 = 60.0;

/// A curve: its name, its colour, and which loss it shows.
type Curve = (&'static str, &'static str, fn(&Epoch) -> f32);

/// An SVG with the loss of each epoch, of the positions taught and of those held out.
pub fn loss_curve(epochs: &[Epoch], title: &str) -> String {
    let all = epochs.iter().flat_map(|epoch| [epoch.taught, epoch.held_out]);
    let (low, high) = all.fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), loss| {
        (low.min(loss), high.max(loss))
    });
    let span = if high > low { high - low } else { 1.0 };
    let x = |epoch: usize| {
        let last = epochs.len().saturating_sub(1).max(1);
        MARGIN + (WIDTH - 2.0 * MARGIN) * epoch as f32 / last as f32
    };
    let y = |loss: f32| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * (loss - low) / span;
    let line = |loss: fn(&Epoch) -> f32| -> String {
        let point = |(at, epoch)| format!("{:.1},{:.1}", x(at), y(loss(epoch)));
        epochs.iter().enumerate().map(point).collect::<Vec<_>>().join(" ")
    };
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{MARGIN}\" y=\"24\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for step in 0..=4 {
        let loss = low + span * step as f32 / 4.0;
        let at = y(loss);
        let _ = writeln!(
            svg,
            "<path d=\"M{MARGIN} {at:.1}H{}\" stroke=\"#ddd\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{loss:.5}</text>",
            WIDTH - MARGIN,
            MARGIN - 6.0,
            at + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epochs: {}</text>",
        WIDTH / 2.0,
        HEIGHT - 18.0,
        epochs.len()
    );
    let curves: [Curve; 2] =
        [("taught", "#1f6fb4", |epoch| epoch.taught), ("held out", "#c8452b", |e| e.held_out)];
    for (at, (name, color, loss)) in curves.into_iter().enumerate() {
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{color}\" stroke-width=\"2\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{color}\">{name}</text>",
            line(loss),
            WIDTH - 2.0 * MARGIN,
            24 + 18 * at
        );
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
