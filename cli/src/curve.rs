//! What each seat could expect over a game, drawn in the terminal and as a picture.

use std::fmt::Write;

const ROWS: usize = 13;
const COLUMNS: usize = 90;

/// The curve as text: a digit for each seat. The values are by position and seat, 0 to 1.
pub fn draw(points: &[&[f32]]) -> String {
    let columns = points.len().min(COLUMNS);
    let mut grid = vec![vec![' '; columns]; ROWS];
    for column in 0..columns {
        let values = points[column * points.len() / columns];
        for (seat, value) in values.iter().enumerate() {
            let row = ((1.0 - value.clamp(0.0, 1.0)) * (ROWS - 1) as f32).round() as usize;
            let cell = &mut grid[row][column];
            *cell = if *cell == ' ' { char::from_digit(seat as u32, 10).unwrap_or('?') } else { '*' };
        }
    }
    let mut text = String::new();
    for (row, line) in grid.iter().enumerate() {
        let label = match row {
            0 => "1.0",
            r if r == ROWS / 2 => "0.5",
            r if r == ROWS - 1 => "0.0",
            _ => "",
        };
        let line: String = line.iter().collect();
        let _ = writeln!(text, "{label:>4} |{}", line.trim_end());
    }
    let last = points.len().saturating_sub(1);
    let _ = writeln!(text, "     +{}", "-".repeat(columns));
    let _ = writeln!(text, "      after 0 to {last} events; a digit is a seat, * more than one");
    text
}

/// The curve as a self-contained picture, light or dark as the viewer prefers.
pub fn svg(title: &str, points: &[&[f32]]) -> String {
    const COLOURS: [&str; 8] = ["#c0392b", "#2471a3", "#b9770e", "#1e8449", "#7d3c98", "#117a8b", "#d35400", "#5d6d7e"];
    let (width, height, left, top) = (720.0, 300.0, 44.0, 34.0);
    let span = points.len().saturating_sub(1).max(1) as f32;
    let x = |at: usize| left + at as f32 / span * width;
    let y = |value: f32| top + (1.0 - value.clamp(0.0, 1.0)) * height;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {} {}\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <style>.ink{{fill:#222}}.line{{stroke:#888}}.paper{{fill:#fff}}\
         @media(prefers-color-scheme:dark){{.ink{{fill:#ddd}}.paper{{fill:#1b1b1b}}}}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n\
         <text class=\"ink\" x=\"{left}\" y=\"20\" font-size=\"14\">{title}: what each seat could expect</text>\n",
        left + width + 80.0,
        top + height + 40.0
    );
    for tick in [0.0, 0.25, 0.5, 0.75, 1.0] {
        let _ = writeln!(
            svg,
            "<line class=\"line\" stroke-width=\"0.5\" x1=\"{left}\" x2=\"{}\" y1=\"{y}\" y2=\"{y}\"/>\
             <text class=\"ink\" x=\"{}\" y=\"{}\" text-anchor=\"end\">{tick}</text>",
            left + width,
            left - 6.0,
            y(tick) + 4.0,
            y = y(tick)
        );
    }
    let seats = points.first().map_or(0, |values| values.len());
    for seat in 0..seats {
        let path: Vec<String> =
            points.iter().enumerate().map(|(at, values)| format!("{:.1},{:.1}", x(at), y(values[seat]))).collect();
        let colour = COLOURS[seat % COLOURS.len()];
        let end = points.last().map_or(0.0, |values| y(values[seat]));
        let _ = writeln!(
            svg,
            "<polyline fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.8\" points=\"{}\"/>\
             <text x=\"{}\" y=\"{:.1}\" fill=\"{colour}\">seat {seat}</text>",
            path.join(" "),
            left + width + 8.0,
            end + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<text class=\"ink\" x=\"{}\" y=\"{}\" text-anchor=\"middle\">events of the game (0 to {})</text>\n</svg>",
        left + width / 2.0,
        top + height + 28.0,
        span as usize
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    const POINTS: [&[f32]; 3] = [&[0.5, 0.5], &[0.75, 0.25], &[1.0, 0.0]];

    #[test]
    fn the_terminal_shows_a_digit_for_each_seat() {
        let text = draw(&POINTS);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], " 1.0 |  0");
        assert_eq!(lines[6], " 0.5 |*");
        assert_eq!(lines[12], " 0.0 |  1");
        assert_eq!(lines[14], "      after 0 to 2 events; a digit is a seat, * more than one");
    }

    #[test]
    fn the_picture_has_a_line_for_each_seat() {
        let svg = svg("T", &POINTS);
        assert_eq!(svg.matches("<polyline").count(), 2);
        assert!(svg.ends_with("</svg>\n"));
    }
}
