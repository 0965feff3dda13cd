"""The combat adviser at the table: a combat from a file, a pipe or questions. Pure."""

from typing import get_args

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    ask,
    ask_word,
    entry,
    fail,
    heading,
    json_indented,
    json_page,
    read_bytes,
    refuse,
    state_of,
)
from campaign.kernel.decisions import Refused
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import (
    Argument,
    CampaignName,
    FilePath,
    Flag,
    OneOf,
    Verb,
    VerbOption,
)
from campaign.leaders_in_flames.abilities.adviser.advise import advise as advise_on
from campaign.leaders_in_flames.abilities.adviser.evaluate import House
from campaign.leaders_in_flames.abilities.adviser.in_campaign import advise_in
from campaign.leaders_in_flames.abilities.adviser.model import (
    Advice,
    Advised,
    Combat,
    Table,
    Terrain,
    Weather,
    read_combat,
)
from campaign.leaders_in_flames.leader_sheet import SLUG, kit
from campaign.leaders_in_flames.parameters import country_of
from campaign.leaders_in_flames.rulings import LIF_1998, RULEBOOKS
from campaign.leaders_in_flames.state import State

Values = dict[str, object]
"""A part of a combat in JSON values."""

EXAMPLE: Values = {
    "kind": "land",
    "hex": "E1429",
    "weather": "fine",
    "terrain": "clear",
    "table": "blitz",
    "called_by": "attacker",
    "attackers": {
        "units": [
            {"power": "germany", "type": "ARM", "factors": 8, "across_river": True},
            {"power": "germany", "type": "INF", "factors": 6},
        ],
        "leaders": [{"leader": "manstein", "place": "stacked"}],
    },
    "defenders": {
        "units": [{"power": "ussr", "type": "INF", "factors": 6, "face_up": False}],
        "leaders": [{"leader": "zhukov", "place": "range", "distance": 2}],
    },
}
"""A combat to change into one's own."""

FLAGS: dict[str, tuple[str, object]] = {
    "down": ("face_up", False),
    "unsupplied": ("in_supply", False),
    "notional": ("notional", True),
    "river": ("across_river", True),
    "invades": ("invades", True),
    "drops": ("drops", True),
    "division": ("size", "division"),
    "sacrificed": ("sacrificed", True),
}
"""What may stand behind a unit that is typed."""


def advise(
    call: Call,
    file: str | None,
    template: bool,
    schema: bool,
    as_told: bool,
    rulebook: str | None,
) -> Course[None]:
    """Advises on a combat: for each side the abilities that may or must be used, what the limits
    rule out, what cancels, what does not apply and why, and the net effect. Without FILE it asks.
    It records nothing.

    Without NAME it goes by the rules and the combat alone, and no store is needed.
    """
    if template or schema:
        yield from json_indented(msgspec.json.schema(Combat) if schema else EXAMPLE)
        return
    name, source = _named(call.campaign, file)
    if name and rulebook:
        yield from fail(f"{name} has its own rulebook; give --rulebook or a campaign")
    state = (yield from state_of(State)) if name else None
    combat = read_combat((yield from _combat(source)))
    if isinstance(combat, Refused):
        yield from fail(combat.reason)
        return
    if state is None:
        advised = advise_on(combat, House(sheet=kit(), rulebook=rulebook or LIF_1998))
    else:
        advised = advise_in(state, combat, as_told=as_told)
    if isinstance(advised, Refused):
        if advised.rule is None:
            yield from fail(advised.reason)
        yield from refuse(advised.reason, advised.rule or "")
        return
    if call.as_json:
        yield from json_page(advised)
        return
    yield from _print(advised)


def _named(first: str, file: str | None) -> tuple[str, str | None]:
    """The campaign and the file that were typed; a lone word that names no campaign is a file."""
    if file is None and (first == "-" or not SLUG.fullmatch(first)):
        return "", first or None
    return first, file


def _combat(file: str | None) -> Course[bytes]:
    """A combat as JSON, from a file or by questions."""
    if file is not None:
        return (yield from read_bytes(file))
    return msgspec.json.encode((yield from _by_questions()))


ADVISE = Verb(
    words="advise",
    example="""
    campaign advise --template > combat.json
    campaign advise club combat.json
    campaign advise combat.json --rulebook lif-list
    """,
    on_campaign=False,
    parameters=(
        Argument("name", "[NAME]", CampaignName(), required=False),
        Argument("file", "[FILE|-]", FilePath(dash=True), required=False),
        Flag("--template", "Print a combat as JSON, to change into your own."),
        Flag("--schema", "Print what a combat may say, as a JSON Schema."),
        Flag("--as-told", "Go by the combat alone, not by the record."),
        VerbOption(
            "--rulebook",
            "Without a campaign: by this rulebook, else lif-1998.",
            OneOf("rulebook", lambda: RULEBOOKS),
        ),
    ),
    course=advise,
)

