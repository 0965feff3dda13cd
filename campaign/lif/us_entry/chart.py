"""LiF 5.3.2, 5.3.3: the chart of options and actions, the kit's and a club's. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from campaign.kernel import decisions
from campaign.kernel.decisions import About, Decision, Refused, Supplied, bad_field, missing_field
from campaign.lif import state as game
from campaign.lif.force_pools.kit import MODULES
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from campaign.lif.roster import rows as table_rows
from campaign.lif.us_entry import fold
from campaign.text.english import listed, near
from campaign.text.moments import ONE_LINE
from events.lif.politics import Power
from events.lif.us_entry import ChartRow, EntryChartImported, Theatre

if TYPE_CHECKING:
    from campaign.lif.us_entry.commands import ImportEntryChart, PickEntryOption

# --- LiF 5.3.2, 5.3.3: the player who acts answers questions about the map; answers are kept ----

YES_OR_NO = ("yes", "no")


class MapQuestion(msgspec.Struct, frozen=True):
    """LiF 5.3: a question about the map, and which answers let an option or action happen."""

    key: str
    """Under which `stated` answers it."""
    text: str
    """A whole question, such as `Does Japan control Nanking?`."""
    allows: tuple[str, ...] = ("yes",)
    """The answers that permit it; none named: any word will do."""

    @property
    def answers(self) -> tuple[str, ...]:
        """The possible answers; if there are none, any word will do."""
        return YES_OR_NO if set(self.allows) <= set(YES_OR_NO) and self.allows else self.allows


def unanswered(
    questions: Sequence[MapQuestion], stated: Mapping[str, str], rule: str
) -> Refused | None:
    """LiF 5.3: each question needs an answer that permits the act, and no other answer is given."""
    known = {question.key for question in questions}
    for key in stated:
        if key not in known:
            text = f"it asks for {', '.join(sorted(known))}" if known else "nothing is asked here"
            hint = near(key, known) or f"; {text}"
            return bad_field("stated", f"there is no question {key!r}{hint}")
    for question in questions:
        if refused := _judged(question, stated.get(question.key), rule):
            return refused
    return None


def _judged(question: MapQuestion, answer: str | None, rule: str) -> Refused | None:
    choices = " or ".join(question.answers)
    about = About("stated", question.key, question.text, question.answers, missing=True)
    if answer is None:
        text = f" with {choices}" if choices else ""
        return Refused(rule, f"{question.text} State {question.key}{text}", about)
    if question.answers and answer not in question.answers:
        text = f"{question.key}: expected {choices}, got {answer!r}"
        return Refused(None, f"stated: {text}", about, text)
    if question.allows and answer not in question.allows:
        return Refused(
            rule,
            f"{question.text} The answer is {answer}, which forbids it",
            replace(about, missing=False),
        )
    return None


# --- LiF 5.3.3: the kit's seven US entry actions as data: targets, questions, governments -------

OCCUPATION, GAS, CROATIA, FRANCO, PETAIN = 3, 12, 16, 17, 18
NEI, NEW_CALEDONIA = "netherlands-east-indies", "new-caledonia"
TARGETS = (NEW_CALEDONIA, NEI)
"""LiF 5.3.3: what action 3 occupies, each as an action of its own."""
VICHY_PARTISANS = 10
"""LiF 5.3.3: Vichy France's partisan number from action 18 on."""
THROUGH_VICHY = (
    "Germany moves by rail, flies and traces supply through it, its own units alone are its "
    "garrison, and its partisans and those of occupied France cross the border"
)
"""LiF 5.3.3, ruling 57: what stands from action 18 on, until Vichy France collapses."""
OFFENSIVE_CHITS = 2
"""LiF 5.3.3: what Germany expends to align Spain under action 17."""


class Government(msgspec.Struct, frozen=True):
    """LiF 5.3.3: a puppet government: its city, its gains and its partisans."""

    action: int
    city: str
    power: Power
    militia: str
    """LiF 5.3.1: the kit's counter that joins the power's force pool."""
    country: str
    """Where partisans rise."""
    partisans: int
    """Their number for the rest of the game."""


GOVERNMENTS: dict[int, Government] = {
    government.action: government
    for government in (
        Government(10, "nanking", "japan", "militia-nanking", "china", 15),
        Government(11, "vladivostok", "japan", "militia-vladivostok", "siberia", 10),
        Government(16, "zagreb", "germany", "militia-zagreb", "yugoslavia", 15),
    )
}
CITIES: dict[str, Government] = {government.city: government for government in GOVERNMENTS.values()}

