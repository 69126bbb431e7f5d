#!/usr/bin/env python3
"""Tries all the changes that `tests/mutants.sh PART --list` names, compiled side by side into one set of test binaries.

cargo-mutants builds once a change, which takes days for them all. Here every function with changes holds a copy of its
body for each, and a variable of the environment chooses one at run time; a change is tried on just the tests that reach
its function, the quick ones first. Changes that do not compile are found by compiling and left out. What cannot be
chosen at run time (constants, `const fn`, functions that return `impl Trait`) is counted as not tried.

`tests/mutants.sh PART together` calls this; `NAME=TEXT` keeps to changes whose names hold that text.
"""

import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import time

SWITCH = """
#[doc(hidden)]
pub mod mutant {
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static CHOSEN: OnceLock<u32> = OnceLock::new();
    static REACHED: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
    /// The change in force: never, for a run without any that notes which functions it reaches.
    #[inline]
    pub fn chosen(function: usize) -> u32 {
        let chosen = *CHOSEN.get_or_init(|| std::env::var("MUTANT").map_or(0, |text| text.parse().unwrap()));
        if chosen == 0 && !REACHED[function].swap(true, Relaxed) {
            if let Ok(path) = std::env::var("MUTANT_REACHED") {
                let mut file = std::fs::OpenOptions::new().create(true).append(true).open(path).unwrap();
                file.write_all(format!("{function}\\n").as_bytes()).unwrap();
            }
        }
        chosen
    }
}
"""

