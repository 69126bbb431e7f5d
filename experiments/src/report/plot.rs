//! Plots as small SVG pictures. They are as wide as a phone and stand side by side on a wider screen; colours come from
//! the page, so that they follow its light or dark dress.

use std::fmt::Write;

use crate::intervals::Estimate;

/// The width of every plot, in its own units: about the pixels of a narrow screen.
const WIDTH: f64 = 360.0;
/// Where the axis ends on the right, with room for half a label.
const RIGHT: f64 = WIDTH - 22.0;
/// Where rows of figures begin, with room for half a label.
const LEFT: f64 = 20.0;
/// How many letters fit into a row.
const LETTERS: usize = 50;
/// How many colours there are for variants and series.
const TINTS: usize = 8;

/// A picture with the number of its marks: the bars, dots or cells that stand for data.
#[derive(Clone, PartialEq, Debug)]
pub struct Plot {
    /// What kind of plot it is.
    pub kind: &'static str,
    /// The picture.
    pub svg: String,
    /// What is in it.
    pub body: String,
    /// Its height.
    pub height: f64,
    /// How many marks it must show.
    pub marks: usize,
}

/// How numbers on an axis are written.
pub type Labels = fn(f64) -> String;

/// Hundredths with a decimal where it is not zero.
fn hundredths(number: f64) -> f64 {
    (1000.0 * number).round() / 10.0 + 0.0
}

/// Hundredths without a sign.
pub fn percent(number: f64) -> String {
    format!("{} %", hundredths(number))
}

/// Hundredths with a sign, as points of payoff.
pub fn points(number: f64) -> String {
    let points = hundredths(number);
    if points > 0.0 { format!("+{points}") } else { format!("{points}") }
}

/// A plain number.
pub fn plain(number: f64) -> String {
    if number.abs() >= 100.0 || number.fract() == 0.0 {
        format!("{:.0}", number + 0.0)
    } else {
        format!("{:.2}", number).trim_end_matches('0').trim_end_matches('.').to_owned()
    }
}

/// Text as it may stand in a document.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A text that fits into a row.
fn shortened(text: &str) -> String {
    match text.char_indices().nth(LETTERS) {
        Some((end, _)) => format!("{}…", text[..end].trim_end()),
        None => text.to_owned(),
    }
}

/// A straight map from numbers to places on the picture.
struct Scale {
    low: f64,
    high: f64,
    /// How far ticks are apart.
    step: f64,
    from: f64,
    to: f64,
}

impl Scale {
    /// A scale over all these numbers, ending at round ones.
    fn over(numbers: impl Iterator<Item = f64>, from: f64, to: f64) -> Scale {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|number| number.is_finite()) {
            (low, high) = (low.min(number), high.max(number));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            // One number alone: show it in its surroundings.
            let room = (low.abs() * 0.1).max(0.01);
            (low, high) = (low - room, high + room);
        }
        let step = step(high - low);
        // An end that is round already stays, whatever the rounding.
        Scale { low: (low / step + 1e-9).floor() * step, high: (high / step - 1e-9).ceil() * step, step, from, to }
    }

    fn at(&self, number: f64) -> f64 {
        let part = ((number - self.low) / (self.high - self.low)).clamp(0.0, 1.0);
        self.from + part * (self.to - self.from)
    }

    fn ticks(&self) -> Vec<f64> {
        let count = ((self.high - self.low) / self.step).round() as i64;
        (0..=count).map(|tick| self.low + tick as f64 * self.step).collect()
    }
}

/// A round distance between ticks, so that there are three to six of them.
fn step(range: f64) -> f64 {
    let rough = range / 4.0;
    let power = 10f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 2.5, 5.0, 10.0].into_iter().find(|factor| factor * power >= rough * 0.999);
    factor.unwrap_or(10.0) * power
}

/// A picture under way.
struct Canvas {
    kind: &'static str,
    height: f64,
    body: String,
    marks: usize,
}

impl Canvas {
    fn new(kind: &'static str, height: f64) -> Canvas {
        Canvas { kind, height, body: String::new(), marks: 0 }
    }

    /// Adds something that is no mark. Writing to a string cannot fail.
    fn add(&mut self, element: std::fmt::Arguments<'_>) {
        let _ = self.body.write_fmt(element);
    }

