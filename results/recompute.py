"""Recomputes headline figures from the published games with pandas and compares them with the tables.

    python results/recompute.py            every folder that has its games
    python results/recompute.py dzicz-order

For every variant of every experiment whose games are published: the first seat's advantage, draws, cut games, length, score and
the stronger bot's payoff, with 95 % intervals where they are those of a mean, and the change of each from the base. Written
from docs/measures.md alone. Ends with an error where a figure differs by more than the files' six digits.
"""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pandas as pd

RESULTS = Path(__file__).parent
# Files have six significant digits.
TOLERANCE = 2e-5


def seats(games: pd.DataFrame, what: str) -> pd.DataFrame:
    """A column of every seat."""
    return games[[name for name in games if name.startswith("seat") and name.endswith(what)]]


def measures(games: pd.DataFrame) -> dict[str, pd.Series]:
    """What every game of a field counts for."""
    payoffs, scores = seats(games, "_payoff"), seats(games, "_score")
    return {
        "first_seat": payoffs["seat0_payoff"] - payoffs.drop(columns="seat0_payoff").mean(axis=1),
        "draws": (payoffs.nunique(axis=1) == 1).astype(float),
        "cut": (games["ended"] == "cut").astype(float),
        "decisions": games["decisions"].astype(float),
        "turns": games["turns"].astype(float),
        "score": scores.mean(axis=1),
    }


def student(freedom: int) -> float:
    """Student's t at 97.5 %, by Cornish and Fisher's series, which is exact to six digits from 40 degrees of freedom on."""
    z = 1.959963984540054
    first, second = (z**3 + z) / 4, (5 * z**5 + 16 * z**3 + 3 * z) / 96
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    return z + first / freedom + second / freedom**2 + third / freedom**3


def mean(values: pd.Series) -> tuple[float, float, float]:
    """The mean of independent games with its interval."""
    half = student(len(values) - 1) * values.std() / math.sqrt(len(values))
    return values.mean(), values.mean() - half, values.mean() + half


def strong(games: pd.DataFrame, bot: str) -> float:
    """The payoff of the stronger bot alone among the weaker ones."""
    sat = seats(games, "_bot").to_numpy() == bot
    return float(seats(games, "_payoff").to_numpy()[sat].mean())


class Check:
    """Figures beside those of the tables."""

    def __init__(self) -> None:
        self.figures = self.wrong = 0

    def compare(self, where: str, ours: float, theirs: float, shown: bool) -> None:
        self.figures += 1
        differs = not abs(ours - theirs) <= TOLERANCE * max(1.0, abs(theirs))
        self.wrong += differs
        if shown or differs:
            print(f"{where:70} {ours:10.5f} {theirs:10.5f}{'  DIFFERS' if differs else ''}")

    def experiment(self, folder: Path) -> None:
        games = pd.read_csv(folder / "games.csv.gz")
        table = pd.read_csv(folder / "variants.csv").set_index(["variant", "measure"])
        about = pd.read_csv(folder / "experiment.csv").set_index("key")["value"]
        field = games[games["study"] == "field"]
        # A field of one bot has a game a deal; intervals over deals of several games are the lab's business.
        single = field.groupby(["variant", "table"])["block"].nunique().sum() == len(field)
        base = measures(field[field["variant"] == "base"].set_index("block"))
        for variant in table.index.get_level_values("variant").unique():
            own = measures(field[field["variant"] == variant].set_index("block"))
            for measure, values in own.items():
                if (variant, measure) not in table.index:
                    continue
                row, where = table.loc[(variant, measure)], f"{folder.name}, {variant}, {measure}"
                headline = variant == "base" and measure in ("first_seat", "decisions")
                value, low, high = mean(values)
                self.compare(where, value, row["value"], headline)
                # Shares have Wilson's interval, sizes are compared by quotient, and where all games came to the same the lab allows
                # for those that were not seen.
                if single and row["unit"] in ("payoff", "number", "size") and values.nunique() > 1:
                    self.compare(f"{where}, low", low, row["value_low"], headline)
                    self.compare(f"{where}, high", high, row["value_high"], headline)
                if variant != "base" and row["unit"] in ("payoff", "number", "share"):
                    change = (values - base[measure]).dropna().mean()
                    self.compare(f"{where}, change", change, row["change"], False)
                elif variant != "base" and row["unit"] == "size":
                    change = values.mean() / base[measure].mean() - 1
                    self.compare(f"{where}, change", change, row["change"], False)
            played = games[(games["study"] == "skill") & (games["variant"] == variant)]
            if len(played) and (variant, "skill") in table.index:
                value = strong(played, about["strong"])
                self.compare(f"{folder.name}, {variant}, skill", value, table.loc[(variant, "skill"), "value"], variant == "base")


def main(names: list[str]) -> int:
    folders = [RESULTS / name for name in names] or sorted(file.parent for file in RESULTS.glob("*/games.csv.gz"))
    check = Check()
    print(f"{'figure':70} {'pandas':>10} {'lab':>10}")
    for folder in folders:
        check.experiment(folder)
    print(f"{check.figures} figures of {len(folders)} experiments, {check.wrong} differ")
    return 1 if check.wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
