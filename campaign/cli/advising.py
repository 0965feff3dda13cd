"""The combat adviser at the table: a combat from a file, a pipe or questions, and what it says."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from campaign.cli import output
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.verbs import ClickVerb

if TYPE_CHECKING:
    from campaign.leaders_in_flames.abilities.adviser.model import Advice, Advised

EXAMPLE: dict[str, Any] = {
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

FLAGS: dict[str, tuple[str, Any]] = {
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


@verb("advise", "campaign advise --template > combat.json\ncampaign advise club combat.json")
@argument("name", "[NAME]", required=False)
@argument("file", "[FILE|-]", click.Path(path_type=Path, allow_dash=True), required=False)
@click.option("--template", is_flag=True, help="Print a combat as JSON, to change into your own.")
@click.option("--schema", is_flag=True, help="Print what a combat may say, as a JSON Schema.")
@click.option("--as-told", is_flag=True, help="Go by the combat alone, not by the record.")
@as_json
def advise(
    session: Session,
    name: str | None,
    file: Path | None,
    template: bool,
    schema: bool,
    as_told: bool,
    as_json: bool,
) -> None:
    """Advises on a combat: for each side the abilities that may or must be used, what the limits
    rule out, what cancels, and the net effect. Without FILE it asks. It records nothing.
    """
    import msgspec

    from campaign.kernel.decisions import Refused
    from campaign.leaders_in_flames.abilities.adviser.in_campaign import advise_in
    from campaign.leaders_in_flames.abilities.adviser.model import Combat, read_combat

    if template or schema:
        page = msgspec.json.schema(Combat) if schema else EXAMPLE
        output.json_indented(page)
        return
    if name is None:
        raise WrongUsage("give a campaign; `campaign advise --template` prints a combat")
    state = session.live(name).state
    combat = read_combat(msgspec.json.encode(_asked()) if file is None else _read(file))
    if isinstance(combat, Refused):
        raise WrongUsage(combat.reason)
    advised = advise_in(state, combat, as_told=as_told)
    if isinstance(advised, Refused):
        if advised.rule is None:
            raise WrongUsage(advised.reason)
        raise Refusal(f"refused ({advised.rule}): {advised.reason}")
    if as_json:
        output.json_page(advised)
        return
    _tell(advised)


def _read(file: Path) -> bytes:
    return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()


def _tell(advised: "Advised") -> None:
    for title, side in (("Attackers", advised.attacker), ("Defenders", advised.defender)):
        output.heading(title)
        for one in side:
            _advice(one)
        if not side:
            output.entry("    ", "no ability matters here")
    for net in advised.net:
        modifier = not net.of.endswith(("factors", "value"))
        output.heading(f"{net.of}: {_number_told(net.total, signed=modifier)}")
        for line in net.lines:
            amount = _number_told(line.amount, signed=bool(line.rule))
            rule = f" ({line.rule})" if line.rule else ""
            output.entry(f"    {amount:>5}  ", f"{line.words}{rule}")
    for note in advised.notes:
        output.entry("", note)


def _number_told(number: float | str | None, *, signed: bool) -> str:
    if isinstance(number, str):
        return number
    return "" if number is None else f"{number:+g}" if signed else f"{number:g}"


def _advice(one: "Advice") -> None:
    mark = one.verdict if one.counted or one.verdict != "may" else "may, not counted"
    why = f" - {one.why} ({one.rule})" if one.why else ""
    told = f"{one.leader} {one.ability}, {one.name}: {one.effect}{why}"
    output.entry(f"    {mark:<10} ", told)


# --- questions ----------------------------------------------------------------------------------


def _asked() -> dict[str, Any]:
    """A land combat by questions; an empty line ends a list."""
    from typing import get_args

    from campaign.leaders_in_flames.abilities.adviser.model import Table, Terrain, Weather

    combat: dict[str, Any] = {"kind": "land", "hex": _ask("Hex attacked")}
    combat["terrain"] = _ask("Terrain", get_args(Terrain), "clear")
    combat["city"] = _ask("A city?", ("yes", "no"), "no") == "yes"
    combat["capital"] = _ask("A capital?", ("yes", "no"), "no") == "yes"
    combat["weather"] = _ask("Weather", get_args(Weather), "fine")
    combat["table"] = _ask("Table", (*filter(None, get_args(Table)), "open"), "open")
    if combat["table"] == "open":
        combat["table"] = ""
    else:
        combat["called_by"] = _ask("Called by", ("attacker", "defender"), "attacker")
    for side in ("attackers", "defenders"):
        combat[side] = {"units": _units(side), "leaders": _leaders(side)}
    return combat


def _ask(label: str, allowed: tuple[str, ...] = (), default: str | None = None) -> str:
    kind = click.Choice(allowed) if allowed else click.STRING
    given: str = click.prompt(label, type=kind, default=default, err=True)
    return given.strip()


def _lines(label: str) -> list[list[str]]:
    lines: list[list[str]] = []
    while line := click.prompt(label, default="", show_default=False, err=True).split():
        lines.append(line)
    return lines


def _units(side: str) -> list[dict[str, Any]]:
    units = []
    for words in _lines(f"Unit of the {side} (germany ARM 8 river; {' '.join(FLAGS)})"):
        if len(words) < 2:
            raise WrongUsage(f"a unit is told as POWER TYPE [FACTORS], not {' '.join(words)!r}")
        unit: dict[str, Any] = {"power": words[0].lower(), "type": words[1].upper()}
        for word in words[2:]:
            if word.lower() in FLAGS:
                field, value = FLAGS[word.lower()]
                unit[field] = value
            else:
                unit["factors"] = _number(word)
        units.append(unit)
    return units


def _leaders(side: str) -> list[dict[str, Any]]:
    leaders = []
    for words in _lines(f"Leader of the {side} (rommel stacked; zhukov range 2)"):
        one: dict[str, Any] = {"leader": words[0].lower(), "place": "stacked"}
        if len(words) > 1:
            one["place"] = words[1].lower()
        for word in words[2:]:
            if word in ("blitz", "assault"):
                one["table"] = word
            else:
                one["distance"] = int(_number(word))
        leaders.append(one)
    return leaders


def _number(word: str) -> float:
    try:
        return float(word)
    except ValueError:
        raise WrongUsage(f"{word!r} is neither a number nor one of {', '.join(FLAGS)}") from None


VERBS: dict[str, ClickVerb] = {"advise": advise}
