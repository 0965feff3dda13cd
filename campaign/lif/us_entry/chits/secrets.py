"""LiF 5.3: what the chits' secret proves, in a what-if and with a vault renewed. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from operator import attrgetter

import msgspec
from msgspec.structs import replace

from campaign.kernel import decisions, draws
from campaign.kernel.decisions import NOTHING, Finding, Needs, Refused, Supplied
from campaign.lif.state import State
from campaign.lif.us_entry.available import private_needs
from campaign.lif.us_entry.chits import entry_chits, pools
from campaign.lif.us_entry.chits.entry_chits import dice_of, draws_chits, mixed
from campaign.lif.us_entry.fold import LAYING
from events.base import Event
from events.campaign import SeedsRenewed
from events.chain import DIGEST_LENGTH
from events.disputes import Branched, CampaignReopened
from events.lif import us_entry
from events.sealed import Opening, opens


class _Deal(msgspec.Struct, frozen=True):
    """Chits laid face-down, and the state before."""

    version: int
    state: State
    chits: tuple[us_entry.Chit, ...]
    draw: int
    commitment: str
    """Of the secret that they were laid under."""
    retained: frozenset[str] | None = None
    """Of a what-if's deal those that keep their values; None where chits came from the pool."""


_ABOUT_CHITS = frozenset(
    {
        us_entry.EntryChitsDrawn,
        us_entry.PoolBelowZero,
        us_entry.AsideChitsEntered,
        us_entry.EntryChitsDealtAnew,
        us_entry.EntrySecretOpened,
        Branched,
        CampaignReopened,
    }
)
"""The events that lay, deal or open chits, or take them away."""


class ChitAuditor:
    """One pass over a campaign: what can only be checked with the secret, and a what-if's deal.

    All else that events say of chits is decided again, with the chits under a known secret.
    """

    def __init__(self) -> None:
        self._laid: list[_Deal] = []
        self._undealt = False
        """Whether a what-if begins, and its chits are still to be dealt again."""

    def pending(self) -> dict[str, int]:
        """Chits whose values cannot be checked yet."""
        return {"hidden chits": sum(len(deal.chits) for deal in self._laid)}

    def check(self, version: int, state: State, event: Event) -> Iterable[Finding]:
        """What is wrong with an event, given the state before it."""
        if self._undealt or type(event) in _ABOUT_CHITS:
            return self._check(version, state, event)
        return ()

    def _check(self, version: int, state: State, event: Event) -> Iterator[Finding]:
        if self._undealt and not isinstance(event, us_entry.EntryChitsDealtAnew):
            self._undealt = False
            text = "of a what-if have the secret of its origin, and were not dealt again"
            yield Finding(version, "chit", text)
        match event:
            case (
                us_entry.EntryChitsDrawn() | us_entry.PoolBelowZero() | us_entry.AsideChitsEntered()
            ) if event.chits:
                draw = getattr(event, "draw", 0)
                sealed = state.entry.secret_commitment
                self._laid.append(_Deal(version, state, event.chits, draw, sealed))
            case us_entry.EntryChitsDealtAnew():
                yield from self._deal(version, state, event)
            case us_entry.EntrySecretOpened():
                yield from self._open(version, state, event)
            case Branched() | CampaignReopened():
                self._laid = []  # the origin, or the end before, proves what was laid until then
                self._undealt = isinstance(event, Branched) and bool(state.entry.secret_commitment)

    def _deal(
        self, version: int, state: State, event: us_entry.EntryChitsDealtAnew
    ) -> Iterator[Finding]:
        if not event.sealed:
            yield Finding(version, "secret", "was not sealed for the vault, which is to open it")
        if self._undealt:
            self._undealt = False
            yield from _dealt_once(version, state, event)
        retained = frozenset(event.kept)
        deal = _Deal(version, state, event.chits, event.draw, event.commitment, retained)
        self._laid.append(deal)

    def _open(
        self, version: int, state: State, event: us_entry.EntrySecretOpened
    ) -> Iterator[Finding]:
        """LiF 5.3: the opened secret is the one that was sealed, and all chits follow from it."""
        all_laid, self._laid = self._laid, []
        sealed = [
            *(former.commitment for former in state.entry.former),
            state.entry.secret_commitment,
        ]
        shown = [*event.former, event.secret]
        subject = entry_chits.secret_subject(state)

        def opened(secret: str, commitment: str) -> bool:
            is_digest = len(secret) == DIGEST_LENGTH and {*secret} <= {*"0123456789abcdef"}
            return is_digest and opens(subject, Opening(entry_chits.SECRET, secret), commitment)

        if len(shown) != len(sealed) or not all(map(opened, shown, sealed)):
            which = "are not those that were" if len(sealed) > 1 else "is not the one that was"
            yield Finding(version, "secret", f"{which} sealed")
            return
        secrets = dict(zip(sealed, shown, strict=True))
        values: dict[str, int] = {}
        for deal in all_laid:
            secret, before = secrets.get(deal.commitment, event.secret), dict(values)
            yield from _open(deal, secret, values)
            yield from _with_old_values(deal, before, values)
            if draws_chits(deal.state) and not any(pools.faults(deal.state.entry.stock)):
                yield from _drawn(deal, secret, values)


