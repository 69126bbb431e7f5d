use super::{Group, Settler, Weights};

/// What players go by. The weights were fitted to 2,700 games between searches and greedy players at 2, 3 and 4 seats under the
/// usual and nine other rulesets, the last three generations of six, by
///
/// ```text
/// cargo run --release -p marque-agents --example fit_dzicz -- 900 6
/// ```
pub(super) static SETTLER: Settler = Settler { razing: [5.0, 3.0], weights: WEIGHTS };

const WEIGHTS: Weights = Weights::new(&[
    (
        Group::Need,
        &[
            1.02, 0.46, -0.66, -0.94, -0.80, -0.45, 0.00, 0.48, -0.23, -0.30, -0.25, -0.27, -0.38, -0.82, 0.87, 0.43,
            -0.28, -0.56, -0.72, -0.90, -0.45, 0.84, 0.32, -0.24, -0.41, -0.74, -0.88, -1.21,
        ],
    ),
    (
        Group::Time,
        &[
            -0.07, -0.15, 0.04, 0.21, -0.46, -0.29, -0.04, 0.01, 0.30, 0.23, 0.28, 0.13, -0.05, 0.36, -0.15, -0.18,
            -0.07, -0.20, -0.19, -0.18, -0.32, -0.44, -0.33, -0.09, -0.50, -0.44, -0.61, -0.26,
        ],
    ),
    (
        Group::Claim,
        &[
            -1.53, -0.37, -1.92, -2.36, 0.16, -0.49, -0.09, -0.09, -0.29, -0.12, -0.22, 0.23, -0.53, -0.92, -0.49,
            -0.44, 0.81, 0.11, 1.10, 0.37,
        ],
    ),
    (Group::ClaimTime, &[-1.52, -0.99, -0.26, 0.43, -1.09]),
    (Group::TooLate, &[-0.59, -0.91, -1.52, -1.24]),
    (Group::Forestalled, &[-0.65, -0.57, -0.79, -0.96]),
    (Group::Nearer, &[0.01]),
    (Group::Exposed, &[-0.37, -0.07, -0.55, -0.37]),
    (Group::Guarded, &[0.07]),
    (Group::Settled, &[0.44]),
    (
        Group::Chits,
        &[0.11, 0.45, 0.31, -0.26, -0.09, 0.23, 0.56, -0.08, 0.29, 0.44, 0.17, -0.06, 0.34, 0.72, -0.11, 0.06],
    ),
    (Group::Spare, &[0.00, 0.16, 0.23, -0.08]),
    (Group::WideMission, &[-0.64, -1.08, 0.58, 1.04]),
    (Group::Crowd, &[0.16, -0.57]),
    (Group::Soldiers, &[0.37, -0.13]),
    (Group::OtherSoldiers, &[-0.33, 0.18]),
    (Group::Tokens, &[0.19, -0.47]),
    (Group::AnyFort, &[0.53, -0.10]),
    (Group::Forts, &[0.13, -0.16]),
    (Group::OtherTokens, &[-0.09, 0.08]),
    (Group::OtherFort, &[-1.18, 0.68]),
    (Group::SafeTokens, &[-0.02, 0.34]),
    (Group::OtherRaids, &[-0.16, 0.08]),
    (Group::Rivalry, &[-0.45, -0.17]),
    (Group::Wide, &[-0.11, 0.46]),
]);
