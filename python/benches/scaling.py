"""What a run on a cluster costs beside the plain command, and how it scales.

`measure` plays a run by the plain command on one thread and by `marque-dask` with some workers on this machine, and counts the
processor time of all processes, so that other work on the machine does not matter much. What the driver takes more is for
beginning, which a run of one block tells, and for parts:

    python benches/scaling.py measure --workers 1,2 tournament bosman --bots greedy,random --games 20000

`replay` takes the log that the driver writes, DIR-parts.jsonl, and plays its parts again in a simulation with up to 1000
workers. Every worker has one part that waits behind the one it plays. The driver serves one worker at a time, for as long
as its process was busy for each part in the log, scheduler included; it merges as the real one does, which takes the
longer the more games there are, and makes the last parts smaller. Parts are drawn out to half a minute on average.

    python benches/scaling.py replay /tmp/run-parts.jsonl
"""

from __future__ import annotations

import argparse
import heapq
import json
import os
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple, Optional, Sequence

import numpy as np

from marque.dask import MERGE_EVERY, MERGE_SHARE, taken_out


def timed(command: Sequence[str]) -> tuple[float, float]:
    """Runs a command; returns how long it took by the clock, and the processor time of all its processes."""

    def busy() -> float:
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    began, before = time.monotonic(), busy()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - began, busy() - before


def measure(words: Sequence[str], workers: Sequence[int], part_seconds: float, keep: Path) -> None:
    """Prints what the plain command takes, what the driver takes with so many workers, and what that makes for a part."""
    short = list(words)
    taken_out(short, "--games", "-n")
    python = [sys.executable, "-m"]
    with tempfile.TemporaryDirectory(prefix="marque-scaling-") as folder:

        def plain(words: Sequence[str], name: str) -> tuple[float, float]:
            return timed([*python, "marque", *words, "--threads", "1", "--out", os.path.join(folder, name)])

        def driven(words: Sequence[str], name: str, count: int) -> tuple[float, float]:
            options = ["--workers", str(count), "--part-seconds", str(part_seconds)]
            return timed([*python, "marque.dask", *options, *words, "--out", os.path.join(folder, name)])

        games = plain(words, "plain")
        print("| | parts | processor time | clock | beside that, to begin | for each part | of a part of 30 s |")
        print("|---|---|---|---|---|---|---|")
        print(f"| plain, one thread | | {games[1]:.1f} s | {games[0]:.0f} s | | | |", flush=True)
        for count in workers:
            # A run of one block has one part: what it takes is what it takes to begin.
            start = driven([*short, "--games", "1"], f"short-{count}", count)
            whole = driven(words, f"by-{count}", count)
            log = Path(folder, f"by-{count}-parts.jsonl").read_text(encoding="utf-8")
            keep.write_text(log, encoding="utf-8")
            parts = sum("seconds" in json.loads(line) for line in log.splitlines())
            each = (whole[1] - start[1] - games[1]) / max(1, parts - 1)
            name = f"{count} worker{'s' * (count > 1)}"
            print(
                f"| {name} | {parts} | {whole[1]:.1f} s | {whole[0]:.0f} s | {start[1]:.1f} s | {each:.2f} s | {each / 0.3:.1f} % |",
                flush=True,
            )
    print(f"\nThe log of the last is in {keep}.")


class Log(NamedTuple):
    """What the log of a run says of its parts."""

    # Seconds and games of whole parts.
    parts: list[tuple[float, float]]
    # What share of its time the driver is busy whatever comes, and how long with a part besides.
    idle: float
    serve: float
    # How long a merge takes for every game in the folder.
    merge: float


def read(path: str, part_seconds: float, part_games: Optional[float]) -> Log:
    """Reads a log of parts, which are made as long as asked for on average, and have as many games."""
    with open(path, encoding="utf-8") as log:
        rows = [json.loads(line) for line in log]
    played, merges = ([row for row in rows if key in row] for key in ("seconds", "merged"))
    longest = max(row["seconds"] for row in played)
    # The pilots at the beginning and what is cut small at the end are none of the rest.
    whole = [row for row in played if row["seconds"] > longest / 4]
    longer = part_seconds * len(whole) / sum(row["seconds"] for row in whole)
    more = part_games * len(whole) / sum(row["games"] for row in whole) if part_games else longer
    # Without its merges, the driver's processor time is so much a second and so much a part: by least squares.
    taken, times, busy = 0.0, [], []
    for row in rows:
        if "took" in row:
            taken += row["took"]
        else:
            times.append((row["at"], len(times), 1.0))
            busy.append(row["driver"] - taken)
    idle, serve, _ = np.linalg.lstsq(np.array(times) - (times[0][0], 0, 0), np.array(busy), rcond=None)[0]
    merge = sum(row["took"] for row in merges) / sum(row["merged"] for row in merges)
    parts = [(longer * row["seconds"], more * row["games"]) for row in whole]
    return Log(parts, max(0.0, idle), max(0.0, serve), merge)


