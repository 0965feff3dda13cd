"""One run of the mail: what is due goes out, one message after the other. IO.

Before each step over the line the row says so on the disk; see `states.py`. What one person's
server puts off waits for them alone; a broken connection ends the run.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.extensions.mail_out.smtp import OvertakenError, Post, StoppedError, Verdict
from campaign.notifications.deliveries import Key, StoredDeliveries
from campaign.notifications.local_time import is_to_come
from campaign.notifications.notification import PATIENCE, Delivery, NoFrom, Planned, State, pause
from campaign.world import clock


class Parcel(msgspec.Struct, frozen=True):
    """One message to one member: a notice, or several of them in a digest."""

    member: str
    planned: tuple[Planned, ...]
    rows: tuple[Delivery, ...]

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of its rows."""
        return tuple(row.number for row in self.rows)

    @property
    def attempts(self) -> int:
        """How often it was tried."""
        return max((row.attempts for row in self.rows), default=0)


class Written(msgspec.Struct, frozen=True):
    """A message as it goes out."""

    recipient: str
    content: bytes
    digest: str
    version: int
    address: str = ""
    """A mark of the recipient's address."""
    letter: str = ""
    """The key of a digest, which its id is made from; empty where it is that of its notice."""


class Unwritable(msgspec.Struct, frozen=True):
    """Why there is no message that could go out."""

    why: str
    address: str = ""
    """A mark of the recipient's address, which nothing can be sent to."""


class Tried(msgspec.Struct, frozen=True):
    """What became of a parcel in this run."""

    parcel: Parcel
    state: State
    server: str = ""


Writing = Callable[[Parcel], Written | Unwritable | None]
"""Writes a parcel's message; None where it has gone without one."""


class Around(msgspec.Struct, frozen=True):
    """What a run is given from outside."""

    run: str
    """The run's own name, like no other's."""
    now: Callable[[], str]
    chance: Callable[[], float]
    """From 0 to 1."""
    progress: Callable[[Tried], None]
    allowance: Allowance = UNLIMITED
    """What the club may still send."""


class Ended(msgspec.Struct, frozen=True):
    """What a run did."""

    tried: tuple[Tried, ...]
    stopped: str = ""
    """Why it ended early; empty if it did not."""
    is_refused: bool = False
    """Whether the server takes nothing at all from the club."""
    is_overtaken: bool = False
    """Whether another run goes on."""

    @property
    def has_reached(self) -> bool:
        """Whether the server takes messages from the club."""
        if any(one.state in ("sent", "unknown") for one in self.tried):
            return True
        return bool(self.tried) and not self.stopped

    @property
    def is_bad(self) -> bool:
        """Whether somebody has to do something."""
        if self.is_refused or self.is_overtaken:
            return True
        return any(one.state in ("refused", "unknown") for one in self.tried)


def _moved(now: str, seconds: float) -> str:
    moment = datetime.fromisoformat(now) + timedelta(seconds=seconds)
    return clock.written(moment)


def recorded(
    deliveries: StoredDeliveries, campaign: str, planned: Iterable[Planned], version: int, now: str
) -> Mapping[Key, Delivery]:
    """Makes a row for each notice that has none yet; all rows of the campaign.

    Claims of runs that have died are free again.
    """
    deliveries.free(campaign, now)
    planned = tuple(planned)
    fresh = ((one.occasion.key, one.member) for one in planned)
    about = {one.occasion.key: one.occasion.about for one in planned}
    deliveries.make(campaign, fresh, version, now, about)
    return deliveries.known(campaign)


def parcels(
    planned: Iterable[Planned], rows: Mapping[Key, Delivery], now: str, *, at_once: bool = False
) -> Iterator[Parcel]:
    """The messages that may go out now, in the order in which they were planned.

    `at_once` leaves the pauses away.
    """
    digests: dict[str, list[Planned]] = {}
    for one in planned:
        row = rows.get((one.occasion.key, one.member))
        if row is None or row.state not in ("due", "later"):
            continue
        if not at_once and (is_to_come(row.next_try, now) or is_to_come(one.not_before, now)):
            continue
        if one.in_digest:
            digests.setdefault(one.member, []).append(one)
        else:
            yield Parcel(one.member, (one,), (row,))
    for member, together in digests.items():
        deliveries = tuple(rows[one.occasion.key, member] for one in together)
        yield Parcel(member, tuple(together), deliveries)


