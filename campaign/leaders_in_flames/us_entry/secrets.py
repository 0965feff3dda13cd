"""LiF 5.3: what only the opened secret of the chits proves. Pure."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from campaign.kernel import draws
from campaign.kernel.decisions import Finding
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, stock
from campaign.leaders_in_flames.us_entry.dice import draws_chits, mixed
from events.base import Event
from events.chain import DIGEST_LENGTH
from events.disputes import Branched, CampaignReopened
from events.lif.us_entry import (
    AsideChitsEntered,
    Chit,
    EntryChitsDealtAnew,
    EntryChitsDrawn,
    EntrySecretOpened,
    PoolBelowZero,
)
from events.sealed import Opening, opens


class _Laid(msgspec.Struct, frozen=True):
    """Chits laid face-down, and the state before."""

    version: int
    state: State
    chits: tuple[Chit, ...]
    draw: int
    commitment: str
    """Of the secret that they were laid under."""
    kept: frozenset[str] | None = None
    """Of a what-if's deal those that keep their values; None where chits came from the pool."""


class ChitAuditor:
    """One pass over a campaign: what can only be checked with the secret, and a what-if's deal.

    All else that events say of chits is decided again, with the chits under a known secret.
    """

    def __init__(self) -> None:
        self._laid: list[_Laid] = []
        self._undealt = False
        """Whether a what-if begins, and its chits are still to be dealt again."""

    def pending(self) -> dict[str, int]:
        """Chits whose values cannot be checked yet."""
        return {"hidden chits": sum(len(laid.chits) for laid in self._laid)}

    def check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        """What is wrong with an event, given the state before it."""
        if self._undealt and not isinstance(event, EntryChitsDealtAnew):
            self._undealt = False
            text = "of a what-if have the secret of its origin, and were not dealt again"
            yield Finding(version, "chit", text)
        if isinstance(event, EntryChitsDealtAnew) and not event.sealed:
            yield Finding(version, "secret", "was not sealed for the vault, which is to open it")
        match event:
            case EntryChitsDrawn() | PoolBelowZero() | AsideChitsEntered() if event.chits:
                draw = getattr(event, "draw", 0)
                sealed = state.entry.secret_commitment
                self._laid.append(_Laid(version, state, event.chits, draw, sealed))
            case EntryChitsDealtAnew():
                if self._undealt:
                    self._undealt = False
                    yield from _dealt_once(version, state, event)
                kept = frozenset(event.kept)
                laid = _Laid(version, state, event.chits, event.draw, event.commitment, kept)
                self._laid.append(laid)
            case EntrySecretOpened():
                yield from self._open(version, state, event)
            case Branched() | CampaignReopened():
                self._laid = []  # the origin, or the end before, proves what was laid until then
                self._undealt = isinstance(event, Branched) and bool(state.entry.secret_commitment)

    def _open(self, version: int, state: State, event: EntrySecretOpened) -> Iterator[Finding]:
        """LiF 5.3: the opened secret is the one that was sealed, and all chits follow from it."""
        all_laid, self._laid = self._laid, []
        sealed = [
            *(former.commitment for former in state.entry.former),
            state.entry.secret_commitment,
        ]
        shown = [*event.former, event.secret]
        if len(shown) != len(sealed) or not all(map(partial(_opens, state), shown, sealed)):
            which = "are not those that were" if len(sealed) > 1 else "is not the one that was"
            yield Finding(version, "secret", f"{which} sealed")
            return
        secrets = dict(zip(sealed, shown, strict=True))
        values: dict[str, int] = {}
        for laid in all_laid:
            secret, before = secrets.get(laid.commitment, event.secret), dict(values)
            yield from _open(laid, secret, values)
            yield from _kept(laid, before, values)
            if draws_chits(laid.state) and not any(stock.faults(laid.state.entry.stock)):
                yield from _drawn(laid, secret, values)


def _dealt_once(version: int, state: State, event: EntryChitsDealtAnew) -> Iterator[Finding]:
    """LiF 5.3: what a what-if deals is what is on the table, and what was shown stays."""
    chits, laid = state.entry.chits, [chit.id for chit in event.chits]
    on_the_table = laid == [who for who in chits if who not in event.due]
    if not on_the_table or not {*event.kept} <= {*laid} or not {*event.due} <= {*chits}:
        text = "dealt again are not those on the table, each of them once"
        yield Finding(version, "chit", text)
    shown = {who for who, chit in chits.items() if chit.shown is not None}
    for who in sorted(shown - {*event.kept}):
        yield Finding(version, "chit", f"{who} was shown, and does not keep its value")
    yield from _drawn_once(version, state, event, {*laid} - {*event.kept})


def _drawn_once(
    version: int, state: State, event: EntryChitsDealtAnew, fresh: set[str]
) -> Iterator[Finding]:
    """LiF 5.3: the ledger's chits are drawn again, and those at the table are entered again."""
    if event.due if draws_chits(state) else fresh:
        text = "the ledger's are drawn again, and those at the table entered again"
        yield Finding(version, "chit", text)
    first = state.entry.draw + 1 if fresh else 0
    if event.draw != first:
        yield Finding(version, "draw", f"is number {event.draw}, and {first or 'none'} was due")


def _open(laid: _Laid, secret: str, values: dict[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit was laid under the secret; collects their values."""
    for chit in laid.chits:
        value = chit_secret.value_of(secret, laid.state.campaign.id, chit.id, chit.commitment)
        if value is None:
            yield Finding(laid.version, "chit", f"the secret does not open {chit.id}")
        else:
            values[chit.id] = value


def _opens(state: State, secret: str, commitment: str) -> bool:
    subject, opening = chit_secret.secret_subject(state), Opening(chit_secret.SECRET, secret)
    return _is_digest(secret) and opens(subject, opening, commitment)


def _kept(laid: _Laid, before: Mapping[str, int], values: Mapping[str, int]) -> Iterator[Finding]:
    """LiF 5.3: a chit that was shown, or kept by a new deal, has its old value."""
    for who in sorted(laid.kept or ()):
        if before.get(who, values.get(who)) != values.get(who):
            yield Finding(laid.version, "chit", f"{who} should be as it was, and has another value")
        chit = laid.state.entry.chits.get(who)
        if chit is not None and chit.shown not in (None, values.get(who)):
            text = f"{who} was shown as {chit.shown}, and has another value"
            yield Finding(laid.version, "chit", text)


def _drawn(laid: _Laid, secret: str, values: Mapping[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit is the one that the secret draws from what the common pool held."""
    entry, campaign = laid.state.entry, laid.state.campaign
    earlier = entry.chits if laid.kept is None else laid.kept
    drawn = [chit for chit in laid.chits if not laid.kept or chit.id not in laid.kept]
    out = {chit: values[chit] for chit in earlier if chit in values}
    known = [values.get(chit.id) for chit in drawn]
    if len(out) < len(earlier) or None in known:
        return  # another check has reported the chits that cannot be opened
    left = chit_secret.remaining(entry, campaign.turn, out)
    for number, (chit, value) in enumerate(zip(drawn, known, strict=True), laid.draw):
        recorded = f"{value:02}"
        given = draws.pick(secret, campaign.id, number, mixed(laid.state), left) if left else ""
        if recorded != given:
            text = f"the secret draws another value than {chit.id} has"
            yield Finding(laid.version, "draw", text)
            return
        left.remove(recorded)


def _is_digest(text: str) -> bool:
    return len(text) == DIGEST_LENGTH and all(c in "0123456789abcdef" for c in text)
