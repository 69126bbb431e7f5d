"""How a run on a cluster scales: the log of parts of a real run, played again in a simulation with more workers.

The driver of `marque-dask` logs every part in DIR-parts.jsonl: how long it took its worker, and how long the driver took to
keep it. Here these parts, drawn again and again, go to any number of simulated workers. A worker asks for its next part
while it plays, as Dask has it; the driver serves one part at a time, and merges now and then.

    python benches/scaling.py runs/big-parts.jsonl
"""

from __future__ import annotations

import argparse
import heapq
import json
import random


def simulate(parts: list[tuple[float, float]], workers: int, count: int, merge: float, every: float) -> float:
    """How busy the workers are, 0 to 1, when so many parts of a log are played."""
    draw = random.Random(workers)
    driver_free = next_merge = 0.0
    # When each worker is done with its part, and how long the driver takes to keep that.
    playing: list[tuple[float, float]] = []
    started, work = 0, 0.0
    for _ in range(min(workers, count)):
        seconds, keep = draw.choice(parts)
        heapq.heappush(playing, (seconds, keep))
        started, work = started + 1, work + seconds
    now = 0.0
    # Every worker has a part waiting behind the one it plays, so it goes on at once unless the driver is behind.
    while playing:
        ended, keep = heapq.heappop(playing)
        driver_free = max(driver_free, ended) + keep
        if driver_free > next_merge:
            driver_free += merge
            next_merge = driver_free + every
        now = max(now, ended, driver_free)
        if started < count:
            seconds, keep = draw.choice(parts)
            # The part waiting was sent when the worker began this one: it waits only for a driver that is that far behind.
            begin = max(ended, driver_free - seconds)
            heapq.heappush(playing, (begin + seconds, keep))
            started, work = started + 1, work + seconds
    return work / (workers * now)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", help="the log of parts of a run")
    parser.add_argument("--parts", type=int, default=50, help="parts for each worker")
    parser.add_argument("--merge", type=float, default=1.0, help="seconds of a merge")
    parser.add_argument("--every", type=float, default=20.0, help="seconds between merges")
    args = parser.parse_args()
    with open(args.log, encoding="utf-8") as log:
        rows = [json.loads(line) for line in log]
    longest = max(row["seconds"] for row in rows)
    # The pilots at the beginning are shorter and do not come again.
    parts = [(row["seconds"], row["kept_in"]) for row in rows if row["seconds"] > longest / 4]
    mean = sum(seconds for seconds, _ in parts) / len(parts)
    keep = sum(kept for _, kept in parts) / len(parts)
    print(f"{len(parts)} parts of {mean:.1f} s on average, each kept in {1000 * keep:.1f} ms\n")
    print("| workers | as busy as | times as fast as one |\n|---|---|---|")
    for workers in (1, 2, 4, 10, 30, 100, 300, 1000):
        busy = simulate(parts, workers, workers * args.parts, args.merge, args.every)
        print(f"| {workers} | {100 * busy:.1f} % | {busy * workers:.0f} |")


if __name__ == "__main__":
    main()
