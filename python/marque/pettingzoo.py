"""PettingZoo AEC environments of all games.

>>> import marque.pettingzoo
>>> env = marque.pettingzoo.env("hexxi", seats=3)
>>> env.reset(seed=1)
>>> env.agents
['seat_0', 'seat_1', 'seat_2']
>>> observation, reward, termination, truncation, info = env.last()
>>> observation["observation"].shape, observation["action_mask"].dtype
((578,), dtype('int8'))
>>> env.step(int(observation["action_mask"].argmax()))

An agent is a seat. It observes the vector of what its seat knows and the mask of its legal actions, both as
docs/encoding.md explains them; actions are indices. Chance is settled inside `reset` and `step`. All rewards come at the
end: what the game's rules have a seat play for, 0 to 1. An illegal action ends the game, with -1 for the one who chose it
(`env` wraps that as the library does; `raw_env` raises).
"""

from __future__ import annotations

from typing import Any, Mapping, Optional, Union

import gymnasium
import numpy as np
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import _native

__all__ = ["MarqueEnv", "env", "raw_env"]


def env(game: Union[str, _native.Game], seats: Optional[int] = None, rules: Optional[Mapping[str, Any]] = None, **options: Any):
    """An environment with the library's usual guards: illegal actions end the game, calls out of order are errors."""
    guarded = wrappers.TerminateIllegalWrapper(raw_env(game, seats, rules, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def raw_env(
    game: Union[str, _native.Game], seats: Optional[int] = None, rules: Optional[Mapping[str, Any]] = None, **options: Any
) -> "MarqueEnv":
    """The environment itself."""
    if not isinstance(game, _native.Game):
        game = _native.Game(game, seats, rules)
    return MarqueEnv(game, **options)


class MarqueEnv(AECEnv):
    """A game as an AEC environment."""

    def __init__(self, game: _native.Game, render_mode: Optional[str] = None) -> None:
        super().__init__()
        if render_mode not in (None, "ansi", "human"):
            raise ValueError(f"render_mode is {render_mode!r}; expected None, 'ansi' or 'human'")
        self.game = game
        self.render_mode = render_mode
        self.metadata = {
            "name": f"{game.name}_v{game.encoding_version}",
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.seats)]
        count, size = game.action_count, game.vector_size
        self._actions = {agent: gymnasium.spaces.Discrete(count) for agent in self.possible_agents}
        self._observations = {
            agent: gymnasium.spaces.Dict(
                {
                    "observation": gymnasium.spaces.Box(-16.0, 16.0, (size,), np.float32),
                    "action_mask": gymnasium.spaces.Box(0, 1, (count,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self._nothing = np.zeros(count, np.int8)
        self.table: _native.Table

    def observation_space(self, agent: str):
        """What an agent observes: a dict of `observation` and `action_mask`."""
        return self._observations[agent]

    def action_space(self, agent: str):
        """What an agent chooses from: the indices of all actions."""
        return self._actions[agent]

    def reset(self, seed: Optional[int] = None, options: Optional[dict] = None) -> None:
        """Begins a game; without a seed another one every time."""
        if seed is None:
            seed = int(np.random.randint(2**31))
        self.table = _native.Table(self.game, seed=seed)
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos = {agent: {} for agent in self.agents}
        self._pass_on()

    def _pass_on(self) -> None:
        """Finds out who is next, or pays out."""
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards))
            self.terminations = {agent: True for agent in self.agents}
            self.infos = {agent: {"ending": self.table.ending} for agent in self.agents}
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self.table.turn]

    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """What an agent knows; its mask is empty where it is not to move."""
        seat = self.possible_agents.index(agent)
        mask = self.table.mask().view(np.int8) if self.table.turn == seat else self._nothing.copy()
        return {"observation": self.table.vector(seat), "action_mask": mask}

    def step(self, action: Optional[int]) -> None:
        """Plays the action of the agent to move, and lets chance act after it."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.play(int(action))
        self._clear_rewards()
        self._pass_on()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def save(self) -> dict[str, Any]:
        """Where the environment stands, chance to come included; `restore` goes back to it, as often as one likes."""
        kept = {name: dict(getattr(self, name)) for name in self._KEPT}
        return {"table": self.table.copy(), "agents": list(self.agents), "next": self.agent_selection, **kept}

    def restore(self, saved: dict[str, Any]) -> None:
        """Goes back to where the environment stood."""
        self.table = saved["table"].copy()
        self.agents = list(saved["agents"])
        self.agent_selection = saved["next"]
        for name in self._KEPT:
            setattr(self, name, dict(saved[name]))

    _KEPT = ("rewards", "_cumulative_rewards", "terminations", "truncations", "infos")

    def render(self) -> Optional[str]:
        """The board as text, with everything shown."""
        if self.render_mode == "human":
            print(self.table.board())
            return None
        return self.table.board()

    def close(self) -> None:
        """Nothing is left open."""
