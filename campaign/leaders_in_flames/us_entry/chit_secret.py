"""LiF 5.3: the values of chits, hidden from everybody but the USA's player. Pure.

The vault seals one secret when the common pool is stocked. Each chit's nonce follows from it, and
so does the value that the ledger draws; events hold only commitments. With the secret, each value
is found by trying all hundred possible ones. The secret is opened when the campaign closes, and
then anybody can check every chit.
"""

import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache

from campaign.kernel.decisions import Needs, SealWish, Supplied
from campaign.kernel.members import CloseCampaign
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import UsEntry
from events.lif.us_entry import Chit, ShownChit
from events.sealed import Opening, Subject, commit

SECRET = "chits"
"""What the vault seals, with the secret as its nonce; and the name to ask for it by."""
VALUES = range(100)


def secret_subject(state: State) -> Subject:
    """What the secret is sealed about."""
    return Subject(state.campaign.id, "entry-secret", 0, "usa")


def secret_wish(state: State) -> Needs:
    """A fresh secret, sealed in the vault."""
    return Needs(seal=SealWish(secret_subject(state), SECRET))


def secret_needs(state: State, *, seed: bool = False) -> Needs:
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


def former_of(given: Supplied) -> tuple[str, ...]:
    """The former secrets that were supplied, the oldest first."""
    named = (former_name(number) for number in range(1, len(given.openings) + 1))
    return tuple(given.openings[name].nonce for name in named if name in given.openings)


def secret_of(given: Supplied) -> str:
    """The secret that was supplied: 64 hex digits."""
    return given.openings[SECRET].nonce


def chit_id(number: int) -> str:
    """The id of a campaign's `number`-th chit."""
    return f"c{number}"


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


def values(secret: str, state: State, chits: Iterable[str]) -> dict[str, int]:
    """The values of chits on the table. Raises `ValueError` under another secret."""
    return {chit: shown(secret, state, chit).value for chit in chits}


def stocked(entry: UsEntry, turn: str) -> Counter[int]:
    """LiF 5.3: how many chits of each value the common pool's chart has by a turn."""
    year = calendar.year(turn)
    found: Counter[int] = Counter()
    for row in entry.stock:
        if row.year is None or row.year <= year:
            found[row.value] += row.count
    return found


def remaining(entry: UsEntry, turn: str, out: Mapping[str, int]) -> list[str]:
    """LiF 5.3: the values left in the common pool, in the draw's form: `03`, ascending.

    `out` holds the values of all chits on the table. This list is shown to nobody.
    """
    left = stocked(entry, turn) - Counter(out.values())
    return [f"{value:02}" for value in sorted(left.elements())]
