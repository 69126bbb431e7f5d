"""How fast the package is, beside Rust and beside OpenSpiel, in one run.

Prints a table of random games in bulk against what `marque bench` measures in the same process, of single steps by index,
and of Connect Four beside OpenSpiel's (pip install open_spiel). Times are of the processor, not of the clock, and the two
sides take turns, so that a busy machine slows both alike. Build with `maturin develop --release` first.

    python benches/speed.py
"""

from __future__ import annotations

import argparse
import random
import re
import statistics
import time

import marque
from marque import _native

REPEATS = 5


def bulk(name: str, seconds: float) -> tuple[float, int]:
    """Random games a second of processor time, and decisions in a game."""
    games = 2000
    while True:
        began = time.process_time()
        result = marque.playouts(name, games, seed=1)
        took = time.process_time() - began
        if took >= seconds:
            return games / took, int(result["decisions"].mean())
        games = int(games * max(2.0, 1.2 * seconds / max(took, 1e-3)))


def rust(name: str, seconds: float) -> float:
    """The same as `marque bench` finds it, with its clock turned into processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    code, text = _native.command(["bench", name, "--ms", str(int(1000 * seconds)), "--repeats", "1"], quiet=True)
    busy = (time.process_time() - cpu) / (time.perf_counter() - wall)
    row = next(line for line in text.splitlines() if code == 0 and line.split()[:1] == [name])
    # Name and seats come before the games a second, such as `129.3 k`.
    figure = re.match(r"\s*\S+\s+\d+\s+([\d.]+) ?([kM]?)", row)
    return float(figure[1]) * {"": 1, "k": 1e3, "M": 1e6}[figure[2]] / busy


def steps(name: str, seconds: float) -> float:
    """Decisions a second of a plain loop: list the indices, pick one, play it."""
    pick = random.Random(1).random
    game = marque.Game(name)
    decisions = 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        table = marque.Table(game, seed=decisions)
        legal, play = table.legal_indices, table.play
        while indices := legal():
            play(indices[int(pick() * len(indices))])
            decisions += 1
    return decisions / (time.thread_time() - began)


def open_spiel_steps(game, seconds: float) -> float:
    """The same loop over OpenSpiel's states."""
    pick = random.Random(1).random
    decisions = 0
    began = time.thread_time()
    while time.thread_time() - began < seconds:
        state = game.new_initial_state()
        legal, play = state.legal_actions, state.apply_action
        while actions := legal():
            play(actions[int(pick() * len(actions))])
            decisions += 1
    return decisions / (time.thread_time() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="of every measurement; there are five")
    args = parser.parse_args()
    middle = statistics.median
    print("| game | games/s in bulk | of Rust | decisions/s in bulk | steps/s by index |\n|---|---|---|---|---|")
    for name in marque.games():
        speeds, shares, single = [], [], []
        for _ in range(REPEATS):
            speed, decisions = bulk(name, args.seconds)
            speeds.append(speed)
            if name != "connect-four":
                shares.append(speed / rust(name, args.seconds))
            single.append(steps(name, args.seconds))
        share = f"{100 * middle(shares):.0f} %" if shares else "-"
        print(f"| `{name}` | {middle(speeds):,.0f} | {share} | {middle(speeds) * decisions:,.0f} | {middle(single):,.0f} |")
    try:
        import pyspiel
    except ImportError:
        print("\nOpenSpiel is not installed: pip install open_spiel")
        return
    ours, theirs = [], []
    theirs_game = pyspiel.load_game("connect_four")
    for _ in range(REPEATS):
        ours.append(steps("connect-four", args.seconds))
        theirs.append(open_spiel_steps(theirs_game, args.seconds))
    ratio = middle(one / other for one, other in zip(ours, theirs))
    print("\n| in one run, one thread | marque | OpenSpiel | times |\n|---|---|---|---|")
    print(f"| steps/s of Connect Four from Python | {middle(ours):,.0f} | {middle(theirs):,.0f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
