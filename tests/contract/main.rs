//! The contract that every game keeps, checked on random games under many rulesets and on whole games written by an
//! independent implementation (`tests/traces`).

mod encoding;
#[path = "../../examples/connect_four.rs"]
mod example;
mod laws;
#[path = "../../examples/leduc.rs"]
mod poker;
mod traces;
mod views;

/// The suite for each game.
macro_rules! suite {
    ([$($module:ident::$Game:ident),* $(,)?]) => {$(
        suite!($module, marque::$module::$Game);
    )*};
    ($module:ident, $Game:path) => {
        mod $module {
            use $Game as G;

            #[test]
            fn every_trace_of_the_independent_implementation_replays_exactly() {
                crate::traces::replay_exactly::<G>();
            }

            #[test]
            fn legal_lists_hold_no_doubles_and_notation_reads_back() {
                crate::laws::legal_lists_and_notation::<G>();
            }

            #[test]
            fn what_is_listed_is_accepted_and_everything_else_refused() {
                crate::laws::the_checked_door::<G>();
            }

            #[test]
            fn random_actions_are_drawn_from_the_legal_list_evenly() {
                crate::laws::random_actions_are_even::<G>();
            }

            #[test]
            fn a_trace_replays_to_the_same_game() {
                crate::laws::traces_replay::<G>();
            }

            #[test]
            fn clones_are_independent() {
                crate::laws::clones_are_independent::<G>();
            }

            #[test]
            fn games_end_and_payoffs_sum_to_half_the_seats() {
                crate::laws::games_end::<G>();
            }

            #[test]
            fn onlookers_see_what_every_seat_knows() {
                crate::views::onlookers_see_what_every_seat_knows::<G>();
            }

            #[test]
            fn imagined_states_look_the_same_and_depend_on_nothing_hidden() {
                crate::laws::imagining::<G>();
            }

            #[test]
            fn an_observation_is_data_without_anything_hidden() {
                crate::views::observations_are_data::<G>();
            }

            #[test]
            fn a_seat_sees_its_own_actions_and_all_open_ones_whole() {
                crate::views::seats_see_what_they_may::<G>();
            }

            #[test]
            fn what_looks_alike_to_a_seat_still_does_after_events_that_look_alike() {
                crate::views::what_looks_alike_stays_alike::<G>();
            }

            #[test]
            fn every_legal_action_has_an_index_of_its_own_and_vectors_hold_nothing_hidden() {
                crate::encoding::numbers_hold::<G>();
            }

            #[test]
            fn vectors_and_indices_stay_the_same_as_long_as_their_version_does() {
                crate::encoding::numbers_are_stable::<G>();
            }

            #[test]
            fn what_all_see_of_a_seat_moves_with_the_seat_that_looks() {
                crate::encoding::seats_come_round::<G>();
            }

            #[test]
            fn what_a_seat_is_told_is_enough_to_choose_as_if_it_sat_at_the_table() {
                crate::views::observations_are_enough_to_play::<G>();
            }

            #[test]
            fn the_same_seed_gives_the_same_game_on_any_number_of_threads() {
                crate::laws::threads_do_not_matter::<G>();
            }

            #[test]
            fn boards_prompts_and_stories_can_always_be_told() {
                crate::laws::words_for_people::<G>();
            }

            #[test]
            fn any_text_gets_an_error_and_never_a_panic() {
                crate::laws::any_text::<G>();
            }

            #[test]
            fn any_ruleset_gets_an_error_or_a_game_that_ends() {
                crate::laws::any_ruleset::<G>();
            }
        }
    };
}

marque::every_game!([suite]);
suite!(connect_four, crate::example::ConnectFour);
suite!(leduc, crate::poker::Leduc);
