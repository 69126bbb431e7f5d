"""Tries all changes of a part of `tests/mutants.sh`, compiled side by side into one set of test binaries.

cargo-mutants builds once for every change: for all of them that takes days. Here a function holds a copy of its body for
each of its changes, and a variable of the environment chooses one when the tests are run. A change is tried on just the
tests that reach its function, those of its own module first, until one fails or takes far too long. Changes that do not
compile are found by compiling and left out. What cannot be chosen while a program runs (constants, `const fn`, functions
that return `impl Trait`) is listed at the end as not tried.

    tests/mutants.sh PART together [PATTERN]

calls this; with a pattern it keeps to the changes whose names match.
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

ROOT = pathlib.Path(__file__).resolve().parent.parent
WORKERS = os.cpu_count() or 2
# Tests that take longer have a process each, so that those behind them need not run once one fails.
QUICK_SECONDS = 0.3
MOST_MEMORY = 8 << 30

SWITCH = """
#[doc(hidden)]
pub mod mutant {
    use std::io::Write as _;
    use std::sync::OnceLock;
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
    static CHOSEN: OnceLock<u32> = OnceLock::new();
    static REACHED: [AtomicBool; FUNCTIONS] = [const { AtomicBool::new(false) }; FUNCTIONS];
    /// The change in force. Without any, notes which functions are reached.
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

    def __init__(self, name):
        self.name, self.text = name, (ROOT / name).read_text()
        self.starts = [0]
        for line in self.text.split("\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)

    def range(self, span):
        return tuple(self.starts[end["line"] - 1] + end["column"] - 1 for end in (span["start"], span["end"]))

    def body(self, function):
        """Where the body is, or nothing for a function whose body cannot be chosen while a program runs."""
        if not function or "impl " in function["return_type"]:
            return None
        start, end = self.range(function["span"])
        depth, named, before = 0, False, ""
        for lexeme in LEXEME.finditer(self.text, start, end):
            token = lexeme.group()
            if token == "fn" and depth == 0:
                if before == "const":
                    return None
                named = True
            elif token == "{" and named and depth == 0:
                return lexeme.start(), end
            depth += (token in "([") - (token in ")]")
            before = token
        return None

    def written(self, changes):
        """The file with all these changes, and which change stands on which lines of it."""
        bodies = collections.defaultdict(list)
        for change in changes:
            bodies[change["body"]].append(change)
        pieces, lines, done, line = [], [], 0, 1

        def add(text):
            nonlocal line
            pieces.append(text)
            line += text.count("\n")

        for (start, end), group in sorted(bodies.items()):
            add(self.text[done:start])
            add("{ match crate::mutant::chosen(%d) {\n" % group[0]["function_number"])
            for change in group:
                first = line
                begin, stop = self.range(change["span"])
                add("%d => %s%s %s\n" % (change["id"], self.text[start:begin], change["replacement"], self.text[stop:end]))
                lines.append((first, line - 1, change))
            add("_ => " + self.text[start:end] + "\n} }")
            done = end
        add(self.text[done:])
        return "".join(pieces), lines


def put(path, text):
    """Writes a file if it is not so already: what is not touched is not compiled again."""
    if not path.exists() or path.read_bytes() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text)


class Bench:
    """A copy of the tree in which changes are compiled and tried."""

    def __init__(self, tree, package, targets, names):
        self.tree, self.package, self.targets = tree, package, targets
        self.sources = {name: Source(name) for name in names}
        self.crate = next(iter(names)).split("src/")[0]
        flags = re.search(r"rustflags = (\[.*\])", (ROOT / ".cargo/config.toml").read_text()).group(1)
        self.environment = dict(os.environ, CARGO_TERM_COLOR="never", INSTA_UPDATE="no")
        self.environment["RUSTFLAGS"] = " ".join([*json.loads(flags), "--cap-lints=allow"])
        library = f"{self.crate}src/lib.rs"
        for name in subprocess.check_output(["git", "ls-files"], cwd=ROOT, text=True).splitlines():
            if name not in self.sources and name != library and not name.startswith("results/"):
                put(tree / name, (ROOT / name).read_bytes())
        if not (tree / "results").exists():
            (tree / "results").symlink_to(ROOT / "results")