    /// Adds a mark; `shape` is its element without the end, `told` what it shows in words.
    fn mark(&mut self, classes: &str, shape: std::fmt::Arguments<'_>, told: &str) {
        self.marks += 1;
        let name = shape.to_string();
        let element = name.split(' ').next().unwrap_or_default();
        self.add(format_args!("<{name} class=\"mark {classes}\"><title>{}</title></{element}>", escape(told)));
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, classes: &str, text: &str) {
        self.add(format_args!(
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\" class=\"{classes}\">{}</text>",
            escape(text)
        ));
    }

    fn line(&mut self, classes: &str, [x1, y1, x2, y2]: [f64; 4]) {
        self.add(format_args!(
            "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" class=\"{classes}\"/>"
        ));
    }

    /// The axis below the plot: light lines upwards, numbers under it.
    fn axis_below(&mut self, scale: &Scale, top: f64, bottom: f64, labels: Labels) {
        for tick in scale.ticks() {
            let x = scale.at(tick);
            self.line("grid", [x, top, x, bottom]);
            self.text(x, bottom + 14.0, "middle", "tick", &labels(tick));
        }
    }

    /// The axis left of the plot.
    fn axis_left(&mut self, scale: &Scale, left: f64, labels: Labels) {
        for tick in scale.ticks() {
            let y = scale.at(tick);
            self.line("grid", [left, y, RIGHT, y]);
            self.text(left - 5.0, y + 4.0, "end", "tick", &labels(tick));
        }
    }

    fn finish(self, described: &str) -> Plot {
        let Canvas { kind, height, body, marks } = self;
        let svg = format!(
            "<svg viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">{body}</svg>",
            escape(described)
        );
        Plot { kind, svg, body, height, marks }
    }
}

/// The class of a colour.
fn tint(number: usize) -> String {
    format!("t{}", number % TINTS)
}

/// The figure with its interval, for whoever points at a mark.
fn told(label: &str, estimate: Estimate, labels: Labels) -> String {
    if estimate.low.is_finite() && estimate.high.is_finite() {
        format!("{label}: {} [{}, {}]", labels(estimate.value), labels(estimate.low), labels(estimate.high))
    } else {
        format!("{label}: {}", labels(estimate.value))
    }
}

/// One row of a plot of figures.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// What it is of.
    pub label: String,
    /// The figure.
    pub estimate: Estimate,
    /// Its colour.
    pub tint: usize,
    /// Whether the dot is only a ring.
    pub hollow: bool,
    /// A figure to compare with, drawn as a ring in the same row.
    pub beside: Option<Estimate>,
}

/// Figures below each other, each with its interval.
pub struct Figures<'a> {
    /// What it shows, in a few words.
    pub described: &'a str,
    /// The rows.
    pub lines: &'a [Line],
    /// A number to compare with.
    pub reference: Option<f64>,
    /// How far from zero a number does not matter yet; shaded.
    pub band: Option<f64>,
    /// Numbers that the axis must hold too, so that pictures can be compared.
    pub holds: &'a [f64],
    /// Whether they are bars from zero rather than dots.
    pub bars: bool,
    /// How numbers are written.
    pub labels: Labels,
}

