"""The lab on many machines: `marque-dask tournament …`, `run …` and `tune …`, driven by Dask distributed.

The run is cut into parts, ranges of blocks that take about half a minute each; a pilot finds out how many blocks that is.
Workers play parts with the command inside this package and send their files back; the driver puts them together in order
with `marque merge`, so that the folder holds, byte for byte, what one machine would have written. A part whose worker is
lost is played by another. A driver that was stopped goes on where its files end when it is started again.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any, Iterator, NamedTuple, Optional, Sequence

from . import _native

# A part may take so much longer or shorter than asked for before the size is changed.
SLACK = 1.5
# Blocks of the first pilot, and how many times more each next one has.
PILOT_BLOCKS, PILOT_STEP = 1, 4
# The driver merges no more often than this, in seconds, and for no larger a share of its time: every merge sums up the
# whole run.
MERGE_EVERY, MERGE_SHARE = 20.0, 0.1
# So often a part is played again that was lost with its worker as often as Dask allows.
LOST_AT_MOST = 5
# In a pipe, seconds between lines about progress.
LINE_EVERY = 10.0


class DriverError(Exception):
    """What stopped the driver, in words."""


class Part(NamedTuple):
    """A range of blocks."""

    first: int
    end: int

    def __str__(self) -> str:
        return f"{self.first}..{self.end}"

    @property
    def folder(self) -> str:
        """Its folder's name, so that names sort as blocks do."""
        return f"{self.first:010}-{self.end:010}"


class File(NamedTuple):
    """A file that goes along to workers."""

    content: bytes
    mode: int


def play_part(words: Sequence[str], part: Part, files: dict[str, File]) -> tuple[bytes, float, str]:
    """Plays a part on a worker; returns its files as an archive, the seconds it took and who played it.

    The command runs in a process of its own, which dies with the worker, in a folder that holds nothing but `files`.
    """
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="marque-part-") as whole:
        # So deep that files above it are still in the temporary folder.
        folder = Path(whole, *("in" for name in files for step in Path(name).parts if step == ".."))
        folder.mkdir(parents=True, exist_ok=True)
        for name, file in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
            path.chmod(file.mode)
        command = [sys.executable, "-m", "marque", *words, "--blocks", str(part), "--out", "part", "--threads", "1"]
        env = {**os.environ, "MARQUE_WITH_PARENT": "1"}
        done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, errors="replace")
        if done.returncode != 0:
            raise DriverError(f"blocks {part} ended with code {done.returncode}: {done.stderr.strip()[-2000:]}")
        archive = io.BytesIO()
        with tarfile.open(fileobj=archive, mode="w:gz", compresslevel=1) as tar:
            # Players that were sent along need not come back.
            sent = {"part/adapt"} if "--trained" in words else set()
            tar.add(folder / "part", arcname="part", filter=lambda member: None if member.name in sent else member)
    return archive.getvalue(), time.monotonic() - began, f"{platform.node()}:{os.getpid()}"


def taken_out(words: list[str], long: str, short: str = "\0") -> list[str]:
    """Takes an option with its values out of a command, and returns it."""
    taken: list[str] = []
    for index in reversed(range(len(words))):
        word = words[index]
        if word in (long, short):
            taken[:0] = words[index : index + 2]
            del words[index : index + 2]
        elif word.startswith((f"{long}=", short)):
            taken.insert(0, words.pop(index))
    return taken


