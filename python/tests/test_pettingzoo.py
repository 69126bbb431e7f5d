import copy

import numpy as np
import pytest

pytest.importorskip("pettingzoo")
from pettingzoo.test import api_test, seed_test  # noqa: E402

import marque  # noqa: E402
import marque.pettingzoo  # noqa: E402

ALL = marque.games()
EVERY = [(name, seats) for name in ALL for seats in marque.Game(name).seats_allowed]


@pytest.mark.parametrize("name,seats", EVERY)
def test_api(name, seats):
    api_test(marque.pettingzoo.env(name, seats), num_cycles=200, verbose_progress=False)


@pytest.mark.parametrize("name,seats", EVERY)
def test_seeds(name, seats):
    seed_test(lambda: marque.pettingzoo.env(name, seats), num_cycles=60)


def play(env, seed, steps=10**9):
    """Plays at random by the masks; returns what every agent was given in all."""
    rng = np.random.default_rng(seed)
    totals = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=steps):
        observation, reward, termination, truncation, _ = env.last()
        totals[agent] += reward
        if termination or truncation:
            env.step(None)
        else:
            env.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return totals


@pytest.mark.parametrize("name,seats", EVERY)
def test_rewards_are_the_games_own(name, seats):
    env = marque.pettingzoo.raw_env(name, seats)
    env.reset(seed=3)
    totals = play(env, 1)
    assert env.table.over
    assert list(totals.values()) == pytest.approx(env.table.rewards)


def test_masks_are_of_the_one_to_move_alone():
    env = marque.pettingzoo.raw_env("hexxi", 3)
    env.reset(seed=1)
    for _ in range(20):
        for agent in env.agents:
            mask = env.observe(agent)["action_mask"]
            assert (mask.sum() > 0) == (agent == env.agent_selection)
            assert env.observation_space(agent).contains(env.observe(agent))
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        assert sorted(env.table.legal_indices()) == list(legal)
        env.step(int(legal[0]))


def test_an_illegal_action_ends_the_game_for_the_one_who_chose_it():
    env = marque.pettingzoo.env("dzicz")
    env.reset(seed=1)
    agent = env.agent_selection
    illegal = int(np.flatnonzero(env.observe(agent)["action_mask"] == 0)[0])
    env.step(illegal)
    assert env.terminations[agent] and env.rewards[agent] == -1


@pytest.mark.parametrize("name", ALL)
def test_an_environment_can_be_copied_and_restored(name):
    env = marque.pettingzoo.raw_env(name)
    env.reset(seed=8)
    play(env, 2, steps=15)
    saved, twin = env.save(), copy.deepcopy(env)
    play(env, 3)
    first = env.table.history()
    env.restore(saved)
    play(env, 3)
    assert env.table.history() == first
    play(twin, 3)
    assert twin.table.history() == first
    env.restore(saved)
    play(env, 4)
    env.restore(saved)
    play(env, 3)
    assert env.table.history() == first