    def cargo(self, *words):
        command = ["cargo", *words, "--package", self.package, *self.targets, "--message-format=json"]
        environment = dict(self.environment, CARGO_TARGET_DIR=str(self.tree / "target"))
        done = subprocess.run(command, cwd=self.tree, env=environment, capture_output=True, text=True)
        return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]

    def compile(self, changes):
        """The test binaries, and the changes in them: those that compile."""
        numbers = {}
        for change in changes:
            change["function_number"] = numbers.setdefault((change["file"], change["body"]), len(numbers))
        library = (ROOT / self.crate / "src/lib.rs").read_text() + SWITCH.replace("FUNCTIONS", str(len(numbers)))
        put(self.tree / self.crate / "src/lib.rs", library.encode())
        while True:
            lines = {}
            for name, source in self.sources.items():
                text, lines[name] = source.written([change for change in changes if change["file"] == name])
                put(self.tree / name, text.encode())
            done, messages = self.cargo("check")
            errors = [m["message"] for m in messages if m.get("reason") == "compiler-message" and m["message"]["level"] == "error"]
            broken = {
                change["id"]
                for error in errors
                for span in error["spans"]
                for first, last, change in lines.get(span["file_name"], [])
                if span["is_primary"] and first <= span["line_start"] <= last
            }
            if not broken:
                break
            changes = [change for change in changes if change["id"] not in broken]
            print(f"{len(changes)} changes may compile", flush=True)
        if done.returncode == 0:
            done, messages = self.cargo("test", "--no-run")
        if done.returncode != 0:
            sys.exit("\n".join(error["rendered"] for error in errors[:5]) or done.stderr)
        return [message["executable"] for message in messages if message.get("executable")], changes

    def tests(self, binary, skips):
        """The names of the tests of a binary that are to be run."""
        listed = [
            subprocess.check_output([binary, "--list", "--format=terse", *more], cwd=self.tree / self.crate, text=True)
            for more in ([], ["--ignored"])
        ]
        names, ignored = ([line.removesuffix(": test") for line in text.splitlines()] for text in listed)
        return [name for name in names if name not in ignored and not any(skip in name for skip in skips)]

    def run(self, binary, names, seconds, **variables):
        """Whether these tests pass within that time."""
        process = subprocess.Popen(
            [binary, "--exact", "--test-threads=1", *names],
            cwd=self.tree / self.crate,
            env=dict(self.environment, **variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY)),
        )
        try:
            return process.wait(seconds) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
            process.wait()


def near(change):
    """The words by which tests near a change are known: its file's, and its folder's in a kernel."""
    path = pathlib.PurePath(change["file"])
    return {path.stem, f"{path.stem}_tests", *(path.parts[1:2] if path.parts[0] == "src" else [])}


def main():
    listed, tree, package, pattern, *words = sys.argv[1:]
    targets = [word for word in words if word.startswith("--")]
    skips = [word for word in words if not word.startswith("--")]
    changes = [change for change in json.load(open(listed)) if re.search(pattern, change["name"])]
    tree = pathlib.Path(tree)
    tree.mkdir(parents=True, exist_ok=True)
    bench = Bench(tree, package, targets, sorted({change["file"] for change in changes}))
    for number, change in enumerate(changes, 1):
        change["id"], change["body"] = number, bench.sources[change["file"]].body(change["function"])
    fixed = [change for change in changes if not change["body"]]
    binaries, viable = bench.compile([change for change in changes if change["body"]])
    unviable = len(changes) - len(fixed) - len(viable)

    # Which functions each test reaches, and how long it takes.
    tests = [(binary, name) for binary in binaries for name in bench.tests(binary, skips)]
    reaching, seconds = collections.defaultdict(list), {}

    def survey(number):
        (binary, name), note = tests[number], tree / f"reached-{number}"
        note.unlink(missing_ok=True)
        start = time.monotonic()
        passed = bench.run(binary, [name], 600, MUTANT_REACHED=str(note))
        seconds[binary, name] = time.monotonic() - start
        reached = note.read_text().split() if note.exists() else []
        note.unlink(missing_ok=True)
        return (binary, name), passed, reached

    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        for test, passed, reached in pool.map(survey, range(len(tests))):
            if not passed:
                print(f"left out, as it fails without any change: {test[1]}", flush=True)
            for function in reached if passed else []:
                reaching[int(function)].append(test)
        print(f"{len(viable)} changes to try on {len(tests)} tests of {sum(seconds.values()):.0f} seconds", flush=True)

        def is_caught(change):
            batches = collections.defaultdict(list)
            for test in reaching[change["function_number"]]:
                is_far = not near(change) & set(test[1].split("::"))
                is_slow = seconds[test] >= QUICK_SECONDS
                batches[is_far, is_slow, test[1] if is_slow else test[0]].append(test)
            for _, batch in sorted(batches.items(), key=lambda entry: (entry[0][:2], seconds[entry[1][0]])):
                allowed = 20 + 5 * sum(seconds[test] for test in batch)
                if not bench.run(batch[0][0], [name for _, name in batch], allowed, MUTANT=str(change["id"])):
                    return True
            return False

        caught, total = collections.Counter(), collections.Counter()
        for number, (change, noticed) in enumerate(zip(viable, pool.map(is_caught, viable)), 1):
            total[change["file"]] += 1
            caught[change["file"]] += noticed
            if not noticed:
                print(f"missed: {change['name']}", flush=True)
            if number % 100 == 0:
                print(f"{number} of {len(viable)} tried", flush=True)
    for change in fixed:
        print(f"not tried: {change['name']}")
    for name in sorted(total):
        print(f"{name}: {caught[name]} of {total[name]} caught, {100 * caught[name] / total[name]:.1f} %")
    share = 100 * caught.total() / max(1, total.total())
    print(f"{caught.total()} of {total.total()} caught, {share:.1f} %; {unviable} do not compile, {len(fixed)} not tried")


main()
