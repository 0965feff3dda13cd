"""The verb that a host asks first: what the campaign waits for, and for whom."""

from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output, status_record
from campaign.cli.params import as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.verbs import ClickVerb

if TYPE_CHECKING:
    from campaign.leaders_in_flames.state import State
    from campaign.leaders_in_flames.waiting import Waiting


@verb("status", "campaign status club")
@the_campaign
@click.option("--id", "only_id", is_flag=True, help="Only the campaign's id, for `campaign seal`.")
@as_json
def status(session: Session, name: str, only_id: bool, as_json: bool) -> None:
    """Says on one screen what the campaign waits for and for whom, and what the host can do next.
    Nothing that is sealed shows.
    """
    from campaign.leaders_in_flames.waiting import waiting

    live = session.live(name)
    state: State = live.state
    if only_id:
        output.echo(state.campaign.id)
        return
    waits = waiting(state)
    if as_json:
        page = _as_json(state, waits, live.version, live.head)
        output.json_page(page | {"clock": _clock(session, name) or None})
        return
    output.what_if(session.ledger, name)
    _print(state, waits, live.version, live.head)
    if told := _clock(session, name):
        output.entry("Clock      ", told)


def _clock(session: Session, name: str) -> str:
    """What is wrong with the clock; nothing where it is merely long since the last event."""
    return session.ledger.about_the_clock(name) if session.ledger.clock_is_behind(name) else ""


def next_steps(state: "State", waits: "Waiting") -> list[tuple[str, str]]:
    """What the host can do now: the call, and what it does."""
    name = state.campaign.name
    if steps := status_record.under_older_rules(state.campaign):
        return steps if waits.what != "over" else [*_when_over(name), *steps]
    if state.campaign.record.frozen_for:
        return status_record.next_steps(state.campaign)
    ending = (
        (f"close {name}", "end the campaign; this is its last turn")
        if waits.last_turn
        else (f"turn {name}", "end the turn and begin the next")
    )
    match waits.what:
        case "over":
            return _when_over(name)
        case "war":
            return [(f"war {name} ATTACKER TARGET", "record a war"),
                    (f"activate {name}", "bring the leaders in, once a war calls for them"),
                    ending]  # fmt: skip
        case "board":
            return [(f"board {name}", "open the Promotions Board"), ending]
        case "draw":
            table = state.rulings.draws == "table"
            draw = f"draw {name} LEADER" if table else f"draw {name}"
            return [(draw, "record the leader drawn at the table" if table else "draw a leader")]
        case "ballots":
            return _opening(name, waits, "ballot", "reveal", "no veto")
        case "votes":
            return _opening(name, waits, "vote", "count", "abstained")
        case _:
            return [ending]


def _when_over(name: str) -> list[tuple[str, str]]:
    return [
        (f"report {name} --out FOLDER", "the pages of all turns"),
        (f"verify {name}", "audit the record"),
        (f"export {name} {name}.jsonl", "the whole campaign as one file"),
    ]


def _opening(
    name: str, waits: "Waiting", lay: str, opens: str, absent: str
) -> list[tuple[str, str]]:
    laying = [(f"{lay} {name} POWER", f"lay a {lay} (asked for unseen)")] if waits.owed else []
    if waits.fix:
        ends = "end sealing, so that devices can hand in their openings"
        return [*laying, (f"fix {name}", ends)]
    if waits.devices:
        power = waits.devices[0]
        return [(f"reveal-{lay} {name} {power}", f"hand in what opens a {lay} (by its player)")]
    if not (waits.owed or waits.missing):
        return [(f"{opens} {name}", f"open all {waits.what}")]
    return [
        *laying,
        (f"{opens} {name} --absent", f"open all; missing {waits.what} count as {absent}"),
    ]