class Run:
    """A run in the making: its command, its folder, and the parts that wait beside it to be merged."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = [word for word in words]
        # What is to be played next, how many games a block has, the command that plays a part and the files it needs.
        self.first, self.end, self.games, self.base, self.files = 0, 0, 0, [], {}
        # The folders that parts are merged into and wait in, and the log of parts.
        self.out, self.parts, self.log = Path(), Path(), Path()
        # Whether nothing is left to play, and what the last merge said.
        self.over, self.text = False, ""
        self.formats = taken_out(list(words), "--format")
        self.look()

    def look(self) -> None:
        """Asks what is to be played next."""
        code, text = _native.command(["plan", "--parts", "1", *self.words], quiet=True)
        if code != 0:
            raise SystemExit(code)
        lines = text.splitlines()
        self.over = not lines
        if self.over:
            return
        plan = json.loads(lines[0])
        self.first, self.end = map(int, plan["blocks"].split(".."))
        self.games = plan["games"] // (self.end - self.first)
        # Each round of a search is an experiment of its own.
        self.out, self.parts = Path(plan["into"]), Path(plan["out"]).parent
        self.log = self.parts.with_name(f"{self.parts.name}.jsonl")
        command = plan["command"]
        # Behind the command proper stand the blocks and the folder.
        self.base = command[1 : command.index("--blocks")]
        taken_out(self.base, "--format")
        taken_out(self.base, "--threads", "-t")
        self.files = self.needed()

    def waiting(self) -> list[Part]:
        """The parts that are played and not yet merged, in order."""
        found = []
        for path in sorted(self.parts.glob("[0-9]*-[0-9]*")) if self.parts.name else []:
            match = re.fullmatch(r"(\d{10})-(\d{10})", path.name)
            if match:
                found.append(Part(int(match[1]), int(match[2])))
        return found

    def done(self) -> int:
        """How many blocks are merged or waiting."""
        return self.first + sum(part.end - part.first for part in self.waiting())

    def gaps(self) -> list[Part]:
        """What is neither merged nor waiting."""
        gaps, at = [], self.first
        for part in self.waiting():
            if part.first > at:
                gaps.append(Part(at, min(part.first, self.end)))
            at = max(at, part.end)
        if at < self.end:
            gaps.append(Part(at, self.end))
        return gaps

    def keep(self, part: Part, archive: bytes) -> None:
        """Puts the files of a part beside the run; a folder with its name is whole."""
        self.parts.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=self.parts, prefix=".coming-") as folder:
            with tarfile.open(fileobj=io.BytesIO(archive), mode="r:gz") as tar:
                for member in tar.getmembers():
                    plain = member.isfile() or member.isdir()
                    if not plain or member.name.startswith("/") or ".." in Path(member.name).parts:
                        raise DriverError(f"blocks {part} came back with a strange file {member.name!r}")
                tar.extractall(folder)
            target = self.parts / part.folder
            shutil.rmtree(target, ignore_errors=True)
            os.replace(Path(folder, "part"), target)

    def merge(self) -> None:
        """Merges all parts that follow without a gap, and takes them away."""
        at, ready = self.first, []
        for part in self.waiting():
            if part.first == at:
                ready.append(part)
                at = part.end
        if not ready:
            return
        folders = [str(self.parts / part.folder) for part in ready]
        parts, before, games = self.parts, (self.out, self.first), at * self.games
        began = time.process_time()
        code, text = _native.command(["merge", *folders, "--out", str(self.out), *self.formats], quiet=True)
        self.text = text
        ended = time.process_time()
        self.note(merged=games, took=round(ended - began, 4), driver=round(ended, 4))
        # A merge of a beginning ends with code 1, as a stopped run does: what it did shows in what is left.
        self.look()
        if code == 2 or ((self.out, self.first) == before and not self.over):
            raise DriverError(f"merging stopped with code {code}; the parts are in {parts}")
        for folder in folders:
            shutil.rmtree(folder)
        if self.over or self.parts != parts:
            shutil.rmtree(parts, ignore_errors=True)

    def needed(self) -> dict[str, File]:
        """The files that the command names, for workers that do not have them, and what those name in turn.

        Files with their own whole path are left to the workers, but for rulesets and experiments.
        """
        names = dict(named(" ".join(self.base)))
        if "--trained" in self.base:
            # The players that the first part of an experiment has trained.
            at = self.base.index("--trained") + 1
            names.update((f"trained/adapt/{path.name}", path) for path in Path(self.base[at], "adapt").iterdir())
            self.base[at] = "trained"
        for index, word in enumerate(self.base):
            name = word.split("=", 1)[1] if word.startswith("--rules=") else word
            is_rules = word.startswith("--rules=") or (index > 0 and self.base[index - 1] == "--rules")
            is_experiment = index == 1 and self.base[0] == "run"
            if not (is_rules or is_experiment) or not Path(name).is_file():
                continue
            path = Path(name)
            text = path.read_text(encoding="utf-8")
            # Bots go by the folder the command is given in, texts of rules by that of the file.
            names.pop(name, None)
            names.update(named(text))
            names[path.name] = path
            for other in re.findall(r'^\s*\w+_file\s*=\s*"([^"]+)"', text, re.M):
                if not os.path.isabs(other):
                    names[other] = path.parent / other
            self.base[index] = word[: len(word) - len(name)] + path.name
        return {name: File(path.read_bytes(), path.stat().st_mode & 0o777) for name, path in names.items()}

    def note(self, **what: Any) -> None:
        """Writes a line to the log of parts."""
        with open(self.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(what) + "\n")


def named(text: str) -> Iterator[tuple[str, Path]]:
    """The files beside us that a text names, such as the weights or the program of a bot."""
    for word in re.split(r"""[\s,:=+"'\[\]{}]+""", text):
        if word and not os.path.isabs(word) and Path(word).is_file():
            yield word, Path(word)


