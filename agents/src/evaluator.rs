use marque::random::{self, Rng};
use marque::{Game, MAX_SEATS, Seat, Turn};

/// What each seat gets or can expect, by seat; seats that do not play have 0.
pub type Values = [f32; MAX_SEATS];

/// What a player knows about playing a game well: what a state is worth (a value function) and which actions look
/// promising (a policy). Players hold it as a value, so that one can be put in another's place, such as weights learnt from
/// games in the place of those made by hand.
///
/// States are given as a player imagines them: everything in them may be looked at, for what is hidden is guessed. The
/// methods are called in every iteration of a search, so they should not allocate. Each has a default that knows nothing.
pub trait Evaluator<G: Game>: Send + Sync {
    /// Each seat's expected reward in a state, 0 to 1, calibrated against results of games; where the game's rewards are
    /// of constant sum they sum to seats / 2. It is asked about games that are not over yet; [`appraise`] takes any state.
    fn evaluate(&self, game: &G, state: &G::State) -> Values {
        rewards(game, state)
    }

    /// Whether a playout may be cut in a state and the state evaluated (whether it is quiescent). Where the answer is no,
    /// playouts go on until the matter in hand is settled.
    fn is_calm(&self, _game: &G, _state: &G::State) -> bool {
        true
    }

    /// How promising each of the mover's legal actions looks without search: positive weights, 1 for an ordinary one.
    /// Replaces what `into` holds.
    fn priors(&self, _game: &G, _state: &G::State, actions: &[G::Action], into: &mut Vec<f32>) {
        into.clear();
        into.resize(actions.len(), 1.0);
    }

    /// How plausible it is, beside others that could be imagined, that a seat came to what it hides in a state by what it was
    /// seen to do: any positive number. Of what is `n` times as plausible a search with the option `infer` imagines `n` times
    /// as much.
    fn plausibility(&self, _game: &G, _state: &G::State, _seat: Seat) -> f32 {
        1.0
    }

    /// Makes what a seat hides in a state as it is in another one that could be imagined as well. To be said by whoever says
    /// [`Evaluator::plausibility`], unless there are never more than two seats.
    fn adopt(&self, _game: &G, state: &mut G::State, other: &G::State, _seat: Seat) {
        state.clone_from(other);
    }

    /// One of the mover's legal actions, drawn by priors. Playouts ask for it at every ply, so a game says it
    /// anew where that is faster without a list: where actions are alike by classes, or products of draws of their own.
    ///
    /// It must draw every action with the odds that its prior has among those of all legal ones. An evaluator whose playouts go
    /// by other priors than its tree says so: those of [`Learnt`](crate::learn::Learnt) go by priors made by hand.
    fn draw(&self, game: &G, state: &G::State, lists: &mut Lists<G::Action>, rng: &mut Rng) -> G::Action {
        draw_listed(self, game, state, lists, rng)
    }

    /// Plays a state on by [`Evaluator::draw`] until it is calm or the game is over, where that can be done faster than ply by
    /// ply, and says whether it did. It must come to everything that matters to [`Evaluator::evaluate`] with the same odds;
    /// chance may be to act in the state it comes to.
    fn calm_down(&self, _game: &G, _state: &mut G::State, _rng: &mut Rng) -> bool {
        false
    }
}

/// Lists the legal actions and draws one by its prior.
pub(crate) fn draw_listed<G: Game>(
    evaluator: &(impl Evaluator<G> + ?Sized),
    game: &G,
    state: &G::State,
    lists: &mut Lists<G::Action>,
    rng: &mut Rng,
) -> G::Action {
    game.actions(state, &mut lists.actions);
    evaluator.priors(game, state, &lists.actions, &mut lists.weights);
    lists.actions[draw_weighted(&lists.weights, rng)]
}

/// Memory for a list of actions and one of weights, which a player keeps so that nothing is allocated.
#[derive(Clone, Debug)]
pub struct Lists<A> {
    /// Actions.
    pub actions: Vec<A>,
    /// What each of them weighs.
    pub weights: Vec<f32>,
}

impl<A> Default for Lists<A> {
    fn default() -> Self {
        Lists { actions: Vec::new(), weights: Vec::new() }
    }
}

/// An index, drawn by weights that are not all zero.
#[inline]
pub(crate) fn draw_weighted(weights: &[f32], rng: &mut Rng) -> usize {
    let mut left = random::unit(rng) as f32 * weights.iter().sum::<f32>();
    let drawn = weights.iter().position(|&weight| {
        left -= weight;
        left < 0.0
    });
    // Rounding can leave a little behind the last.
    drawn.unwrap_or(weights.len() - 1)
}

/// Knows nothing of a game but its rules: a state is worth what it would be if the game ended now, and all actions look
/// alike.
pub struct AsItStands;

impl<G: Game> Evaluator<G> for AsItStands {}

/// Each seat's reward as the game stands.
pub(crate) fn rewards<G: Game>(game: &G, state: &G::State) -> Values {
    let standing = game.standing(state);
    let mut values = [0.0; MAX_SEATS];
    for (seat, value) in Seat::all(game.seats()).zip(&mut values) {
        *value = game.reward(&standing, seat);
    }
    values
}

/// What any state is worth to each seat: its reward where the game is over, else what the evaluator expects.
pub fn appraise<G: Game>(evaluator: &(impl Evaluator<G> + ?Sized), game: &G, state: &G::State) -> Values {
    match game.turn(state) {
        Turn::Over => rewards(game, state),
        Turn::Seat(_) | Turn::Chance => evaluator.evaluate(game, state),
    }
}

/// Values out of odds between seats: the mean of a seat's chances to end ahead of each rival, which is its expected payoff.
/// They sum to seats / 2. `ahead(a, b)` is the chance that seat `a` ends ahead of seat `b`, asked once for each pair.
pub fn pairwise(seats: usize, ahead: impl Fn(usize, usize) -> f32) -> Values {
    let mut values = [0.0; MAX_SEATS];
    let share = 1.0 / (seats - 1) as f32;
    for a in 0..seats {
        for b in a + 1..seats {
            let ahead = ahead(a, b);
            values[a] += ahead * share;
            values[b] += (1.0 - ahead) * share;
        }
    }
    values
}

/// The chance that goes with log-odds.
#[inline]
pub(crate) fn logistic(log_odds: f32) -> f32 {
    1.0 / (1.0 + (-log_odds).exp())
}