def _as_json(state: "State", waits: "Waiting", version: int, head: str) -> dict[str, Any]:
    import msgspec

    from campaign.leaders_in_flames.waiting import asks, in_play, player, us_entry

    origin = state.campaign.record.branch_of
    return {
        "campaign": state.campaign.name,
        "campaign_id": state.campaign.id,
        "branch_of": origin.shown() if origin else None,
        "version": version,
        "head": head,
        "rules": state.campaign.rules,
        "turn": state.campaign.turn,
        "last_turn": state.campaign.last_turn,
        "board": {"phase": state.board.phase, "leader": state.board.leader},
        "draw": state.draw,
        "waits_for": waits.what,
        "owed": {power: player(state, power) for power in waits.owed},
        "not_waited_for": list(waits.excused),
        "sealed": list(waits.laid),
        "fixed": state.board.fixed,
        "openings_awaited": {power: player(state, power) for power in waits.devices},
        **msgspec.to_builtins(in_play(state)),
        "scenario_asks": list(asks(state)),
        "us_entry": msgspec.to_builtins(us_entry(state)),
        **status_record.as_json(state.campaign),
        "next": [f"campaign {call}" for call, _ in next_steps(state, waits)],
    }


def _print(state: "State", waits: "Waiting", version: int, head: str) -> None:
    from campaign.leaders_in_flames import calendar as turns
    from campaign.leaders_in_flames.names import names_of

    shared = state.campaign
    played = turns.ordinal(shared.turn) - turns.ordinal(shared.first_turn) + 1
    whole = turns.ordinal(shared.last_turn) - turns.ordinal(shared.first_turn) + 1
    output.heading(f"{shared.name}: {shared.scenario}, {shared.rulebook}")
    output.entry(
        "Turn       ", f"{turns.in_words(shared.turn)} ({shared.turn}), {played} of {whole}"
    )
    output.entry("Board      ", _board(state))
    if not shared.record.frozen_for:
        output.entry("Waits for  ", _waits(state, waits))
    if waits.devices and waits.owed:
        who = ", ".join(_with_player(state, power) for power in waits.devices)
        output.entry("           ", f"what opens the sealed {waits.what} of {who}")
    status_record.tell(shared, names_of(state))
    _in_play(state)
    _us_entry(state)
    if "leaders" in shared.modules:
        _powers(state, waits)
    steps = next_steps(state, waits)
    wide = max(len(call) for call, _ in steps)
    for number, (call, does) in enumerate(steps):
        output.entry("Next       " if not number else " " * 11, f"campaign {call:<{wide}}  {does}")
    output.entry("Record     ", f"version {version}, head {head[:16]}…, id {shared.id}")


def _board(state: "State") -> str:
    from campaign.leaders_in_flames.names import country

    board = state.board
    if "leaders" not in state.campaign.modules:
        return "this campaign is played without leaders"
    if board.phase == "closed":
        cup = sum(status == "cup" for status in state.leaders.values())
        return f"closed; {cup} in the cup"
    if board.leader is None:
        return f"open, about to make draw {state.draw + 1}"
    leader = state.sheet[board.leader]
    told = f"{leader.name}, {'★' * leader.rank} {country(leader.power)}, draw {state.draw}"
    return f"taking ballots on {told}" if board.phase == "ballots" else f"voting; promoted: {told}"


def _waits(state: "State", waits: "Waiting") -> str:
    match waits.what:
        case "over":
            again = f"campaign reopen {state.campaign.name} --reason TEXT"
            return f"nothing: the campaign is closed (after a slip: {again})"
        case "war":
            return "a war that brings the leaders in"
        case "board":
            return "the host: the board has not met this turn"
        case "draw":
            return "the host: a leader is to be drawn"
        case "turn":
            return "the host: the turn can end"
    if waits.fix and not waits.owed:
        return f"the host: all {waits.what} are in and can be fixed"
    if waits.devices and not waits.owed:
        return "openings from " + ", ".join(_with_player(state, one) for one in waits.devices)
    if not waits.owed:
        return f"the host: all {waits.what} are in"
    return f"the {waits.what} of " + ", ".join(_with_player(state, power) for power in waits.owed)


