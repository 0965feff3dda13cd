"""The journal's sentences about US entry chits: drawn, entered, gone, moved, shown. Pure."""

from collections.abc import Sequence

from campaign.leaders_in_flames.names import Names, Sentences, the_country
from campaign.leaders_in_flames.reasons import words
from campaign.leaders_in_flames.us_entry.state import POOL_NAMES
from campaign.text.english import capital, counted, listed
from events.lif import us_entry as entry

OTHERS = 7
"""So many powers are all but the USA."""
ROW = 4
"""So many chits or more in a row are text by the first and the last."""


def chits(ids: Sequence[str]) -> str:
    """LiF 5.3: chits by their ids: `chit c7`, `chits c7 and c9`, `chits c1 to c6`."""
    if len(ids) == 1:
        return f"chit {ids[0]}"
    first = int(ids[0][1:])
    in_a_row = list(ids) == [f"c{number}" for number in range(first, first + len(ids))]
    if in_a_row and len(ids) >= ROW:
        return f"chits {ids[0]} to {ids[-1]}"
    return f"chits {listed(ids)}"


def why(reason: str) -> str:
    """Why, in brackets; empty where nobody said."""
    return f" ({words(reason)})" if reason else ""


_CAUSES = {"set-up": "to begin with", "step": "in the US entry step", "action": "", "other": ""}


def _drawn(event: entry.EntryChitsDrawn, names: Names) -> str:
    if not event.chits:
        be = "was" if event.wanting == 1 else "were"
        text = f"{counted(event.wanting, 'chit')} {be} to come into {POOL_NAMES[event.pool]}"
        return f"{text}{why(event.reason)}, but the common pool held none."
    ids = chits([chit.id for chit in event.chits])
    cause = _CAUSES[event.cause]
    how = f", {cause}" if cause else ""
    where = "" if event.draw else ", from the cup at the table"
    text = f"{capital(ids)} came face-down into {POOL_NAMES[event.pool]}"
    wanting = f"; {event.wanting} more the common pool did not hold" if event.wanting else ""
    return f"{text}{how}{where}{why(event.reason)}{wanting}."


def _aside_for(pool: entry.Pool) -> str:
    return f"aside face-down for what {POOL_NAMES[pool]} lacked"


def _due(event: entry.EntryChitsDue, names: Names) -> str:
    be = "is" if event.count == 1 else "are"
    text = f"{counted(event.count, 'chit')} {be} to be drawn from the cup"
    return f"{text} into {POOL_NAMES[event.pool]}{why(event.reason)}."


def _returned(event: entry.EntryChitsReturned, names: Names) -> str:
    text = f"{capital(chits(event.chits))} went back unseen from {POOL_NAMES[event.pool]}"
    return f"{text} to the common pool{why(event.reason)}."


def _moved(event: entry.EntryChitsMoved, names: Names) -> str:
    text = f"{capital(chits(event.chits))} went face-down from {POOL_NAMES[event.pool]}"
    return f"{text} to {POOL_NAMES[event.to]}{why(event.reason)}."


def _placed(event: entry.EntryChitsPlaced, names: Names) -> str:
    text = (
        f"Having seen {chits(event.chits)}, the USA put {'it' if len(event.chits) == 1 else 'them'}"
    )
    return f"{text} into {POOL_NAMES[event.to]} instead of {POOL_NAMES[event.pool]}."


def _shown(event: entry.EntryChitsShown, names: Names) -> str:
    everybody = not event.to or len(event.to) >= OTHERS
    to = "everybody" if everybody else listed(the_country(power) for power in event.to)
    ids = list(event.chits)
    values = [f"{chit} ({event.chits[chit].value})" for chit in ids]
    total = sum(chit.value for chit in event.chits.values())
    what = f"chits {listed(values)}, together {total}"
    if len(ids) == 1:
        what = f"chit {ids[0]}, worth {total}"
    return f"The USA showed {to} {what}{why(event.reason)}."


def _below(event: entry.PoolBelowZero, names: Names) -> str:
    text = f"{capital(POOL_NAMES[event.pool])} lacked {counted(event.missing, 'chit')}"
    text += why(event.reason)
    if not event.chits:
        what = "it is" if event.missing == 1 else "they are"
        return f"{text}; {what} to be drawn from the cup and put aside face-down."
    be = "was" if len(event.chits) == 1 else "were"
    return f"{text}; {chits([chit.id for chit in event.chits])} {be} put aside face-down."


def _aside_entered(event: entry.AsideChitsEntered, names: Names) -> str:
    be = "was" if len(event.chits) == 1 else "were"
    ids = chits([chit.id for chit in event.chits])
    return f"{capital(ids)} {be} put {_aside_for(event.pool)}."


_AGAIN = {"entry": "draw entry chits", "tension": "pick options"}


def _aside_returned(event: entry.AsideChitsReturned, names: Names) -> str:
    text = f"{capital(chits(event.chits))}, put aside for the {event.kind} pools, went back to the"
    return f"{text} common pool; the USA may {_AGAIN[event.kind]} again."


def _taken_back(event: entry.EntryTakenBack, names: Names) -> str:
    be = "was" if len(event.chits) == 1 else "were"
    return f"{capital(chits(event.chits))}, entered by mistake, {be} taken back."


CHITS: Sentences = {
    entry.EntryChitsDrawn: _drawn,
    entry.EntryChitsDue: _due,
    entry.EntryChitsReturned: _returned,
    entry.EntryChitsMoved: _moved,
    entry.EntryChitsPlaced: _placed,
    entry.EntryChitsShown: _shown,
    entry.PoolBelowZero: _below,
    entry.AsideChitsEntered: _aside_entered,
    entry.AsideChitsReturned: _aside_returned,
    entry.EntryTakenBack: _taken_back,
}
"""A sentence for every event about chits."""
