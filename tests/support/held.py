"""A club whose clock is moved by hand, for acts that are held and requests of time."""

import os
import signal
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from httpx import Response

from campaign.accounts.devices import Credentials
from campaign.accounts.table.held import HeldActs
from campaign.handler.command_handler import CommandHandler
from campaign.handler.holding import Holding
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support.evening import DESK, answer, asked_of, draw, press
from support.sessions import Dice
from support.web import MEMBERS, NAME, WebClub, forms, house_on

BEGIN = datetime(1999, 1, 1, 20, tzinfo=UTC)
WHY = {"because": "agreed with them"}


class Hand:
    """A clock that is moved by hand."""

    def __init__(self) -> None:
        self.now = BEGIN

    def __call__(self) -> str:
        return self.now.isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def move(self, seconds: float) -> None:
        """So many seconds pass."""
        self.now += timedelta(seconds=seconds)


def club_by_hand(folder: Path, hand: Hand, *, is_drawn: bool = True) -> WebClub:
    """A club whose host has drawn the first leader, or is about to open the Board."""
    made = service_by_hand(folder, hand)
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "setup": {"members": MEMBERS}}
    answered = made.house.desk.open(NAME, **asked)
    assert answered["accepted"], answered
    if is_drawn:
        draw(made)
    return made


def service_by_hand(folder: Path, hand: Hand, dice: str = "dice") -> WebClub:
    """A service on what a folder has; once it is started again, with other dice."""
    store = folder / "campaign.db"
    vault = Vault(store.with_suffix(".vault"), random=Dice(dice))
    ledger = Ledger(store, vault, hand, random=Dice(f"salt of {dice}"))
    house = house_on(ledger)
    tokens = Dice(f"tokens of {dice}")
    doors = Credentials(house.people.file, clock=hand, random=lambda size: tokens(size).hex())
    ids = Dice(f"ids of {dice}")
    return WebClub(house._replace(clock=hand, doors=doors, ids=lambda: ids(8).hex()))


def all_but_one(made: WebClub, choice: str = "no-veto") -> str:
    """Everybody has sealed a ballot but one; who that is."""
    *others, late = asked_of(made)
    for who in others:
        answer(made.browser(who), choice)
    return late


def open_early(made: WebClub, who: str = "host") -> Response:
    """A host opens the ballots without the one that is missing, with a reason."""
    (second,) = forms(press(made.browser(who), "Open the ballots, count", twice=False).text)
    return made.browser(who).post(DESK, second.fields | WHY)


def holding(made: WebClub) -> Holding:
    """The job of the service."""
    return Holding(made.house.desk, made.house.clock)


def names(made: WebClub, last: int) -> list[str]:
    """The last events, by their types."""
    history = list(made.house.ledger.history(NAME))
    return [type(one.event).__name__ for one in history[-last:]]


# --- a life that ends while an act is held ------------------------------------------------------

BEFORE = {
    "held": (HeldActs, "claim"),
    "being sent": (CommandHandler, "submit"),
    "recorded": (HeldActs, "end"),
}
"""What a service is about to call when it is killed."""


def die(*_: object, **__: object) -> None:
    """Is killed."""
    os.kill(os.getpid(), signal.SIGKILL)


def live(folder: Path, moment: str) -> None:
    """Holds an act, and is killed ten seconds later."""
    hand = Hand()
    made = service_by_hand(folder, hand, "child")
    open_early(made)
    setattr(*BEFORE[moment], die)
    hand.move(10)
    holding(made).send_due()


if __name__ == "__main__":
    live(Path(sys.argv[1]), sys.argv[2])
