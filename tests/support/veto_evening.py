"""A short campaign with Guderian before the Board, for veto advice: 28 leaders, two turns."""

from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger
from support import table
from support.web import MEMBERS


def evening(folder: Path, advice: str = "always", *answers: tuple[str, str]) -> Ledger:
    """The ballots on Guderian, with these answers sealed in the players' names."""
    book = table.opened(
        folder,
        scenario="custom",
        first_turn="1939-SO",
        last_turn="1939-ND",
        rulings={"draws": "table", "advice": advice},
        setup={"members": MEMBERS},
    )
    commands: list[dict[str, Any]] = [{"command": "OpenReinforcement"}, table.draw("guderian")]
    table.play(book, [*commands, *(table.ballot(power, said) for power, said in answers)])
    return book


OPENED = {"command": "OpenBallots", "absent": "no-veto"}
