"""A nursery for tests of kills while mail goes out: it forks a child for every life.

A child sends what is due, and is killed (`kill -9`, by itself) before a border of its chance: a row
is taken or takes a step, something goes over the line, an answer is heard. Or before a call of a
function, wherever that is. Without a number it lives until all is sent.

    store port now border:NUMBER call:NUMBER end   ──►
                                                   ◄──   dead STATUS STATUS …
"""

import os
import signal
import smtplib
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))
sys.path.insert(0, str(Path(__file__).parents[1]))
from campaign.accounts.database import PeopleFile, people_path
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import MailSettings, Settings
from campaign.extensions.mail_out import outbox, smtp
from campaign.extensions.mail_out.campaign_mail import Mailing
from campaign.notifications.deliveries import StoredDeliveries
from campaign.store.ledger import Ledger
from support.nursery import kill_at

FROM = "club@example.org"
NAME = "club"


class Borders:
    """Counts the borders that are crossed, and dies before the last."""

    def __init__(self, left: int) -> None:
        self._left = left

    def cross(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    def around(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function with a border before it and one behind it."""

        def crossing(*given: Any, **more: Any) -> Any:
            self.cross()
            done = function(*given, **more)
            self.cross()
            return done

        return crossing


class LineWithBorders:
    """A socket whose sending is a border."""

    def __init__(self, socket: Any, borders: Borders) -> None:
        self._socket = socket
        self.sendall = borders.around(socket.sendall)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


def mortal(rows: StoredDeliveries, left: int) -> None:
    """From here on this process dies at its so many-th border."""
    borders = Borders(left)
    for name in ("make", "claim", "step", "free"):
        setattr(rows, name, borders.around(getattr(rows, name)))
    socket_of = smtp._socket
    smtp._socket = lambda found: LineWithBorders(socket_of(found), borders)  # type: ignore[assignment,return-value]
    smtplib.SMTP.getreply = borders.around(smtplib.SMTP.getreply)  # type: ignore[method-assign]


def live(mailing: Mailing, store: Path, port: str, now: str, end: str) -> None:
    """Sends what is due, as `campaign mail` does."""
    rows = StoredDeliveries(PeopleFile(people_path(store), (DELIVERIES,)))
    kind, _, number = end.partition(":")
    if kind == "border":
        mortal(rows, int(number))
    elif kind == "call":
        kill_at(int(number))
    campaign = mailing.campaign.id
    mailing.now, mailing.known, mailing.since = now, rows.known(campaign), rows.cursor(campaign)
    planned = mailing.planned()
    known = outbox.recorded(rows, campaign, planned, mailing.book.version, now)
    waiting = list(outbox.parcels(planned, known, now))
    line = smtp.Post(MailSettings("127.0.0.1", int(port), "none", sender=FROM), "")
    around = outbox.Around(f"{os.getpid()} {now}", lambda: now, lambda: 0, lambda _: None)
    outbox.run(waiting, mailing.written, line, FROM, rows, around)


def bear(mailing: Mailing, store: Path, port: str, now: str, end: str) -> int:
    """The number of a child that sends."""
    child = os.fork()
    if child:
        return child
    try:
        live(mailing, store, port, now, end)
        os._exit(0)
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(1)


def ready(store: Path) -> Mailing:
    """The mail of the club, with all that is read of it before any child is born."""
    people = People(store)
    with Ledger(store) as ledger:
        rows = StoredDeliveries(people.file)
        rows_file = PeopleFile(people_path(store), (DELIVERIES,))
        with rows_file.reading():
            pass
        rows_file.close()
        settings = Settings(MailSettings("127.0.0.1", 25, "none", sender=FROM))
        found = Mailing(ledger, NAME, people, rows, settings)
        found.secret()
        people.close()
        return found


if __name__ == "__main__":
    mailings: dict[str, Mailing] = {}
    for asked in sys.stdin:
        store, port, now, *ends = asked.split()
        if store not in mailings:
            mailings[store] = ready(Path(store))
        children = [bear(mailings[store], Path(store), port, now, end) for end in ends]
        states = [os.waitpid(child, 0)[1] for child in children]
        print("dead", *states, flush=True)
