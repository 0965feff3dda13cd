"""LiF 5.3: chits: their hidden values, their dice, and the pool that each is in. Pure."""

import hmac
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

from campaign.kernel.decisions import Needs, Refused, SealWish, Supplied, missing_field
from campaign.kernel.draws import Dice
from campaign.kernel.members import CloseCampaign
from campaign.lif import calendar
from campaign.lif.state import SIDES, THEATRE_NAMES, State, UsEntry, aside, due_aside, mixed_lines
from campaign.lif.us_entry.fold import stocked
from events.lif.us_entry import Chit, Kind, Roll, ShownChit, Theatre
from events.sealed import Opening, Subject, commit

# --- LiF 5.3: the values of chits, hidden from everybody but the USA's player -------------------
#
# The vault seals one secret when the common pool is stocked. Each chit's nonce follows from it,
# and so does the value that the ledger draws; events hold only commitments. With the secret, each
# value is found by trying all hundred possible ones. The secret is opened when the campaign
# closes, and then anybody can check every chit.

SECRET = "chits"
"""What the vault seals, with the secret as its nonce; and the name to ask for it by."""
VALUES = range(100)


def secret_subject(state: State) -> Subject:
    """What the secret is sealed about."""
    return Subject(state.campaign.id, "entry-secret", 0, "usa")


def secret_wish(state: State) -> Needs:
    """A fresh secret, sealed in the vault."""
    return Needs(seal=SealWish(secret_subject(state), SECRET))


def secret_needs(state: State, command: object = None, *, seed: bool = False) -> Needs:
    """The secret, and the seed of the turn if wanted; nothing before a secret is sealed."""
    sealed = state.entry.secret_sealed
    openings = {SECRET: (secret_subject(state), sealed)} if sealed else {}
    return Needs(openings=openings, seed=seed)


def secrets_needed(state: State, command: CloseCampaign) -> Needs:
    """The secret, those from before the vault was renewed, and the seed of the turn."""
    needs = secret_needs(state, seed=True)
    former = {
        former_name(number): (secret_subject(state), former.sealed)
        for number, former in enumerate(state.entry.former, 1)
    }
    return Needs(openings={**needs.openings, **former}, seed=True)


def former_name(number: int) -> str:
    """The name under which a former secret is requested; the oldest is number one."""
    return f"{SECRET} {number}"


def former_of(supplied: Supplied) -> tuple[str, ...]:
    """The former secrets that were supplied, the oldest first."""
    named = (former_name(number) for number in range(1, len(supplied.openings) + 1))
    return tuple(supplied.openings[name].nonce for name in named if name in supplied.openings)


def secret_of(supplied: Supplied) -> str:
    """The secret that was supplied: 64 hex digits."""
    return supplied.openings[SECRET].nonce


def chit_subject(campaign_id: str, chit: str) -> Subject:
    """What a chit's commitment is about."""
    return Subject(campaign_id, "chit", int(chit[1:]), "usa")


def nonce_of(secret: str, campaign_id: str, chit: str) -> str:
    """A chit's nonce: HMAC-SHA-256 under the secret over the campaign's and the chit's id."""
    text = f"campaign-tracker chit 1\n{campaign_id}\n{chit}\n"
    return hmac.digest(bytes.fromhex(secret), text.encode(), "sha256").hex()


def laid(secret: str, campaign_id: str, chit: str, value: int) -> Chit:
    """A chit laid face-down: its commitment says nothing about its value."""
    opening = Opening(str(value), nonce_of(secret, campaign_id, chit))
    return Chit(chit, commit(chit_subject(campaign_id, chit), opening))


@lru_cache(maxsize=2048)
def value_of(secret: str, campaign_id: str, chit: str, commitment: str) -> int | None:
    """The value that a chit was laid with; None if it was laid under another secret.

    Tries all possible values, starting at one that the nonce gives, so that the time taken says
    nothing about the value. Every look at the pools asks for all their chits again, so what was
    found is kept; whether it is kept says nothing about the value either.
    """
    nonce = nonce_of(secret, campaign_id, chit)
    subject = chit_subject(campaign_id, chit)
    first = int(nonce[:8], 16) % len(VALUES)
    openings = (Opening(str(value), nonce) for value in (*VALUES[first:], *VALUES[:first]))
    return next(
        (int(opening.choice) for opening in openings if commit(subject, opening) == commitment),
        None,
    )


def shown(secret: str, state: State, chit: str) -> ShownChit:
    """A chit turned face-up. Raises `ValueError` if it was laid under another secret.

    The state must have the chit on the table.
    """
    campaign_id = state.campaign.id
    value = value_of(secret, campaign_id, chit, state.entry.chits[chit].commitment)
    if value is None:
        raise ValueError(f"the secret does not open {chit}")
    return ShownChit(value, nonce_of(secret, campaign_id, chit))


def chit_values(secret: str, state: State, chits: Iterable[str]) -> dict[str, int]:
    """The values of chits on the table. Raises `ValueError` under another secret."""
    return {chit: shown(secret, state, chit).value for chit in chits}


