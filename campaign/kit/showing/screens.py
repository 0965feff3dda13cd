"""What the kit shows on the screens and pages of every campaign. Pure; nothing here is secret."""

from collections.abc import Container, Iterator

from msgspec.structs import replace

from campaign.kernel.decisions import Command
from campaign.kernel.members import AdvanceTurn, CloseCampaign
from campaign.kernel.terminal import screens
from campaign.kit.commands import EndPhase, OpenChoices
from campaign.kit.language.effects import minus, shown
from campaign.kit.language.kinds import ClubTable, Num
from campaign.kit.play import acts, phases, secrets, standings
from campaign.kit.reading.parts import ActRule, StandingsRule
from campaign.kit.showing import tasks
from campaign.kit.state import State
from campaign.text.english import capital, signed
from campaign.text.json_values import JsonFields, JsonObject

# --- the whole state ------------------------------------------------------------------------------


def show(state: State) -> JsonObject:
    """The kit's part of a state in JSON values."""
    if not state.text:
        return {}
    rules = state.rules
    won, text = standings.decided(state)
    return {
        "title": rules.title,
        "phase": state.phase,
        "tables": _tables(state),
        "owed": [one.short for one in phases.owed(state)],
        "requests": {
            str(number): {"act": one.act, "seat": one.seat, "values": dict(one.values)}
            for number, one in state.requests.items()
        },
        "sealed": {act: sorted(seals) for act, seals in state.seals.items()},
        "piles": {
            name: {"cards": len(pile.cards), "discard": list(pile.discard)}
            for name, pile in state.piles.items()
        },
        "standings": [
            [[line.place, line.row, *line.values] for line in standings.table(state, ranked)]
            for ranked in rules.standings
        ],
        "won": {"by": won.split(), "text": text} if won else None,
        "draws": state.draws,
    }


def _tables(state: State) -> JsonObject:
    """Every row with its columns, of the tables that have any besides names."""
    tables = ((name, table) for name, table in state.rules.tables.items() if len(table.columns) > 1)
    return {
        name: {
            row: dict(zip(table.columns, values, strict=True))
            for row, values in state.tables[name].items()
        }
        for name, table in tables
    }


# --- tables ---------------------------------------------------------------------------------------


def grid(state: State, ranked: StandingsRule) -> screens.Grid:
    """A table of standings."""
    heads = ("", state.rules.tables[ranked.of].one, *(one.head for one in ranked.columns))
    rows = tuple(
        (line.place, state.name(ranked.of, line.row), *line.shown)
        for line in standings.table(state, ranked)
    )
    return screens.Grid(heads, rows)


def rows_grid(state: State, table: ClubTable) -> screens.Grid:
    """A table without what is unlisted; of the seats with who plays them."""
    listed = [one for one in table.columns.values() if not one.unlisted]
    heads, rows = [table.one, *(one.name for one in listed[1:])], []
    for row, values in state.tables[table.name].items():
        held = (values[table.places[one.name]] for one in listed)
        cells = [
            shown(one.kind, value, state.tables) for one, value in zip(listed, held, strict=True)
        ]
        rows.append((cells[0], *_player(state, table, row), *cells[1:]))
    return screens.Grid((heads[0], *_player(state, table, ""), *heads[1:]), tuple(rows))


def _player(state: State, table: ClubTable, seat: str) -> tuple[str, ...]:
    """Who plays a seat, or the head above them; nothing in other tables."""
    if table.name != "seats":
        return ()
    return (state.campaign.player(seat) if seat else "player",)


def own_tables(state: State) -> Iterator[ClubTable]:
    """The tables that members hold or that are the club's own, besides the seats."""
    for name, table in state.rules.tables.items():
        if name not in ("campaign", "house", "seats") and len(table.columns) > 1:
            yield table


# --- screens --------------------------------------------------------------------------------------


