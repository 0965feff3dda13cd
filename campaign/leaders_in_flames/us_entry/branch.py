"""LiF 5.3: the chits of a what-if, without values that its maker must not know. Pure.

All chits on the table are laid under the what-if's own secret. Chits keep their values if they were
shown, or if the maker may see them. The maker may see all of them when playing the USA, when a host
and nobody plays the USA, or when the campaign was over. The other chits are drawn again from the
values that the common pool could have held; chits at the table are due, and are entered again.

When the vault is renewed, the campaign's own chits are laid under a fresh secret and all of them
keep their values.
"""

from msgspec.structs import replace

from campaign.kernel.decisions import NOTHING, Needs, Refused, Sealed, Supplied
from campaign.leaders_in_flames.state import Evolvers, State
from campaign.leaders_in_flames.us_entry import chit_secret
from campaign.leaders_in_flames.us_entry.dice import dice_of, draws_chits
from campaign.leaders_in_flames.us_entry.state import Former
from campaign.leaders_in_flames.us_entry.view import private_needs
from events.base import Event
from events.campaign import SeedsRenewed
from events.disputes import Branched
from events.lif.us_entry import EntryChitsDealtAnew

EVENTS: tuple[type[Event], ...] = (EntryChitsDealtAnew,)
"""LiF 5.3: what a what-if may begin with."""


def branch_needs(before: State, after: State, maker: str) -> Needs:
    """LiF 5.3: a fresh secret, and the old one if the maker may see what it hides."""
    if not before.entry.secret_commitment:
        return NOTHING
    seal = chit_secret.secret_wish(after).seal
    hides = any(chit.shown is None for chit in before.entry.chits.values())
    if not hides or before.entry.secret_opened or not _sees(before, maker):
        return Needs(seal=seal)
    return Needs(openings=chit_secret.secret_needs(before).openings, seal=seal)


def _sees(before: State, maker: str) -> bool:
    return not isinstance(private_needs(before, maker), Refused)


def dealt(before: State, after: State, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the chits of a what-if; nothing if the common pool is not stocked yet.

    `before` is the last state shared with its origin, `after` the one in which it begins.
    """
    if not before.entry.secret_commitment:
        return ()
    return _dealt(after, _known(before, given), given)


def reopen_needs(state: State) -> Needs:
    """LiF 5.3: a fresh secret for the chits of a reopened campaign, if it had one."""
    return chit_secret.secret_wish(state) if state.entry.secret_commitment else NOTHING


def redealt(after: State, given: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the chits of a reopened campaign: those that were shown keep their values.

    Values that everybody could read in the secret opened at its end do not count as shown.
    """
    if not after.entry.secret_commitment:
        return ()
    return _dealt(after, _shown(after), given)


def _dealt(after: State, known: dict[str, int], given: Supplied) -> tuple[Event, ...]:
    if given.sealed is None:
        return ()
    campaign_id, secret = after.campaign.id, given.sealed.nonce
    values, first = dict(known), 0
    unknown = [who for who in after.entry.chits if who not in known]
    if unknown and draws_chits(after):
        dice = dice_of(after, given)
        left = chit_secret.remaining(after.entry, after.campaign.turn, known)
        first = dice.last + 1
        for who in unknown:
            value = dice.hidden(secret, left)
            left.remove(value)
            values[who] = int(value)
    event = EntryChitsDealtAnew(
        commitment=given.sealed.commitment,
        sealed=given.sealed.ciphertext,
        chits=tuple(
            chit_secret.laid(secret, campaign_id, who, values[who])
            for who in after.entry.chits
            if who in values
        ),
        kept=tuple(who for who in after.entry.chits if who in known),
        due=tuple(who for who in unknown if who not in values),
        draw=first,
    )
    return (event,)


def relaid(state: State, secret: str, sealed: Sealed) -> EntryChitsDealtAnew:
    """LiF 5.3: all chits on the table under a fresh secret, with their old values."""
    campaign_id, values = state.campaign.id, chit_secret.values(secret, state, state.entry.chits)
    return EntryChitsDealtAnew(
        commitment=sealed.commitment,
        sealed=sealed.ciphertext,
        chits=tuple(
            chit_secret.laid(sealed.nonce, campaign_id, who, value) for who, value in values.items()
        ),
        kept=tuple(values),
        renewal=True,
    )


def _known(before: State, given: Supplied) -> dict[str, int]:
    """The values that were shown, or all of them if the old secret was supplied."""
    chits = before.entry.chits
    secret = before.entry.secret_opened
    if chit_secret.SECRET in given.openings:
        secret = chit_secret.secret_of(given)
    if secret:
        return chit_secret.values(secret, before, chits)
    return _shown(before)


def _shown(state: State) -> dict[str, int]:
    chits = state.entry.chits
    return {who: chit.shown for who, chit in chits.items() if chit.shown is not None}


def _begun(state: State, event: Branched) -> State:
    """Draws: the origin, not the what-if, opens the origin's earlier secrets."""
    return replace(state, entry=replace(state.entry, former=()))


def _renewed(state: State, event: SeedsRenewed) -> State:
    """Vault: the secret in use becomes a former one, opened with the others at the end."""
    entry = state.entry
    if not entry.secret_commitment:
        return state
    left = Former(entry.secret_commitment, entry.secret_sealed)
    return replace(state, entry=replace(entry, former=(*entry.former, left)))


EVOLVE: Evolvers = {Branched: _begun, SeedsRenewed: _renewed}