def _in_play(state: "State") -> None:
    """Leaders to be placed or moved, and what the production circle brings; else nothing."""
    from campaign.leaders_in_flames import calendar as turns
    from campaign.leaders_in_flames.names import counted, listed
    from campaign.leaders_in_flames.waiting import in_play

    name, owed = state.campaign.name, in_play(state)

    def named(leaders: tuple[str, ...]) -> str:
        return listed(state.sheet[who].name for who in leaders)

    if owed.to_place:
        told = f"{named(owed.to_place)}: campaign place {name} {owed.to_place[0]} HEX"
        output.entry("To place   ", told)
    if owed.vichy_moves:
        call = f"campaign move {name} {owed.vichy_moves[0]} HEX --means vichy"
        output.entry("Vichy      ", f"{named(owed.vichy_moves)} still to be moved: {call}")
    coming_turns = {*owed.leaders_on_circle, *owed.counters_on_circle}
    for turn in sorted(coming_turns, key=lambda turn: turns.ordinal(turn) if turn else 0):
        leaders = owed.leaders_on_circle.get(turn, ())
        counters = owed.counters_on_circle.get(turn, 0)
        coming = [named(leaders)] if leaders else []
        coming += [counted(counters, "counter")] if counters else []
        when = turns.in_words(turn) if turn else "the next turn"
        output.entry("Circle     ", f"{' and '.join(coming)} in {when}")


def _us_entry(state: "State") -> None:
    """What US entry and the scenario wait for, a line each; else nothing."""
    from campaign.leaders_in_flames.names import counted, listed
    from campaign.leaders_in_flames.us_entry.state import POOL_NAMES
    from campaign.leaders_in_flames.waiting import asks, us_entry

    waits, name = us_entry(state), state.campaign.name
    if open_asks := asks(state):
        count = counted(len(open_asks), "question")
        call = f"campaign us-entry answer {name}"
        output.entry("Scenario   ", f"leaves {count} open, {', '.join(open_asks)}: {call}")
    if waits is None:
        return
    told: list[str] = []
    holder = state.campaign.powers.get("usa")
    as_usa = f" --as {holder}" if holder else ""
    in_a_cup = state.entry.mode == "table"
    stock = f"campaign us-entry stock {name} {'--table' if in_a_cup else 'FILE'}"
    if not waits.begun and state.campaign.turn == state.campaign.first_turn:
        told.append(f"not begun; {stock} begins it")
    if waits.stock:
        told.append(f"the common pool is to be stocked: {stock}")
    if waits.due:
        due = [
            f"{one.count} {'aside' if one.aside else ''} for {POOL_NAMES[one.pool]}"
            for one in waits.due
        ]
        who = _with_player(state, "usa")
        chits = " ".join(listed(due).split())
        enter = f"campaign us-entry enter {name} POOL{as_usa}"
        told.append(f"{who} enters chits from the cup, {chits}: {enter}")
    for kind, what, right in (
        ("entry", "draw entry chits", waits.draw), ("tension", "pick options", waits.choose),
    ):  # fmt: skip
        if right == "waits":
            told.append(f"the USA may not {what} yet, with chits put aside")
        elif right == "shows":
            ready = f"campaign us-entry ready {name} {kind}{as_usa}"
            told.append(f"the USA may {what} again once it shows its chits put aside: {ready}")
    for line in told:
        output.entry("US entry   ", line)


def _with_player(state: "State", power: str) -> str:
    from campaign.leaders_in_flames.names import country
    from campaign.leaders_in_flames.waiting import player

    return f"{country(power)} ({player(state, power)})"


def _powers(state: "State", waits: "Waiting") -> None:
    from campaign.kernel.members import POWERS
    from campaign.leaders_in_flames.names import country
    from campaign.leaders_in_flames.waiting import player

    marking = waits.what in ("ballots", "votes")
    rows = []
    for power in POWERS:
        row = (
            country(power),
            player(state, power),
            state.veto_points.get(power, 0),
            "" if state.conquest[power] == "free" else f"{state.conquest[power]}ly conquered",
        )
        rows.append((*row, _marker(waits, power)) if marking else row)
    heads = ("power", "player", "points", "", waits.what[:-1])
    output.table(heads if marking else heads[:4], rows, "points")


def _marker(waits: "Waiting", power: str) -> str:
    if power in waits.devices:
        return "sealed on a device, opening awaited"
    if power in waits.laid:
        return "sealed"
    if power in waits.owed:
        return "owed"
    if power in waits.missing:
        return "missing"
    if power in waits.excused:
        return "cannot pay, not waited for"
    return "has no marker"


VERBS: dict[str, ClickVerb] = {"status": status}
