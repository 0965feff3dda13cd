"""FoW Multi-player Campaigns: the verbs about sides, players and commanders. Pure."""

from campaign.fow.members.commands import AssignCommanders
from campaign.fow.names import NOBODY, fights_for
from campaign.fow.state import State, commander
from campaign.kernel.interview.derived import derived, interviewing
from campaign.kernel.terminal import screens, verbs, views


def _commanders(call: verbs.Call, _words: tuple[str, ...], **typed: object) -> verbs.Course[None]:
    """Says who fights for a side on which line, until the battle there begins. Without a side it
    lists who commands where; LINE= with nothing behind it leaves a line without anybody.
    """
    if _words or any(typed.values()):
        said = tuple(f"{word}{NOBODY}" if word.endswith("=") else word for word in _words)
        yield from interviewing(AssignCommanders, call, _words=said, **typed)
        return
    yield from verbs.shows(call, _who_commands((yield from verbs.state_of(State))))


def _who_commands(state: State) -> views.View:
    rows = tuple(
        (line.name, *(fights_for(state, line.id, side) for side in state.sides))
        for line in state.lines.values()
    )
    data = {
        line: {side: commander(state, line, side) or None for side in state.sides}
        for line in state.lines
    }
    return views.View(data, (screens.Grid(("line", *state.sides.values()), rows),))


COMMANDERS = derived(AssignCommanders, _commanders, help=_commanders.__doc__ or "")
VERBS = {COMMANDERS.words: COMMANDERS}
