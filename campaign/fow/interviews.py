"""What acts ask: the options of their fields, the line, dice of the table. Pure."""

from collections.abc import Callable, Generator, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from campaign.fow.dice.commands import AIDS
from campaign.fow.missions import roles
from campaign.fow.missions.catalogue import missions
from campaign.fow.names import whose
from campaign.fow.state import Battle, LineState, State, seats_of
from campaign.fow.terminal import at, lines_of
from campaign.fow.terrain.charts import charts
from campaign.kernel.interview.answers import Choice, Kind, Option
from campaign.kernel.interview.asking import Given
from campaign.kernel.interview.by_type import assembled, fields_of, merged, pages
from campaign.kernel.interview.pages import Confirm, Fields, Interview, Page, Question
from campaign.kernel.interview.tapped import Pad
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text.english import counted

# --- What depends on the line: dice of the table, losses, company types -------------------------

LABELS = {"line": "Which line?", "ended_by": "How did it end?", "square": "Which square?"}
Asking = Generator[Page | Confirm, Any, Fields]


def on_line(state: State, form: Given, *fields: str) -> Asking:
    """The line, asked for where there are several, and other fields with it."""
    page = form.page("line", *fields)
    is_one = len(state.lines) == 1 and "line" not in form.answers
    asked = tuple(
        replace(
            one,
            label=LABELS.get(one.key, one.label),
            is_optional=is_one if one.key == "line" else one.is_optional,
        )
        for one in page.questions
        if not (is_one and one.key == "line")
    )
    values: Fields = (yield replace(page, questions=asked)) if asked else {}
    return values


def asks_line(
    state: State, form: Given, button: str = "", notes: tuple[str, ...] = ()
) -> Interview:
    """An act of which nothing but the line is asked; the only one is folded away."""
    if len(state.lines) > 1:
        return assembled((yield from on_line(state, form)))
    page = Page(aside(form, "line"), notes, button=button, is_last=True)
    return assembled((yield page))


def question(form: Given, key: str, label: str = "", **said: Any) -> Question:
    """A field's question in the words of a screen, without the hint of its type."""
    page = form.page(key.partition("/")[0])
    (one,) = (one for one in page.questions if one.key == key)
    return replace(one, **{"label": label or one.label, "hint": "", "tip": "", **said})


def of_side(state: State, form: Given, label: str, *able: str, **said: Any) -> Question:
    """The question for a side, each drawn in its colour; for some alone, where they are named."""
    return question(form, "side", label, kind=drawn_sides(state, *able), **said)


def as_typed(form: Given) -> Asking:
    """What the types of an act's fields ask, where it has screens of its own."""
    fields: Fields = {}
    for page in pages(form.kind, form.known):
        fields = merged(fields, fields_of(form.kind, page, (yield page)))
    return fields


def line_of(state: State, answers: Fields) -> LineState | None:
    """The line that was answered."""
    return at(state, answers.get("line"))


def battle_of(state: State, answers: Fields) -> Battle | None:
    """The battle of the line that was answered, if it has begun."""
    line = line_of(state, answers)
    return state.known_battle(line.battle) if line else None


def for_sides(
    state: State, form: Given, field: str, label: str, kind: Kind | None = None
) -> list[Question]:
    """A question for each side of a field with a value by side, `label` behind its name."""
    return [
        replace(one, label=f"{whose(state.sides[side])} {label}", kind=kind or one.kind)
        for one in form.page(field).questions
        if (side := one.key.partition("/")[2]) in state.sides
    ]


def dice_of_table(state: State, form: Given, count: int = 0, title: str = "") -> Asking:
    """FoW ruling 63: what each side threw, `count` dice each; unless the ledger alone rolls.

    Where the dice of one side are tapped, those of the other are asked next.
    """
    is_typed = any(key.partition("/")[0] == "dice" for key in form.answers)
    if state.rulings.dice == "ledger" and not is_typed:
        return {}
    noun = "die" if count == 1 else "dice"
    questions = for_sides(state, form, "dice", noun, Pad(is_all=state.rulings.dice == "table"))
    if count:
        questions = [replace(one, check=_so_many(count)) for one in questions]
    values: Fields = yield thrown(state, form, *questions, title=title)
    left = tuple(one for one in questions if not values.get(one.key))
    if form.is_script or len(left) in (0, len(questions)):
        return values
    pads = tuple(replace(one, kind=Pad(is_all=True), is_optional=False) for one in left)
    rest = yield Page(pads, is_asked=True, title=title, is_last=True, button="Record")
    return {**values, **rest}


def thrown(state: State, form: Given, *dice: Question, title: str = "") -> Page:
    """FoW ruling 63: a page for dice of the table, with who saw them; else the ledger rolls."""
    is_tables = state.rulings.dice == "table"
    asked = tuple(replace(one, is_optional=not is_tables, hint="", tip="") for one in dice)
    witness = question(form, "witness", "Who saw them?", is_rare=True)
    notes = () if is_tables else ("The ledger rolls, or you tap what fell at the table.",)
    button = "Record" if is_tables else "Roll"
    page = Page((*asked, witness), notes, is_asked=True, title=title, button=button)
    return replace(page, is_last=True)