def _dealt_once(
    version: int, state: State, event: us_entry.EntryChitsDealtAnew
) -> Iterator[Finding]:
    """LiF 5.3: what a what-if deals is what is on the table, and what was shown stays."""
    chits, dealt = state.entry.chits, [chit.id for chit in event.chits]
    on_the_table = dealt == [who for who in chits if who not in event.due]
    if not on_the_table or not {*event.kept} <= {*dealt} or not {*event.due} <= {*chits}:
        text = "dealt again are not those on the table, each of them once"
        yield Finding(version, "chit", text)
    shown = {who for who, chit in chits.items() if chit.shown is not None}
    for who in sorted(shown - {*event.kept}):
        yield Finding(version, "chit", f"{who} was shown, and does not keep its value")
    yield from _drawn_once(version, state, event, {*dealt} - {*event.kept})


def _drawn_once(
    version: int, state: State, event: us_entry.EntryChitsDealtAnew, fresh: set[str]
) -> Iterator[Finding]:
    """LiF 5.3: the ledger's chits are drawn again, and those at the table are entered again."""
    if event.due if draws_chits(state) else fresh:
        text = "the ledger's are drawn again, and those at the table entered again"
        yield Finding(version, "chit", text)
    first = state.entry.draw + 1 if fresh else 0
    if event.draw != first:
        yield Finding(version, "draw", f"is number {event.draw}, and {first or 'none'} was due")


