//! The outlines of a region of squares, for drawing coasts.

use std::collections::BTreeMap;

/// A closed line as its corners, in sides of a square from the upper left.
pub(super) type Outline = Vec<(f32, f32)>;

/// The outlines of all squares (column and row) of a region, from middle to middle of their outer sides, so that slopes are
/// straight. Beyond the edges of the map a region goes on as at them.
pub(super) fn outlines(columns: usize, rows: usize, inside: impl Fn(usize, usize) -> bool) -> Vec<Outline> {
    let (wide, high) = (columns as i32, rows as i32);
    let inside = |column: i32, row: i32| {
        (-1..=wide).contains(&column)
            && (-1..=high).contains(&row)
            && inside(column.clamp(0, wide - 1) as usize, row.clamp(0, high - 1) as usize)
    };
    // Sides of squares with the region on one hand and not on the other, from corner to corner with the region to the right.
    let mut sides: BTreeMap<(i32, i32), Vec<(i32, i32)>> = BTreeMap::new();
    for row in -1..=high {
        for column in (-1..=wide).filter(|&column| inside(column, row)) {
            let corners = [(column, row), (column + 1, row), (column + 1, row + 1), (column, row + 1)];
            let beyond = [(column, row - 1), (column + 1, row), (column, row + 1), (column - 1, row)];
            for side in 0..4 {
                if !inside(beyond[side].0, beyond[side].1) {
                    sides.entry(corners[side]).or_default().push(corners[(side + 1) % 4]);
                }
            }
        }
    }
    let mut outlines = Vec::new();
    while let Some((&start, _)) = sides.first_key_value() {
        let mut outline = Outline::new();
        let mut at = start;
        while let Some(next) = take(&mut sides, at) {
            outline.push(((at.0 + next.0) as f32 / 2.0, (at.1 + next.1) as f32 / 2.0));
            at = next;
        }
        outlines.push(without_straight(&outline));
    }
    outlines
}

/// Takes a side that begins at a corner off the map of sides.
fn take(sides: &mut BTreeMap<(i32, i32), Vec<(i32, i32)>>, from: (i32, i32)) -> Option<(i32, i32)> {
    let ends = sides.get_mut(&from)?;
    let end = ends.pop();
    if ends.is_empty() {
        sides.remove(&from);
    }
    end
}

/// An outline without the corners at which it goes straight on.
fn without_straight(outline: &Outline) -> Outline {
    let count = outline.len();
    let bends = |&at: &usize| {
        let (before, here, after) = (outline[(at + count - 1) % count], outline[at], outline[(at + 1) % count]);
        (here.0 - before.0) * (after.1 - here.1) != (here.1 - before.1) * (after.0 - here.0)
    };
    (0..count).filter(bends).map(|at| outline[at]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_island_and_a_lake_have_an_outline_each() {
        let island = outlines(5, 5, |column, row| {
            (1..=3).contains(&column) && (1..=3).contains(&row) && (column, row) != (2, 2)
        });
        assert_eq!(island.len(), 2, "the shore outside and the one inside");
        assert!(island.iter().flatten().all(|&(x, y)| (1.0..=4.0).contains(&x) && (1.0..=4.0).contains(&y)));
    }

    #[test]
    fn a_slope_is_straight() {
        let slope = &outlines(6, 6, |column, row| column <= row)[0];
        let on_slope = slope.iter().filter(|(x, y)| (0.0..=6.0).contains(x) && (x - y).abs() <= 0.5);
        assert!(on_slope.count() <= 2, "its ends only: {slope:?}");
    }

    #[test]
    fn a_region_goes_on_beyond_the_edges() {
        let all = &outlines(3, 3, |_, _| true)[0];
        assert!(all.iter().all(|(x, y)| !(0.0..=3.0).contains(x) || !(0.0..=3.0).contains(y)), "{all:?}");
    }
}
