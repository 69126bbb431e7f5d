"""Learns a game by playing it, and says how much better than random it plays.

A policy that scores every legal action by one weight for every index and one vector of weights for every kind of number
the seat sees would be large; this one is small: a linear value of the seat's vector after the action. It looks one action
ahead in tables that the seat can imagine, learns from whole games against itself (Monte Carlo returns, one gradient step a
game), and is then measured against `random` in both seats.

    python examples/learn.py --game dzicz --minutes 2
"""

from __future__ import annotations

import argparse
import math
import time

import numpy as np

import marque
import marque.pettingzoo


def value(weights: np.ndarray, vectors: np.ndarray) -> np.ndarray:
    """How likely a win is, from what a seat sees."""
    return 1.0 / (1.0 + np.exp(-np.clip(vectors @ weights[:-1] + weights[-1], -30, 30)))


def after_each(table: marque.Table, seat: int, seed: int) -> tuple[list[int], np.ndarray]:
    """The legal actions, and what the seat sees after each, in a table that it can imagine."""
    indices = table.legal_indices()
    imagined = table.imagine(seat, seed=seed)
    vectors = np.empty((len(indices), table.game.vector_size), np.float32)
    for row, index in enumerate(indices):
        after = imagined.copy()
        after.play(index)
        after.vector_into(vectors[row], seat)
    return indices, vectors


def choose(weights: np.ndarray, table: marque.Table, seat: int, rng: np.random.Generator, heat: float) -> tuple[int, np.ndarray]:
    """Chooses an action, the hotter the more freely, and returns it with what the seat sees after it."""
    indices, vectors = after_each(table, seat, int(rng.integers(2**31)))
    values = value(weights, vectors)
    if heat > 0:
        odds = np.exp((values - values.max()) / heat)
        row = int(rng.choice(len(indices), p=odds / odds.sum()))
    else:
        row = int(values.argmax())
    return indices[row], vectors[row]


def learn(env: marque.pettingzoo.MarqueEnv, seconds: float, rng: np.random.Generator) -> tuple[np.ndarray, int]:
    """Plays against itself as long as it may, and returns the weights and the number of games."""
    weights = np.zeros(env.game.vector_size + 1)
    spread = np.full(env.game.vector_size + 1, 1e-2)
    began, games = time.monotonic(), 0
    while time.monotonic() - began < seconds:
        heat = 0.3 * (1 - (time.monotonic() - began) / seconds) + 0.02
        env.reset(seed=int(rng.integers(2**31)))
        seen: dict[str, list[np.ndarray]] = {agent: [] for agent in env.agents}
        while not env.table.over:
            agent = env.agent_selection
            index, vector = choose(weights, env.table, env.table.turn, rng, heat)
            seen[agent].append(vector)
            env.step(index)
        for agent, vectors in seen.items():
            if not vectors:
                continue
            rows = np.column_stack([np.array(vectors), np.ones(len(vectors))])
            error = value(weights, rows[:, :-1]) - env.rewards[agent]
            gradient = error @ rows / len(rows)
            spread += gradient**2
            weights -= 0.3 * gradient / np.sqrt(spread)
        games += 1
    return weights, games


def measure(weights: np.ndarray, game: marque.Game, games: int, rng: np.random.Generator) -> tuple[float, float]:
    """Its mean reward less that of `random` on the same deals in every seat, and half the 95 % interval over deals."""
    gains = []
    for number in range(games // game.seats):
        gain = 0.0
        for own in range(game.seats):
            table = marque.Table(game, seed=10_000_000 + number)
            other = marque.Bot(game, "random", seed=number * game.seats + own)
            while not table.over:
                if table.turn == own:
                    table.play(choose(weights, table, own, rng, 0.0)[0])
                else:
                    table.play(other.choose(table))
            rewards = table.rewards
            others = [reward for seat, reward in enumerate(rewards) if seat != own]
            gain += rewards[own] - sum(others) / len(others)
        gains.append(gain / game.seats)
    return float(np.mean(gains)), 1.96 * float(np.std(gains, ddof=1)) / math.sqrt(len(gains))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="dzicz")
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--games", type=int, default=200, help="games of the measurement")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    rng = np.random.default_rng(args.seed)
    env = marque.pettingzoo.raw_env(args.game)
    weights, games = learn(env, 60 * args.minutes, rng)
    print(f"learned from {games} games")
    gain, margin = measure(weights, env.game, args.games, rng)
    verdict = "better than" if gain > margin else "not shown to be better than"
    print(f"reward less that of random: {gain:+.3f} ± {margin:.3f} over {args.games} games: {verdict} random")


if __name__ == "__main__":
    main()
