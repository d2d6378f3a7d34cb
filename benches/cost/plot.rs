//! The curve of times over program sizes, as an SVG with logarithmic axes.

use super::{Case, Run};
use adc_analysis::Method;
use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 420.0;
/// Room for the labels.
const MARGIN: f64 = 60.0;

/// A logarithmic axis over whole decades, on a line of the picture.
struct Axis {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Axis {
    fn new(values: impl Iterator<Item = f64> + Clone, from: f64, to: f64) -> Axis {
        let low = values.clone().fold(f64::INFINITY, f64::min).log10().floor();
        let high = values.fold(0.0, f64::max).log10().ceil();
        Axis { low, high, from, to }
    }

    fn place(&self, value: f64) -> f64 {
        self.from + (value.log10() - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    fn decades(&self) -> impl Iterator<Item = f64> {
        (self.low as i32..=self.high as i32).map(|d| 10f64.powi(d))
    }
}

struct Curve {
    name: &'static str,
    colour: &'static str,
    seconds: fn(&Case) -> f64,
}

fn curves() -> [Curve; 4] {
    let curve = |name, colour, seconds| Curve { name, colour, seconds };
    [
        curve("whole analysis, DUG", "#b2182b", |c| c.of(Method::Dug).whole()),
        curve("whole analysis, VDG", "#2166ac", |c| c.of(Method::Vdg).whole()),
        curve("activity, DUG", "#ef8a62", |c| Run::activity(c.of(Method::Dug))),
        curve("activity, VDG", "#67a9cf", |c| Run::activity(c.of(Method::Vdg))),
    ]
}

/// Milliseconds over lines.
pub fn curve(cases: &[Case]) -> String {
    let curves = curves();
    let times = cases.iter().flat_map(|c| curves.iter().map(|k| (k.seconds)(c) * 1e3));
    let lines = cases.iter().map(|c| c.lines as f64 * 0.99);
    let x = Axis::new(lines, MARGIN, WIDTH - 20.0);
    let y = Axis::new(times.collect::<Vec<_>>().into_iter(), HEIGHT - MARGIN, 20.0);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"white\"/>\n"
    );
    let mut line = |x1: f64, y1: f64, x2: f64, y2: f64| {
        let _ = writeln!(
            out,
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"#ccc\"/>"
        );
    };
    x.decades().for_each(|v| line(x.place(v), y.from, x.place(v), y.to));
    y.decades().for_each(|v| line(x.from, y.place(v), x.to, y.place(v)));
    let mut text = |x: f64, y: f64, anchor: &str, colour: &str, text: &str| {
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" fill=\"{colour}\">{text}</text>"
        );
    };
    x.decades()
        .for_each(|v| text(x.place(v), y.from + 18.0, "middle", "black", &v.to_string()));
    y.decades()
        .for_each(|v| text(x.from - 6.0, y.place(v) + 4.0, "end", "black", &v.to_string()));
    text((x.from + x.to) / 2.0, HEIGHT - 16.0, "middle", "black", "lines");
    text(6.0, 14.0, "start", "black", "ms");
    for (k, c) in curves.iter().enumerate() {
        text(x.from + 12.0, y.to + 18.0 + 16.0 * k as f64, "start", c.colour, c.name);
    }
    for c in &curves {
        let point = |case: &Case| {
            format!(
                "{:.1},{:.1}",
                x.place(case.lines as f64),
                y.place((c.seconds)(case) * 1e3)
            )
        };
        let points: Vec<String> = cases.iter().map(point).collect();
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"/>",
            points.join(" "),
            c.colour
        );
        for p in points.iter().filter_map(|p| p.split_once(',')) {
            let _ = writeln!(
                out,
                "<circle cx=\"{}\" cy=\"{}\" r=\"3\" fill=\"{}\"/>",
                p.0, p.1, c.colour
            );
        }
    }
    out + "</svg>\n"
}
