"""FoW Choosing Your Force: what is asked of a force: its platoons, and what changes of it. Pure."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import get_args

from msgspec.structs import replace

from campaign.fow.forces.commands import EnterForce, OrganiseForce, ReorganiseForce
from campaign.fow.interviews import Asking, line_of, of_side, on_line, question
from campaign.fow.state import Force, State, force_of
from campaign.kernel.interview.answers import Choice, Kind, Number, Option, Several, Text, folded
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled, fields_of
from campaign.kernel.interview.pages import Fields, Interview, Page, Question
from campaign.kernel.interview.tapped import Count, Tick
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import capital
from events.fow.words import Motivation, Skill

FIRST = ("force", "side", "member", "type")
REST = (
    "name", "company", "nation", "skill", "motivation", "period", "handbook", "air", "variant",
    "companies",
)  # fmt: skip
LARGEST = 99_999
"""Points of a platoon at most."""
LONGEST_ID = 40
"""Letters of an id that is made of a name."""


def asks_force(state: State, form: Given) -> Interview:
    """FoW Choosing Your Force: a force, and its platoons unless a sheet has them."""
    if form.is_screen and "sheet" not in form.answers:
        return (yield from _force_by_taps(state, form))
    fields = assembled((yield form.page(*FIRST, *REST)))
    if "sheet" in form.answers:
        return fields
    page = replace(form.page("platoons"), is_asked=True)
    return fields | fields_of(EnterForce, page, (yield page))


# --- a force by taps: names are typed, ids are made of them -------------------------------------


def slug(name: str) -> str:
    """An id that is made of a name: `1st Rifle` is `1st-rifle`."""
    return re.sub(r"[^a-z0-9]+", "-", folded(name)).strip("-")[:LONGEST_ID].strip("-")


def _named(value: str) -> str | Invalid:
    return value if slug(value) else Invalid("write a name with a letter or a digit")


def _force_by_taps(state: State, form: Given) -> Interview:
    """A force: its name, whose it is, what it is; then its platoons, a row each."""
    answers: Fields = yield Page(tuple(_of_force(state, form)), title="What force is it?")
    if not answers.get("force"):
        answers["force"] = slug(str(answers["name"]))
    fields = assembled({key: value for key, value in answers.items() if value != ""})
    page = Page(
        tuple(_of_platoon(form)),
        title="Its platoons",
        rows="platoons",
        label="Platoon",
        least=1,
        is_asked=True,
    )
    rows: Sequence[Fields] = yield page
    return fields | {"platoons": [assembled(row) for row in _with_ids(rows)]}


def _of_force(state: State, form: Given) -> Iterator[Question]:
    known = state.forces.get(form.answers.get("force", ""))
    if known is not None:
        yield question(form, "force", "Which force?")
    stands = known.called if known else ""
    name = question(form, "name", "What is it called?", tip="The Rifles", stands=stands)
    yield replace(name, is_optional=False, check=_named)
    yield of_side(state, form, "For which side?", stands=state.players.get(form.by, ""))
    yield question(form, "type", "What kind of company?")
    for key, label in (("skill", "Its Skill"), ("motivation", "Its Motivation")):
        yield question(form, key, label, tip="Most of its platoons’")
    for key, (label, tip) in _SELDOM.items():
        one = question(form, key, label, is_rare=True, tip=tip)
        if isinstance(one.kind, Number):
            one = replace(one, kind=Count(one.kind.lowest, one.kind.highest))
        yield one


_SELDOM = {
    "member": ("Whose is it?", "Your own, if nobody is chosen"),
    "company": ("What does the handbook call it?", "Rifle Company"),
    "nation": ("Its nation", "British, German, Soviet, US"),
    "period": ("Its period", "Mid War"),
    "handbook": ("Its handbook", "The book it is from"),
    "air/level": ("Air support", ""),
    "air/points": ("Points of the air support", "175"),
    "variant/name": ("A variant of the handbook", "Its name there"),
    "variant/limit": ("Points of the variant at most", ""),
    "companies": ("Companies", "More than one makes a battalion"),
}


def _of_platoon(form: Given) -> Iterator[Question]:
    """The cells of a platoon's row: what it is called, its class and points; the rest is rare."""
    page = replace(form, kind=EnterForce).page("platoons")
    by_key = {one.key: one for one in page.questions}
    name = replace(by_key["name"], label="Its name", is_optional=False, check=_named)
    yield replace(name, hint="", tip="1st Rifle")
    yield replace(by_key["class"], label="What is it?", hint="", tip="")
    yield replace(by_key["points"], label="Points", kind=Count(0, LARGEST), hint="", tip="")
    rare: dict[str, Kind] = dict.fromkeys(("squads", "infantry_teams"), Count(0, 99))
    for key, kind in (rare | dict.fromkeys(("recce", "transport", "allied"), Tick())).items():
        yield replace(by_key[key], kind=kind, is_rare=True, hint="", tip="")
    for key, words in (("skill", Skill), ("motivation", Motivation)):
        kind = Choice(tuple(Option(one, capital(one)) for one in get_args(words)))
        tip = "Where it differs from the force’s"
        yield replace(by_key[key], kind=kind, is_rare=True, hint="", tip=tip)


