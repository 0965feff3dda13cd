"""How a campaign stands, and who is ahead, in a sentence each. Pure."""

from collections.abc import Iterable

from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, at_war, with_status
from campaign.leaders_in_flames.story.item import countries, number, numbered, sentence, verb
from campaign.leaders_in_flames.turn_notes import Context
from campaign.text.english import counted


def verdict(context: Context) -> str:
    """Turns played, powers at war and fallen, what the Promotions Board did, and who is ahead."""
    state, shared = context.log.end, context.log.end.campaign
    count = calendar.count(shared.first_turn, context.log.turn)
    whole = calendar.count(shared.first_turn, shared.last_turn)
    if shared.closed:
        start = f"The campaign is over after {counted(count, 'turn')}"
        parts = [*_fallen(state), *_lost(state), *_board(context)]
    else:
        start = f"Turn {count} of {whole} is in play"
        parts = [*_war(state), *_fallen(state), *_lost(state), *_board(context)]
    if len(parts) > 1:
        parts[-1] = f"and {parts[-1]}"
    first = f"{start}: {', '.join(parts)}." if parts else f"{start}."
    return " ".join((first, *_ahead(state)))


def _ahead(state: State) -> Iterable[str]:
    """LiF 4.2: who has the most veto points, once the leaders are in play."""
    most = max(state.veto_points.values(), default=0)
    if "leaders" not in state.campaign.modules or not state.active or not most:
        return
    powers = [who for who in POWERS if state.veto_points.get(who) == most]
    each = " each" if len(powers) > 1 else ""
    has = verb(len(powers), "has", "have")
    yield sentence(f"{countries(powers)} {has} the most veto points: {most}{each}")


def _war(state: State) -> Iterable[str]:
    """LiF 4: how many powers are at war with another power."""
    fighting = [who for who in POWERS if any(at_war(state, who, other) for other in POWERS)]
    if len(fighting) == len(POWERS):
        yield "all eight powers are at war"
    elif fighting:
        yield f"{number(len(fighting))} of the eight powers are at war"


def _fallen(state: State) -> Iterable[str]:
    """LiF 4.1, 4.2: powers conquered now, and Vichy France."""
    fallen = [who for who in POWERS if state.conquest.get(who, "free") == "complete"]
    if fallen:
        yield f"{countries(fallen)} {verb(len(fallen), 'is', 'are')} conquered"
    if state.vichy == "installed":
        yield "France has fallen to Vichy"


def _lost(state: State) -> Iterable[str]:
    if dead := with_status(state, "dead"):
        yield f"{numbered(len(dead), 'leader')} {verb(len(dead), 'is', 'are')} dead"


def _board(context: Context) -> Iterable[str]:
    """LiF 4.1: promotions and vetoes of the whole campaign."""
    results = [draw.result for log in context.logs for draw in log.notes.draws.values()]
    promoted, vetoed = results.count("promoted"), results.count("vetoed")
    if promoted or vetoed:
        text = f"the Board has promoted {counted(promoted, 'leader')}"
        yield f"{text} and vetoed {vetoed}" if vetoed else text
