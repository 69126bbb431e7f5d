"""Five pirate board games, their bots and a balance lab.

Two lines play a game:

>>> import marque
>>> table = marque.Table("bosman", seed=1); _ = table.play_out()
>>> table.over
True

`Game` is a game under its rules, `Table` a game under way, `Bot` a player by name; `playouts` plays random games in bulk,
`tournament` and `experiment` run the lab and return pandas DataFrames; `marque.pettingzoo` has environments for learners,
`marque.dask` runs the lab on many machines, and `command` is the command line itself.
"""

from ._native import (
    ActionError,
    Bot,
    BotError,
    Game,
    RulesError,
    RunError,
    Table,
    TraceError,
    __version__,
    games,
    playouts,
)
from .lab import Result, command, experiment, tournament

__all__ = [
    "ActionError",
    "Bot",
    "BotError",
    "Game",
    "Result",
    "RulesError",
    "RunError",
    "Table",
    "TraceError",
    "__version__",
    "command",
    "experiment",
    "games",
    "playouts",
    "tournament",
]
