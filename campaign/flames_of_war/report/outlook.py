"""What each side still needs to win, and whether the rounds left allow it. Pure."""

from collections.abc import Iterator

import msgspec

from campaign.flames_of_war import calendar
from campaign.flames_of_war.lines.chances import Chance, LineNow, chance, decides_nothing
from campaign.flames_of_war.missions.catalogue import missions
from campaign.flames_of_war.report import side_words
from campaign.flames_of_war.state import LineState, State
from campaign.flames_of_war.turn_notes import Context, GameSection
from campaign.text.english import capital, counted, listed

NOBODY = "-"
"""Whose attack a line's battle is in this round, where it is over and other lines still fight."""


class Outlook(msgspec.Struct, frozen=True):
    """The section."""

    left: str
    sides: tuple[tuple[str, str, str], ...]
    """Each side with its mark and what it needs."""
    warning: str
    """Where no side can win any more."""


def outlook(context: Context) -> Outlook | None:
    """FoW Ending the Campaign: what is still possible; nothing once it is decided."""
    state = context.log.end
    is_latest = context.place + 1 == len(context.logs)
    if state.decided or state.campaign.closed or not is_latest:
        return None
    left = rounds_left(state)
    rounds = "one-off game" if state.games == 1 else counted(left, "round")
    most = calendar.number(state.campaign.last_turn)
    text = f"{rounds} can still be fought, of {most}." if left else "No round is left."
    if state.kind == "linked":
        return Outlook(text, tuple(_linked(state)), "") if state.games > 1 else None
    found = chances(state)
    sides = tuple(
        (one.side, side_words.mark(state, one.side), capital(_needs(state, one))) for one in found
    )
    warning = "No side can reach its objective any more in the rounds that are left."
    return Outlook(text, sides, f"{warning} {_at_limit(state)}" if decides_nothing(found) else "")


def rounds_left(state: State) -> int:
    """FoW Ending the Campaign: rounds whose battles are not over, this one included."""
    over = all(_over(line) for line in state.lines.values())
    return _rounds_after(state) + (not over)


def _rounds_after(state: State) -> int:
    """FoW ruling 17: a round that does not count puts off the last one."""
    shared = state.campaign
    return max(0, calendar.number(shared.last_turn) - calendar.number(shared.turn))


def _over(line: LineState) -> bool:
    """FoW Campaign Sequence: whether a line's battle of the round is booked or abandoned."""
    return line.phase == "settled"


def chances(state: State) -> tuple[Chance, ...]:
    """FoW Ending the Campaign: the fewest battles and rounds in which each side wins."""
    lines = [_now(state, line) for line in state.lines.values() if line.axis and not line.broken_by]
    return tuple(
        chance(
            side,
            lines,
            rounds_left(state),
            needed=min(state.rulings.breakthroughs, len(state.lines)),
            broken=sum(line.broken_by == side for line in state.lines.values()),
        )
        for side in state.sides
    )


def _now(state: State, line: LineState) -> LineNow:
    assert line.axis is not None
    mission = missions().get(line.mission)
    fair = bool(mission and mission.fair)
    rulings = state.rulings
    gains = rulings.defender_advances == "yes" or rulings.drawn_battle == "back"
    advances = fair and gains
    if not _over(line):
        return LineNow(line.id, line.axis, line.sector, line.attacker, advances)
    waits = NOBODY if rounds_left(state) > _rounds_after(state) else ""
    return LineNow(line.id, line.axis, line.sector, waits)


def _needs(state: State, one: Chance) -> str:
    who = side_words.the(state, one.side)
    if not one.lines:
        return f"{who} cannot win: too few lines are left to break through."
    where = listed(state.lines[line].name for line in one.lines)
    on = f" on {where}" if len(state.lines) > 1 else ""
    needs = side_words.verb(one.side, "needs", "need")
    text = f"{who} {needs} to win {counted(one.battles, 'battle')}{on}"
    if one.rounds > one.battles and len(one.lines) == 1:
        text += f", in {one.rounds} rounds at least"
    if one.possible:
        return f"{text}." if one.rounds < one.rounds_left else f"{text}: every one that is left."
    return f"{text}: more than the rounds that are left allow."


def _linked(state: State) -> Iterator[tuple[str, str, str]]:
    """FoW Linked Missions: who is ahead, and by how much a battle can change that."""
    for line in state.lines.values():
        won = {side: points.won for side, points in line.points.items()}
        for side in state.sides:
            behind = won[state.other(side)] - won[side]
            if behind <= 0:
                ahead = side_words.verb(side, "is", "are")
                text = f"{side_words.the(state, side)} {ahead} " + (
                    "level." if not behind else f"{counted(-behind, 'point')} ahead."
                )
            else:
                battles = -(-(behind + 1) // MOST_GAINED)
                needs = side_words.verb(side, "needs", "need")
                possible = battles <= rounds_left(state)
                text = (
                    f"{side_words.the(state, side)} {needs} {counted(battles, 'battle')} at least "
                    f"to pass the other side{'' if possible else ', more than are left'}."
                )
            yield side, side_words.mark(state, side), capital(text)


MOST_GAINED = 5
"""FoW Victory Points: by how much a stunning victory, six to one, changes who is ahead (p. 195)."""


def _at_limit(state: State) -> str:
    """Ruling 74: what the end of the rounds then decides."""
    gives = {line.axis.at_limit for line in state.lines.values() if line.axis}
    if len(gives) == 1 and (side := next(iter(gives))) in state.sides:
        return (
            f"Then {side_words.the(state, side)} {side_words.verb(side, 'has', 'have')} held out."
        )
    return "It will be a stalemate."


OUTLOOK = GameSection("possible", "Still possible", "templates/outlook.html", outlook)
