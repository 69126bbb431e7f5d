"""The lab on a cluster: real processes on this machine, some of them killed, and the same bytes as the plain command."""

import importlib.util
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("distributed")

import marque  # noqa: E402
from marque.dask import Part, Run, cut, taken_out  # noqa: E402

CLUSTERS = Path(__file__).parents[2] / "docs" / "clusters.md"
TOURNAMENT = ["tournament", "dzicz", "--bots", "random,greedy,flat:iterations=8", "--games", "160", "--seed", "3"]

# A program that plays the first legal action.
BOT = """
import json, sys
for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "hello":
        print(json.dumps({"type": "ready", "protocol": 1}), flush=True)
    elif told["type"] == "choose":
        print(json.dumps({"type": "play", "action": told["legal"][0]}), flush=True)
    elif told["type"] == "quit":
        break
"""


def same_bytes(one, other):
    """Whether two folders hold the same, but for what the clock said."""
    names = sorted(path.name for path in one.iterdir())
    assert names == sorted(path.name for path in other.iterdir())
    differ = [name for name in names if (one / name).is_file() and (one / name).read_bytes() != (other / name).read_bytes()]
    return set(differ) <= {"timing.csv"}


def test_parts_cover_what_is_missing():
    assert list(cut([Part(0, 5), Part(9, 10)], 2)) == [Part(0, 2), Part(2, 4), Part(4, 5), Part(9, 10)]


def test_options_of_the_driver_are_taken_out_of_the_command():
    words = "tournament dzicz --threads 2 --format csv.gz,jsonl -t3 --games 4".split()
    assert taken_out(words, "--format") == ["--format", "csv.gz,jsonl"]
    assert taken_out(words, "--threads", "-t") == ["--threads", "2", "-t3"]
    assert words == "tournament dzicz --games 4".split()


def test_a_run_on_this_machine_writes_the_same_bytes(tmp_path):
    marque.command(*TOURNAMENT, "--threads", "1", "--out", str(tmp_path / "plain"))
    dask(tmp_path, *TOURNAMENT, "--out", str(tmp_path / "many"), options=["--workers", "2"]).check()
    assert same_bytes(tmp_path / "plain", tmp_path / "many")
    assert not (tmp_path / "many-parts").exists()


def test_an_experiment_and_its_file_reach_the_workers(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(
        'title = "Small"\nquestion = "Does it run?"\ngame = "dzicz"\nseats = 2\nbots = ["random"]\ngames = 24\n'
        "[variants.short]\nturns = 6\n"
    )
    marque.command("run", str(file), "--threads", "1", "--out", str(tmp_path / "plain"))
    dask(tmp_path, "run", str(file), "--out", str(tmp_path / "many"), options=["--workers", "2"]).check()
    assert same_bytes(tmp_path / "plain", tmp_path / "many")


def test_bots_and_rules_in_files_reach_the_workers(tmp_path):
    """Named from a folder beside the one the command is given in, so that there is a way up."""
    (tmp_path / "rules").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "rules/short.toml").write_text("turns = 6\n")
    (tmp_path / "bot.py").write_text(BOT)
    words = ["tournament", "dzicz", "--rules", "../rules/short.toml", "--bots", f"random,cmd:{sys.executable} ../bot.py"]
    words += ["--games", "24"]
    for program in (["marque", "--threads", "1", "--out", "plain"], ["marque.dask", "--out", "many"]):
        command = [sys.executable, "-m", program[0], *words, *program[1:]]
        subprocess.run(command, cwd=tmp_path / "here", check=True, stdout=subprocess.DEVNULL)
    assert same_bytes(tmp_path / "here/plain", tmp_path / "here/many")


def test_players_are_trained_once(tmp_path):
    file = tmp_path / "adapted.toml"
    file.write_text(
        'title = "Small"\nquestion = "Does it run?"\ngame = "dzicz"\nseats = 2\nbots = ["search:iterations=4"]\ngames = 24\n'
        "[variants.short]\nturns = 6\n[adapt]\ngenerations = 1\ngames = 20\n"
    )
    marque.command("run", str(file), "--threads", "1", "--out", str(tmp_path / "plain"))
    dask(tmp_path, "run", str(file), "--out", str(tmp_path / "many"), options=["--workers", "2"]).check()
    assert same_bytes(tmp_path / "plain", tmp_path / "many")
    assert same_bytes(tmp_path / "plain/adapt", tmp_path / "many/adapt")


def test_a_sequential_test_goes_by_rounds(tmp_path):
    words = ["tournament", "dzicz", "--bots", "greedy,random", "--sprt=elo1=200", "--games", "400", "--seed", "2"]
    marque.command(*words, "--threads", "1", "--out", str(tmp_path / "plain"))
    dask(tmp_path, *words, "--out", str(tmp_path / "many"), options=["--workers", "2"]).check()
    assert same_bytes(tmp_path / "plain", tmp_path / "many")


