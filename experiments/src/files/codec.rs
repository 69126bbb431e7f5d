//! How values are written into columns and read back.

use std::fmt::Display;
use std::marker::PhantomData;
use std::str::FromStr;
use std::time::Duration;

use super::row::{Cell, CellError, Cells, Codec, Column, Row};
use crate::intervals::Estimate;

/// Words.
pub struct Text;

impl Codec<String> for Text {
    fn write(value: &String, into: &mut Vec<Cell>) {
        into.push(Cell::Text(value.clone()));
    }

    fn read(from: &mut Cells<'_>) -> Result<String, CellError> {
        from.text().map(str::to_owned)
    }
}

/// Something that has one of a few names.
pub trait Named: Copy + 'static {
    /// All there is.
    const ALL: &'static [Self];

    /// Its name in files.
    fn name(self) -> &'static str;
}

/// One of a few names.
pub struct Name;

impl<T: Named> Codec<T> for Name {
    fn write(value: &T, into: &mut Vec<Cell>) {
        into.push(Cell::Text(value.name().to_owned()));
    }

    fn read(from: &mut Cells<'_>) -> Result<T, CellError> {
        let names: Vec<&str> = T::ALL.iter().map(|value| value.name()).collect();
        let named = |text: &str| T::ALL.iter().copied().find(|value| value.name() == text);
        from.read(&format!("one of {}", names.join(", ")), named)
    }
}

/// A whole number.
pub struct Whole;

impl<T: Display + FromStr> Codec<T> for Whole {
    fn write(value: &T, into: &mut Vec<Cell>) {
        into.push(Cell::Number(value.to_string()));
    }

    fn read(from: &mut Cells<'_>) -> Result<T, CellError> {
        from.read("a whole number of the size that belongs here", |text| text.parse().ok())
    }
}

/// Yes or no as 1 or 0.
pub struct Flag;

impl Codec<bool> for Flag {
    fn write(value: &bool, into: &mut Vec<Cell>) {
        into.push(Cell::Number(u8::from(*value).to_string()));
    }

    fn read(from: &mut Cells<'_>) -> Result<bool, CellError> {
        from.read("0 or 1", |text| match text {
            "0" => Some(false),
            "1" => Some(true),
            _ => None,
        })
    }
}

/// How many digits a figure is written with. What is not a finite number stays empty.
pub trait Digits {
    /// The digits of a finite number.
    fn digits(number: f64) -> String;
}

/// Exactly so many decimals.
pub struct Decimals<const D: usize>;

impl<const D: usize> Digits for Decimals<D> {
    fn digits(number: f64) -> String {
        format!("{number:.D$}")
    }
}

/// At most so many decimals, without trailing zeros.
pub struct UpTo<const D: usize>;

impl<const D: usize> Digits for UpTo<D> {
    fn digits(number: f64) -> String {
        let text = format!("{number:.D$}");
        let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
        if text == "-0" { "0".to_owned() } else { text.to_owned() }
    }
}

/// A rating.
pub type RatingDigits = UpTo<1>;
/// A share of 1.
pub type ShareDigits = UpTo<4>;

/// Six digits, in as few characters as they need.
pub struct SixDigits;

impl Digits for SixDigits {
    fn digits(number: f64) -> String {
        // Through the exponent form, which counts digits and not places.
        let rounded: f64 = format!("{number:.5e}").parse().unwrap_or(number);
        // A negative zero is just zero.
        (rounded + 0.0).to_string()
    }
}

impl<D: Digits> Codec<f64> for D {
    fn write(value: &f64, into: &mut Vec<Cell>) {
        into.push(if value.is_finite() { Cell::Number(D::digits(*value)) } else { Cell::Empty });
    }

    fn read(from: &mut Cells<'_>) -> Result<f64, CellError> {
        from.read("a finite number, or nothing", |text| match text {
            "" => Some(f64::NAN),
            text => text.parse().ok().filter(|number: &f64| number.is_finite()),
        })
    }
}

/// An estimate takes three columns: the value and the two ends of its interval.
impl<D: Digits> Codec<Estimate> for D {
    fn columns(column: Column, _seats: Option<usize>, into: &mut Vec<Column>) {
        let Column { name, unit, meaning } = column;
        let end = |end: &str, meaning| Column { name: format!("{name}_{end}"), unit, meaning };
        let ends = [end("low", "Lower end of its interval."), end("high", "Upper end.")];
        into.push(Column { name, unit, meaning });
        into.extend(ends);
    }

    fn write(value: &Estimate, into: &mut Vec<Cell>) {
        for number in [value.value, value.low, value.high] {
            <D as Codec<f64>>::write(&number, into);
        }
    }

    fn read(from: &mut Cells<'_>) -> Result<Estimate, CellError> {
        let mut number = || <D as Codec<f64>>::read(from);
        Ok(Estimate { value: number()?, low: number()?, high: number()? })
    }
}

/// A part of a whole, or a difference of two, between -1 and 1: to four decimals, nothing where there is no number.
pub struct Part;

impl Part {
    /// How it is written.
    pub fn digits(number: f32) -> String {
        ((f64::from(number) * 1e4).round() / 1e4 + 0.0).to_string()
    }

