"""FoW Choosing Your Force, FoW Reorganise: the verbs about forces and army lists. Pure."""

import re
from collections.abc import Collection
from typing import Any

import msgspec

from campaign.fow.forces import rosters
from campaign.fow.forces.commands import EnterForce, ImportArmyList, OrganiseForce, ReorganiseForce
from campaign.fow.forces.entries import handed_over
from campaign.fow.forces.validity import platoons_of
from campaign.fow.state import State
from campaign.kernel.interview.derived import Typed, answered, derived, interview, interviewing
from campaign.kernel.terminal import screens, verbs, views
from campaign.text.english import counted, listed

# --- FoW Reorganise: the verbs that change a force between battles, or organise it for one ------

OWN_FORCE = verbs.Argument("force", "FORCE", verbs.Known("force", lambda state: state.forces))
SQUAD, NEW = ("platoon", "points"), ("id", "points", "class", "name")
"""The answers of a row, in the order in which a word has them."""
AS_SQUAD = "PLATOON=POINTS, with its points afterwards"
AS_NEW = "ID=POINTS, such as tanks-b=320"
_SIGNS = re.compile("[=:]")


def _row(head: str, text: str, cells: tuple[str, ...], written: str) -> verbs.Course[Typed]:
    """A word such as `guns=120:weapons` as the answers of a row; `written`: how it is typed."""
    parts = _SIGNS.split(text, maxsplit=len(cells) - 1)
    if len(parts) <= cells.index("points"):
        yield from verbs.fail(f"{text!r}: write it as {written}")
    return {
        f"{head}.{cell}": part.strip() for cell, part in zip(cells, parts, strict=False) if part
    }


def _many(flag: str, about: str, metavar: str) -> verbs.VerbOption:
    return verbs.VerbOption(flag, f"{about} Repeatable.", metavar=metavar, many=True)


def _reorganise(
    call: verbs.Call,
    force: str,
    *,
    line: str | None,
    air: str | None,
    support_out: tuple[str, ...],
    remove: tuple[str, ...],
    swap: tuple[str, ...],
    **added: tuple[str, ...],
) -> verbs.Course[None]:
    """Changes a force between two of its battles, whole or not at all. A squad more or fewer in
    each platoon, Support platoons and air support are free; each Combat or Weapons platoon added,
    removed or swapped costs 5 victory points of the line.
    """
    state = yield from verbs.state_of(State)
    answers: Typed = {"force": force, "support_out": ", ".join(support_out)}
    answers |= {name: text for name, text in (("line", line), ("air", air)) if text}
    squads = [(text, change) for change in ("add", "remove") for text in added[f"{change}_squad"]]
    for number, (text, change) in enumerate(squads):
        answers |= yield from _row(f"squads.{number}", text, SQUAD, AS_SQUAD)
        answers[f"squads.{number}.change"] = change
    for number, text in enumerate(added["support_in"]):
        answers |= yield from _row(f"support.{number}", text, NEW, AS_NEW)
    core: list[Typed] = []
    for text in added["add"]:
        core.append((yield from _row("core.{}", text, NEW, AS_NEW)))
    core += [{"core.{}.out": one} for one in remove]
    for text in swap:
        core.append((yield from _swapped(text, state.forces[force].platoons)))
    for number, row in enumerate(core):
        answers |= {key.format(number): text for key, text in row.items()}
    yield from interview(ReorganiseForce, call, answers)


def _swapped(text: str, known: Collection[str]) -> verbs.Course[Typed]:
    """One platoon for another: `tanks:tanks-b=320`."""
    out = text.partition(":")[0].strip().lower()
    right = f"{out or 'tanks'}:tanks-b=320; its platoons are {listed(known)}"
    if out not in known:
        yield from verbs.fail(f"{text!r}: write it as {right}")
    return (yield from _row("core.{}", text, ("out", *NEW), right))


