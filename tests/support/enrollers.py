"""Forks children that enrol a member with an address, each killed before a call of a function.

store number:calls number:calls …   ──►
                                    ◄──   answered NUMBER
                                    ◄──   dead
"""

import os
import sys
import traceback
from pathlib import Path

import msgspec

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.store.ledger import Ledger
from campaign.store.sqlite import library
from support.nursery import kill_at
from support.sessions import NAME

HOST = Actor("host", is_local=True)
assert library  # loaded before anybody is born


def named(number: int) -> str:
    """Fay's name in a command; every third has that of the one before."""
    return f"Fay {number - (number % 3 == 0)}"


def command(number: int) -> bytes:
    """Enrols Fay under another name and address, or only another address."""
    return msgspec.json.encode(
        {
            "command": "EnrolMember",
            "member": "fay",
            "name": named(number),
            "roles": ["player"],
            "email": f"fay{number}@example.org",
            "id": f"k{number}",
        }
    )


def bear(store: str, number: int, calls: int) -> int:
    """The number of a child that sends one command."""
    child = os.fork()
    if child:
        return child
    try:
        desk = CommandHandler(Ledger(store), is_shared=False)
        desk.preview(NAME, command(number), HOST)  # so that nothing has to be loaded afterwards
        desk.ledger.vault.seal_text("", "", 32, os.urandom)
        kill_at(calls)
        if desk.submit(NAME, command(number), HOST).answer["accepted"]:
            os.write(1, f"answered {number}\n".encode())
        os.kill(os.getpid(), 9)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


if __name__ == "__main__":
    for line in sys.stdin:
        store, *lives = line.split()
        pairs = (life.split(":") for life in lives)
        for child in [bear(store, int(number), int(calls)) for number, calls in pairs]:
            os.waitpid(child, 0)
        os.write(1, b"dead\n")
