"""A nursery for tests of kills: it has the program in memory and forks a child for every life.

A child opens the store afresh, plays as fast as it can and writes a line for each answer. Given a
number of calls to live for, it kills itself (`kill -9`) before that call of a function, Python's or
the library's; without one, it lives until it is killed.

    store seed:calls seed:calls …   ──►
                                    ◄──   born NUMBER NUMBER …
                                    ◄──   an answer a line, from any child
                                    ◄──   dead STATUS STATUS …
"""

import os
import random
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn

import msgspec

sys.path.insert(0, str(Path(__file__).parents[2]))
from campaign.lif.roster import POWERS
from campaign.projections import projector
from campaign.store import snapshots
from campaign.store.ledger import Ledger

Choose = Callable[[Sequence[Any]], Any]
WORDS = ("AddEntropy", "Board", "Board", "Board", "Board", "Refused", "War", "Read")


def board(state: Any, choose: Choose) -> dict[str, Any]:
    """A command that the Promotions Board waits for."""
    match state.board.phase:
        case "closed" if state.board.turn != state.campaign.turn:
            return {"command": "OpenReinforcement"}
        case "closed":
            last = state.campaign.turn == state.campaign.last_turn
            return {"command": "CloseCampaign" if last else "AdvanceTurn"}
        case "draw":
            return {"command": "DrawLeader"}
    kind = "Ballot" if state.board.phase == "ballots" else "Vote"
    absent = "no-veto" if kind == "Ballot" else "abstain"
    power = choose(POWERS)
    if choose((True, False)) and state.veto_points[power] >= 3:
        choice = choose(("veto", "no-veto") if kind == "Ballot" else ("another", "abstain"))
        return {"command": f"Seal{kind}", "power": power, "choice": choice}
    return {"command": f"Open{kind}s", "absent": absent}


def live(store: str, seed: int) -> NoReturn:
    """Plays for ever, at the newest campaign of the store."""
    choose = random.Random(seed).choice
    ledger, number = Ledger(store), 0
    while True:
        number += 1
        names = ledger.names() if ledger.store.exists() else []
        name = names[-1] if names else ""
        if not names or ledger.live(name).state.campaign.closed:
            ledger.open(f"club-{len(names) + 1:03}", scenario="global-war")
            continue
        state = ledger.live(name).state
        match choose(WORDS):
            case "Board":
                asked = board(state, choose)
            case "AddEntropy":
                asked = {"command": "AddEntropy", "value": f"{seed} {number}"}
            case "War":
                one, other = choose(POWERS), choose(POWERS)
                asked = {"command": "DeclareWar", "attacker": one, "target": other}
            case "Read":
                projector.update(ledger, name)
                continue
            case _:
                asked = {"command": "DrawLeader", "by": "nobody"}
        answer = ledger.submit(name, {**asked, "id": f"{seed} {number}"})
        told = [name, answer["receipt"]["id"], answer["receipt"]["digest"]]
        if answer["accepted"]:
            told += [answer["events"][0]["version"], answer["version"], answer["head"]]
        os.write(1, msgspec.json.encode(told) + b"\n")


def kill_at(calls: int) -> None:
    """This process is killed before its so many-th call of a function from here."""
    left = calls

    def count(frame: FrameType, event: str, called: Any) -> None:
        nonlocal left
        left -= event in ("call", "c_call")
        if left <= 0:
            os.kill(os.getpid(), signal.SIGKILL)

    sys.setprofile(count)


def bear(store: str, seed: str, calls: str) -> int:
    """The number of a child that plays at this store."""
    child = os.fork()
    if child:
        return child
    try:
        if calls:
            kill_at(int(calls))
        live(store, int(seed))
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


if __name__ == "__main__":
    snapshots.EVERY = 20
    for line in sys.stdin:
        store, *lives = line.split()
        children = [bear(store, *life.split(":")) for life in lives]
        os.write(1, f"born {' '.join(map(str, children))}\n".encode())
        states = [os.waitpid(child, 0)[1] for child in children]
        os.write(1, f"dead {' '.join(map(str, states))}\n".encode())
