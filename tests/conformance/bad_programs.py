"""Programs that answer badly, one way each: `python bad_programs.py WAY`. The first case passes."""

import json
import os
import sys
import time

WAY = sys.argv[1]


def say(number: int, **answer: object) -> None:
    """Writes an answer."""
    print(json.dumps({"n": number, **answer}), flush=True)


def misbehave(number: int) -> None:
    """What is done in place of an answer."""
    match WAY:
        case "is silent":
            time.sleep(60)
        case "exits":
            print("Traceback: no such leader", file=sys.stderr)
            sys.exit(1)
        case "ends quietly":
            sys.exit(0)
        case "is killed":
            os.kill(os.getpid(), 9)
        case "closes its output":
            os.close(1)
            time.sleep(60)
        case "leaves a child":
            if os.fork():
                os._exit(3)
            time.sleep(60)
        case "talks":
            print("Guderian has \x1b[31marrived", flush=True)
        case "has another number":
            say(number + 1, accepted=True)
        case "has no number":
            print('{"accepted": true}', flush=True)
        case "is a list":
            print("[1, 2]", flush=True)
        case "says neither":
            say(number)
        case "has events of text":
            say(number, accepted=True, events=["lif.LeaderDrawn"])
        case "is no text":
            sys.stdout.buffer.write(b'{"n": 3, "accepted": "\xff"}\n')
            sys.stdout.buffer.flush()
        case "is deep":
            print("[" * 100_000, flush=True)
        case "is long":
            say(number, accepted=True, why="x" * 1_100_000)
        case "complains much":
            print("x" * 3_000_000, file=sys.stderr)
            print("the last line", file=sys.stderr)
            sys.exit(4)


for line in sys.stdin:
    request = json.loads(line)
    if request["do"] == "hello":
        if WAY == "greets badly":
            print("hello", flush=True)
            continue
        protocol = 2 if WAY == "speaks another protocol" else 1
        claims = [] if WAY == "claims nothing" else ["lif-1998 4.1"]
        say(request["n"], program="bad 1", protocol=protocol, claims=claims)
    elif request["do"] == "open":
        say(request["n"], accepted=True)
    elif request["do"] == "state":
        say(request["n"], state={})
    else:
        misbehave(request["n"])