REORGANISE = verbs.Verb(
    words="force reorganise",
    line="Change a force between two of its battles.",
    example="campaign force reorganise winter rifles --swap mortars:mortars-b=120",
    parameters=(
        OWN_FORCE,
        verbs.VerbOption("--line", "The line that pays, where there are several.", metavar="LINE"),
        _many("--add-squad", "A squad more, with the platoon's points then.", "PLATOON=POINTS"),
        _many("--remove-squad", "A squad fewer, with its points then.", "PLATOON=POINTS"),
        _many("--support-out", "A Support platoon that leaves.", "PLATOON"),
        _many("--support-in", "A Support platoon that comes.", "ID=POINTS"),
        verbs.VerbOption("--air", "Its air support, with its points.", metavar="LEVEL=POINTS"),
        _many("--add", "A new Combat or Weapons platoon, for 5.", "ID=POINTS[:CLASS]"),
        _many("--remove", "A Combat or Weapons platoon that leaves, for 5.", "PLATOON"),
        _many("--swap", "One platoon for another, for 5.", "OUT:IN=POINTS"),
    ),
    course=_reorganise,
)


def _organise(call: verbs.Call, *, kampfgruppe: str | None, **typed: Any) -> verbs.Course[None]:
    """Sends it; a battle group is typed in one word: `kg-a:gren-1=1,gren-2=1`."""
    answers = yield from answered(OrganiseForce, typed)
    if answers is None:
        return
    if kampfgruppe:
        answers["kampfgruppe/id"], _, platoons = kampfgruppe.partition(":")
        for number, text in enumerate(platoons.split(",")):
            platoon, equals, squads = text.partition("=")
            if not equals:
                yield from verbs.fail(f"{kampfgruppe!r}: write it as kg:gren-1=1,gren-2=1")
            answers |= {f"squads.{number}.platoon": platoon, f"squads.{number}.squads": squads}
    yield from interview(OrganiseForce, call, answers)


ORGANISE = derived(OrganiseForce, _organise)


# --- FoW ruling 65: the verb that gives a force to another player -------------------------------


def _hand_over(call: verbs.Call, force: str, member: str) -> verbs.Course[None]:
    """Gives a force to another player of its side, as it is: before its first battle at any time,
    later once its player has left.
    """
    state = yield from verbs.state_of(State)
    command = handed_over(state.forces[force], member.lower(), "")
    fields = msgspec.to_builtins(command)
    sent = {name: value for name, value in fields.items() if name not in ("command", "by", "id")}
    yield from verbs.act(EnterForce, **sent)


HAND_OVER = verbs.Verb(
    words="force hand-over",
    line="Give a force to another player as it is.",
    example="campaign force hand-over winter rifles anna",
    parameters=(OWN_FORCE, verbs.Argument("member", "MEMBER")),
    course=_hand_over,
)


# --- FoW Choosing Your Force: the verbs about forces and army lists -----------------------------

FILE = verbs.Argument("file", "FILE", verbs.FilePath(dash=True))


