"""LiF 5.3, from the outside: what is proved once the secret of the chits is open. Pure."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from campaign.kernel import draws
from campaign.kernel.decisions import Finding
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, stock
from campaign.leaders_in_flames.us_entry.dice import draws_chits, mixed
from campaign.leaders_in_flames.us_entry.waits import is_over
from events.chain import DIGEST_LENGTH
from events.lif.us_entry import Chit, EntryChitsDealtAnew, EntrySecretOpened, EntryWaitTold
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


class _Wait(msgspec.Struct, frozen=True):
    """What a turn told of the chits aside, and the state before."""

    version: int
    state: State
    told: EntryWaitTold


class SecretClaims:
    """What waits for the secret."""

    def __init__(self) -> None:
        self.opened = False
        self._laid: list[_Laid] = []
        self._waits: list[_Wait] = []

    def pending(self) -> dict[str, int]:
        """Chits whose values, and waits whose ends, nobody can check yet."""
        laid = sum(len(one.chits) for one in self._laid)
        return {"hidden chits": laid, "waits": len(self._waits)}

    def laid(self, version: int, state: State, chits: tuple[Chit, ...], draw: int) -> None:
        """Chits to be checked; `draw` is the number of the first one's, 0 at the table."""
        if chits:
            self._laid.append(_Laid(version, state, chits, draw, state.entry.secret_commitment))

    def dealt(self, version: int, state: State, event: EntryChitsDealtAnew) -> None:
        """The chits of a what-if or behind a renewal, to be checked."""
        kept = frozenset(event.kept)
        laid = _Laid(version, state, event.chits, event.draw, event.commitment, kept)
        self._laid.append(laid)

    def wait(self, version: int, state: State, told: EntryWaitTold) -> Iterator[Finding]:
        """A turn's word on the chits aside: checked at once where it hangs on no hidden value.

        Chits that are still to be entered at the table are none yet, and hide nothing.
        """
        wait = _Wait(version, state, told)
        if any(one.aside for one in state.entry.chits.values()):
            self._waits.append(wait)
        else:
            yield from _told(wait, {})

    def open(self, version: int, state: State, event: EntrySecretOpened) -> Iterator[Finding]:
        """LiF 5.3: the secret is the one that was sealed, and all chits follow from it."""
        laid, self._laid = self._laid, []
        waits, self._waits = self._waits, []
        self.opened = True
        sealed = [*(one.commitment for one in state.entry.former), state.entry.secret_commitment]
        shown = [*event.former, event.secret]
        if len(shown) != len(sealed) or not all(map(partial(_opens, state), shown, sealed)):
            which = "are not those that were" if len(sealed) > 1 else "is not the one that was"
            yield Finding(version, "secret", f"{which} sealed")
            return
        secrets = dict(zip(sealed, shown, strict=True))
        values: dict[str, int] = {}
        for one in laid:
            secret, before = secrets.get(one.commitment, event.secret), dict(values)
            yield from _open(one, secret, values)
            yield from _kept(one, before, values)
            if draws_chits(one.state) and not any(stock.faults(one.state.entry.stock)):
                yield from _drawn(one, secret, values)
        for wait in waits:
            yield from _told(wait, values)


def _open(one: _Laid, secret: str, values: dict[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit was laid under the secret; collects their values."""
    for chit in one.chits:
        value = chit_secret.value_of(secret, one.state.campaign.id, chit.id, chit.commitment)
        if value is None:
            yield Finding(one.version, "chit", f"{chit.id} was not laid under the secret")
        else:
            values[chit.id] = value


def _opens(state: State, secret: str, commitment: str) -> bool:
    subject, opening = chit_secret.secret_subject(state), Opening(chit_secret.SECRET, secret)
    return _is_digest(secret) and opens(subject, opening, commitment)


def _kept(one: _Laid, before: Mapping[str, int], values: Mapping[str, int]) -> Iterator[Finding]:
    """LiF 5.3: a chit that was shown, or is said to be kept, is still what it was."""
    for who in sorted(one.kept or ()):
        if before.get(who, values.get(who)) != values.get(who):
            yield Finding(one.version, "chit", f"{who} is said to be kept, and is another now")
        lies = one.state.entry.chits.get(who)
        if lies is not None and lies.shown not in (None, values.get(who)):
            told = f"{who} was shown as {lies.shown}, and is it no more"
            yield Finding(one.version, "chit", told)


def _drawn(one: _Laid, secret: str, values: Mapping[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit is the one that the secret draws from what the common pool held."""
    entry, campaign = one.state.entry, one.state.campaign
    there = entry.chits if one.kept is None else one.kept
    drawn = [chit for chit in one.chits if not one.kept or chit.id not in one.kept]
    out = {chit: values[chit] for chit in there if chit in values}
    known = [values.get(chit.id) for chit in drawn]
    if len(out) < len(there) or None in known:
        return  # what cannot be opened has been found already
    left = chit_secret.remaining(entry, campaign.turn, out)
    for number, (chit, value) in enumerate(zip(drawn, known, strict=True), one.draw):
        told = f"{value:02}"
        given = draws.pick(secret, campaign.id, number, mixed(one.state), left) if left else ""
        if told != given:
            text = f"the secret gives another value than {chit.id} was laid with"
            yield Finding(one.version, "draw", text)
            return
        left.remove(told)


def _told(wait: _Wait, values: Mapping[str, int]) -> Iterator[Finding]:
    """Ruling 39: the USA may draw and choose once every chit aside has waited its turns."""
    entry, turn = wait.state.entry, wait.state.campaign.turn
    lies = {chit: values[chit] for chit in entry.chits if chit in values}
    if any(one.aside and chit not in lies for chit, one in entry.chits.items()):
        return
    may_draw = is_over(entry, "entry", turn, lies)
    may_choose = is_over(entry, "tension", turn, lies)
    if wait.told.may_draw != may_draw:
        may = "might" if may_draw else "might not"
        yield Finding(wait.version, "wait", f"the USA {may} draw in {turn}")
    if wait.told.may_choose != may_choose:
        may = "might" if may_choose else "might not"
        yield Finding(wait.version, "wait", f"the USA {may} pick an option in {turn}")


def _is_digest(text: str) -> bool:
    return len(text) == DIGEST_LENGTH and all(c in "0123456789abcdef" for c in text)
