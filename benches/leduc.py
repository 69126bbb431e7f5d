"""Leduc poker beside OpenSpiel's IS-MCTS, in one run: iterations a second from the first decision of the same deals.

    pip install open_spiel
    python3 benches/leduc.py

Both search on one thread, with one random playout an iteration, and take turns so that a busy machine slows both alike.
"""

import pathlib
import subprocess
import time

import pyspiel

ITERATIONS = 20_000
ROUNDS = 5
HERE = pathlib.Path(__file__).parent


def ours() -> float:
    """Iterations a second of our search."""
    command = ["cargo", "run", "--quiet", "--release", "-p", "marque-benches", "--example", "leduc_speed", "--", str(ITERATIONS)]
    return float(subprocess.run(command, cwd=HERE.parent, check=True, capture_output=True, text=True).stdout)


def theirs() -> float:
    """Iterations a second of OpenSpiel's search."""
    state = pyspiel.load_game("leduc_poker").new_initial_state()
    state.apply_action(0)
    state.apply_action(2)
    evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
    policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
    bot = pyspiel.ISMCTSBot(1, evaluator, 2.0, ITERATIONS, -1, policy, False, False)
    began = time.process_time()
    bot.step(state)
    return ITERATIONS / (time.process_time() - began)


def main() -> None:
    ours()  # builds it
    figures = [(ours(), theirs()) for _ in range(ROUNDS)]
    best = [max(column) for column in zip(*figures)]
    print("| in one run, one thread | marque | OpenSpiel | times |\n|---|---|---|---|")
    told = f"iterations/s in Leduc poker, the best of {ROUNDS} rounds of {ITERATIONS:,}"
    print(f"| {told} | {best[0]:,.0f} | {best[1]:,.0f} | {best[0] / best[1]:.1f} |")


if __name__ == "__main__":
    main()