def _with_ids(rows: Iterable[Fields], taken: Iterable[str] = ()) -> Iterator[Fields]:
    """Platoons with an id for each, made of its name; a second one of a name gets a number."""
    ids = set(taken)
    for row in rows:
        base = name = slug(str(row["name"]))
        number = 2
        while name in ids:
            name, number = f"{base}-{number}", number + 1
        ids.add(name)
        yield {"id": name, **{key: value for key, value in row.items() if value is not None}}


# --- changed between battles --------------------------------------------------------------------


def asks_reorganise(state: State, form: Given) -> Interview:
    """FoW Reorganise: squads, Support platoons and air support, then what costs victory points."""
    if form.is_screen:
        return (yield from _reorganise_by_taps(state, form))
    fields = assembled((yield form.page("force", "line", "air")))
    own = state.forces.get(str(fields.get("force")))
    there = _platoons(state, form) if own is None else _its_platoons(own, is_open=True)
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


def _reorganise_by_taps(state: State, form: Given) -> Interview:
    """The same by taps: which force, what is free, what costs points."""
    fields = assembled((yield _which_force(state, form)))
    own = state.forces.get(str(fields.get("force")))
    there = _platoons(state, form) if own is None else _its_platoons(own)
    page = _squads(form, there)
    fields |= fields_of(ReorganiseForce, page, (yield page))
    support = _its_platoons(own, "support") if own else there
    fields = {**fields, **(yield from _free(form, support))}
    paid: Sequence[Fields] = yield Page(
        (
            Question("out", "Which leaves?", there, is_optional=True),
            *(replace(one, is_optional=True) for one in _of_platoon(form) if not one.is_rare),
        ),
        ("Each platoon added, removed or swapped costs 5 victory points of the line.",),
        title="Combat and Weapons platoons",
        rows="core",
        label="Change",
    )
    if paid:
        taken = own.platoons if own else ()
        fields["core"] = [_change(_identified(row, taken), own) for row in paid]
    return fields


def _which_force(state: State, form: Given) -> Page:
    """The member's own forces, and all of them for who has none."""
    mine = [one for one in state.forces.values() if one.member in ("", form.by)]
    every = mine or state.forces.values()
    options = tuple(Option(one.id, one.called, state.sides[one.side]) for one in every)
    asked = [question(form, "force", "Which force?", kind=Choice(options))]
    if len(state.lines) > 1:
        asked.append(question(form, "line", "Which line pays?"))
    return Page(tuple(asked), title="Which force changes?")


def _squads(form: Given, there: Choice) -> Page:
    platoon, change, now = (replace(one, hint="", tip="") for one in form.page("squads").questions)
    return Page(
        (
            replace(platoon, label="Platoon", kind=there),
            replace(change, label="More or fewer?"),
            replace(now, label="Its points then", kind=Count(0, LARGEST)),
        ),
        title="A squad more or fewer?",
        rows="squads",
        label="Squad",
    )


def _free(form: Given, there: Choice) -> Asking:
    """FoW Reorganise: Support platoons out and in, and air support, for nothing."""
    out = Question("support/remove", "Which leave?", Several(there), is_optional=True)
    answers = yield Page(
        (
            *((out,) if there.options else ()),
            question(form, "air/level", "Air support from now on", is_rare=True),
            question(form, "air/points", "Its points", kind=Count(0, LARGEST), is_rare=True),
        ),
        title="Support that leaves",
    )
    fields = assembled(answers)
    cells = tuple(one for one in _of_platoon(form) if not one.is_rare and one.key != "class")
    page = Page(cells, title="Support that comes", rows="support/add", label="Support platoon")
    come: Sequence[Fields] = yield page
    support = {
        "remove": list(fields.get("support", {}).get("remove") or ()),
        "add": [_as_platoon(row, "support") for row in _with_ids(come)],
    }
    fields.pop("support", None)
    if any(support.values()):
        fields["support"] = {key: value for key, value in support.items() if value}
    return fields