class Bar:
    """How far a run is: a bar on a terminal, a line now and then in a pipe."""

    def __init__(self, total: int, done: int) -> None:
        self.total, self.began_at = total, done
        self.began = self.last = time.monotonic()
        self.live = sys.stderr.isatty()

    def show(self, done: int, playing: int) -> None:
        now = time.monotonic()
        if not self.live and now - self.last < LINE_EVERY:
            return
        self.last = now
        speed = (done - self.began_at) / max(now - self.began, 1e-9)
        left = f", {(self.total - done) / speed:.0f} s left" if speed > 0 else ""
        text = f"{done} of {self.total} games, {playing} parts under way{left}"
        if self.live:
            full = round(30 * done / max(self.total, 1))
            sys.stderr.write(f"\r\033[K{'█' * full}{'░' * (30 - full)} {text}")
        else:
            sys.stderr.write(text + "\n")
        sys.stderr.flush()

    def clear(self) -> None:
        if self.live:
            sys.stderr.write("\r\033[K")


def cut(gaps: Sequence[Part], size: int) -> Iterator[Part]:
    """Parts of at most so many blocks, in order."""
    for gap in gaps:
        for first in range(gap.first, gap.end, size):
            yield Part(first, min(first + size, gap.end))


def drive(run: Run, client: Any, part_seconds: float) -> None:
    """Has a whole run played by a cluster."""
    from distributed import KilledWorker, as_completed

    run.merge()
    lost: Counter[Part] = Counter()
    while not run.over:
        total, out = run.end, run.out
        bar = Bar(total * run.games, run.done() * run.games)
        size, seconds_per_block = PILOT_BLOCKS, None
        todo = run.gaps()
        playing: dict[Any, Part] = {}
        ready = as_completed()
        next_merge = time.monotonic() + MERGE_EVERY
        try:
            while todo or playing:
                slots = max(1, sum(client.nthreads().values()))
                # While the pilot plays, others play pilots too; later every worker has one part waiting behind its own.
                while todo and len(playing) < (2 * slots if seconds_per_block else slots):
                    part = next(cut(todo, size))
                    todo = [gap for gap in [Part(part.end, todo[0].end), *todo[1:]] if gap.first < gap.end]
                    key = f"{run.out.name}-{part}-{time.time_ns()}"
                    future = client.submit(play_part, run.base, part, run.files, key=key, retries=5, pure=False)
                    playing[future] = part
                    ready.add(future)
                future = next(ready)
                part = playing.pop(future)
                try:
                    archive, seconds, worker = future.result()
                except KilledWorker as error:
                    lost[part] += 1
                    if lost[part] > LOST_AT_MOST:
                        raise DriverError(f"blocks {part} were lost with their worker again and again") from error
                    todo.insert(0, part)
                    continue
                run.keep(part, archive)
                blocks = part.end - part.first
                run.note(
                    blocks=str(part),
                    games=blocks * run.games,
                    seconds=round(seconds, 4),
                    bytes=len(archive),
                    worker=worker,
                    at=round(time.time(), 3),
                    driver=round(time.process_time(), 4),
                )
                seconds_per_block = seconds / blocks
                if seconds * SLACK < part_seconds and blocks == size:
                    # A pilot starts a process as every part does: what it took says too much, so sizes grow by steps.
                    size = min(size * PILOT_STEP, max(1, int(part_seconds / seconds_per_block)))
                elif seconds > part_seconds * SLACK:
                    size = max(1, int(part_seconds / seconds_per_block))
                # The last parts are smaller, so that no worker waits long for another.
                left = sum(gap.end - gap.first for gap in todo)
                size = max(1, min(size, -(-left // slots))) if left else size
                if time.monotonic() > next_merge:
                    began = time.monotonic()
                    run.merge()
                    ended = time.monotonic()
                    next_merge = ended + max(MERGE_EVERY, (ended - began) / MERGE_SHARE)
                    if run.over or run.out != out:
                        # The games played so far have decided it.
                        break
                bar.show(min(run.done(), total) * run.games, len(playing))
        finally:
            bar.clear()
            for future in playing:
                future.cancel()
        if not run.over and run.out == out:
            run.merge()


def main(argv: Optional[Sequence[str]] = None) -> int:
    """The command `marque-dask`."""
    parser = argparse.ArgumentParser(
        prog="marque-dask",
        description="Runs a tournament, an experiment or a search for rules on a Dask cluster: the files are those that one machine would write.",
        epilog="Example: marque-dask --workers 4 tournament bosman --bots mate,captain --games 4000 --out runs/big",
    )
    add = parser.add_argument
    add("--scheduler", metavar="ADDRESS", help="a running cluster, as tcp://127.0.0.1:8786 (default: one on this machine)")
    add("--workers", type=int, metavar="N", help="workers of a cluster on this machine (default: one a core)")
    add("--part-seconds", type=float, default=30.0, metavar="S", help="how long a part should take (default: 30)")
    add("command", nargs=argparse.REMAINDER, metavar="tournament|run|tune …", help="the command as `marque` takes it")
    args = parser.parse_args(argv)
    if not args.command:
        parser.error("say what to run: marque-dask tournament …, marque-dask run … or marque-dask tune …")
    if args.part_seconds <= 0 or (args.workers is not None and args.workers < 1):
        parser.error("--part-seconds and --workers must be above 0")
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        print("marque-dask needs Dask: pip install 'marque[dask]'", file=sys.stderr)
        return 1
    run = Run(args.command)
    try:
        if args.scheduler:
            with Client(args.scheduler) as client:
                drive(run, client, args.part_seconds)
        elif not run.over or run.waiting():
            with LocalCluster(
                n_workers=args.workers or os.cpu_count(), threads_per_worker=1, host="127.0.0.1", dashboard_address=None
            ) as cluster, Client(cluster) as client:
                drive(run, client, args.part_seconds)
    except KeyboardInterrupt:
        print("Stopped: the same command goes on where the files end.", file=sys.stderr)
        return 1
    except (DriverError, OSError) as error:
        print(f"marque-dask: {error}; the same command goes on where the files end", file=sys.stderr)
        return 1
    if run.words[0] == "tune":
        # All rounds are there: nothing is played any more, and what was found is written.
        code, run.text = _native.command(run.words, quiet=True)
        if code != 0:
            return code
    print(run.text or "Nothing is left to play.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
