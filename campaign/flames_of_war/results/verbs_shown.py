"""FoW Axis of Attack: the verbs that show where the battle stands, and how players stand. Pure."""

from campaign.flames_of_war import awaited
from campaign.flames_of_war.at_the_keyboard import LINE, only_line
from campaign.flames_of_war.results.standings import standings
from campaign.flames_of_war.state import LineState, State
from campaign.kernel.courses import Call, Course, heading, json_page, say, state_of, table
from campaign.kernel.verbs import Verb


def _sectors(call: Call, line: str | None) -> Course[None]:
    """Shows the sectors of each line, where its battle stands, and the points of both sides."""
    state, found = yield from only_line(line)
    lines = [state.lines[found]] if found else list(state.lines.values())
    if call.as_json:
        yield from json_page({one.id: _json(one) for one in lines})
        return
    for one in lines:
        yield from heading(f"{one.name}: {awaited.where(state, one)}")
        if one.axis is not None:
            rows = [
                (sector.place, sector.name, _mark(state, one, sector.place))
                for sector in sorted(one.axis.sector, key=lambda sector: sector.place)
            ]
            yield from table(("place", "sector", ""), rows, "place")
        yield from say(f"Victory points left: {awaited.points(state, one)}.")


def _mark(state: State, line: LineState, place: int) -> str:
    """What a sector is now: an objective, or where the battle stands."""
    marks = ["the battle is here"] if place == line.sector else []
    if line.axis is not None:
        marks += [
            f"objective of {awaited.the_side(state, side)}"
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


SECTORS = Verb(
    words="sectors",
    example="campaign sectors winter",
    parameters=(LINE,),
    course=_sectors,
)


def _standings(call: Call) -> Course[None]:
    """Shows how the players stand: battles fought, won and drawn, and the points they brought."""
    state = yield from state_of(State)
    found = standings(state)
    if call.as_json:
        yield from json_page(
            {
                who: {
                    "battles": one.battles,
                    "won": one.won,
                    "drawn": one.drawn,
                    "points": one.points,
                }
                for who, one in found.items()
            }
        )
        return
    best = sorted(found.items(), key=lambda one: (-one[1].points, -one[1].won, one[0]))
    rows = [
        (
            state.campaign.called(who),
            state.sides.get(state.players.get(who, ""), ""),
            one.battles,
            one.won,
            one.drawn,
            one.points,
        )
        for who, one in best
    ]
    heads = ("player", "side", "battles", "won", "drawn", "points")
    yield from table(heads, rows, "battles won drawn points")


STANDINGS = Verb(words="standings", example="campaign standings winter", course=_standings)
