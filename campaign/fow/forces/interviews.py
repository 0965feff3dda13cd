"""FoW Choosing Your Force: what is asked of a force: its platoons, and what changes of it. Pure."""

from msgspec.structs import replace

from campaign.fow.forces.commands import EnterForce, OrganiseForce, ReorganiseForce
from campaign.fow.interviews import on_line
from campaign.fow.state import Force, State
from campaign.kernel.interview.answers import Choice, Number, Option, Several
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled, fields_of
from campaign.kernel.interview.pages import Fields, Interview, Page, Question

FIRST = ("force", "side", "member", "type")
REST = (
    "name", "company", "nation", "skill", "motivation", "period", "handbook", "air", "variant",
    "companies",
)  # fmt: skip
LARGEST = 99_999
"""Points of a platoon at most."""


def asks_force(state: State, form: Given) -> Interview:
    """FoW Choosing Your Force: a force, and its platoons unless a sheet has them."""
    fields = assembled((yield form.page(*FIRST, *REST)))
    if "sheet" in form.answers:
        return fields
    page = replace(form.page("platoons"), is_asked=True)
    return fields | fields_of(EnterForce, page, (yield page))


# --- changed between battles --------------------------------------------------------------------


def asks_reorganise(state: State, form: Given) -> Interview:
    """FoW Reorganise: squads, Support platoons and air support, then what costs victory points."""
    fields = assembled((yield form.page("force", "line", "air")))
    own = state.forces.get(str(fields.get("force")))
    there = _platoons(state, form) if own is None else Choice(
        tuple(Option(one.id, one.name) for one in own.platoons.values()), is_open=True
    )  # fmt: skip
    squads = form.page("squads")
    first, *others = squads.questions
    page = replace(squads, questions=(replace(first, kind=there), *others), label="Squad")
    fields |= fields_of(ReorganiseForce, page, (yield page))
    gone = yield Page(
        (Question("support_out", "Support platoons that leave", Several(there), is_optional=True),)
    )
    come = yield Page(_new(form, "class"), rows="support", label="Support platoon that comes")
    support = {
        "remove": list(gone["support_out"] or ()),
        "add": [_as_platoon(row, "support") for row in come],
    }
    if any(support.values()):
        fields["support"] = {key: value for key, value in support.items() if value}
    out = Question("out", "Platoon that leaves", there, is_optional=True)
    new = tuple(replace(one, is_optional=True) for one in _new(form))
    paid = yield Page(
        (*new, out),
        ("Each platoon added, removed or swapped costs 5 victory points of the line.",),
        rows="core",
        label="Combat or Weapons platoon",
    )
    if paid:
        fields["core"] = [_change(row, own) for row in paid]
    return fields


def _platoons(state: State, form: Given) -> Choice:
    return form.known.choosing("platoon") or Choice(is_open=True)


def _new(form: Given, *without: str) -> tuple[Question, ...]:
    """The questions of a new platoon that most people answer."""
    page = replace(form, kind=EnterForce).page("platoons")
    wanted = [name for name in ("id", "points", "class", "name") if name not in without]
    by_key = {one.key: one for one in page.questions}
    points = replace(by_key["points"], kind=Number(0, LARGEST))
    return tuple(points if name == "points" else by_key[name] for name in wanted)


def _as_platoon(row: Fields, otherwise: str) -> Fields:
    values = {key: value for key, value in row.items() if value is not None and key != "out"}
    return {"class": otherwise, **values}


def _change(row: Fields, own: Force | None) -> Fields:
    """One change that is paid for: a platoon in, one out, or one for another of its class."""
    if row["id"] is None:
        return {"remove": row["out"] or ""}
    goes = own.platoons.get(str(row["out"])) if own else None
    new = _as_platoon(row, goes.unit_class if goes else "combat")
    return {"swap": {"out": row["out"], "in": new}} if row["out"] else {"add": new}


# --- organised for a battle ---------------------------------------------------------------------


def asks_organise(state: State, form: Given) -> Interview:
    """FoW Choosing Your Force: what is attached out, then battle groups, batteries, companies."""
    answers = yield from on_line(state, form, "side", "attached_out")
    group = Question("kampfgruppe/id", "Id of a German battle group", _open(), is_optional=True)
    fields = assembled(answers | (yield Page((group,))))
    if "kampfgruppe" in fields:
        cells = (
            Question("platoon", "Platoon", _platoons(state, form)),
            Question("squads", "Squads of it", Number(1)),
        )
        rows = yield Page(cells, rows="squads", label="Platoon of the battle group", least=1)
        fields["kampfgruppe"]["squads"] = {row["platoon"]: row["squads"] for row in rows}
    for name in ("troops", "allotted"):
        page = form.page(name)
        fields |= fields_of(OrganiseForce, page, (yield page))
    return fields


def _open() -> Choice:
    return Choice(is_open=True)


INTERVIEWS = Interviews[State](
    asked={
        EnterForce: asks_force,
        ReorganiseForce: asks_reorganise,
        OrganiseForce: asks_organise,
    },
)
