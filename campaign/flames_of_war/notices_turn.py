"""FoW Campaign Sequence: a round in short, for a mail: battles, lines, players. Pure."""

from typing import Any

from campaign.flames_of_war import awaited
from campaign.flames_of_war.results.standings import standings
from campaign.flames_of_war.seats import seats_of
from campaign.flames_of_war.state import Battle, State
from campaign.kernel.notices import NoticeBlock, NoticeCard, NoticeCards, NoticeTable
from campaign.kernel.pages import PageContext
from campaign.text.english import capital, counted

_STAMPS = {"running": "Being fought", "reported": "Reported", "abandoned": "Not played"}


def turn_in_short(
    context: PageContext[State, Any], seats: frozenset[str]
) -> tuple[NoticeBlock, ...]:
    """A round in short, for a reader who plays on these sides."""
    state, turn = context.log.end, context.log.turn
    parts = (_battles(state, turn), _points(state, seats), _players(state, seats))
    return tuple(part for part in parts if part is not None)


def _battles(state: State, turn: str) -> NoticeCards | None:
    """FoW Victory Points: the battles of the round, each with who won and what it brought."""
    fought = [battle for battle in state.battles.values() if battle.round == turn]
    return NoticeCards("Battles", tuple(_card(state, one) for one in fought)) if fought else None


def _card(state: State, battle: Battle) -> NoticeCard:
    line = state.lines[battle.line]
    sector = line.at(battle.sector)
    where = f"{line.name} · {sector.name}" if sector else line.name
    if battle.state == "settled":
        stamp = f"{state.sides[battle.winner]} won" if battle.winner else "Nobody won"
        brought = ", ".join(
            f"{state.sides[side]} {counted(points, 'point')}"
            for side, points in battle.points.items()
        )
        text = f"{brought}."
    else:
        stamp, text = _STAMPS[battle.state], battle.reason
    return NoticeCard(
        heading=awaited.mission_name(battle.mission),
        code=seats_of(state).codes.get(battle.winner or battle.attacker, ""),
        about=where,
        stamp=stamp,
        is_good=battle.state == "settled",
        text=text,
    )


def _points(state: State, seats: frozenset[str]) -> NoticeTable:
    """FoW Axis of Attack: where each line stands, and what both sides have left to spend."""
    sides = sorted(state.sides, key=lambda side: side not in seats)
    rows = tuple(
        (
            line.name,
            capital(awaited.place(line)),
            *(str(line.points[side].balance) for side in sides),
        )
        for line in state.lines.values()
    )
    return NoticeTable(
        "The lines", ("Line", "Now at", *(state.sides[side] for side in sides)), rows
    )


def _players(state: State, seats: frozenset[str]) -> NoticeTable | None:
    """How the players stand; those of the reader's side first."""
    found = standings(state)
    if not any(one.battles for one in found.values()):
        return None
    order = sorted(
        found, key=lambda who: (state.players.get(who) not in seats, -found[who].points, who)
    )
    rows = tuple(
        (
            state.campaign.called(who),
            state.sides.get(state.players.get(who, ""), "–"),
            str(found[who].battles),
            str(found[who].won),
            str(found[who].points),
        )
        for who in order
    )
    own = tuple(place for place, who in enumerate(order) if state.players.get(who) in seats)
    return NoticeTable("Players", ("Player", "Side", "Battles", "Won", "Points"), rows, own)