impl Figures<'_> {
    /// The picture; `None` without any figure.
    pub fn plot(&self) -> Option<Plot> {
        const ROW: f64 = 34.0;
        let lines: Vec<&Line> = self.lines.iter().filter(|line| line.estimate.value.is_finite()).collect();
        if lines.is_empty() {
            return None;
        }
        let zero = self.bars.then_some(0.0);
        let figures = lines.iter().flat_map(|line| std::iter::once(line.estimate).chain(line.beside));
        let ends = figures.flat_map(|estimate| [estimate.value, estimate.low, estimate.high]);
        let band = self.band.map(|band| [-band, band]);
        let holds = self.holds.iter().copied().chain(self.reference).chain(zero).chain(band.into_iter().flatten());
        let scale = Scale::over(ends.chain(holds), LEFT, RIGHT);
        let bottom = 4.0 + ROW * lines.len() as f64;
        let mut canvas = Canvas::new(if self.bars { "bars" } else { "dots" }, bottom + 22.0);
        if let Some([low, high]) = band.map(|ends| ends.map(|end| scale.at(end))) {
            let (width, height) = (high - low, bottom - 4.0);
            canvas.add(format_args!(
                "<rect x=\"{low:.1}\" y=\"4\" width=\"{width:.1}\" height=\"{height:.1}\" class=\"matters\"/>"
            ));
        }
        canvas.axis_below(&scale, 4.0, bottom, self.labels);
        for (row, line) in lines.iter().enumerate() {
            let y = 4.0 + ROW * row as f64 + 23.0;
            canvas.text(LEFT - 6.0, y - 10.0, "start", "label", &shortened(&line.label));
            // Beside the marks alone: through the labels it would strike them out.
            let reference =
                self.reference.map(|reference| [scale.at(reference), y - 7.0, scale.at(reference), y + 8.0]);
            if let Some(line) = reference.filter(|_| !self.bars) {
                canvas.line("reference", line);
            }
            let ring = if line.hollow { " hollow" } else { "" };
            let marks = line.beside.filter(|beside| beside.value.is_finite()).map(|beside| (beside, " hollow"));
            for (estimate, ring) in marks.into_iter().chain([(line.estimate, ring)]) {
                let classes = format!("{}{ring}", tint(line.tint));
                self.mark(&mut canvas, &scale, y, estimate, &classes, &told(&line.label, estimate, self.labels));
            }
            if let Some(line) = reference.filter(|_| self.bars) {
                canvas.line("reference", line);
            }
        }
        Some(canvas.finish(self.described))
    }

    /// A bar or dot with its interval.
    fn mark(&self, canvas: &mut Canvas, scale: &Scale, y: f64, estimate: Estimate, classes: &str, words: &str) {
        let Estimate { value, low, high } = estimate;
        let x = scale.at(value);
        if self.bars {
            let (left, right) = (scale.at(0.0).min(x), scale.at(0.0).max(x));
            let width = (right - left).max(0.5);
            let shape = format_args!("rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"10\"", y - 5.0);
            canvas.mark(classes, shape, words);
        }
        if low.is_finite() && high.is_finite() {
            let classes = if self.bars { "whisker".to_owned() } else { format!("whisker {classes}") };
            canvas.line(&classes, [scale.at(low), y, scale.at(high), y]);
        }
        if !self.bars {
            canvas.mark(classes, format_args!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4.5\""), words);
        }
    }
}

/// How often numbers came up: a bar for each range of them.
pub struct Histogram<'a> {
    /// What it shows, in a few words.
    pub described: &'a str,
    /// First and last number of each bar, and its share.
    pub bars: &'a [(f64, f64, f64)],
    /// The shares of the base, drawn as an outline behind the bars.
    pub outline: Option<&'a [f64]>,
    /// The highest share of any picture it is compared with.
    pub highest: f64,
    /// Its colour.
    pub tint: usize,
}

impl Histogram<'_> {
    /// The picture; `None` without bars.
    pub fn plot(&self) -> Option<Plot> {
        let (first, last) = (self.bars.first()?, self.bars.last()?);
        let (left, top, bottom) = (40.0, 8.0, 140.0);
        let step = step(last.1 - first.0 + 1.0).max(1.0).round();
        let across = Scale { low: first.0 - 0.5, high: last.1 + 0.5, step, from: left, to: RIGHT };
        let up = Scale::over([0.0, self.highest].into_iter(), bottom, top);
        let mut canvas = Canvas::new("histogram", bottom + 22.0);
        canvas.axis_left(&up, left, percent);
        for &(from, to, share) in self.bars {
            let (x, end) = (across.at(from - 0.5) + 0.5, across.at(to + 0.5) - 0.5);
            let y = up.at(share);
            let range = if from == to { plain(from) } else { format!("{} to {}", plain(from), plain(to)) };
            let (width, height) = ((end - x).max(0.5), (bottom - y).max(0.2));
            let shape = format_args!("rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"");
            canvas.mark(&tint(self.tint), shape, &format!("{range}: {:.1} %", 100.0 * share));
        }
        if let Some(outline) = self.outline {
            let mut path = String::new();
            for (&(from, to, _), &share) in self.bars.iter().zip(outline) {
                let command = if path.is_empty() { "M" } else { "L" };
                let (x, end, y) = (across.at(from - 0.5), across.at(to + 0.5), up.at(share));
                let _ = write!(path, "{command}{x:.1} {y:.1}L{end:.1} {y:.1}");
            }
            canvas.add(format_args!("<path d=\"{path}\" class=\"outline\"/>"));
        }
        canvas.line("axis", [left, bottom, RIGHT, bottom]);
        let mut tick = (first.0 / step).ceil() * step;
        while tick <= last.1 {
            canvas.text(across.at(tick), bottom + 14.0, "middle", "tick", &plain(tick));
            tick += step;
        }
        Some(canvas.finish(self.described))
    }
}

