"""FoW Campaign Sequence: the verbs about battles, results, sectors and standings. Pure."""

from collections.abc import Sequence
from functools import partial

import msgspec

from campaign.fow import names, tasks, terminal
from campaign.fow.results.commands import AbandonBattle, BeginBattle
from campaign.fow.results.outcomes import standings
from campaign.fow.state import LineState, State
from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import Block, Heading, Lines, View

# --- FoW Axis of Attack: the verbs that show where the battle stands, and how players stand -----


def _sectors(state: State, lines: Sequence[LineState]) -> View:
    """Shows the sectors of each line, where its battle stands, and the points of both sides."""
    blocks: list[Block] = []
    for one in lines:
        blocks.append(Heading(f"{one.name}: {tasks.where(state, one)}"))
        if one.axis is not None:
            rows = tuple(
                (sector.place, sector.name, _mark(state, one, sector.place))
                for sector in sorted(one.axis.sector, key=lambda sector: sector.place)
            )
            blocks.append(Grid(("place", "sector", ""), rows, "place"))
        blocks.append(Lines((f"Victory points left: {tasks.points(state, one)}.",)))
    return View({one.id: _json(one) for one in lines}, tuple(blocks))


def _mark(state: State, line: LineState, place: int) -> str:
    """What a sector is now: an objective, or where the battle stands."""
    marks = ["the battle is here"] if place == line.sector else []
    if line.axis is not None:
        marks += [
            f"objective of {names.the_side(state, side)}"
            for side, at in line.axis.objective.items()
            if at == place
        ]
    return ", ".join(marks)


def _json(line: LineState) -> dict[str, object]:
    sectors = line.axis.sector if line.axis else ()
    return {
        "sector": line.sector,
        "sectors": {str(sector.place): sector.id for sector in sectors},
        "objectives": dict(line.axis.objective) if line.axis else {},
        "points": {side: points.balance for side, points in line.points.items()},
    }


SECTORS = verbs.Verb(
    words="sectors",
    example="campaign sectors winter",
    parameters=(terminal.LINE,),
    title="Sectors",
    shows=terminal.looking_at_lines(_sectors),
)


def _standings(state: State) -> View:
    """Shows how the players stand: battles fought, won and drawn, and the points they brought."""
    by_player = standings(state)
    best = sorted(by_player.items(), key=lambda one: (-one[1].points, -one[1].won, one[0]))
    rows = tuple(
        (
            state.campaign.called(who),
            state.sides.get(state.players.get(who, ""), ""),
            *msgspec.structs.astuple(one),
        )
        for who, one in best
    )
    heads = ("player", "side", "battles", "won", "drawn", "points")
    return View(msgspec.to_builtins(by_player), (Grid(heads, rows, "battles won drawn points"),))


STANDINGS = verbs.Verb(
    words="standings",
    example="campaign standings winter",
    title="Standings",
    shows=verbs.looking(State, _standings),
)


# --- FoW Campaign Sequence: the verbs about battles and their results ---------------------------

_ABANDON = partial(terminal.passing_over, "abandon the battle without them", AbandonBattle)
BATTLE = verbs.VerbFamily(
    words="battle",
    help="Begins a line's battle, or abandons it.",
    sections={"": (derived(BeginBattle), derived(AbandonBattle, _ABANDON, confirms=True))},
    story=("begin",),
)
VERBS: dict[str, verbs.Verb | verbs.VerbFamily] = {
    verb.words: verb for verb in (BATTLE, SECTORS, STANDINGS)
}
