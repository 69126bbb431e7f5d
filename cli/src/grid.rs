//! Tables on the screen.

use std::fmt;

use comfy_table::{CellAlignment, ContentArrangement, LineStyle, Table, TableStyle};

/// A table with a line under its header, as wide as the terminal.
pub struct Grid(Table);

impl Grid {
    /// An empty table with this header.
    pub fn new(header: &[&str]) -> Grid {
        let mut table = Table::new();
        table.load_style(TableStyle::new().header_separator(LineStyle::none().fill('─').junction('─')));
        table.set_content_arrangement(ContentArrangement::Dynamic);
        table.set_header(header.iter().copied());
        Grid(table)
    }

    /// Sets columns with numbers to the right.
    pub fn numbers(mut self, columns: impl IntoIterator<Item = usize>) -> Grid {
        for column in columns {
            if let Some(column) = self.0.column_mut(column) {
                column.set_cell_alignment(CellAlignment::Right);
            }
        }
        self
    }

    /// Sets the table in so many columns, whatever the terminal has.
    pub fn width(mut self, columns: usize) -> Grid {
        self.0.set_width(columns.try_into().unwrap_or(u16::MAX));
        self
    }

    /// Adds a row.
    pub fn row<T: ToString>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.0.add_row(cells.into_iter().map(|cell| cell.to_string()).collect::<Vec<_>>());
    }
}

impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.trim_fmt())
    }
}
