"""Verbs that tell how things stand: the whole state, the leaders, the cup, the veto points."""

from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import Turn, Word, as_json, the_campaign, verb, version_at_end
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import ClickVerb

if TYPE_CHECKING:
    from campaign.kernel.screen import Overview
    from campaign.kernel.system import AnySystem

STATUSES = ("cup", "drawn", "arriving", "map", "circle", "aside", "reserve", "dead", "removed")


def _at(session: Session, name: str, at: int | None, turn: str | None) -> int | None:
    if at is not None and turn is not None:
        raise WrongUsage("give either --at or --turn")
    session.must_exist(name)
    if turn is not None:
        return version_at_end(session, name, turn)
    last = session.ledger.store.version(name)
    if at is not None and not 1 <= at <= last:
        raise WrongUsage(f"{name} has no version {at}; it has 1 to {last}")
    return at


at_option = click.option("--at", type=int, metavar="VERSION", help="As it was after this event.")
turn_option = click.option("--turn", type=Turn(), help="As it was at the end of this turn.")


@verb(
    "show",
    "campaign show club\ncampaign show club --at 3 --json\ncampaign show club --turn 1939-SO",
)
@the_campaign
@as_json
@at_option
@turn_option
def show(session: Session, name: str, as_json: bool, at: int | None, turn: str | None) -> None:
    """Shows the state of a campaign, now or at an earlier time. What is sealed is not in it."""
    version = _at(session, name, at, turn)
    shown = session.ledger.show(name, version)
    if as_json:
        output.json_page(shown)
        return
    output.what_if(session.ledger, name)
    output.older(session.ledger, name)
    live = session.live(name, version)
    _print(shown, live.system.screens.overview(live.state))


def _print(shown: dict[str, Any], found: "Overview") -> None:
    closed = ", closed" if shown["closed"] else ""
    output.heading(f"{shown['campaign']}: {shown['scenario']}, {shown['rulebook']}")
    _line("turn", f"{shown['turn']} of {shown['last_turn']}{closed}")
    _line("version", f"{shown['version']}, head {shown['head']}")
    for label, text in found.now:
        _line(label, text)
    for dispute, raised in shown["disputes"].items():
        _line("dispute", f"{dispute} ({raised['raised_by']}): “{raised['claim']}”")
    if shown["frozen"]:
        _line("play", f"rests until {shown['frozen']} is settled")
    output.grid(found.seats)
    for label, text in found.rest:
        _line(label, text)


def _line(label: str, text: str) -> None:
    output.entry(f"{label:<10}", text)


@verb("leaders", "campaign leaders club\ncampaign leaders club --status arriving")
@the_campaign
@click.option("--status", type=Word("status", lambda: STATUSES), help="Only these.")
@at_option
@turn_option
@as_json
def leaders(
    session: Session,
    name: str,
    status: str | None,
    at: int | None,
    turn: str | None,
    as_json: bool,
) -> None:
    """Lists every leader: whose he is, his rank, and where he is."""
    _leaders(session, name, status, _at(session, name, at, turn), as_json)


def _leaders(
    session: Session, name: str, status: str | None, at: int | None, as_json: bool
) -> None:
    from campaign.leaders_in_flames.leader_sheet import as_json as counter_as_json
    from campaign.leaders_in_flames.names import country

    state = session.live(name, at).state
    found = {
        who: (state.sheet[who], where)
        for who, where in sorted(state.leaders.items())
        if status is None or where == status
    }
    if as_json:
        output.json_page(
            [{**counter_as_json(counter), "status": where} for counter, where in found.values()]
        )
        return
    rows: list[tuple[object, ...]] = [
        (who, one.name, country(one.power), "★" * one.rank, one.mark or one.year, where)
        for who, (one, where) in found.items()
    ]
    if status is not None:
        rows = [row[:-1] for row in rows]
    heads = ("id", "name", "country", "rank", "comes", "status")
    output.table(heads[: 5 if status else 6], rows)


@verb("cup", "campaign cup club")
@the_campaign
@at_option
@turn_option
@as_json
def cup(session: Session, name: str, at: int | None, turn: str | None, as_json: bool) -> None:
    """Lists the leaders in the cup."""
    _leaders(session, name, "cup", _at(session, name, at, turn), as_json)


@verb("points", "campaign points club\ncampaign points club --by-turn")
@the_campaign
@click.option("--by-turn", is_flag=True, help="At the end of every turn.")
@as_json
def points(session: Session, name: str, by_turn: bool, as_json: bool) -> None:
    """Shows every power's veto points."""
    from campaign.leaders_in_flames.names import country

    now = session.live(name)
    if not by_turn:
        held = session.ledger.show(name)["veto_points"]
        if as_json:
            output.json_page(held)
        else:
            rows = [(country(power), number) for power, number in held.items()]
            output.table(("power", "points"), rows, "points")
        return
    turns = _by_turn(session, name, now.system)
    if as_json:
        output.json_page(turns)
        return
    powers = list(next(iter(turns.values())))
    heads = ("turn", *(country(power) for power in powers))
    rows_by_turn = [(turn, *held.values()) for turn, held in turns.items()]
    output.table(heads, rows_by_turn, " ".join(heads[1:]))


def _by_turn(session: Session, name: str, system: "AnySystem") -> dict[str, dict[str, int]]:
    """One fold over what counts, looked at where each turn ends."""
    from campaign.history.effective import step

    told: dict[str, dict[str, int]] = {}
    state: Any = None
    turn = ""
    for one in session.ledger.counted(name):
        before, state = state, step(system, state, one)
        now = state.campaign.turn
        if turn and now != turn:
            told[turn] = system.view.show(before)["veto_points"]
        turn = now
    return told | {turn: system.view.show(state)["veto_points"]}


VERBS: dict[str, ClickVerb] = {"show": show, "leaders": leaders, "cup": cup, "points": points}