def _so_many(count: int) -> Any:
    def check(fell: tuple[int, ...]) -> tuple[int, ...] | Invalid:
        if len(fell) == count:
            return fell
        return Invalid(f"that is {counted(len(fell), 'die', 'dice')}, not {count}")

    return check


def aside(form: Given, *fields: str) -> tuple[Question, ...]:
    """Questions that are seldom answered: a page folds them away, and a terminal leaves them."""
    return tuple(replace(one, is_rare=True) for one in form.page(*fields).questions)


# --- What the fields of commands may be: lines, sides, missions, players ------------------------

ENDS = {
    "objective": "a side held an objective as its turn began",
    "cleared": "no enemy was left where the mission says",
    "last-turn": "the mission's last turn was over",
    "time": "time ran out",
    "morale": "a company failed its morale check",
    "conceded": "a side gave the battle up",
}
"""How a battle may have ended, each in words."""
_ALWAYS = frozenset(("morale", "conceded", "time"))


def _named(names: Mapping[str, str], *, is_open: bool = False) -> Choice:
    return Choice(tuple(Option(value, name) for value, name in names.items()), is_open)


def drawn_sides(state: State, *of: str) -> Choice:
    """Some sides, or both, each with its colour."""
    codes = seats_of(state).codes
    return Choice(
        tuple(
            Option(one, state.sides[one], piece=f"{one}|{codes.get(one, '')}")
            for one in of or state.sides
        )
    )


def forces(state: State) -> Choice:
    """The forces by name; a new one is called as its owner likes."""
    options = (Option(one.id, one.called, state.sides[one.side]) for one in state.forces.values())
    return Choice(tuple(options), is_open=True)


def platoons(state: State) -> Choice:
    """The platoons of all forces; not all belong to one with a roster."""
    options = (
        Option(one.id, one.name, force.name or force.id)
        for force in state.forces.values()
        for one in force.platoons.values()
    )
    return Choice(tuple(options), is_open=True)


def players(state: State) -> Choice:
    """Everybody who plays on a side."""
    return _named({who: state.campaign.called(who) for who in state.players}, is_open=True)


def _missions(may: Iterable[str], why: str) -> Choice:
    allowed = frozenset(may)
    options = (
        Option(slug, one.name, refused="" if slug in allowed else why)
        for slug, one in missions().items()
    )
    return Choice(tuple(options))


def changed(state: State) -> Choice:
    """FoW Axis of Attack: missions one row up or down from what the dice picked."""
    rows = (
        row
        for line in state.lines.values()
        if line.phase == "change"
        for row in roles.neighbours(line.rolled_row)
    )
    return _missions(map(roles.mission_of, rows), "not one row up or down")


def agreed(state: State) -> Choice:
    """FoW Mission Selector: missions that a footnote allows instead."""
    is_any = state.rulings.agreed_missions == "any"
    slugs = (
        slug
        for line in state.lines.values()
        if line.phase == "preparation" and line.mission
        for slug in roles.agreeable(line.row, line.mission, is_any)
    )
    return _missions(slugs, "no footnote of the row allows it")


def ends(state: State) -> Choice:
    """FoW missions: how the battles that run may end."""
    running = state.running.values()
    own = {end.ended_by for one in running for end in missions()[one.mission].end}
    able = own | _ALWAYS if running else ENDS.keys()
    options = (
        Option(word, word.replace("-", " "), text, refused="" if word in able else "not here")
        for word, text in ENDS.items()
    )
    return Choice(tuple(options))


def aids(state: State) -> Choice:
    """FoW Re-rolls: what is rolled for, by its name and what it is about."""
    named = ((slug, aid.row.what.partition(", ")) for slug, aid in AIDS.items())
    return Choice(tuple(Option(slug, name, about) for slug, (name, _, about) in named))


_OF_SIDES = ("side", "first_lost", "platoons:", "lost:", "pre_game:", "dice:", "types:")
CHOICES: dict[str, Callable[[State], Choice]] = {
    **dict.fromkeys(("line", "commanders:"), lambda state: _named(lines_of(state))),
    **dict.fromkeys(_OF_SIDES, lambda state: _named(state.sides)),
    "commander": lambda state: Choice((Option("", "nobody"), *players(state).options), True),
    **dict.fromkeys(("players", "winners"), players),
    "mission": lambda state: Choice(tuple(Option(one.name) for one in missions().values()), True),
    "force": forces,
    "platoon": platoons,
    "witness": lambda state: _named(
        {member: state.campaign.called(member) for member in state.campaign.members}, is_open=True
    ),
    "changed": changed,
    "agreed": agreed,
    "ends": ends,
    "chart": lambda state: _named({one.slug: one.name for one in charts().values()}, is_open=True),
    "aid": aids,
}
"""By the name of a field, or of the options that it names; with a colon, the keys of a map."""