def remaining(entry: UsEntry, turn: str, out: Mapping[str, int]) -> list[str]:
    """LiF 5.3: the values left in the common pool, in the draw's form: `03`, ascending.

    `out` holds the values of all chits on the table. This list is shown to nobody.
    """
    left = stocked(entry, turn) - Counter(out.values())
    return [f"{value:02}" for value in sorted(left.elements())]


# --- LiF 5.3: the dice and draws of one command; each can be proved -----------------------------
#
# US entry counts its own draws, apart from the leaders', so no roll changes the next leader drawn.
# An open draw works under the seed of the turn, as the leaders' do; a draw of a chit's hidden
# value works under the secret of the common pool, which is opened when the campaign closes.

LABEL = "us entry"
"""Keeps these draws apart from the leaders' of the same numbers and nonces."""


def mixed(state: State) -> tuple[str, ...]:
    """Draws: the nonces that US entry's draws mix in: the same as for the next leader."""
    return (LABEL, *mixed_lines(state))


def by_ledger(state: State) -> bool:
    """Ruling 21: whether the ledger rolls the dice."""
    return state.rulings.draws == "ledger"


def draws_chits(state: State) -> bool:
    """Ruling 38: whether the ledger draws which of a pool's face-down chits leaves it."""
    return state.entry.mode == "ledger"


def secret_and_seed(state: State, command: object) -> Needs:
    """LiF 5.3: the secret for values; for the ledger's dice and picks the seed of the turn."""
    return secret_needs(state, seed=by_ledger(state) or draws_chits(state))


def dice_of(state: State, supplied: Supplied) -> Dice:
    """The draws of one command, numbered on from US entry's own count."""
    return Dice(state.campaign.id, supplied, mixed(state), state.entry.draw)


def ten_sided(
    state: State, dice: Dice, number: int | None, theatre: Theatre | None = None
) -> Roll | Refused:
    """A ten-sided die: the ledger's, or the result the club gives if it rolls its own.

    Refuses a result if the ledger rolls, and a missing result if it does not (ruling 21).
    """
    if not by_ledger(state):
        if number is None:
            text = "dice are rolled at the table; name the number rolled"
            label = f"Die for {THEATRE_NAMES[theatre]}" if theatre else "Die"
            return missing_field("rolls", text, label, key=theatre or "")
        return Roll(number, "table")
    if number is not None:
        return Refused("Ruling 21", "this campaign's dice are the ledger's; name no roll")
    return Roll(dice.roll(SIDES), "ledger", dice.last)


# --- LiF 5.3.3: chits put aside, and whether they still hold the USA back -----------------------

ASIDE_RULE = "LiF 5.3.3"
KINDS: tuple[Kind, ...] = ("entry", "tension")
_NOT_OVER: dict[Kind, str] = {
    "entry": "an entry pool went below zero; the USA draws no entry chit",
    "tension": "a tension pool went below zero; the USA picks no option",
}


def is_free(entry: UsEntry, kind: Kind) -> bool:
    """LiF 5.3.3: whether no chit lies aside for a kind of pool, or is due there."""
    return not aside(entry, kind) and not due_aside(entry, kind)


def is_over(entry: UsEntry, kind: Kind, turn: str, values: Mapping[str, int]) -> bool:
    """Ruling 39: each chit aside has waited as many turns as its value; the later end counts.

    `values` are those of the chits aside. They are shown to nobody.
    """
    if due_aside(entry, kind):
        return False
    now = calendar.ordinal(turn)
    return all(
        now - calendar.ordinal(entry.chits[chit].since) >= values[chit]
        for chit in aside(entry, kind)
    )


def drawn(draw: Callable[[list[str]], str], among: Iterable[str], count: int) -> list[str]:
    """LiF 5.3: so many drawn one after the other, each out of those that are left."""
    left, gone = list(among), list[str]()
    for _ in range(count):
        gone.append(draw(left))
        left.remove(gone[-1])
    return gone


def drawn_hidden(dice: Dice, secret: str, left: Iterable[str], count: int) -> list[int]:
    """LiF 5.3: values that the ledger draws out of those that are left."""
    return [int(value) for value in drawn(partial(dice.hidden, secret), left, count)]


def forbids(state: State, kind: Kind, supplied: Supplied | None = None) -> Refused | None:
    """LiF 5.3.3: no draw, or no option, while chits lie aside.

    Ruling 54: only the USA's player hears whether their turns are over: `given` has the secret
    then, and is None for everybody else, who get one answer whatever the chits are worth.
    """
    entry = state.entry
    if due_aside(entry, kind):
        return Refused(ASIDE_RULE, f"chits put aside for the {kind} pools are still to be entered")
    chits = aside(entry, kind)
    if not chits:
        return None
    if supplied is None:
        return Refused(ASIDE_RULE, f"{_NOT_OVER[kind]} before it has shown the chits put aside")
    values = chit_values(secret_of(supplied), state, chits)
    if is_over(entry, kind, state.campaign.turn, values):
        return Refused(
            ASIDE_RULE, f"show and return the chits put aside for the {kind} pools first"
        )
    return Refused(ASIDE_RULE, f"{_NOT_OVER[kind]} before its turns are over")