def status(state: State) -> screens.Status:
    """The phase, and who owes what."""
    left = phases.owed(state)
    unfinished = tuple(_unfinished(state, one) for one in left)
    at_end = state.phase == phases.last_phase(state)
    last = f"the {state.rules.turn if at_end else 'phase'} can end"
    won = standings.decided(state)[1]
    phase = [("Phase", state.rules.phases[state.phase].title or "Play")]
    now = phase if len(state.rules.phases) > 1 else []
    return screens.Status(
        now=(*now, *([("Decided", won)] if won else [])),
        waits_for=waits(state) or (f"the host: {last}",),
        json={"phase": state.phase, "owed": [one.short for one in left], "won": won},
        seats=rows_grid(state, state.rules.seats),
        steps=tuple(_steps(state)),
        may_end=at_end and not secrets.unopened(state),
        unfinished=unfinished,
    )


def _unfinished(state: State, one: phases.Owed) -> screens.Unfinished:
    task, who = tasks.task(state, one), capital(phases.who(state, one))
    step = screens.NextStep(task.verb, task.does)
    return screens.owed_by(who, task.does, step, task.seat, task.act, task.given)


def waits(state: State) -> tuple[str, ...]:
    """Whom the campaign waits for, and for what."""
    left = phases.owed(state)
    return tuple(f"{phases.who(state, one)}, to {phases.does(state, one)}" for one in left)


def _steps(state: State) -> Iterator[screens.NextStep]:
    """What the host can do to go on."""
    name = state.campaign.name
    for act in secrets.unopened(state):
        if not any(secrets.late(state, act)):
            yield screens.NextStep(f"act open {name} {act.key}", "open what is sealed")
    if standings.decided(state)[0]:
        yield screens.NextStep(f"end {name}", "end the campaign: it is decided")
    yield from _goes_on(state)


def _goes_on(state: State) -> Iterator[screens.NextStep]:
    """The acts of the phase, and its end, which may pass over those who owe something."""
    name, asked = state.campaign.name, {one.act for one in phases.owed(state)}
    may_end, call = state.phase != phases.last_phase(state), f"turn phase {name}"
    if may_end and not asked:
        yield screens.NextStep(call, "end the phase")
    for act in _open_acts(state, asked):
        yield screens.NextStep(f"act {name} {act.key}", act.does[:1].lower() + act.does[1:])
    if may_end and asked:
        yield screens.NextStep(call, "end the phase without them")


def _open_acts(state: State, asked: Container[str]) -> Iterator[ActRule]:
    """The acts that have their time now, and that nobody is asked for."""
    for act in state.rules.acts.values():
        if act.key not in asked and not act.secret and acts.untimely(state, act, "") is None:
            yield act


def overview(state: State) -> screens.Overview:
    """The whole state as everybody may see it."""
    now = [("title", state.rules.title)]
    if len(state.rules.phases) > 1:
        now.append(("phase", state.rules.phases[state.phase].title))
    return screens.Overview(tuple(now), rows_grid(state, state.rules.seats), tuple(_rest(state)))


def _rest(state: State) -> Iterator[screens.Labelled]:
    for table in own_tables(state):
        made = rows_grid(state, table)
        for row in made.rows:
            facts = (f"{head} {value}" for head, value in zip(made.heads[1:], row[1:], strict=True))
            yield table.one, f"{row[0]}: {', '.join(facts)}"
    for number in state.waiting:
        yield "waits", f"{number}: {phases.request_in_words(state, number)}"


def stand(state: State) -> screens.Standings:
    """The standings."""
    ranked = state.rules.standings
    made = grid(state, ranked[0]) if ranked else rows_grid(state, state.rules.seats)
    return screens.Standings(made, {"standings": show(state)["standings"]})


def panel(before: JsonFields, after: JsonFields) -> tuple[screens.StyledLine, ...]:
    """The figures of the seats at a stop of a replay, with changes marked."""
    lines: list[screens.StyledLine] = [((str(after.get("phase", "")), "strong"),)]
    held = before.get("tables", {}).get("seats", {})
    for seat, row in after.get("tables", {}).get("seats", {}).items():
        lines.append(())
        lines.append(((str(row["name"]), "dim"),))
        for column, value in row.items():
            if isinstance(value, int) and not isinstance(value, bool):
                lines.append(_figure(column, value, held.get(seat, row).get(column, value)))
    return tuple(lines)


