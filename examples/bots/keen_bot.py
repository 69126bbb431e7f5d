"""A bot in Python with small ideas: cmd:python3 examples/bots/keen_bot.py

In Bosman and Dzicz it prefers the kinds of action that bring something at once, and declines only where it must. In Santy Anno
it thinks all the cards through and runs where that leads. The other games it plays at random.
"""

import json
import random
import sys

# Kinds of action from the best to the worst; what is not listed comes in between.
FIRST = {
    "bosman": ["board"],
    "dzicz": ["fort", "token", "recruit", "expand"],
}
LAST = ["pass", "skip", "end", "keep", "swap", "allow"]


def kind(action):
    return action.split(":")[0]


def rank(game, action):
    first = FIRST.get(game)
    if first is None:
        return 0
    if kind(action) in first:
        return first.index(kind(action))
    return len(first) + (kind(action) in LAST)


def choose(game, legal, seen):
    if game == "santy-anno":
        head = seen["head"]
        done = head["thought"] == len(seen["cards"])
        wanted = f"run:{head['belief']}" if done else "think"
        if wanted in legal:
            return wanted
    best = min(rank(game, action) for action in legal)
    return random.choice([action for action in legal if rank(game, action) == best])


game = None
for line in sys.stdin:
    told = json.loads(line)
    answer = None
    if told["type"] == "hello":
        answer = {"type": "ready", "protocol": 1, "name": "keen in Python", "options": {"events": False}}
    elif told["type"] == "game":
        game = told["game"]
    elif told["type"] == "choose":
        answer = {"type": "play", "action": choose(game, told["legal"], told["observation"])}
    elif told["type"] == "quit":
        break
    if answer:
        print(json.dumps(answer), flush=True)
