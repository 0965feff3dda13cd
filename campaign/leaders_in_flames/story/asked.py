"""What is asked next and of whom, in sentences for a reader: the same as `status` finds. Pure.

It looks at no sealed choice, and says nothing that `status` does not say to anyone.
"""

from collections.abc import Iterable

from campaign.kernel.members import HOST
from campaign.kernel.screen import Unfinished
from campaign.leaders_in_flames.board.waiting import Waiting, waiting
from campaign.leaders_in_flames.names import leader, names_of, the_country
from campaign.leaders_in_flames.on_map import waiting as on_map
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.story.item import verb
from campaign.leaders_in_flames.us_entry import waiting as us_entry
from campaign.text.english import capital, counted, listed


def asked(state: State) -> tuple[str, ...]:
    """LiF 3.1, 4.1, 5.3: whom the open turn waits for, and for what; nothing once it is over."""
    waits = waiting(state)
    if waits.what == "over":
        return ()
    parts = (*on_map.unfinished(state), *us_entry.unfinished(state))
    owed = (_owes(state, part) for part in parts if part.is_owed)
    others = (*owed, *_answers(state))
    if waits.what == "turn":
        return others or (_ends(state),)
    return (*_of_the_board(state, waits), *others)


def _of_the_board(state: State, waits: Waiting) -> Iterable[str]:
    """LiF 4.1: what the Promotions Board waits for."""
    match waits.what:
        case "war":
            yield "The host records the war that brings the leaders in."
        case "board":
            yield "The host opens the Promotions Board."
        case "draw" if state.rulings.draws == "table":
            yield "The host records the next leader drawn at the table."
        case "draw":
            yield "The host draws the next leader."
        case _:
            yield from _of_markers(state, waits)


def _of_markers(state: State, waits: Waiting) -> Iterable[str]:
    """LiF 4.1(1), 4.1(5): ballots on a leader, or votes on drawing another."""
    who = leader(state.board.leader or "", state.sheet)
    ballots = waits.what == "ballots"
    what = f"ballot on {who}" if ballots else "vote on another leader"
    all_of_them = f"ballots on {who}" if ballots else "votes on another leader"
    if waits.owed:
        people = _people(state, waits.owed)
        has = verb(len(people), "still has", "still have")
        yield f"{_first(listed(people))} {has} to seal a {what}."
    elif waits.fix:
        yield f"The {all_of_them} are in: the host fixes them."
    elif waits.devices:
        people = _people(state, waits.devices)
        has = verb(len(people), "still has", "still have")
        yield f"{_first(listed(people))} {has} to hand in what opens a {what}."
    else:
        yield f"The {all_of_them} are in: the host opens them."


def _people(state: State, powers: Iterable[str]) -> list[str]:
    """Who plays these powers, each with all of them: `Anna (Germany and the USSR)`."""
    names, by = names_of(state), dict[str, list[str]]()
    for power in powers:
        by.setdefault(state.campaign.powers.get(power, ""), []).append(the_country(power))
    return [
        f"{names.member(who) if who else f'the {HOST}'} ({listed(seats)})"
        for who, seats in by.items()
    ]


def _owes(state: State, part: Unfinished) -> str:
    who = _people(state, (part.seat,))[0] if part.seat else f"the {HOST}"
    return f"{_first(who)} still has to {part.does}."


def _first(who: str) -> str:
    """Who begins a sentence: a name stays as its owner writes it."""
    return capital(who) if who.startswith(f"the {HOST}") else who


def _answers(state: State) -> Iterable[str]:
    """LiF 6: what the scenario leaves open."""
    if count := len(us_entry.asks(state)):
        text = counted(count, "question")
        yield f"The {HOST} answers the {text} that the scenario leaves open."


def _ends(state: State) -> str:
    last = state.campaign.turn == state.campaign.last_turn
    return f"The host ends the {'campaign: this is its last turn' if last else 'turn'}."
