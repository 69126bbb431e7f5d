use super::{Arrivals, Shipowner};

/// The first edition's.
pub(super) static FITTED: Shipowner = Shipowner {
    arrivals: [
        Arrivals { slope: 2.5, reach: 5.66, offset: 3.13, crowd: 0.0 },
        Arrivals { slope: 1.44, reach: 5.45, offset: 1.97, crowd: 0.0 },
    ],
    takes: 1.0,
    abroad: [0.0, 0.0],
    least_abroad: 4.0,
    future: 0.18,
    spread: 14.0,
};