KIT_ACTIONS = frozenset({OCCUPATION, GAS, FRANCO, PETAIN, *GOVERNMENTS})
"""LiF 5.3.3: the actions whose conditions the kit prints; of others the chart has all there is."""

_STEP = MapQuestion("step", "Is this an Axis declaration of war step?")
_OIL = MapQuestion("oil", "Do the Netherlands East Indies provide oil to Japan?", ("no",))
_VICHY = MapQuestion("vichy", "Does Vichy France control New Caledonia?")
_QUESTIONS: dict[int, tuple[MapQuestion, ...]] = {
    10: (MapQuestion("nanking", "Does Japan control Nanking?"),),
    11: (MapQuestion("vladivostok", "Does Japan control Vladivostok?"),),
    GAS: (MapQuestion("chinese", "Is the hex Chinese controlled?"),),
    16: (MapQuestion("zagreb", "Does Germany control Zagreb?"),),
}


def action_questions(action: int, target: str | None = None) -> tuple[MapQuestion, ...]:
    """LiF 5.3.3: an action's questions about the map; without a target, for all its targets."""
    if action != OCCUPATION:
        return _QUESTIONS.get(action, ())
    by_target = {NEI: (_OIL, _STEP), NEW_CALEDONIA: (_VICHY, _STEP)}
    return by_target.get(target or "", (_OIL, _VICHY, _STEP))


# --- LiF 5.3.1: the kit's three militia come with their US entry actions, not before ------------

MILITIA_RULE = "LiF 5.3.1"
_ACTIONS = {government.militia: government.action for government in GOVERNMENTS.values()}


def action_for(counter: str) -> int | None:
    """LiF 5.3.1: the action that brings a militia of the kit; None for any other counter."""
    return _ACTIONS.get(counter)


def awaited(state: game.State, counter: str) -> int | None:
    """LiF 5.3.1: the action that a militia still waits for; None for any other counter.

    Without the expansion, as in the list edition, there is no action to wait for.
    """
    action = action_for(counter)
    if action is None or MODULES["5.3"] not in state.campaign.modules:
        return None
    return None if game.taken(state.entry.actions, action) else action


def too_soon(state: game.State, counter: str) -> Refused | None:
    """LiF 5.3.1: why a militia cannot come into play yet."""
    action = awaited(state, counter)
    if action is None:
        return None
    text = f"{counter} joins the force pool with US entry action {action}, and waits until then"
    return Refused(MILITIA_RULE, text)


# --- LiF 5.3.2, 5.3.3: the chart of options and actions, from the kit and the club --------------
#
# The kit's text names ten options and seven actions, and ten more only by number. It prints no
# level and no number. It gives colours only in words, and says only of option 32 whom it is aimed
# at. The other colours, like everything else, come from the club's chart (ruling 38).

CHART_RULE = "Ruling 38"
ROWS = range(1, 100)
"""Numbers that an option or action may have."""
LEVELS = range(1000)
NUMBERS = range(-99, 100)
"""LiF 5.3.3: a negative one removes chits."""
NAME = 80
"""Characters that a name may have."""
COLUMNS = tuple(ChartRow.__struct_fields__)

_AIMED: dict[str, tuple[Theatre, ...]] = {
    "red": ("japan",),
    "gray": ("germany-italy",),
    "green": game.THEATRES,
}
"""LiF 5.3.2: whom a colour is aimed at."""
_FIELDS: dict[Theatre, str] = {"germany-italy": "germany_italy", "japan": "japan"}


# --- rows ---------------------------------------------------------------------------------------


@cache
def kit() -> dict[str, ChartRow]:
    """LiF 5.3.2, 5.3.3: the rows that the kit names, by `option 12` or `action 3`."""
    stated = ({key: value for key, value in row.items() if value} for row in table_rows("us_entry"))
    made = (msgspec.convert(fields, ChartRow, strict=False) for fields in stated)
    return {fold.key(row.kind, row.number): row for row in made}


def name_of(entry: game.UsEntry, kind: str, number: int) -> str:
    """LiF 5.3.2, 5.3.3: what an option or action is called; empty where nobody has said."""
    known = row(entry, "option" if kind == "option" else "action", number)
    return known.name if isinstance(known, ChartRow) else ""


def merged(known: ChartRow, club: ChartRow) -> ChartRow:
    """Ruling 38: the club's row fills in what the kit leaves open; its colour and name win."""
    fields = {
        field: value
        for field in COLUMNS
        if (value := getattr(club, field)) not in ("", None) and field != "once"
    }
    return replace(known, **fields, once=club.once)