def simulate(log: Log, workers: int, rounds: int) -> tuple[float, float]:
    """How busy workers and driver are, 0 to 1, when every worker gets so many parts."""
    draw = random.Random(workers)
    serve, merge = log.serve / (1 - log.idle), log.merge / (1 - log.idle)
    size = sum(games for _, games in log.parts) / len(log.parts)
    left, kept, work, served = workers * rounds * size, 0.0, 0.0, 0.0
    driver, next_merge = 0.0, MERGE_EVERY

    def next_part() -> tuple[float, float]:
        nonlocal left, work
        seconds, games = draw.choice(log.parts)
        share = min(1.0, max(left / workers, 1.0) / games)
        left, work = left - share * games, work + share * seconds
        return share * seconds, share * games

    # Parts that wait at a worker, with the time they came, and when each worker ends the part it plays.
    waiting: list[deque[tuple[float, float, float]]] = [deque() for _ in range(workers)]
    ends: list[tuple[float, int, float]] = []
    for place in range(2 * workers):
        # Sending is half of serving.
        driver += serve / 2
        seconds, games = next_part()
        if place < workers:
            heapq.heappush(ends, (driver + seconds, place, games))
        else:
            waiting[place - workers].append((driver, seconds, games))
    now = 0.0
    while ends:
        now, worker, games = heapq.heappop(ends)
        driver = max(driver, now) + serve
        served += serve
        kept += games
        if driver > next_merge:
            took = merge * kept
            driver, served = driver + took, served + took
            next_merge = driver + max(MERGE_EVERY, took / MERGE_SHARE)
        if left > 0.5:
            waiting[worker].append((driver, *next_part()))
        if waiting[worker]:
            came, seconds, games = waiting[worker].popleft()
            heapq.heappush(ends, (max(now, came) + seconds, worker, games))
    driver += merge * kept
    return work / (workers * driver), served / driver


def replay(path: str, part_seconds: float, part_games: Optional[float], rounds: int) -> None:
    """Prints how the parts of a log would be played by more workers."""
    log = read(path, part_seconds, part_games)
    seconds = sum(seconds for seconds, _ in log.parts) / len(log.parts)
    games = sum(games for _, games in log.parts) / len(log.parts)
    print(
        f"{len(log.parts)} parts, drawn out to {seconds:.1f} s and {games:.0f} games on average; the driver is busy for "
        f"{100 * log.idle:.1f} % of the time and {1000 * log.serve:.1f} ms with each, and merges {1 / log.merge:,.0f} games a second\n"
    )
    print("| workers | busy | times as fast as one | driver busy |\n|---|---|---|---|")
    alone = simulate(log, 1, rounds)[0]
    for workers in (1, 2, 4, 10, 30, 100, 300, 1000):
        busy, driver = simulate(log, workers, rounds)
        print(f"| {workers} | {100 * busy:.1f} % | {workers * busy / alone:.4g} | {100 * driver:.1f} % |")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    what = parser.add_subparsers(dest="what", required=True)
    one = what.add_parser("measure", help="play a run by the plain command and by the driver")
    one.add_argument("--workers", default="1,2", metavar="N,…", help="how many workers (default: 1,2)")
    one.add_argument("--part-seconds", type=float, default=30.0, metavar="S", help="how long a part should take")
    one.add_argument("--log", type=Path, default=Path("scaling.jsonl"), help="where the log of parts is kept")
    one.add_argument("command", nargs=argparse.REMAINDER, help="the command, without --out and --threads")
    other = what.add_parser("replay", help="play a log again with more workers")
    other.add_argument("log", help="the log of parts of a run")
    other.add_argument("--part-seconds", type=float, default=30.0, metavar="S", help="how long parts are made on average")
    other.add_argument("--part-games", type=float, metavar="N", help="how many games they have (default: as in the log)")
    other.add_argument("--parts", type=int, default=120, help="parts for each worker (default: 120, an hour)")
    args = parser.parse_args()
    if args.what == "measure":
        measure(args.command, [int(count) for count in args.workers.split(",")], args.part_seconds, args.log)
    else:
        replay(args.log, args.part_seconds, args.part_games, args.parts)


if __name__ == "__main__":
    main()