/// A line of a plot of curves.
pub struct Series {
    /// What it is of.
    pub label: String,
    /// Its points.
    pub points: Vec<(f64, Estimate)>,
    /// Its colour.
    pub tint: usize,
}

/// Curves with their intervals as bands.
pub struct Curves<'a> {
    /// What it shows, in a few words.
    pub described: &'a str,
    /// The curves.
    pub series: &'a [Series],
    /// A number to compare with.
    pub reference: Option<f64>,
    /// How numbers are written across and up.
    pub labels: (Labels, Labels),
}

impl Curves<'_> {
    /// The picture; `None` without a point.
    pub fn plot(&self) -> Option<Plot> {
        let points = || self.series.iter().flat_map(|series| &series.points).filter(|(_, e)| e.value.is_finite());
        points().next()?;
        let (left, top, bottom) = (46.0, 8.0, 190.0);
        let across = Scale::over(points().map(|&(x, _)| x), left, RIGHT);
        let ends = points().flat_map(|(_, e)| [e.value, e.low, e.high]).chain(self.reference);
        let up = Scale::over(ends, bottom, top);
        let mut canvas = Canvas::new("curves", bottom + 22.0);
        canvas.axis_left(&up, left, self.labels.1);
        for tick in across.ticks() {
            canvas.text(across.at(tick), bottom + 14.0, "middle", "tick", &(self.labels.0)(tick));
        }
        if let Some(reference) = self.reference {
            canvas.line("reference", [left, up.at(reference), RIGHT, up.at(reference)]);
        }
        // Many bands on top of each other would hide the curves.
        let faint = if self.series.len() > 2 { " faint" } else { "" };
        for series in self.series {
            let points: Vec<&(f64, Estimate)> = series.points.iter().filter(|(_, e)| e.value.is_finite()).collect();
            let place = |x: f64, y: f64| format!("{:.1},{:.1}", across.at(x), up.at(y));
            let known = || points.iter().filter(|(_, e)| e.low.is_finite() && e.high.is_finite());
            let upper = known().map(|(x, e)| place(*x, e.high));
            let lower = known().rev().map(|(x, e)| place(*x, e.low));
            let band: Vec<String> = upper.chain(lower).collect();
            let classes = tint(series.tint);
            let band = format!("<polygon points=\"{}\" class=\"band{faint} {classes}\"/>", band.join(" "));
            canvas.add(format_args!("{band}"));
            let path: Vec<String> = points.iter().map(|(x, e)| place(*x, e.value)).collect();
            canvas.add(format_args!("<polyline points=\"{}\" class=\"curve {classes}\"/>", path.join(" ")));
            for (x, estimate) in points {
                let words = told(&format!("{}, {}", series.label, (self.labels.0)(*x)), *estimate, self.labels.1);
                let (x, y) = (across.at(*x), up.at(estimate.value));
                canvas.mark(&classes, format_args!("circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\""), &words);
            }
        }
        Some(canvas.finish(self.described))
    }
}

/// A table of who scores what against whom, in colours.
pub struct HeatMap<'a> {
    /// What it shows, in a few words.
    pub described: &'a str,
    /// The names of rows and columns.
    pub names: &'a [&'a str],
    /// What the row's name scores against the column's; `None` on the diagonal.
    pub payoff: &'a dyn Fn(&str, &str) -> Option<Estimate>,
}