def _template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes the headers of a roster, to be filled in with a spreadsheet."""
    yield from verbs.write_file(file, rosters.roster_template(), force=force)


TEMPLATE = verbs.Verb(
    words="force template",
    line="Write the headers of a roster.",
    example="campaign force template rifles.csv",
    on_campaign=False,
    json=False,
    parameters=verbs.TO_FILE,
    course=_template,
)


def _enter(call: verbs.Call, sheet: str, **typed: object) -> verbs.Course[None]:
    """Enters a force from a roster, once that has no faults."""
    text = yield from verbs.read_sheet(sheet)
    yield from verbs.no_faults(call, rosters.read_roster(text).bad, verbs.sheet_name(sheet))
    yield from interviewing(EnterForce, call, sheet=text, **typed)


def _list(state: State, force: str | None, *, csv: bool) -> views.View:
    """Lists the forces with their points, or one of them with its platoons."""
    if force is None:
        return _all(state)
    chosen = state.forces[force]
    shown = {
        one.id: {"class": one.unit_class, "points": one.points} for one in chosen.platoons.values()
    }
    data = {"force": force, "points": chosen.points, "platoons": shown}
    if csv:
        return views.View(data, (views.Diagram(rosters.written_roster(chosen.platoons.values())),))
    checked_by = "checked by the army list" if chosen.checked == "list" else "on the player's word"
    title = views.Heading(
        f"{chosen.called}: {state.sides[chosen.side]}, "
        f"{chosen.company_type}, {chosen.points:,} of {chosen.limit:,} points, {checked_by}"
    )
    rows = tuple(
        (one.id, one.name, one.unit_class, one.squads or "", one.points)
        for one in chosen.platoons.values()
    )
    grid = screens.Grid(("platoon", "name", "class", "squads", "points"), rows, "squads points")
    support = []
    if chosen.air is not None and chosen.air.level != "none":
        air_points = counted(chosen.air.points, "point")
        support.append(f"Air support: {chosen.air.level}, {air_points}.")
    return views.View(data, (title, grid, views.Lines(support)))


def _all(state: State) -> views.View:
    rows = tuple(
        (
            one.id,
            state.sides[one.side],
            state.campaign.called(one.member) if one.member else "",
            one.company_type,
            len(platoons_of(one)),
            one.points,
            one.limit,
        )
        for one in state.forces.values()
    )
    heads = ("force", "side", "whose", "type", "platoons", "points", "limit")
    data = {one.id: one.points for one in state.forces.values()}
    return views.View(data, (screens.Grid(heads, rows, "platoons points limit"),))


LIST = verbs.Verb(
    words="force list",
    line="List the forces, or one with its platoons.",
    example="campaign force list winter\ncampaign force list winter rifles --csv",
    parameters=(
        msgspec.structs.replace(OWN_FORCE, metavar="[FORCE]", required=False),
        verbs.Flag("--csv", "Print the roster as CSV."),
    ),
    title="Forces",
    shows=verbs.looking(State, _list),
)
FORCE = verbs.VerbFamily(
    words="force",
    help="Rosters of platoons: entered, listed, changed between battles, organised for one.",
    sections={"": (TEMPLATE, derived(EnterForce, _enter), LIST, REORGANISE, ORGANISE, HAND_OVER)},
    story=("template", "enter", "list", "organise"),
)

# --- army lists ---------------------------------------------------------------------------------


def _list_template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes the headers of an army list, to be filled in from your own books."""
    yield from verbs.write_file(file, rosters.list_template(), force=force)


def _import(call: verbs.Call, file: str) -> verbs.Course[None]:
    """Takes your own army list (CSV, see template), against which forces are checked from now on.
    Every bad row is told at once. The tracker ships no list.
    """
    sheet = yield from verbs.read_sheet(file)
    yield from verbs.no_faults(call, rosters.read_list(sheet).bad, verbs.sheet_name(file))
    yield from verbs.act(ImportArmyList, sheet=sheet)


ARMY_LIST = verbs.VerbFamily(
    words="army-list",
    help="A club's own army list, to check forces by.",
    sections={
        "": (
            verbs.Verb(
                words="army-list template",
                line="Write the headers of an army list.",
                example="campaign army-list template list.csv",
                on_campaign=False,
                json=False,
                parameters=verbs.TO_FILE,
                course=_list_template,
            ),
            verbs.Verb(
                words="army-list import",
                line="Take your own army list.",
                example="""
                echo 'Rifle Company,infantry,Company HQ,hq,1,1,,' >> list.csv
                echo 'Rifle Company,infantry,Rifle Platoon,combat,2,3,200,300' >> list.csv
                campaign army-list import winter list.csv
                """,
                parameters=(FILE,),
                course=_import,
            ),
        )
    },
)
VERBS = {family.words: family for family in (FORCE, ARMY_LIST)}