def test_a_search_for_rules_goes_by_rounds(tmp_path):
    file = tmp_path / "search.toml"
    file.write_text(
        'title = "Brisk"\ngame = "santy-anno"\nseats = 3\nbots = ["random"]\ngames = 960\n'
        "[space]\nrecheck_slip_percent = [25, 50]\n[goals]\ndecisions = { at_most = 30 }\n"
    )
    marque.command("tune", str(file), "--threads", "1", "--out", str(tmp_path / "plain"))
    dask(tmp_path, "tune", str(file), "--out", str(tmp_path / "many"), options=["--workers", "2"]).check()
    folders = [path.relative_to(tmp_path / "plain") for path in (tmp_path / "plain").rglob("*") if path.is_dir()]
    assert len(folders) > 3
    for folder in [".", "rounds", *folders]:
        for name in (path.name for path in (tmp_path / "plain" / folder).iterdir() if path.is_file()):
            one, other = tmp_path / "plain" / folder / name, tmp_path / "many" / folder / name
            assert name == "timing.csv" or one.read_bytes() == other.read_bytes(), f"{folder}/{name}"


def test_a_worker_and_the_driver_may_be_killed(tmp_path):
    marque.command(*TOURNAMENT, "--threads", "1", "--out", str(tmp_path / "plain"))
    with Cluster(tmp_path) as cluster:
        many = tmp_path / "many"
        options = ["--scheduler", cluster.address, "--part-seconds", "0.5"]
        driver = dask(tmp_path, *TOURNAMENT, "--out", str(many), options=options)
        log = tmp_path / "many-parts.jsonl"
        until(lambda: log.exists() and log.read_text().count("\n") >= 2, "two parts are done", driver)
        cluster.kill_a_worker()
        until(lambda: log.read_text().count("\n") >= 4, "play goes on without the worker", driver)
        driver.process.send_signal(signal.SIGKILL)
        driver.process.wait()
        before = log.read_text().count("\n")
        dask(tmp_path, *TOURNAMENT, "--out", str(many), options=options).check()
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        blocks = [row["blocks"] for row in rows if "blocks" in row]
        assert before > 0 and len(set(blocks)) == len(blocks), "no part that was kept was played again"
    assert same_bytes(tmp_path / "plain", many)


# As much of Ray as the example of docs/clusters.md uses, for where it is not installed.
RAY = """
from concurrent.futures import ThreadPoolExecutor
pool = ThreadPoolExecutor(2)
def init(): pass
def get(futures): return [future.result() for future in futures]
def remote(**options):
    def wrap(function):
        function.remote = lambda *args: pool.submit(function, *args)
        return function
    return wrap
"""


def test_the_example_for_ray_plays_parts(tmp_path):
    example = CLUSTERS.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    assert len(example.splitlines()) < 25
    (tmp_path / "by_ray.py").write_text(example)
    if importlib.util.find_spec("ray") is None:
        (tmp_path / "ray.py").write_text(RAY)
    marque.command(*TOURNAMENT, "--threads", "1", "--out", str(tmp_path / "plain"))
    command = [sys.executable, "by_ray.py", *TOURNAMENT, "--out", "many"]
    subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    assert same_bytes(tmp_path / "plain", tmp_path / "many")


def test_wrong_commands_end_with_their_code(tmp_path):
    driver = dask(tmp_path, "tournament", "dzicz", "--bots", "nobody,random", "--out", str(tmp_path / "x"))
    assert driver.process.wait(timeout=60) == 2
    driver = dask(tmp_path)
    assert driver.process.wait(timeout=60) == 2


def test_a_folder_that_is_complete_is_left_alone(tmp_path):
    marque.command(*TOURNAMENT, "--threads", "1", "--out", str(tmp_path / "plain"))
    assert Run([*TOURNAMENT, "--out", str(tmp_path / "plain")]).over


class dask:
    """The driver as a process."""

    def __init__(self, folder, *words, options=()):
        command = [sys.executable, "-m", "marque.dask", *options, *words]
        self.process = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def check(self):
        text, _ = self.process.communicate(timeout=300)
        assert self.process.returncode == 0, text


class Cluster:
    """A scheduler and two workers as processes, on this machine alone."""

    def __init__(self, folder):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.address = f"tcp://127.0.0.1:{free.getsockname()[1]}"
        port = self.address.rsplit(":", 1)[1]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": folder}
        self.processes = [
            subprocess.Popen(
                [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", port, "--no-dashboard"],
                **quiet,
            )
        ]
        for _ in range(2):
            self.processes.append(
                subprocess.Popen(
                    [
                        sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--host", "127.0.0.1",
                        "--nthreads", "1", "--no-nanny", "--no-dashboard",
                    ],
                    **quiet,
                )
            )

    def __enter__(self):
        return self

    def kill_a_worker(self):
        os.kill(self.processes[1].pid, signal.SIGKILL)

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
        for process in self.processes:
            process.wait()


def until(holds, what, driver, seconds=120):
    """Waits for something, but not for ever."""
    end = time.monotonic() + seconds
    while not holds():
        if driver.process.poll() is not None:
            raise AssertionError(f"the driver ended before {what}: {driver.process.stdout.read()}")
        assert time.monotonic() < end, f"waited too long: {what}"
        time.sleep(0.05)
