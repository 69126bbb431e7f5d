"""The most memory commands have at any time, as rows of a table: what the system says while they run (Linux).

    python3 benches/memory.py target/release/marque
"""

from __future__ import annotations

import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request

# The table plays for so long before its memory is read.
SECONDS = 10


def most(process: subprocess.Popen, seconds: float = float("inf")) -> float:
    """Megabytes that a process has had at most when it ends, or after so many seconds."""
    megabytes, until = 0.0, time.monotonic() + seconds
    while process.poll() is None and time.monotonic() < until:
        status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
        megabytes = next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmHWM:")), megabytes)
        time.sleep(0.02)
    return megabytes


def row(told: str, megabytes: float) -> None:
    print(f"| {told} | {megabytes:.0f} |", flush=True)


def command(marque: str, words: str, told: str = "") -> None:
    process = subprocess.Popen([marque, *words.split()], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    megabytes = most(process)
    if process.returncode != 0:
        sys.exit(f"marque {words} failed")
    row(told or f"`marque {words}`", megabytes)


def search(marque: str, game: str, megabytes: int, iterations: int) -> None:
    """A search that comes to its bound in one decision, the first of a game."""
    with open("game.jsonl", "w") as file:
        subprocess.run([marque, "trace", game, "--seed", "1"], stdout=file, check=True)
    bot = f"search:iterations={iterations},memory={megabytes}"
    command(marque, f"analyze {game} --trace game.jsonl --ply 0 --bot {bot}", f"the first decision in {game} by `{bot}`")


def table(marque: str) -> None:
    """A table of captains in every game, all at once."""
    process = subprocess.Popen([marque, "table", "--no-open"], stdout=subprocess.PIPE, text=True)
    address = next(word for word in process.stdout.readline().split() if word.startswith("http")).rstrip(";")
    try:
        for game, seats in [("bosman", 2), ("dzicz", 2), ("hexxi", 2), ("santy-anno", 3), ("somaliland", 2)]:
            body = json.dumps({"game": game, "chairs": ["captain"] * seats, "house": {"pace": 0}}).encode()
            headers = {"content-type": "application/json", "origin": address.rstrip("/")}
            urllib.request.urlopen(urllib.request.Request(f"{address}api/tables", body, headers)).close()
        megabytes = most(process, SECONDS)
    finally:
        process.send_signal(signal.SIGINT)
        process.wait()
    row(f"`marque table`, captains at five games for {SECONDS} seconds", megabytes)


def main() -> None:
    marque = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        print("| what | MB at most |\n|---|---|")
        for games in [2_000, 200_000]:
            command(marque, f"tournament santy-anno --bots random,greedy:samples=1 --games {games} --out {games}")
        command(marque, "tournament hexxi --bots mate,captain --games 4 --out captains")
        command(marque, "run hexxi-lines --games 40")
        for megabytes in [8, 32]:
            search(marque, "hexxi", megabytes, 40_000 * megabytes)
        table(marque)


if __name__ == "__main__":
    main()
