"""A bot in Python that plays any of the games at random: cmd:python3 examples/bots/random_bot.py"""

import json
import random
import sys


def send(message):
    print(json.dumps(message), flush=True)


# What the seat knows and sees is not asked for, since this bot does not look.
WISHES = {"observation": False, "events": False}

for line in sys.stdin:
    told = json.loads(line)
    match told["type"]:
        case "hello":
            send({"type": "ready", "protocol": 1, "name": "random in Python", "options": WISHES})
        case "choose":
            send({"type": "play", "action": random.choice(told["legal"])})
        case "quit":
            break