    /// The part that is written so.
    pub fn parse(text: &str) -> Option<f32> {
        text.parse().ok().filter(|number| (-1.0..=1.0).contains(number))
    }
}

impl Codec<f32> for Part {
    fn write(value: &f32, into: &mut Vec<Cell>) {
        into.push(if value.is_nan() { Cell::Empty } else { Cell::Number(Part::digits(*value)) });
    }

    fn read(from: &mut Cells<'_>) -> Result<f32, CellError> {
        from.read("a part between -1 and 1, or nothing", |text| match text {
            "" => Some(f32::NAN),
            text => Part::parse(text),
        })
    }
}

/// A time in milliseconds, to the microsecond.
pub struct Millis;

impl Codec<Duration> for Millis {
    fn write(value: &Duration, into: &mut Vec<Cell>) {
        into.push(Cell::Number(format!("{:.3}", value.as_secs_f64() * 1e3)));
    }

    fn read(from: &mut Cells<'_>) -> Result<Duration, CellError> {
        from.read("a time in milliseconds", |text| {
            let ms: f64 = text.parse().ok()?;
            Duration::try_from_secs_f64(ms / 1e3).ok()
        })
    }
}

/// Something that may be missing; its cell is empty then.
pub struct Maybe<C>(PhantomData<C>);

impl<T, C: Codec<T>> Codec<Option<T>> for Maybe<C> {
    fn columns(column: Column, seats: Option<usize>, into: &mut Vec<Column>) {
        C::columns(column, seats, into);
    }

    fn write(value: &Option<T>, into: &mut Vec<Cell>) {
        match value {
            Some(value) => C::write(value, into),
            None => into.push(Cell::Empty),
        }
    }

    fn read(from: &mut Cells<'_>) -> Result<Option<T>, CellError> {
        if from.peek() == Some("") { from.text().map(|_| None) } else { C::read(from).map(Some) }
    }
}

/// All columns of another row, with the field's name before theirs.
pub struct Flat;

impl<T: Row> Codec<T> for Flat {
    fn columns(column: Column, seats: Option<usize>, into: &mut Vec<Column>) {
        let named = |inner: Column| Column { name: format!("{}{}", column.name, inner.name), ..inner };
        into.extend(T::columns(seats).into_iter().map(named));
    }

    fn write(value: &T, into: &mut Vec<Cell>) {
        value.write(into);
    }

    fn read(from: &mut Cells<'_>) -> Result<T, CellError> {
        T::read(from)
    }
}

/// The same for every seat, with its number for `{n}` in the name.
pub struct EachSeat<C>(PhantomData<C>);

impl<T, C: Codec<T>> Codec<Vec<T>> for EachSeat<C> {
    fn columns(column: Column, seats: Option<usize>, into: &mut Vec<Column>) {
        let Some(all) = seats else { return C::columns(column, seats, into) };
        for seat in 0..all {
            let name = column.name.replace("{n}", &seat.to_string());
            C::columns(Column { name, ..column.clone() }, seats, into);
        }
    }

    fn write(value: &Vec<T>, into: &mut Vec<Cell>) {
        value.iter().for_each(|value| C::write(value, into));
    }

    fn read(from: &mut Cells<'_>) -> Result<Vec<T>, CellError> {
        (0..from.seats()).map(|_| C::read(from)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_six_digits_at_most() {
        for (number, text) in [
            (1.0 / 3.0, "0.333333"),
            (123_456_789.0, "123457000"),
            (-0.0, "0"),
            (2.5, "2.5"),
            (f64::NAN, ""),
            (f64::INFINITY, ""),
            (1e-9, "0.000000001"),
        ] {
            let mut cells = Vec::new();
            <SixDigits as Codec<f64>>::write(&number, &mut cells);
            assert_eq!(*cells[0].csv(), *text.as_bytes());
        }
    }

    #[test]
    fn decimals_are_cut_where_they_say_nothing() {
        assert_eq!([0.5, -0.04, 12.0, 0.1234].map(RatingDigits::digits), ["0.5", "0", "12", "0.1"]);
        assert_eq!(Decimals::<4>::digits(0.5), "0.5000");
    }

    #[test]
    fn what_is_out_of_range_is_refused() {
        for text in ["inf", "NaN", "1.5", "-2", "x"] {
            assert_eq!(Part::parse(text), None, "{text}");
        }
        assert_eq!(Part::parse("-0.25"), Some(-0.25));
    }

    #[test]
    fn parts_are_read_back_as_written() {
        let read = |text: &str| {
            let (names, record) = (["part".to_owned()], csv::StringRecord::from(vec![text]));
            <Part as Codec<f32>>::read(&mut Cells::new(&names, &record, 0))
        };
        for (part, text) in [(0.25, "0.25"), (-1.0, "-1"), (-0.00001, "0"), (1.0 / 3.0, "0.3333"), (f32::NAN, "")] {
            let mut cells = Vec::new();
            <Part as Codec<f32>>::write(&part, &mut cells);
            assert_eq!(*cells[0].csv(), *text.as_bytes());
            let found = read(text).unwrap();
            assert!((found - part).abs() < 1e-4 || found.is_nan() && part.is_nan(), "{found} {part}");
        }
        assert!(read("2").is_err());
    }
}
