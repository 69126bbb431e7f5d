from pathlib import Path

import pytest

import marque

pandas = pytest.importorskip("pandas")
FILES = Path(__file__).parents[2] / "docs" / "files.md"


def documented(title, seats):
    """The columns that docs/files.md gives for a file, by what it is a file of."""
    kind, name = title
    section = FILES.read_text(encoding="utf-8").split(f"# Files of {kind}")[1].split("\n# ")[0]
    table = section.split(f"## {name}.csv")[1].split("\n## ")[0]
    columns = [line.split("`")[1] for line in table.splitlines() if line.startswith("| `")]
    return columns


def matches(column, pattern):
    return column == pattern or ("{n}" in pattern and any(column == pattern.replace("{n}", str(n)) for n in range(8)))


def test_a_tournament_comes_as_the_documented_tables(tmp_path):
    result = marque.tournament("dzicz", ["random", "greedy"], games=6, seats=3, seed=2, threads=1, out=tmp_path / "run")
    assert set(result) == {"games", "standings", "crosstable", "differences", "seats", "timing"}
    for name in result:
        columns = documented(("a tournament", name), 3)
        assert all(any(matches(column, pattern) for pattern in columns) for column in result[name].columns), name
        assert all(any(matches(column, pattern) for column in result[name].columns) for pattern in columns), name
    assert len(result["games"]) == 6 and list(result["standings"]["bot"]).count("greedy") == 1
    assert result.manifest["game"] == "dzicz"
    again = marque.tournament("dzicz", ["random", "greedy"], games=6, seats=3, seed=2, threads=1)
    assert (tmp_path / "run/games.csv").read_bytes() == (again.folder / "games.csv").read_bytes()


def test_rules_reach_the_tournament():
    game = marque.Game("santy-anno", 3, {"rounds": 1, "coins": [3, 1], "ticks": {"coco": 5}})
    result = marque.tournament(game, ["random", "greedy"], games=3, threads=1)
    rules = result.manifest["rules"]
    assert rules["rounds"] == 1 and rules["coins"] == [3, 1] and rules["ticks"]["coco"] == 5


def test_an_experiment_comes_as_the_documented_tables(tmp_path):
    file = tmp_path / "small.toml"
    file.write_text(
        'title = "Small"\nquestion = "Does it run?"\ngame = "dzicz"\nseats = 2\nbots = ["random"]\ngames = 8\n'
        "[variants.short]\nturns = 6\n"
    )
    result = marque.experiment(file, threads=1, out=tmp_path / "run")
    for name in ("games", "variants", "seats", "actions", "experiment"):
        columns = documented(("an experiment", name), 2)
        assert all(any(matches(column, pattern) for pattern in columns) for column in result[name].columns), name
    assert set(result["variants"]["variant"]) >= {"short"}
    assert (tmp_path / "run/report.html").is_file() and "Does it run?" in result.text


def test_what_goes_wrong_is_an_exception(tmp_path):
    with pytest.raises(marque.RunError, match="code 2"):
        marque.tournament("dzicz", ["random"], games=2)
    with pytest.raises(marque.RunError, match="code 2"):
        marque.experiment("no-such-experiment", out=tmp_path)
    with pytest.raises(KeyError, match="tables: "):
        marque.tournament("dzicz", ["random", "greedy"], games=2, threads=1)["nothing"]


def test_the_command_is_all_there(capfd):
    assert "somaliland" in marque.command("games")
    from marque import _native

    assert _native.command(["--version"])[0] == 0
    assert _native.command(["nonsense"])[0] == 2