# --- the advice ---------------------------------------------------------------------------------


def _print(advised: Advised) -> Course[None]:
    for title, side in (("Attackers", advised.attacker), ("Defenders", advised.defender)):
        yield from heading(title)
        for advice in side:
            yield from _advice(advice)
        if not side:
            yield from entry("    ", "no ability matters here")
    for net in advised.net:
        modifier = not net.of.endswith(("factors", "value"))
        yield from heading(f"{net.of}: {_in_figures(net.total, signed=modifier)}")
        for line in net.lines:
            amount = _in_figures(line.amount, signed=bool(line.rule))
            rule = f" ({line.rule})" if line.rule else ""
            yield from entry(f"    {amount:>5}  ", f"{line.words}{rule}")
    for note in advised.notes:
        yield from entry("", note)


def _in_figures(number: float | str | None, *, signed: bool) -> str:
    if isinstance(number, str):
        return number
    return "" if number is None else f"{number:+g}" if signed else f"{number:g}"


def _advice(advice: Advice) -> Course[None]:
    why = f"{advice.why} ({advice.rule})" if advice.why else ""
    text = " - ".join(words for words in (advice.effect, why) if words)
    text = f"{advice.leader} {advice.ability}, {advice.name}: {text}"
    yield from entry(f"    {_mark(advice):<10} ", text)


def _mark(advice: Advice) -> str:
    """How an ability stands, in a word or two."""
    if advice.announced:
        return "announced"
    if advice.verdict == "does-not-apply":
        return "does not apply"
    counts = advice.counted or advice.verdict != "may"
    return advice.verdict if counts else "may, not counted"


# --- questions ----------------------------------------------------------------------------------


def _by_questions() -> Course[Values]:
    """A land combat by questions; an empty line ends a list."""
    combat: Values = {"kind": "land", "hex": (yield from ask("Hex attacked")).strip()}
    combat["terrain"] = yield from ask_word("Terrain", get_args(Terrain), "clear")
    combat["city"] = (yield from ask_word("A city?", ("yes", "no"), "no")) == "yes"
    combat["capital"] = (yield from ask_word("A capital?", ("yes", "no"), "no")) == "yes"
    combat["weather"] = yield from ask_word("Weather", get_args(Weather), "fine")
    tables = (*filter(None, get_args(Table)), "open")
    table = yield from ask_word("Table", tables, "open")
    combat["table"] = "" if table == "open" else table
    if table != "open":
        callers = ("attacker", "defender")
        combat["called_by"] = yield from ask_word("Called by", callers, "attacker")
    for side in ("attackers", "defenders"):
        units = yield from _units(side)
        combat[side] = {"units": units, "leaders": (yield from _leaders(side))}
    return combat


def _lines(label: str) -> Course[list[list[str]]]:
    lines: list[list[str]] = []
    while words := (yield from ask(label, default="")).split():
        lines.append(words)
    return lines


def _units(side: str) -> Course[list[Values]]:
    units: list[Values] = []
    label = f"Unit of the {side} (germany ARM 8 river; {' '.join(FLAGS)})"
    for words in (yield from _lines(label)):
        if len(words) < 2:
            yield from fail(f"write a unit as POWER TYPE [FACTORS], not {' '.join(words)!r}")
        power = country_of(words[0])
        if isinstance(power, Unfit):
            return (yield from fail(power.text))
        unit: Values = {"power": power, "type": words[1].upper()}
        for word in words[2:]:
            if word.lower() in FLAGS:
                field, value = FLAGS[word.lower()]
                unit[field] = value
            else:
                unit["factors"] = yield from _number(word)
        units.append(unit)
    return units


def _leaders(side: str) -> Course[list[Values]]:
    leaders: list[Values] = []
    for words in (
        yield from _lines(
            f"Leader of the {side} (rommel stacked; zhukov range 2, in hexes of that map)"
        )
    ):
        leader: Values = {"leader": words[0].lower(), "place": "stacked"}
        if len(words) > 1:
            leader["place"] = words[1].lower()
        for word in words[2:]:
            if word in ("blitz", "assault"):
                leader["table"] = word
            else:
                leader["distance"] = int((yield from _number(word)))
        leaders.append(leader)
    return leaders


def _number(word: str) -> Course[float]:
    try:
        return float(word)
    except ValueError:
        known = ", ".join(FLAGS)
        return (yield from fail(f"{word!r} is neither a number nor one of {known}"))