def row(entry: game.UsEntry, kind: Literal["option", "action"], number: int) -> ChartRow | Refused:
    """Ruling 38: an option or action: the club's row over the kit's.

    Refuses a row that neither has.
    """
    name = fold.key(kind, number)
    if (club := entry.chart.get(name)) is not None:
        return _over_kit(club)
    if (known := kit().get(name)) is not None:
        return known
    verb = "`campaign us-entry import`"
    text = f"is neither in the kit nor in your chart; import its row with {verb}"
    return Refused(CHART_RULE, f"{name} {text}")


def rows(entry: game.UsEntry, kind: Literal["option", "action"]) -> Iterator[ChartRow]:
    """Ruling 38: all options or actions of the kit or the club, by number."""
    known = {**kit(), **entry.chart}
    for number in sorted(row.number for row in known.values() if row.kind == kind):
        result = row(entry, kind, number)
        if isinstance(result, ChartRow):
            yield result


def _over_kit(club: ChartRow) -> ChartRow:
    known = kit().get(fold.key(club.kind, club.number))
    return merged(known, club) if known else club


def number(row: ChartRow, theatre: Theatre) -> int | Refused:
    """Ruling 38: a row's number for a theatre: tension of an option, entry of an action.

    Refuses if nobody has entered it, and says what is missing.
    """
    number: int | None = getattr(row, _FIELDS[theatre])
    if number is not None:
        return number
    pool = "tension" if row.kind == "option" else "entry"
    return unknown(row, f"its number for {game.THEATRE_NAMES[theatre]}'s {pool} pool")


def numbers(row: ChartRow) -> dict[Theatre, int]:
    """Ruling 38: a row's numbers, for the theatres that have one."""
    known = {theatre: number(row, theatre) for theatre in _FIELDS}
    return {theatre: known for theatre, known in known.items() if isinstance(known, int)}


def aimed(row: ChartRow) -> tuple[Theatre, ...]:
    """LiF 5.3.2: whom an option is aimed at: by its colour, or else by the numbers it has."""
    return _AIMED.get(row.colour) or tuple(numbers(row))


def level(row: ChartRow) -> int | Refused:
    """Ruling 38: the entry level that an option needs; refuses if it is unknown, and says so."""
    return row.level if row.level is not None else unknown(row, "its entry level")


def unknown(row: ChartRow, what: str) -> Refused:
    """Ruling 38: nobody has said something of a row; where it can come from."""
    name = fold.key(row.kind, row.number)
    where = "our sources do not have it" if name in kit() else "your chart leaves it empty"
    return Refused(
        CHART_RULE, f"{name}: {what} is unknown ({where}); import it from your own chart"
    )


# --- importing ----------------------------------------------------------------------------------


def import_chart(state: game.State, command: ImportEntryChart, supplied: Supplied) -> Decision:
    """Ruling 38: rows of the club's chart; a row imported again replaces the one before.

    Rows that say nothing new are left out.
    """
    fresh: list[ChartRow] = []
    seen: set[str] = set()
    for chart_row in command.rows:
        name = fold.key(chart_row.kind, chart_row.number)
        if name in seen:
            return bad_field("rows", f"{name} is listed twice")
        seen.add(name)
        chart_row = replace(chart_row, name=chart_row.name.strip())
        if wrong := next(iter(faults(chart_row)), None):
            column, text = wrong
            return bad_field("rows", f"{name}: {column} {text}")
        if refused := contradicts(chart_row):
            return refused
        if row(state.entry, chart_row.kind, chart_row.number) != _over_kit(chart_row):
            fresh.append(chart_row)
    if not fresh:
        return Refused(
            decisions.RECORD, "the campaign knows all of these rows already, and nothing is new"
        )
    return (EntryChartImported(rows=tuple(fresh), source=command.source.strip()),)


