//! Figures in the words of a report.

use marque::Show;

use super::game_rows::What;
use super::measure::Unit;
use crate::intervals::Estimate;

/// A figure with a few digits, the more the smaller it is.
fn digits(number: f64) -> String {
    let number = number + 0.0;
    match number.abs() {
        n if n >= 99.95 => format!("{number:.0}"),
        n if n >= 9.995 => format!("{number:.1}"),
        _ => format!("{number:.2}"),
    }
}

/// Hundredths: whole ones, or with a decimal where the interval is narrow. What rounds to nothing is plain 0.
fn hundredths(number: f64, estimate: Estimate) -> String {
    let narrow = (estimate.high - estimate.low).abs() < 0.04;
    let text = if narrow { format!("{:.1}", 100.0 * number) } else { format!("{:.0}", 100.0 * number) };
    if text.trim_matches(['-', '0', '.']).is_empty() { "0".to_owned() } else { text }
}

/// A number alone in hundredths, as its interval allows.
pub fn in_hundredths(estimate: Estimate) -> String {
    hundredths(estimate.value, estimate)
}

/// A figure with its interval as people read it.
pub fn figure(unit: Unit, estimate: Estimate) -> String {
    if estimate.value.is_nan() {
        return "not known".to_owned();
    }
    let show = |number: f64| match unit {
        Unit::Share | Unit::Payoff => hundredths(number, estimate),
        Unit::Size | Unit::Number => digits(number),
        Unit::P => chance(number),
    };
    let sign = match unit {
        Unit::Share => " %",
        _ => "",
    };
    let [value, low, high] = [estimate.value, estimate.low, estimate.high].map(show);
    // Where every game has the same figure an interval tells nothing more.
    if !estimate.low.is_finite() || !estimate.high.is_finite() || low == high {
        format!("{value}{sign}")
    } else {
        format!("{value}{sign} [{low}, {high}]")
    }
}

/// A p-value as people read it.
pub fn chance(p: f64) -> String {
    if p < 0.001 { "< 0.001".to_owned() } else { format!("{p:.3}") }
}

/// The same after "p".
pub fn equal(p: f64) -> String {
    if p < 0.001 { chance(p) } else { format!("= {}", chance(p)) }
}

/// A change as people read it, with its sign and unit.
pub fn change(unit: Unit, change: Estimate) -> String {
    match unit {
        Unit::Size => figure(Unit::Share, change),
        Unit::Share | Unit::Payoff => format!("{} points", figure(Unit::Payoff, change)),
        Unit::Number | Unit::P => figure(Unit::Number, change),
    }
}

/// A change with its interval in the direction that the words say.
pub fn size_of_change(unit: Unit, estimate: Estimate) -> String {
    change(unit, if estimate.value < 0.0 { turned(estimate) } else { estimate })
}

/// The figure with the other sign.
pub fn turned(estimate: Estimate) -> Estimate {
    Estimate { value: -estimate.value, low: -estimate.high, high: -estimate.low }
}

/// `a, b and c`.
pub fn list(words: &[String]) -> String {
    match words.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => words.concat(),
    }
}

/// A sentence with a capital letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// What a seat does, in the words of its game: "loses a ship to the pirates", "chooses `raze`".
pub fn does(game: &str, what: What, name: &str) -> String {
    let words = match what {
        What::Action => None,
        What::Deed => marque::with_game!(game, G => G::deed_words(name).once()),
    };
    words.unwrap_or_else(|| match what {
        What::Action => format!("chooses `{name}`"),
        What::Deed => format!("does `{name}`"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(value: f64, low: f64, high: f64) -> Estimate {
        Estimate { value, low, high }
    }

    #[test]
    fn a_change_that_may_be_none_keeps_the_sign_of_its_ends() {
        assert_eq!(size_of_change(Unit::Payoff, estimate(-0.02, -0.08, 0.04)), "2 [-4, 8] points");
    }

    #[test]
    fn figures_show_what_their_interval_allows() {
        assert_eq!(figure(Unit::Share, estimate(0.523, 0.47, 0.576)), "52 % [47, 58]");
        assert_eq!(figure(Unit::Share, estimate(0.523, 0.52, 0.526)), "52.3 % [52.0, 52.6]");
        assert_eq!(figure(Unit::Share, estimate(0.0, 0.0, 0.019)), "0 % [0, 1.9]");
        assert_eq!(figure(Unit::Payoff, estimate(-0.001, -0.03, 0.03)), "0 [-3, 3]");
        assert_eq!(figure(Unit::Size, estimate(123.4, 120.0, 127.0)), "123 [120, 127]");
        assert_eq!(figure(Unit::Size, estimate(12.0, 12.0, 12.0)), "12.0");
        assert_eq!(figure(Unit::Number, estimate(f64::NAN, f64::NAN, f64::NAN)), "not known");
        assert_eq!(figure(Unit::Size, estimate(12.0, f64::NAN, f64::NAN)), "12.0");
    }

    #[test]
    fn codes_are_told_in_the_words_of_their_game() {
        for (game, code, words) in [
            ("dzicz", "held-A", "holds an assault mission at the end"),
            ("somaliland", "seized", "loses a ship to the pirates"),
            ("bosman", "R-row", "has a row of three of the Red Carpet"),
            ("santy-anno", "coin16", "takes a coin of 16"),
            ("hexxi", "edge", "scores a ship on a far edge"),
            ("dice", "moon", "does `moon`"),
        ] {
            assert_eq!(does(game, What::Deed, code), words);
        }
        assert_eq!(does("hexxi", What::Action, "trap"), "chooses `trap`");
    }
}
