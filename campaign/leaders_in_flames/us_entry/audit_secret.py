"""LiF 5.3: the audit of what can be proved once the secret of the chits is open. Pure."""

from collections.abc import Iterator, Mapping
from functools import partial

import msgspec

from campaign.kernel import draws
from campaign.kernel.decisions import Finding
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import chit_secret, stock
from campaign.leaders_in_flames.us_entry.dice import draws_chits, mixed
from events.chain import DIGEST_LENGTH
from events.lif.us_entry import Chit, EntryChitsDealtAnew, EntrySecretOpened
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


class SecretAuditor:
    """What can only be checked with the secret."""

    def __init__(self) -> None:
        self.opened = False
        self._laid: list[_Laid] = []

    def pending(self) -> dict[str, int]:
        """Chits whose values cannot be checked yet."""
        return {"hidden chits": sum(len(laid.chits) for laid in self._laid)}

    def laid(self, version: int, state: State, chits: tuple[Chit, ...], draw: int) -> None:
        """Chits to be checked; `draw` is the number of the first one's, 0 at the table."""
        if chits:
            self._laid.append(_Laid(version, state, chits, draw, state.entry.secret_commitment))

    def dealt(self, version: int, state: State, event: EntryChitsDealtAnew) -> None:
        """The chits of a what-if or after a renewal, to be checked."""
        kept = frozenset(event.kept)
        laid = _Laid(version, state, event.chits, event.draw, event.commitment, kept)
        self._laid.append(laid)

    def open(self, version: int, state: State, event: EntrySecretOpened) -> Iterator[Finding]:
        """LiF 5.3: the opened secret is the one that was sealed, and all chits follow from it."""
        all_laid, self._laid = self._laid, []
        self.opened = True
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