def _figure(column: str, value: int, had: int) -> screens.StyledLine:
    text = f"{column[:11]:<11}{value:>5}"
    if value == had:
        return ((text, ""),)
    style: screens.Style = "up" if value > had else "down"
    return ((text, "strong"), (f"  {signed(value - had)}", style))


_ENDS = (AdvanceTurn, CloseCampaign, EndPhase, OpenChoices)


def hint(state: State, kind: type[Command]) -> str:
    """What comes next, where a command came too early: one that ends what others wait for."""
    left = phases.owed(state) if state.text and kind in _ENDS else ()
    return f"next: `campaign {tasks.task(state, left[0]).verb}`" if left else ""


SCREENS = screens.Screens(status, overview, stand, panel, hint)


# --- the table and the stages of a turn -----------------------------------------------------------


def table(state: State) -> screens.LivePage | None:
    """What the campaign waits for."""
    if not state.text:
        return None
    left = phases.owed(state)
    who = "; ".join(dict.fromkeys(phases.who(state, one) for one in left))
    won = standings.decided(state)[1]
    awaited = {one.seat for one in left}
    pips = tuple(
        screens.Pip(seat, seat not in awaited, "awaited" if seat in awaited else "in")
        for seat in state.tables["seats"]
    )
    title = state.rules.phases[state.phase].title if state.phase else ""
    return screens.LivePage(
        title=title or state.rules.title,
        sentence=f"Waiting for {who}." if who else "Nothing is owed; the host can go on.",
        pips=pips,
        stamp="Decided" if won else "",
    )


def stages(state: State) -> tuple[screens.TurnStage, ...]:
    """The phases of the turn, with what the host can do in this one."""
    if not state.text or state.campaign.closed:
        return ()
    keys = tuple(state.rules.phases)
    here = keys.index(state.phase)
    return tuple(_stage(state, key, place - here) for place, key in enumerate(keys))


def _stage(state: State, key: str, place: int) -> screens.TurnStage:
    title = state.rules.phases[key].title or capital(state.rules.turn)
    if place:
        return screens.TurnStage(title, "done" if place < 0 else "later")
    left = phases.owed(state)
    names = ", ".join(dict.fromkeys(phases.who(state, one) for one in left))
    note = f"Waiting for {names}." if names else ""
    return screens.TurnStage(title, "now", note, tuple(_buttons(state, key, is_owed=bool(left))))


def _buttons(state: State, key: str, *, is_owed: bool) -> Iterator[screens.StageButton]:
    """What the host can do: open what all have sealed, and end the phase."""
    moment = f"{state.campaign.turn}:{key}"
    for act in secrets.unopened(state):
        sent = {"command": "OpenChoices", "act_name": act.key}
        opens = screens.StageButton(f"open:{moment}:{act.key}", "Open what is sealed", sent)
        waits = secrets.late(state, act)
        if waits.is_unasked:
            yield replace(opens, command={}, form="OpenChoices", is_careful=True)
        elif not any(waits):
            yield opens
    if key != phases.last_phase(state):
        ends = screens.StageButton(f"end:{moment}", "End the phase", {"command": "EndPhase"})
        form = replace(ends, command={}, form="EndPhase", is_careful=True)
        yield form if is_owed else ends


def figures(state: State) -> tuple[screens.SeatFigure, ...]:
    """The first number of each seat that pages show."""
    seats = state.rules.seats.columns.values() if state.text else ()
    numbers = (one for one in seats if isinstance(one.kind, Num) and not one.unlisted)
    column = next(numbers, None)
    if column is None:
        return ()
    place = state.rules.seats.places[column.name]
    held = {seat: int(row[place] or 0) for seat, row in state.tables["seats"].items()}
    return tuple(
        screens.SeatFigure(seat, number, f"{minus(number)} {column.name}")
        for seat, number in held.items()
    )


def called(state: State) -> dict[str, str]:
    """Every row by its id, where one has it."""
    return {
        row: str(values[0])
        for name, rows in state.tables.items()
        if name not in ("campaign", "house")
        for row, values in rows.items()
    }


ROOMS = screens.LivePages[State](
    table, answered=tasks.sealed_here, stages=stages, figures=figures, called=called
)
"""The kit's part of the pages that members play on."""