LEXEME = re.compile(r'//[^\n]*|/\*.*?\*/|r(#*)".*?"\1|"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'|[{(\[\])}]|\w+', re.S)


class Source:
    """A file whose functions get a body for each of their changes."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        self.starts = [0]
        for line in text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def at(self, place):
        return self.starts[place["line"] - 1] + place["column"] - 1

    def body(self, function):
        """Where the body's brace stands, or nothing for a function whose body cannot be chosen at run time."""
        start, end = self.at(function["span"]["start"]), self.at(function["span"]["end"])
        if "impl " in function["return_type"]:
            return None
        depth, named, before = 0, False, ""
        for lexeme in LEXEME.finditer(self.text, start, end):
            token = lexeme.group()
            if token == "fn" and depth == 0:
                if before == "const":
                    return None
                named = True
            elif token in "([":
                depth += 1
            elif token in ")]":
                depth -= 1
            elif token == "{" and named and depth == 0:
                return lexeme.start(), end
            before = token
        return None


def written(source, changes, functions):
    """The file with all those changes, and which change stands on which lines of it."""
    groups = collections.defaultdict(list)
    for change in changes:
        groups[change["body"]].append(change)
    out, lines, done, line = [], [], 0, 1

    def add(text):
        nonlocal line
        out.append(text)
        line += text.count("\n")

    for (start, end), group in sorted(groups.items()):
        add(source.text[done:start])
        add("{ match crate::mutant::chosen(%d) {\n" % functions[(source.path, start)])
        for change in group:
            first = line
            begin, stop = source.at(change["span"]["start"]), source.at(change["span"]["end"])
            text = source.text[start:begin] + change["replacement"] + " " + source.text[stop:end]
            add("%d => %s\n" % (change["id"], text))
            lines.append((first, line - 1, change))
        add("_ => " + source.text[start:end] + "\n} }")
        done = end
    add(source.text[done:])
    return "".join(out), lines


def put(path, content):
    """Writes a file if it is not so already: what is not touched is not compiled again."""
    if not path.exists() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


class Bench:
    """A copy of the tree in which the changes are compiled and tried."""

    def __init__(self, root, package, tests, skips, where):
        self.root, self.package, self.tests, self.skips, self.tree = root, package, tests, skips, where
        self.environment = dict(os.environ, CARGO_TARGET_DIR=str(where / "target"), CARGO_TERM_COLOR="never")
        flags = re.search(r"rustflags = (\[.*\])", (root / ".cargo/config.toml").read_text())
        self.environment["RUSTFLAGS"] = " ".join([*json.loads(flags.group(1)), "--cap-lints=allow"])

    def cargo(self, *words):
        command = ["cargo", *words, "--package", self.package, *self.tests, "--message-format=json"]
        done = subprocess.run(command, cwd=self.tree, env=self.environment, capture_output=True, text=True)
        return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def compile(self, changes):
        """Leaves out what does not compile; gives the binaries of tests and the changes that are in them."""
        listing = subprocess.run(["git", "ls-files"], cwd=self.root, capture_output=True, text=True, check=True).stdout
        sources = {name: Source(name, (self.root / name).read_text()) for name in {change["file"] for change in changes}}
        crate = next(iter(sources)).split("src/")[0]
        for name in listing.splitlines():
            if name not in sources and name != f"{crate}src/lib.rs" and not name.startswith("results/"):
                put(self.tree / name, (self.root / name).read_bytes())
        if not (self.tree / "results").exists():
            (self.tree / "results").symlink_to(self.root / "results")
        tried, not_tried = [], []
        for number, change in enumerate(changes, 1):
            change["id"] = number
            function = change["function"]
            change["body"] = sources[change["file"]].body(function) if function else None
            (tried if change["body"] else not_tried).append(change)
        bodies = sorted({(change["file"], change["body"][0]) for change in tried})
        functions = {body: number for number, body in enumerate(bodies)}
        for change in tried:
            change["reach"] = functions[(change["file"], change["body"][0])]
        library = (self.root / crate / "src/lib.rs").read_text()
        put(self.tree / crate / "src/lib.rs", (library + SWITCH.replace("FUNCTIONS", str(len(bodies)))).encode())
        # What did not compile the last time is not tried again: its name says where it stands.
        memory = self.tree / "unviable.json"
        known = set(json.loads(memory.read_text())) if memory.exists() else set()
        viable = [change for change in tried if change["name"] not in known]
        while True:
            lines = {}
            for name, source in sources.items():
                mine = [change for change in viable if change["file"] == name]
                text, lines[name] = written(source, mine, functions)
                put(self.tree / name, text.encode())
            done, messages = self.cargo("check")
            broken, strange = set(), []
            for message in messages:
                if message.get("reason") != "compiler-message" or message["message"]["level"] != "error":
                    continue
                found = False
                for span in message["message"]["spans"]:
                    name = span["file_name"]
                    for first, last, change in lines.get(name, []):
                        if span["is_primary"] and first <= span["line_start"] <= last:
                            broken.add(change["id"])
                            found = True
                if not found and message["message"]["spans"]:
                    strange.append(message["message"]["rendered"])
            if not broken:
                if done.returncode != 0:
                    sys.exit("\n".join(strange[:5]) or done.stderr[-3000:])
                break
            known |= {change["name"] for change in viable if change["id"] in broken}
            memory.write_text(json.dumps(sorted(known)))
            viable = [change for change in viable if change["id"] not in broken]
            print(f"{len(viable)} of {len(tried)} changes left after compiling", flush=True)
        done, messages = self.cargo("test", "--no-run")
        binaries = [message["executable"] for message in messages if message.get("executable")]
        if done.returncode != 0:
            sys.exit(done.stderr[-3000:])
        return binaries, viable, len(tried) - len(viable), not_tried

    def run(self, binary, names, mutant, seconds, reached=None):
        """Whether those tests pass within that time, and how long they took."""
        environment = dict(self.environment, MUTANT=str(mutant), INSTA_UPDATE="no", CARGO_MANIFEST_DIR=self.folder())
        environment.pop("CARGO_TARGET_DIR")
        if reached:
            environment["MUTANT_REACHED"] = reached
        start = time.monotonic()
        process = subprocess.Popen([binary, "--exact", "--test-threads=1", *names], cwd=self.folder(), env=environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30)))
        try:
            passed = process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            passed = False
        try:
            os.killpg(process.pid, 9)
        except ProcessLookupError:
            pass
        process.wait()
        return passed, time.monotonic() - start

    def folder(self):
        folders = {"marque": ".", "marque-agents": "agents", "marque-experiments": "experiments"}
        return str(self.tree / folders[self.package])