def run(
    waiting: Sequence[Parcel],
    write: Writing,
    line: Post,
    sender: str,
    deliveries: StoredDeliveries,
    around: Around,
) -> Ended:
    """Sends what waits. Raises `StoppedError` if the server can't be reached at all."""
    if not waiting:
        return Ended(())
    tried: list[Tried] = []
    put_off: set[str] = set()
    line.open()
    try:
        for parcel in waiting:
            if parcel.member in put_off:
                continue
            verdict = _Passage(parcel, line, deliveries, around).passed(write, sender)
            if verdict is None:
                continue
            done = Tried(parcel, verdict.state, verdict.server)
            tried.append(done)
            around.progress(done)
            if verdict.stops:
                return Ended(tuple(tried), verdict.stops)
            if verdict.state == "later":
                put_off.add(parcel.member)
    except StoppedError as error:
        return Ended(tuple(tried), str(error), is_refused=True)
    except OvertakenError as error:
        return Ended(tuple(tried), str(error), is_overtaken=True)
    except BaseException:  # nobody waits for a goodbye
        line.cut()
        raise
    finally:
        line.close()
    return Ended(tuple(tried))


class _Passage:
    """A parcel on its way over the line."""

    def __init__(
        self, parcel: Parcel, line: Post, deliveries: StoredDeliveries, around: Around
    ) -> None:
        self._parcel = parcel
        self._line = line
        self._deliveries = deliveries
        self._around = around

    def passed(self, write: Writing, sender: str) -> Verdict | None:
        """What became of it; None if another run has it, or there is nothing to write."""
        parcel, around = self._parcel, self._around
        written = write(parcel)
        if written is None:
            return None
        if not self._deliveries.claim(parcel.numbers, around.run, around.now()):
            return None
        if isinstance(written, Unwritable):
            about: NoFrom = "address"
            more = {"server": written.why, "address": written.address, "no_from": about}
            self._step(("claimed", "refused"), **more)
            return Verdict("refused", written.why, no_from=about)
        if why := around.allowance.mail():
            until = around.allowance.mails_from()
            self._step(("claimed", "later"), server=why, next_try=until)
            return Verdict("later", why)
        first_at = min((row.first_at for row in parcel.rows if row.first_at), default=around.now())
        begun = self._step(
            ("claimed", "talking"),
            attempts=parcel.attempts + 1,
            first_at=first_at,
            digest=written.digest,
            version=written.version,
            address=written.address,
            letter=written.letter,
            server="",
        )
        if not begun:
            return None
        state, verdict = self._handed_over(sender, written.recipient, written.content)
        return self._finished(state, verdict, first_at)

    def _handed_over(self, sender: str, recipient: str, content: bytes) -> tuple[State, Verdict]:
        """What the server said to it, and how far it had come by then."""
        try:
            verdict = self._line.offer(sender, recipient, content)
        except StoppedError:
            self._give_back()
            raise
        if verdict is not None:
            return "talking", verdict
        if not self._step(("talking", "sending")):
            self._line.cut()
            raise OvertakenError("this took so long that another run goes on with it")
        return "sending", self._line.send(content)

    def _finished(self, state: State, verdict: Verdict, first_at: str) -> Verdict:
        """Writes down the answer."""
        now = self._around.now()
        reached: State = verdict.state
        next_try = ""
        if reached == "later":
            waits = pause(self._parcel.attempts + 1, self._around.chance())
            next_try = _moved(now, waits)
            if is_to_come(next_try, _moved(first_at, PATIENCE)):
                reached, next_try = "refused", ""
        more = {"server": verdict.server, "next_try": next_try, "no_from": verdict.no_from}
        changed = self._step((state, reached), **more)
        if not changed and state == "sending":  # it took longer than a claim lasts
            self._step(("unknown", reached), **more)
        return msgspec.structs.replace(verdict, state=reached)

    def _give_back(self) -> None:
        """Nobody could have been reached: the row waits as before."""
        row = self._parcel.rows[0]
        back: State = "later" if row.attempts else "due"
        self._step(
            ("talking", back),
            attempts=row.attempts,
            first_at=row.first_at,
            digest=row.digest,
            letter=row.letter,
        )

    def _step(self, step: tuple[State, State], **more: object) -> bool:
        return self._deliveries.step(
            self._parcel.numbers, self._around.run, step, self._around.now(), **more
        )