def _open(deal: _Deal, secret: str, values: dict[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit was laid under the secret; collects their values."""
    for chit in deal.chits:
        value = entry_chits.value_of(secret, deal.state.campaign.id, chit.id, chit.commitment)
        if value is None:
            yield Finding(deal.version, "chit", f"the secret does not open {chit.id}")
        else:
            values[chit.id] = value


def _with_old_values(
    deal: _Deal, before: Mapping[str, int], values: Mapping[str, int]
) -> Iterator[Finding]:
    """LiF 5.3: a chit that was shown, or kept by a new deal, has its old value."""
    for who in sorted(deal.retained or ()):
        if before.get(who, values.get(who)) != values.get(who):
            yield Finding(deal.version, "chit", f"{who} should be as it was, and has another value")
        chit = deal.state.entry.chits.get(who)
        if chit is not None and chit.shown not in (None, values.get(who)):
            text = f"{who} was shown as {chit.shown}, and has another value"
            yield Finding(deal.version, "chit", text)


def _drawn(deal: _Deal, secret: str, values: Mapping[str, int]) -> Iterator[Finding]:
    """LiF 5.3: each chit is the one that the secret draws from what the common pool held."""
    entry, campaign = deal.state.entry, deal.state.campaign
    drawn = [chit for chit in deal.chits if chit.id not in (deal.retained or ())]
    earlier = entry.chits if deal.retained is None else deal.retained
    if not {*earlier, *map(attrgetter("id"), drawn)} <= values.keys():
        return  # another check has reported the chits that cannot be opened
    out = {chit: values[chit] for chit in earlier}
    left = entry_chits.remaining(entry, campaign.turn, out)
    for number, chit in enumerate(drawn, deal.draw):
        recorded = f"{values[chit.id]:02}"
        expected = draws.pick(secret, campaign.id, number, mixed(deal.state), left) if left else ""
        if recorded != expected:
            text = f"the secret draws another value than {chit.id} has"
            yield Finding(deal.version, "draw", text)
            return
        left.remove(recorded)


# --- LiF 5.3: the chits of a what-if, without values that its maker must not know ---------------
#
# All chits on the table are laid under the what-if's own secret. Chits keep their values if they
# were shown, or if the maker may see them. The maker may see all of them when playing the USA,
# when a host and nobody plays the USA, or when the campaign was over. The other chits are drawn
# again from the values that the common pool could have held; chits at the table are due, and are
# entered again.
#
# When the vault is renewed, the campaign's own chits are laid under a fresh secret and all of them
# keep their values.

EVENTS: tuple[type[Event], ...] = (us_entry.EntryChitsDealtAnew,)
"""LiF 5.3: what a what-if may begin with."""


def branch_needs(before: State, after: State, maker: str) -> Needs:
    """LiF 5.3: a fresh secret, and the old one if the maker may see what it hides."""
    if not before.entry.secret_commitment:
        return NOTHING
    seal = entry_chits.secret_wish(after).seal
    hides = any(chit.shown is None for chit in before.entry.chits.values())
    if not hides or before.entry.secret_opened or isinstance(private_needs(before, maker), Refused):
        return Needs(seal=seal)
    return Needs(openings=entry_chits.secret_needs(before).openings, seal=seal)


def dealt(before: State, after: State, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the chits of a what-if; nothing if the common pool is not stocked yet.

    `before` is the last state shared with its origin, `after` the one in which it begins.
    """
    if not before.entry.secret_commitment:
        return ()
    return _dealt(after, _known(before, supplied), supplied)


def reopen_needs(state: State) -> Needs:
    """LiF 5.3: a fresh secret for the chits of a reopened campaign, if it had one."""
    return entry_chits.secret_wish(state) if state.entry.secret_commitment else NOTHING


def redealt(after: State, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the chits of a reopened campaign: those that were shown keep their values.

    Values that everybody could read in the secret opened at its end do not count as shown.
    """
    if not after.entry.secret_commitment:
        return ()
    return _dealt(after, _shown(after), supplied)


def _dealt(
    after: State, known: dict[str, int], supplied: Supplied, *, renewal: bool = False
) -> tuple[Event, ...]:
    """LiF 5.3: all chits on the table under a fresh secret; known values stay."""
    if supplied.sealed is None:
        return ()
    campaign_id, secret = after.campaign.id, supplied.sealed.nonce
    values, first = dict(known), 0
    due = unknown = tuple(who for who in after.entry.chits if who not in known)
    if unknown and draws_chits(after):
        dice = dice_of(after, supplied)
        left, first = entry_chits.remaining(after.entry, after.campaign.turn, known), dice.last + 1
        drawn = entry_chits.drawn_hidden(dice, secret, left, len(unknown))
        values |= zip(unknown, drawn, strict=True)
        due = ()
    event = us_entry.EntryChitsDealtAnew(
        commitment=supplied.sealed.commitment,
        sealed=supplied.sealed.ciphertext,
        chits=tuple(
            entry_chits.laid(secret, campaign_id, who, values[who])
            for who in after.entry.chits
            if who in values
        ),
        kept=tuple(who for who in after.entry.chits if who in known),
        due=due,
        draw=first,
        renewal=renewal,
    )
    return (event,)


def _known(before: State, supplied: Supplied) -> dict[str, int]:
    """The values that were shown, or all of them if the old secret was supplied."""
    chits = before.entry.chits
    supplies = entry_chits.SECRET in supplied.openings
    if secret := entry_chits.secret_of(supplied) if supplies else before.entry.secret_opened:
        return entry_chits.chit_values(secret, before, chits)
    return _shown(before)


def _shown(state: State) -> dict[str, int]:
    chits = state.entry.chits
    return {who: chit.shown for who, chit in chits.items() if chit.shown is not None}


# --- LiF 5.3: the vault renewed: the chits of US entry under a new secret, with their values ----
#
# Leaders and dice come from a new chain of seeds, chits' values from a new secret. The chits on
# the table keep their values, and the old secret is opened together with the new one at the end.

RULE = "Vault"


def renew_needs(state: State) -> Needs:
    """Vault: the chits' secret, and a fresh one in its place."""
    if not state.entry.secret_commitment:
        return NOTHING
    openings, seal = entry_chits.secret_needs(state).openings, entry_chits.secret_wish(state).seal
    return Needs(openings=openings, seal=seal)


def renew_events(state: State, event: SeedsRenewed, supplied: Supplied) -> decisions.Decision:
    """Vault: renewed while no marker is sealed; all chits go under the fresh secret."""
    if state.board.phase != "closed":
        return Refused(RULE, "the vault is renewed once the Promotions Board is closed")
    modules = state.campaign.modules
    numbers = {"leaders": state.draw + 1, "us-entry": state.entry.draw + 1}
    draws = {what: number for what, number in numbers.items() if what in modules}
    event = replace(event, draws=draws)
    if not state.entry.secret_commitment:
        return (event,)
    if supplied.sealed is None:
        return Refused(RULE, "there is no vault to seal the secret of the chits in")
    values = entry_chits.chit_values(entry_chits.secret_of(supplied), state, state.entry.chits)
    return (event, *_dealt(state, values, supplied, renewal=True))


# --- LiF 5.3: the chits in a log whose values nobody has seen yet -------------------------------


class UnopenedChits:
    """Versions of events that laid chits or sealed their secret; the secret opens them all."""

    def __init__(self) -> None:
        self.hidden: set[int] = set()

    def follow(self, version: int, event: Event) -> None:
        """Takes the next event of the log."""
        if isinstance(event, (us_entry.EntryChitsStocked, *LAYING)):
            self.hidden.add(version)
        elif isinstance(event, us_entry.EntrySecretOpened):
            self.hidden.clear()
