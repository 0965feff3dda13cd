"""FoW Choosing Your Force: the verbs about forces and army lists. Pure."""

from campaign.flames_of_war.forces import army_list, roster
from campaign.flames_of_war.forces.commands import EnterForce, ImportArmyList
from campaign.flames_of_war.forces.counts import platoons_of
from campaign.flames_of_war.forces.verbs_changes import ORGANISE, REORGANISE
from campaign.flames_of_war.forces.verbs_hand_over import HAND_OVER
from campaign.flames_of_war.state import State
from campaign.kernel.courses import (
    Call,
    Course,
    act,
    heading,
    json_page,
    read_sheet,
    say,
    state_of,
    table,
    write_file,
)
from campaign.kernel.derived import derived, interviewing
from campaign.kernel.sheets import TO_FILE, no_faults, sheet_name
from campaign.kernel.verbs import (
    Argument,
    FilePath,
    Flag,
    Known,
    Verb,
    VerbFamily,
)
from campaign.text.english import counted

FILE = Argument("file", "FILE", FilePath(dash=True))
_FORCE = Known("force", lambda state: state.forces)


def _template(call: Call, file: str | None, force: bool) -> Course[None]:
    """Writes the headers of a roster, to be filled in with a spreadsheet."""
    yield from write_file(file, roster.template(), force=force)


TEMPLATE = Verb(
    words="force template",
    line="Write the headers of a roster.",
    example="campaign force template rifles.csv",
    on_campaign=False,
    json=False,
    parameters=TO_FILE,
    course=_template,
)


def _enter(call: Call, sheet: str, **typed: object) -> Course[None]:
    """Enters a force from a roster, once that has no faults."""
    text = yield from read_sheet(sheet)
    yield from no_faults(call, roster.read(text).bad, sheet_name(sheet))
    yield from interviewing(EnterForce, call, sheet=text, **typed)


def _list(call: Call, force: str | None, *, csv: bool) -> Course[None]:
    """Lists the forces with their points, or one of them with its platoons."""
    state = yield from state_of(State)
    if force is None:
        yield from _all(call, state)
        return
    found = state.forces[force]
    if csv:
        yield from say(roster.written(found.platoons.values()), end=False)
        return
    if call.as_json:
        shown = {
            one.id: {"class": one.unit_class, "points": one.points}
            for one in found.platoons.values()
        }
        yield from json_page({"force": force, "points": found.points, "platoons": shown})
        return
    kept = "checked by the army list" if found.checked == "list" else "on the player's word"
    yield from heading(
        f"{found.name or found.company or force}: {state.sides[found.side]}, "
        f"{found.company_type}, {found.points:,} of {found.limit:,} points, {kept}"
    )
    rows = [
        (one.id, one.name, one.unit_class, one.squads or "", one.points)
        for one in found.platoons.values()
    ]
    yield from table(("platoon", "name", "class", "squads", "points"), rows, "squads points")
    if found.air is not None and found.air.level != "none":
        air_points = counted(found.air.points, "point")
        yield from say(f"Air support: {found.air.level}, {air_points}.")


def _all(call: Call, state: State) -> Course[None]:
    if call.as_json:
        yield from json_page({one.id: one.points for one in state.forces.values()})
        return
    rows = [
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
    ]
    heads = ("force", "side", "whose", "type", "platoons", "points", "limit")
    yield from table(heads, rows, "platoons points limit")


LIST = Verb(
    words="force list",
    line="List the forces, or one with its platoons.",
    example="campaign force list winter\ncampaign force list winter rifles --csv",
    parameters=(
        Argument("force", "[FORCE]", _FORCE, required=False),
        Flag("--csv", "Print the roster as CSV."),
    ),
    course=_list,
)
FORCE = VerbFamily(
    words="force",
    help="Rosters of platoons: entered, listed, changed between battles, organised for one.",
    sections={"": (TEMPLATE, derived(EnterForce, _enter), LIST, REORGANISE, ORGANISE, HAND_OVER)},
    story=("template", "enter", "list", "organise"),
)

# --- army lists ---------------------------------------------------------------------------------


def _list_template(call: Call, file: str | None, force: bool) -> Course[None]:
    """Writes the headers of an army list, to be filled in from your own books."""
    yield from write_file(file, army_list.template(), force=force)


def _import(call: Call, file: str) -> Course[None]:
    """Takes your own army list (CSV, see template), against which forces are checked from now on.
    Every bad row is told at once. The tracker ships no list.
    """
    sheet = yield from read_sheet(file)
    yield from no_faults(call, army_list.read(sheet).bad, sheet_name(file))
    yield from act(ImportArmyList, sheet=sheet)


ARMY_LIST = VerbFamily(
    words="army-list",
    help="A club's own army list, to check forces by.",
    sections={
        "": (
            Verb(
                words="army-list template",
                line="Write the headers of an army list.",
                example="campaign army-list template list.csv",
                on_campaign=False,
                json=False,
                parameters=TO_FILE,
                course=_list_template,
            ),
            Verb(
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