def _identified(row: Fields, taken: Iterable[str]) -> Fields:
    """A row with an id where a platoon comes."""
    if not row["name"]:
        return {**row, "id": None}
    (new,) = _with_ids([row], taken)
    return {"out": None, **new}


def _its_platoons(force: Force, unit_class: str = "", *, is_open: bool = False) -> Choice:
    """A force's platoons by name; those of a class alone, where one is given."""
    options = (
        Option(one.id, one.name)
        for one in force.platoons.values()
        if unit_class in ("", one.unit_class)
    )
    return Choice(tuple(options), is_open)


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
    if form.is_screen:
        return (yield from _organise_by_taps(state, form))
    answers = yield from on_line(state, form, "side", "attached_out")
    group = Question(
        "kampfgruppe/id", "Id of a German battle group", Choice(is_open=True), is_optional=True
    )
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


def _organise_by_taps(state: State, form: Given) -> Interview:
    """The same by taps, and only what the nation has: battle groups, batteries, companies."""
    answers = yield from on_line(state, form)
    line = line_of(state, answers)
    label, stands = "Whose force?", state.players.get(form.by, "")
    answers |= yield Page((of_side(state, form, label, stands=stands),), title=label)
    own = force_of(state, line.id, str(answers["side"])) if line else None
    fields = assembled(answers)
    if own is None:
        return fields
    weapons = _its_platoons(own, "weapons")
    if weapons.options:
        label = "Which are attached out whole?"
        out = question(form, "attached_out", label, kind=Several(weapons))
        fields |= assembled((yield Page((out,), title="Weapons platoons attached out")))
    if _may_be(own, "german"):
        fields |= yield from _battle_group(own)
    if own.nation and _may_be(own, "british"):
        fields |= yield from _batteries(own)
    if own.companies > 1:
        fields |= yield from _allotted(own)
    return fields


def _may_be(force: Force, nation: str) -> bool:
    own = force.nation.lower()
    return not own or own[:3] == nation[:3]


def _battle_group(own: Force) -> Asking:
    """A German battle group: its name, and squads of which platoons."""
    asked = Question(
        "kampfgruppe/id", "What is a German battle group called?", Text(is_own=True),
        is_optional=True, tip="Kampfgruppe Abt; nothing without one", check=_named,
    )  # fmt: skip
    name = (yield Page((asked,), title="A battle group?"))["kampfgruppe/id"]
    if not name:
        return {}
    cells = (
        Question("platoon", "Platoon", _its_platoons(own)),
        Question("squads", "Squads of it", Count(1, 99)),
    )
    rows = yield Page(
        cells, title="Whose squads?", rows="kampfgruppe/squads", label="Platoon", least=1
    )
    squads = {row["platoon"]: row["squads"] for row in rows}
    return {"kampfgruppe": {"id": slug(str(name)), "squads": squads}}


def _batteries(own: Force) -> Asking:
    """British batteries, each with the names of its Gun Troops."""
    cells = (
        Question("key", "Battery", _its_platoons(own)),
        Question("first", "One Gun Troop", Text(is_own=True), check=_named, tip="A Troop"),
        Question("second", "The other", Text(is_own=True), check=_named, tip="B Troop"),
    )
    page = Page(cells, title="Batteries as Gun Troops", rows="troops", label="Battery")
    rows = yield page
    if not rows:
        return {}
    return {"troops": {row["key"]: [slug(row["first"]), slug(row["second"])] for row in rows}}


def _allotted(own: Force) -> Asking:
    """A battalion's Support platoons, each with the company that has it."""
    companies = dict.fromkeys(one.company for one in own.platoons.values() if one.company)
    names = Choice(tuple(Option(one) for one in companies))
    support = _its_platoons(own, "support").options
    asked = tuple(
        Question(f"allotted/{one.value}", one.name, names, is_optional=True) for one in support
    )
    answers: Fields = (yield Page(asked, title="Which company has it?")) if asked else {}
    return assembled(answers)


INTERVIEWS = Interviews[State](
    asked={
        EnterForce: asks_force,
        ReorganiseForce: asks_reorganise,
        OrganiseForce: asks_organise,
    },
)
