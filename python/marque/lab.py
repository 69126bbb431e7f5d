"""Tournaments and experiments: the command, with its files as DataFrames."""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, Union

from . import _native

if TYPE_CHECKING:
    import pandas

PathLike = Union[str, "os.PathLike[str]"]


def command(*args: PathLike) -> str:
    """Runs the command `marque` with these arguments and returns what it prints.

    >>> import marque
    >>> "hexxi" in marque.command("games")
    True

    Raises `RunError` where its exit code is not 0; what was wrong stands on the standard error output.
    """
    words = [os.fspath(arg) for arg in args]
    code, text = _native.command(words, quiet=True)
    if code != 0:
        raise _native.RunError(f"`marque {' '.join(words)}` ended with code {code}: {text or 'see the error output'}")
    return text


class Result(Mapping[str, "pandas.DataFrame"]):
    """The tables of a run by name, each with the columns that docs/files.md explains.

    They are read when they are first asked for. `folder` is where the files are; `text` what the command printed.
    """

    def __init__(self, folder: Path, text: str, keep: Any = None) -> None:
        self.folder = folder
        self.text = text
        self._tables: dict[str, pandas.DataFrame] = {}
        # A temporary folder lives as long as its result.
        self._keep = keep

    @property
    def manifest(self) -> dict[str, Any]:
        """Everything needed to run it again."""
        return json.loads((self.folder / "manifest.json").read_text(encoding="utf-8"))

    def __getitem__(self, name: str) -> "pandas.DataFrame":
        if name not in self._tables:
            path = self.folder / f"{name}.csv"
            if not path.is_file():
                raise KeyError(f"there is no table {name!r}; tables: {', '.join(self)}")
            table = _pandas().read_csv(path)
            # An apostrophe keeps spreadsheets from taking a text for a formula.
            for column in table.select_dtypes(exclude=["number", "bool"]):
                table[column] = table[column].str.replace("^'", "", regex=True)
            self._tables[name] = table
        return self._tables[name]

    def __iter__(self):
        return iter(sorted(path.stem for path in self.folder.glob("*.csv")))

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __repr__(self) -> str:
        return f"<Result in {str(self.folder)!r}: {', '.join(self)}>"


def _pandas():
    try:
        import pandas
    except ImportError as error:
        raise ImportError("tables are pandas DataFrames: pip install pandas") from error
    return pandas


def _run(words: Sequence[str], out: Optional[PathLike]) -> Result:
    _pandas()
    keep = None
    if out is None:
        keep = tempfile.TemporaryDirectory(prefix="marque-")
        out = os.path.join(keep.name, "run")
    text = command(*words, "--out", os.fspath(out))
    return Result(Path(out), text, keep)


def tournament(
    game: Union[str, _native.Game],
    bots: Sequence[str],
    *,
    games: int = 1000,
    seats: Optional[int] = None,
    rules: Optional[Mapping[str, Any]] = None,
    seed: int = 1,
    out: Optional[PathLike] = None,
    threads: int = 0,
    gauntlet: bool = False,
    sprt: Optional[str] = None,
    traces: bool = False,
) -> Result:
    """Plays bots against each other, as `marque tournament` does, and returns its tables.

    >>> import marque
    >>> result = marque.tournament("dzicz", ["random", "greedy"], games=4, threads=1)
    >>> list(result)
    ['crosstable', 'differences', 'games', 'seats', 'standings', 'timing']
    >>> len(result["games"])
    4

    Without `out` the files are temporary and go with the result. A run that was stopped goes on when it is called again
    with the same `out`.
    """
    if isinstance(game, _native.Game):
        if seats is not None or rules is not None:
            raise _native.RulesError("seats and rules belong to a game's name, not to a Game, which has its own")
    else:
        game = _native.Game(game, seats, rules)
    with tempfile.TemporaryDirectory(prefix="marque-") as folder:
        words = ["tournament", game.name, "--players", str(game.seats), "--bots", ",".join(bots)]
        words += ["--games", str(games), "--seed", str(seed), "--threads", str(threads)]
        changed = {key: value for key, value in game.rules.items() if value != game.parameters()[key]["default"]}
        for key, value in changed.items():
            # A long text goes by a file, as a command line has an end.
            if isinstance(value, str) and "\n" in value:
                path = os.path.join(folder, f"{key}.txt")
                Path(path).write_text(value, encoding="utf-8")
                key, value = f"{key}_file", path
            words += ["--set", f"{key}={_toml(value)}"]
        words += ["--gauntlet"] * gauntlet + ["--traces"] * traces
        if sprt is not None:
            words.append(f"--sprt={sprt}")
        return _run(words, out)


def _toml(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {_toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value)


def experiment(
    file: PathLike,
    *,
    games: Optional[int] = None,
    out: Optional[PathLike] = None,
    threads: int = 0,
) -> Result:
    """Runs a balance experiment, as `marque run` does, and returns its tables.

    `file` is an experiment file or the name of a ready one (`marque.command("run", "--list")`). The report is `report.html`
    in the result's folder, and `text` says what was found.
    """
    words = ["run", os.fspath(file), "--threads", str(threads)]
    if games is not None:
        words += ["--games", str(games)]
    return _run(words, out)
