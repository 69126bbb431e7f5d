use super::{Group, Settler, Weights};

/// The first edition's.
pub(super) static SETTLER: Settler = Settler { razing: [5.0, 3.0], weights: FITTED };

const FITTED: Weights = Weights::new(&[
    (
        Group::Need,
        &[
            1.74, 0.55, -0.44, -0.65, -1.11, -1.11, -1.11, //
            1.13, -0.50, -0.50, -0.55, -0.55, -0.55, -0.55, //
            1.31, 0.57, -0.26, -0.79, -0.87, -1.15, -1.25, //
            2.27, 1.09, 0.06, -0.27, -0.72, -0.81, -1.03,
        ],
    ),
    (
        Group::Time,
        &[
            -2.2, 0.7, 0.7, 0.7, 0.7, 0.7, 0.7, //
            -2.9, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, //
            -0.1, 1.2, 1.2, 1.2, 1.2, 1.2, 1.2, //
            -3.1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9,
        ],
    ),
    (
        Group::Claim,
        &[
            -2.53, -2.53, -2.53, -2.53, -1.10, -1.10, -1.10, -1.10, -0.98, -0.98, -0.98, -0.98, -0.98, -0.98, -0.98,
            -0.98, 0.09, 0.09, 0.09, 0.09,
        ],
    ),
    (Group::TooLate, &[-1.56, -1.56, -1.56, -1.56]),
    (Group::Forestalled, &[-0.85, -0.85, -0.85, -0.85]),
    (Group::Exposed, &[-0.53, -0.41, -0.57, -0.44]),
    (Group::Guarded, &[0.60]),
    (Group::Crowd, &[-0.46]),
    (Group::Soldiers, &[0.20, 0.53]),
    (Group::OtherSoldiers, &[-0.08, -0.27]),
    (Group::Tokens, &[0.12, -0.69]),
    (Group::AnyFort, &[-0.30, 1.22]),
    (Group::OtherTokens, &[0.03]),
    (Group::OtherFort, &[-0.73]),
    (Group::SafeTokens, &[0.25]),
]);