def module(name):
    """The words by which tests near a file are known: its folder's and its own."""
    path = pathlib.PurePath(name)
    return {path.parent.name, path.stem, f"{path.stem}_tests"} - {"src", "mod", "balance", "search", "files"}


def main():
    listed, package, where, *words = sys.argv[1:]
    tests = [word for word in words if not word.startswith("skip=")]
    skips = [word.removeprefix("skip=") for word in words if word.startswith("skip=")]
    root = pathlib.Path(__file__).resolve().parent.parent
    wanted = os.environ.get("NAME", "")
    changes = [change for change in json.load(open(listed)) if re.search(wanted, change["name"])]
    bench = Bench(root, package, tests, skips, pathlib.Path(where).resolve())
    bench.tree.mkdir(parents=True, exist_ok=True)
    binaries, viable, unviable, not_tried = bench.compile(changes)

    # Which functions each test reaches, and how long it takes.
    reaching, seconds, jobs = collections.defaultdict(list), {}, []
    for binary in binaries:
        names = subprocess.run([binary, "--list", "--format=terse"], capture_output=True, text=True, cwd=bench.folder()).stdout
        ignored = subprocess.run([binary, "--list", "--format=terse", "--ignored"], capture_output=True, text=True, cwd=bench.folder()).stdout
        for line in names.splitlines():
            name = line.removesuffix(": test")
            if name != line and line not in ignored.splitlines() and not any(skip in name for skip in skips):
                jobs.append((binary, name))

    def survey(job):
        reached = bench.tree / "reached" / f"{pathlib.Path(job[0]).name}-{job[1].replace(':', '_')}"
        reached.parent.mkdir(exist_ok=True)
        reached.unlink(missing_ok=True)
        passed, took = bench.run(job[0], [job[1]], 0, 600, str(reached))
        functions = [int(line) for line in reached.read_text().split()] if reached.exists() else []
        return job, passed, took, functions

    workers = os.cpu_count() or 2
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for job, passed, took, functions in pool.map(survey, jobs):
            if not passed:
                print(f"left out, as it fails without any change: {job[1]}", flush=True)
                continue
            seconds[job] = took
            for function in functions:
                reaching[function].append(job)
    print(f"{len(viable)} changes, {unviable} do not compile, {len(not_tried)} not tried; {len(seconds)} tests, {sum(seconds.values()):.0f} s", flush=True)

    def trial(change):
        jobs = sorted(reaching[change["reach"]], key=seconds.get)
        batches = collections.defaultdict(list)
        for job in jobs:
            # Quick tests share a process, those of the module itself first; slow ones have one each, so that the rest
            # need not run once one fails.
            near = module(change["file"]) & set(job[1].split("::"))
            batches[(not near, seconds[job] >= 0.3, job[1] if seconds[job] >= 0.3 else job[0])].append(job)
        for _, batch in sorted(batches.items(), key=lambda entry: (entry[0][:2], sum(map(seconds.get, entry[1])))):
            binary = batch[0][0]
            passed, _ = bench.run(binary, [name for _, name in batch], change["id"], 20 + 5 * sum(map(seconds.get, batch)))
            if not passed:
                return change, True
        return change, False

    caught, missed = collections.Counter(), collections.defaultdict(list)
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        for number, (change, noticed) in enumerate(pool.map(trial, viable), 1):
            if noticed:
                caught[change["file"]] += 1
            else:
                missed[change["file"]].append(change["name"])
                print(f"MISSED {change['name']}", flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(viable)}, {sum(caught.values())} caught", flush=True)
    for name in sorted({change["file"] for change in viable}):
        total = caught[name] + len(missed[name])
        print(f"{name}: {caught[name]} of {total} caught, {100 * caught[name] / total:.1f} %")
    total = max(len(viable), 1)
    print(f"{sum(caught.values())} of {len(viable)} caught, {100 * sum(caught.values()) / total:.1f} %; {unviable} do not compile, {len(not_tried)} not tried:")
    for change in not_tried:
        print(f"not tried: {change['name']}")


main()