impl HeatMap<'_> {
    /// The picture; `None` without a cell.
    pub fn plot(&self) -> Option<Plot> {
        let longest = self.names.iter().map(|name| name.chars().count()).max()? as f64;
        let left = (longest * 6.2 + 10.0).min(150.0);
        let top = (longest * 4.6 + 16.0).min(110.0);
        // Room for the last slanted name on the right.
        let size = ((WIDTH - left - 34.0) / self.names.len() as f64).min(52.0);
        let mut canvas = Canvas::new("heat", top + size * self.names.len() as f64 + 6.0);
        for (row, bot) in self.names.iter().enumerate() {
            let y = top + size * row as f64;
            canvas.text(left - 6.0, y + size / 2.0 + 4.0, "end", "label", bot);
            let x = left + size * (row as f64 + 0.5);
            canvas.add(format_args!(
                "<text transform=\"translate({x:.1} {:.1}) rotate(-40)\" class=\"label\">{}</text>",
                top - 6.0,
                escape(bot)
            ));
            for (column, against) in self.names.iter().enumerate() {
                let x = left + size * column as f64;
                let Some(estimate) = (self.payoff)(bot, against).filter(|estimate| estimate.value.is_finite()) else {
                    continue;
                };
                let strength = ((estimate.value - 0.5).abs() * 160.0).min(80.0);
                let colour = if estimate.value < 0.5 { "--worse" } else { "--better" };
                let side = size - 2.0;
                let shape = format_args!(
                    "rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{side:.1}\" height=\"{side:.1}\" rx=\"3\" \
                     style=\"fill:color-mix(in srgb,var({colour}) {strength:.0}%,var(--paper))\""
                );
                canvas.mark("cell", shape, &told(&format!("{bot} against {against}"), estimate, percent));
                let sure = if estimate.low > 0.5 || estimate.high < 0.5 { "cell sure" } else { "cell" };
                let value = format!("{:.0}", 100.0 * estimate.value);
                canvas.text(x + side / 2.0, y + side / 2.0 + 4.0, "middle", sure, &value);
            }
        }
        (canvas.marks > 0).then(|| canvas.finish(self.described))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64) -> Estimate {
        Estimate { value, low: value - 0.1, high: value + 0.1 }
    }

    #[test]
    fn ticks_are_round_and_hold_everything() {
        for (low, high) in [(0.0, 1.0), (0.47, 0.53), (-3.0, 17.0), (1200.0, 1201.0), (0.0, 1e-4)] {
            let scale = Scale::over([low, high].into_iter(), 0.0, 100.0);
            let ticks = scale.ticks();
            assert!(scale.low <= low + 1e-12 && scale.high >= high - 1e-12);
            assert!((3..=7).contains(&ticks.len()), "{low} to {high}: {ticks:?}");
        }
    }

    #[test]
    fn every_figure_is_a_mark_and_what_is_unknown_is_left_out() {
        let line = |value: f64| Line {
            label: "a < b".to_owned(),
            estimate: estimate(value),
            tint: 9,
            hollow: false,
            beside: None,
        };
        let lines = [line(0.5), line(f64::NAN), line(0.7)];
        let figures = Figures {
            described: "x",
            lines: &lines,
            reference: Some(0.5),
            band: None,
            holds: &[],
            bars: true,
            labels: percent,
        };
        let plot = figures.plot().unwrap();
        assert_eq!((plot.marks, plot.svg.matches("class=\"mark").count()), (2, 2));
        assert!(plot.svg.contains("a &lt; b: 50 % [40 %, 60 %]") && !plot.svg.contains("NaN"));
        let none = Figures {
            described: "x",
            lines: &lines[1..2],
            reference: None,
            band: None,
            holds: &[],
            bars: false,
            labels: plain,
        };
        assert!(none.plot().is_none());
    }

    #[test]
    fn labels_have_a_decimal_where_ticks_need_it() {
        assert_eq!([0.875, 0.9, 0.0, -0.0001].map(percent), ["87.5 %", "90 %", "0 %", "0 %"]);
        assert_eq!([0.125, -0.5, 0.0].map(points), ["+12.5", "-50", "0"]);
    }

    #[test]
    fn a_single_value_has_a_picture_too() {
        let bars = [(3.0, 3.0, 1.0)];
        let histogram = Histogram { described: "x", bars: &bars, outline: Some(&[1.0]), highest: 1.0, tint: 0 };
        assert!(!histogram.plot().unwrap().svg.contains("NaN"));
        let series = [Series { label: "a".to_owned(), points: vec![(1.0, estimate(0.5))], tint: 0 }];
        let curves = Curves { described: "x", series: &series, reference: None, labels: (plain, percent) };
        assert!(!curves.plot().unwrap().svg.contains("NaN"));
    }

    #[test]
    fn a_heat_map_has_no_diagonal() {
        let payoff = |a: &str, b: &str| (a != b).then(|| estimate(if a < b { 0.8 } else { 0.2 }));
        let map = HeatMap { described: "x", names: &["a", "b", "c"], payoff: &payoff };
        assert_eq!(map.plot().unwrap().marks, 6);
    }
}
