"""Mail of an ended turn against smtplib alone, which sends the same bytes to the same server."""

import smtplib
import socketserver
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec.structs import replace

from campaign.accounts.choices import Choices
from campaign.accounts.people import People
from campaign.accounts.protocol import DELIVERIES
from campaign.accounts.settings import MailSettings, Settings
from campaign.extensions.mail_out import outbox
from campaign.extensions.mail_out.campaign_mail import Mailing
from campaign.extensions.mail_out.smtp import Post
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.notification import Planned
from campaign.store.ledger import Ledger
from scripts.benchmark.building import NAME, copied
from scripts.benchmark.figures import Figure, Task
from scripts.benchmark.plan import Family, Lane, Sizes
from scripts.benchmark.sample import Part, Stopwatch

MEMBERS = 8
HOST, FROM, HELLO = "127.0.0.1", "club@example.org", "example.org"


class _Taking(socketserver.StreamRequestHandler):
    """A mail server that takes everything and keeps nothing."""

    disable_nagle_algorithm = True

    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            if line.upper().startswith(b"DATA"):
                self.wfile.write(b"354 go on\r\n")
                while self.rfile.readline() not in (b".\r\n", b""):
                    pass
            self.wfile.write(
                b"221 bye\r\n" if line.upper().startswith(b"QUIT") else b"250 fine\r\n"
            )


@contextmanager
def taking() -> Iterator[int]:
    """The port of that server, in a thread."""
    with socketserver.ThreadingTCPServer((HOST, 0), _Taking) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield int(server.server_address[1])
        finally:
            server.shutdown()


def mail(folder: Path, work: int) -> dict[str, Part]:
    """The last turn of the recorded campaign goes to so many members, a message each."""
    whole, sending, bare = Stopwatch(), Stopwatch(), Stopwatch()
    store = copied(folder, "played")
    members = [f"m{number}" for number in range(work)]
    people = People(store, (DELIVERIES,))
    rows = StoredDeliveries(people.file)
    written: list[outbox.Written] = []
    with Ledger(store) as ledger, taking() as port:
        ledger.names()
        settings = MailSettings(HOST, port, "none", sender=FROM)

        def kept(parcel: outbox.Parcel) -> outbox.Written | outbox.Unwritable | None:
            made = mailing.written(parcel)
            written.extend([made] if isinstance(made, outbox.Written) else [])
            return made

        with whole:
            mailing = Mailing(ledger, NAME, people, rows, Settings(settings))
            mailing.choices = {name: Choices(f"{name}@example.org") for name in members}
            turn = next(one for one in reversed(mailing.found) if one.kind == "turns")
            planned = [Planned(turn, member) for member in members]
            _run(mailing, planned, rows, kept, settings)
        again = [Planned(replace(turn, key=f"{turn.key}:again"), member) for member in members]
        ready = iter(written)
        with sending:
            _run(mailing, again, rows, lambda _: next(ready), settings)
        with bare, smtplib.SMTP(HOST, port, HELLO) as server:
            for one in written:
                server.sendmail(FROM, [one.recipient], one.content)
    people.close()
    return {"whole": whole.part(), "sending": sending.part(), "bare": bare.part()}


def _run(
    mailing: Mailing,
    planned: Sequence[Planned],
    rows: StoredDeliveries,
    write: outbox.Writing,
    settings: MailSettings,
) -> None:
    """One run, with every step on the disk before it is taken."""
    campaign, now = mailing.campaign.id, mailing.now
    known = outbox.recorded(rows, campaign, planned, mailing.book.version, now)
    waiting = list(outbox.parcels(planned, known, now))
    around = outbox.Around("run", lambda: now, lambda: 0, lambda _: None)
    ended = outbox.run(waiting, write, Post(settings, ""), FROM, rows, around)
    if [one.state for one in ended.tried] != ["sent"] * len(planned):
        raise SystemExit(f"not sent: {ended}")


def figures(sizes: Sizes) -> list[Figure]:
    """The lines about mail."""
    sent = Task("mail", MEMBERS)
    return [
        Figure(
            about=f"A turn read, written and sent to {MEMBERS} members",
            caches="cold: the record unread",
            tasks=(sent,),
            part="whole",
        ),
        Figure(
            about=f"Those {MEMBERS} messages sent / smtplib, the same bytes",
            caches="warm: the messages written",
            tasks=(sent,),
            part="sending",
            against="bare",
            form="cost",
        ),
    ]


FAMILY = Family(
    "Mail",
    "The server is a thread of the same process, which takes everything. Ours writes down each of "
    "five steps of a message, flushed to the disk, before it takes it.",
    {"mail": Lane(mail, needs=("played",))},
    figures,
)
