use super::{Group, Settler, Weights};

/// What players go by. The weights were fitted to 2,400 games between searches and greedy players at 2, 3 and 4 seats under the
/// usual and nine other rulesets, by
///
/// ```text
/// cargo run --release -p marque-agents --example fit_dzicz -- 1200 2
/// ```
pub(super) static SETTLER: Settler = Settler { razing: [5.0, 3.0], weights: WEIGHTS };

const WEIGHTS: Weights = Weights::new(&[
    (
        Group::Need,
        &[
            1.35, 0.72, -0.51, -0.60, -0.82, -0.62, -0.08, 0.68, -0.44, -0.41, 0.09, -0.27, -0.41, -0.53, 0.89, 0.57,
            -0.32, -0.66, -0.68, -1.06, -0.28, 1.06, 0.71, -0.07, -0.41, -0.91, -1.00, -1.05,
        ],
    ),
    (
        Group::Time,
        &[
            -0.15, 0.21, 0.18, 0.12, -0.59, -0.56, -0.24, -0.00, 0.10, 0.05, -0.11, 0.05, 0.15, 0.48, 0.17, 0.28, 0.11,
            -0.07, -0.49, -0.19, -0.36, -0.40, 0.18, -0.05, -0.28, -0.02, -0.44, -0.42,
        ],
    ),
    (
        Group::Claim,
        &[
            -1.48, -0.16, -1.85, -2.07, 0.05, -0.40, -0.07, -0.11, -0.21, 0.01, -0.30, -0.14, -0.07, -0.82, -0.40,
            -0.36, 1.15, 0.07, 1.07, 1.04,
        ],
    ),
    (Group::ClaimTime, &[-1.41, -0.33, -0.09, 0.24, -0.77]),
    (Group::TooLate, &[-0.60, -0.66, -1.16, -1.05]),
    (Group::Forestalled, &[-0.88, -0.73, -0.87, -1.32]),
    (Group::Nearer, &[-0.08]),
    (Group::Exposed, &[-0.40, -0.09, -0.42, -0.39]),
    (Group::Guarded, &[0.13]),
    (Group::Settled, &[0.57]),
    (
        Group::Chits,
        &[-0.02, 0.01, 0.16, -0.21, 0.05, -0.11, 0.03, -0.10, -0.14, 0.52, 0.69, -0.32, -0.06, 0.61, 0.50, -0.08],
    ),
    (Group::Spare, &[0.00, 0.19, 0.24, -0.04]),
    (Group::WideMission, &[-0.48, -0.58, 0.67, 0.25]),
    (Group::Crowd, &[0.13, -0.42]),
    (Group::Soldiers, &[0.29, 0.09]),
    (Group::OtherSoldiers, &[-0.29, 0.10]),
    (Group::Tokens, &[0.12, -0.53]),
    (Group::AnyFort, &[0.20, 0.19]),
    (Group::Forts, &[0.06, -0.01]),
    (Group::OtherTokens, &[-0.07, 0.02]),
    (Group::OtherFort, &[-0.62, 0.25]),
    (Group::SafeTokens, &[0.07, 0.39]),
    (Group::OtherRaids, &[-0.21, 0.15]),
    (Group::Rivalry, &[-0.43, -0.07]),
    (Group::Wide, &[-0.14, 0.28]),
]);