def faults(club: ChartRow) -> list[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: every impossible column of a club's row, and why."""
    row = _over_kit(club)
    return [*_wrong_values(row), *_wrong_columns(row), *_wrong_numbers(row)]


def _wrong_values(row: ChartRow) -> Iterator[tuple[str, str]]:
    if row.number not in ROWS:
        yield "number", f"cannot be {row.number}; write {ROWS[0]} to {ROWS[-1]}"
    if len(row.name) > NAME or (row.name and not re.match(ONE_LINE, row.name)):
        yield "name", f"must be one line of at most {NAME} characters"


def _wrong_columns(row: ChartRow) -> Iterator[tuple[str, str]]:
    """LiF 5.3.2, 5.3.3: an action has a power that takes it; an option a colour and a level."""
    if row.kind == "action":
        if row.colour:
            yield "colour", "is for options only"
        if row.level is not None:
            yield "level", "is for options only"
        if row.power not in ("", *POWERS):
            yield "power", f"{row.power!r} is none of {', '.join(POWERS)}"
    elif row.power:
        yield "power", "is for actions only; the USA picks the options"


def _wrong_numbers(row: ChartRow) -> Iterator[tuple[str, str]]:
    if row.level is not None and row.level not in LEVELS:
        yield "level", f"cannot be {row.level}; write 0 to {LEVELS[-1]}"
    for theatre, column in _FIELDS.items():
        number = getattr(row, column)
        if number is None:
            continue
        if number not in NUMBERS:
            yield column, f"cannot be {number}; write {NUMBERS[0]} to {NUMBERS[-1]}"
        elif theatre not in (at := _AIMED.get(row.colour, game.THEATRES)):
            whom = game.THEATRE_NAMES[at[0]]
            yield column, f"must be empty: a {row.colour} option is aimed at {whom}"


def contradicts(row: ChartRow) -> Refused | None:
    """LiF 5.3.3: the kit says who takes its actions; a chart must not contradict it."""
    known = kit().get(fold.key(row.kind, row.number))
    if known is None or not row.power or known.power in ("", row.power):
        return None
    text = f"its power is {known.power}, and cannot be {row.power}"
    return Refused("LiF 5.3.3", f"{fold.key(row.kind, row.number)}: {text}")


# --- LiF 5.3.2: the conditions of the kit's options, checked before one is picked ---------------
#
# Any other option of a club's chart is picked as its row says, without a condition here.

OPTIONS_RULE = "LiF 5.3.2"
LICENCES, RESOURCES, LEND_LEASE, REFLAGGED = 12, 18, 33, 34
CANADA, NATIONAL_GUARD, GUARANTEE = 37, 44, 46
GUARANTEED = ("commonwealth", NEI)
"""LiF 5.3.2: whom option 46 may guarantee; action 3 then occupies it no more."""
OTHERS = tuple(power for power in POWERS if power != "usa")
_ALLIED = "an Allied major power"
AIMS: dict[int, Literal["ally", "guaranteed"]] = {
    RESOURCES: "ally",
    LEND_LEASE: "ally",
    GUARANTEE: "guaranteed",
}
"""LiF 5.3.2: the options that are for a country: an Allied power, or one that may be guaranteed."""
TO_CHINA = {RESOURCES: 11, LEND_LEASE: 22}
"""LiF 5.3.2: the option that must have been picked before one may be for China."""

KIT_OPTIONS = frozenset({LICENCES, 32, REFLAGGED, CANADA, 40, NATIONAL_GUARD, 49, *AIMS})
"""LiF 5.3.2: the options whose text the kit prints; each once, or once for each target."""
_ASKED: dict[int, tuple[MapQuestion, ...]] = {
    32: (
        MapQuestion(
            "pacific-fleet",
            "Where does the Pacific fleet lie?",
            ("honolulu", "singapore", "elsewhere"),
        ),
    ),
    40: (MapQuestion("panama-canal-closed", "Has the USA closed the Panama Canal?"),),
    49: (MapQuestion("marshalls-militarized", "Has Japan militarized the Marshalls?"),),
}


def allowed(state: game.State, row: ChartRow, command: PickEntryOption) -> Refused | None:
    """LiF 5.3.2: an option's target, its limit, and the conditions that the record knows of."""
    return (
        _target(state, row.number, command.target)
        or _again(state, row, command.target)
        or _condition(state, row.number, command.target or "")
    )


def targets(state: game.State, option: int) -> tuple[str, ...]:
    """LiF 5.3.2: whom an option may be for; none where it is for nobody, or for anybody."""
    aim = AIMS.get(option)
    return () if aim is None else allies(state) if aim == "ally" else GUARANTEED


def option_questions(option: int) -> tuple[MapQuestion, ...]:
    """LiF 5.3.2: an option's questions about the map."""
    return _ASKED.get(option, ())


def _target(state: game.State, number: int, target: str | None) -> Refused | None:
    if number not in KIT_OPTIONS or (target is None and number not in AIMS):
        return None
    if target is None:
        whom = _ALLIED if AIMS[number] == "ally" else _the_guaranteed()
        return missing_field("target", f"option {number} is for {whom}; name it")
    wrong = not_for(number, target, allies(state), _ALLIED)
    if wrong and number not in AIMS:
        return bad_field("target", wrong)
    return Refused(OPTIONS_RULE, wrong) if wrong else None


def _the_guaranteed() -> str:
    return listed(map(the_country, GUARANTEED), "or")


def allies(state: game.State) -> tuple[str, ...]:
    """LiF 5.3.2: the Allied major powers but the USA, by ruling 3's sides."""
    return tuple(power for power in OTHERS if state.rulings.sides[power] == "allies")


def _again(state: game.State, row: ChartRow, target: str | None) -> Refused | None:
    """LiF 5.3.2: once, or once for each target; for the club's own options as its chart says."""
    option, choices = f"option {row.number}", state.entry.options
    if row.number in AIMS:
        if game.taken(choices, row.number, target):
            whom = the_country(target or "")
            return Refused(OPTIONS_RULE, f"{option} has been picked for {whom} already")
    elif (row.once or fold.key("option", row.number) in kit()) and game.taken(choices, row.number):
        return Refused(OPTIONS_RULE, f"{option} has been picked already, and is picked once")
    return None


# --- conditions that the record knows -----------------------------------------------------------


def _condition(state: game.State, option: int, target: str) -> Refused | None:
    if option == LICENCES:
        return _at_peace(state)
    if option in TO_CHINA:
        return _receives(state, option, target)
    return _may_guarantee(state, target) if option == GUARANTEE else None


def _at_peace(state: game.State) -> Refused | None:
    """LiF 5.3.2: option 12 is for a USA at war with no major power."""
    enemy = next((power for power in POWERS if game.at_war(state, "usa", power)), None)
    if enemy is None:
        return None
    text = f"option 12 is not for a USA at war, as it is with {the_country(enemy)}"
    return Refused(OPTIONS_RULE, text)


def _receives(state: game.State, option: int, target: str) -> Refused | None:
    """LiF 5.3.2: options 18 and 33 are for powers at war with the Axis; 33 comes after 18.

    China needs another option before each.
    """
    whom = the_country(target)
    enemies = (power for power in POWERS if state.rulings.sides[power] == "axis")
    if not any(game.at_war(state, target, power) for power in enemies):
        return Refused(
            OPTIONS_RULE, f"option {option} is for powers at war with the Axis, not {whom}"
        )
    before = TO_CHINA[option]
    if target == "china" and not game.taken(state.entry.options, before):
        return Refused(OPTIONS_RULE, f"option {option} is for China only after option {before}")
    if option == LEND_LEASE and not game.taken(state.entry.options, RESOURCES, target):
        return Refused(
            OPTIONS_RULE, f"option 33 is for {whom} only after option 18 for the same power"
        )
    return None


def _may_guarantee(state: game.State, target: str) -> Refused | None:
    """LiF 5.3.2: option 46 guarantees a country that is not at war with Japan.

    A minor country is at war with the enemies of its major power. Ruling 64: of one that Japan has
    occupied, aligned or conquered nothing is left to guarantee.
    """
    minor = state.minors.get(target)
    is_japanese = minor is not None and minor.power == "japan"
    if is_japanese or game.taken(state.entry.actions, OCCUPATION, target):
        return Refused(OPTIONS_RULE, f"option 46: Japan has occupied {the_country(target)} already")
    if attacked(state, target):
        return Refused(
            OPTIONS_RULE, f"option 46: {the_country(target)} is at war with Japan already"
        )
    return None


def attacked(state: game.State, target: str) -> bool:
    """LiF 5.3.2: whether Japan is at war with a country, or with the power it is aligned with."""
    power = game.aligned_with(state, target)
    return game.at_war(state, "japan", target) or bool(power and game.at_war(state, "japan", power))


# --- taken before the campaign ------------------------------------------------------------------


def not_for(
    option: int,
    target: str | None = None,
    powers: Collection[str] = OTHERS,
    whom: str = "a major power",
) -> str:
    """LiF 5.3.2: why an option takes no target, or not this one; empty if it is allowed."""
    if option not in KIT_OPTIONS:
        return ""
    if option not in AIMS:
        return f"option {option} is for nobody by name"
    if target is None:
        return ""
    if AIMS[option] == "guaranteed" and target not in GUARANTEED:
        return f"option {option} is for {_the_guaranteed()}, not for {the_country(target)}"
    if AIMS[option] == "ally" and target not in powers:
        what = f"{whom} other than the USA, and {the_country(target)} is not one"
        return f"option {option} is for {what}"
    return ""


def was_for(state: game.State, option: int, target: str) -> Refused | None:
    """LiF 5.3.2, 6: whether an option taken before the campaign could be for this country."""
    if refused := _target(state, option, target):
        return refused
    return _receives(state, option, target) if option in TO_CHINA else None
