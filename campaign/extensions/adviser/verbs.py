"""LiF 3.2: the combat adviser at the table: a combat of a campaign, a file or questions. Pure."""

import re
from typing import get_args

import msgspec
from msgspec.structs import replace

from campaign.extensions.adviser.advise import advise
from campaign.extensions.adviser.evaluate import Announcement, House
from campaign.extensions.adviser.model import (
    Advice,
    Advised,
    Combat,
    Party,
    Presence,
    SumLine,
    Table,
    Terrain,
    Weather,
    read_combat,
)
from campaign.kernel.decisions import Refused
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Labelled
from campaign.kernel.terminal.steps import Unfit
from campaign.kernel.terminal.views import Block, Facts, Heading, View, paragraphs
from campaign.lif.abilities import usage
from campaign.lif.abilities.catalogue import COUNTED_UNITS
from campaign.lif.on_map.fold import SIDES
from campaign.lif.parameters import country_of
from campaign.lif.politics import sides
from campaign.lif.roster import SLUG, kit
from campaign.lif.rulings import LIF_1998, RULEBOOKS
from campaign.lif.state import State, Use, aligned_with
from campaign.text.moments import as_published
from events.lif.on_map import Side

# --- in campaign --------------------------------------------------------------------------------
# LiF 3.2: the adviser in a campaign: what its record says of the leaders, and what it forbids.


def house_of(state: State) -> House:
    """LiF 3.2: a campaign's rulebook, counters and rulings, and the limits its record sets."""
    return House(
        sheet=state.sheet,
        rulebook=state.campaign.rulebook,
        white=state.rulings.white,
        rows=state.rulings.hex_rows,
        serves={leader: usage.capped_power(state, leader) for leader in state.sheet},
        spent=_spent(state),
        further=sides.on_record(state),
        mixed=state.rulings.mixed_combats == "any",
        ruled_out=lambda use: usage.why_not(state, use),
    )


def _spent(state: State) -> dict[str, int]:
    """Ruling 43: the units that each leader's ability 49 has served in this step."""
    timing, spent = state.play.timing, dict[str, int]()
    for use in timing.used:
        if use.steps == timing.steps and use.ability == COUNTED_UNITS:
            spent[use.leader] = spent.get(use.leader, 0) + use.units
    return spent


def advise_in(state: State, combat: Combat, *, as_told: bool = False) -> Advised | Refused:
    """LiF 3.2: advice on a combat of a campaign. Nothing is recorded.

    Where a leader is, whether face-down, and who co-operates is added from the record. With
    `as_told` the record is ignored: the combat is judged as described.
    """
    if "leaders" not in state.campaign.modules:
        return Refused("Module leaders", "this campaign is played without leaders")
    if as_told:
        return advise(combat, replace(house_of(state), ruled_out=lambda use: None, spent={}))
    uses = _announced(state, combat)
    recorded = replace(
        combat,
        attackers=_as_recorded(state, combat, "attacker", uses),
        defenders=_as_recorded(state, combat, "defender", uses),
        cooperating=(*combat.cooperating, *sorted(state.play.cooperating)),
    )
    announced = _announcements(uses, state.play.timing.steps)
    return advise(recorded, replace(house_of(state), announced=announced))


def _announced(state: State, combat: Combat) -> list[Use]:
    """Ruling 44: the uses of this step that name the combat's hex, at sea its sea area.

    The parts of a land combat are one step here: who declared the attack fights it as well.
    """
    timing = state.play.timing
    since = timing.since if combat.kind == "land" else timing.steps
    return [use for use in timing.used if use.steps >= since and _same_place(use.hex, combat)]


def _same_place(place: str, combat: Combat) -> bool:
    if combat.kind == "naval" and combat.at_sea:
        return place.partition("/")[0] == combat.hex.partition("/")[0]
    return place == combat.hex


def _announcements(uses: list[Use], now: int) -> dict[tuple[str, int], Announcement]:
    announcements: dict[tuple[str, int], Announcement] = {}
    for use in uses:
        pair = (use.leader, use.ability)
        before = announcements.get(pair, Announcement(helps=frozenset()))
        announcements[pair] = Announcement(
            helps=before.helps | set(use.helps),
            units=before.units + use.units,
            earlier=use.steps < now,
        )
    return announcements


def _as_recorded(state: State, combat: Combat, side: Side, uses: list[Use]) -> Party:
    """A side with what the record knows of its leaders, and those who announced something."""
    party = _aligned(state, _placed(state, combat.party(side)))
    named = {leader.leader for which in SIDES for leader in combat.party(which).leaders}
    powers = {unit.power for unit in party.units}
    announced: dict[str, list[Use]] = {}
    for use in uses:
        if use.leader not in named and powers & set(use.helps):
            announced.setdefault(use.leader, []).append(use)
    added = [_present(state, combat, who, theirs) for who, theirs in announced.items()]
    return replace(party, leaders=(*party.leaders, *added))


def _present(state: State, combat: Combat, leader: str, uses: list[Use]) -> Presence:
    """Ruling 44: a leader whom the combat does not name, but who announced an ability for it."""
    known = state.play.placements.get(leader)
    here = known is not None and known.location == combat.hex
    return Presence(
        leader=leader,
        place="stacked" if here else "range",
        hex=uses[-1].location or None,
        face_up=known is None or known.face_up,
        map=uses[-1].map,
        uses=tuple(use.ability for use in uses),
    )


def _aligned(state: State, party: Party) -> Party:
    """A side whose minors are their powers', as the record has it, where the combat is silent."""
    units = (
        replace(unit, controlled_by=unit.controlled_by or aligned_with(state, unit.power) or "")
        for unit in party.units
    )
    return replace(party, units=tuple(units))


def _placed(state: State, party: Party) -> Party:
    leaders = []
    for leader in party.leaders:
        known = state.play.placements.get(leader.leader)
        if known is not None:
            face_up = leader.face_up and known.face_up
            leader = replace(leader, hex=leader.hex or known.location, face_up=face_up)
        leaders.append(leader)
    return replace(party, leaders=tuple(leaders))


# --- The combat adviser at the table: a combat from a file, a pipe or questions -----------------

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


def ask_adviser(
    call: verbs.Call,
    file: str | None,
    template: bool,
    schema: bool,
    as_told: bool,
    rulebook: str | None,
) -> verbs.Course[None]:
    """Advises on a combat: for each side the abilities that may or must be used, what the limits
    rule out, what cancels, what does not apply and why, and the net effect. Without FILE it asks.
    It records nothing.

    Without NAME it goes by the rules and the combat alone, and no store is needed.
    """
    if template or schema:
        yield from verbs.json_indented(
            as_published(msgspec.json.schema(Combat)) if schema else EXAMPLE
        )
        return
    name, source = _named(call.campaign, file)
    if name and rulebook:
        yield from verbs.fail(f"{name} has its own rulebook; give --rulebook or a campaign")
    state = (yield from verbs.state_of(State)) if name else None
    combat = read_combat((yield from _combat(source)))
    if isinstance(combat, Refused):
        yield from verbs.fail(combat.reason)
        return
    if state is None:
        advised = advise(combat, House(sheet=kit(), rulebook=rulebook or LIF_1998))
    else:
        advised = advise_in(state, combat, as_told=as_told)
    yield from verbs.shows(call, in_view(advised))


def _named(first: str, file: str | None) -> tuple[str, str | None]:
    """The campaign and the file that were typed; a lone word that names no campaign is a file."""
    if file is None and (first == "-" or not re.fullmatch(SLUG, first)):
        return "", first or None
    return first, file


def _combat(file: str | None) -> verbs.Course[bytes]:
    """A combat as JSON, from a file or by questions."""
    if file is not None:
        return (yield from verbs.read_bytes(file))
    return msgspec.json.encode((yield from _by_questions()))


ADVISE = verbs.Verb(
    words="advise",
    example="""
    campaign advise --template > combat.json
    campaign advise club combat.json
    campaign advise combat.json --rulebook lif-list
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("name", "[NAME]", verbs.CampaignName(), required=False),
        verbs.Argument("file", "[FILE|-]", verbs.FilePath(dash=True), required=False),
        verbs.Flag("--template", "Print a combat as JSON, to change into your own."),
        verbs.Flag("--schema", "Print what a combat may say, as a JSON Schema."),
        verbs.Flag("--as-told", "Go by the combat alone, not by the record."),
        verbs.VerbOption(
            "--rulebook",
            "Without a campaign: by this rulebook, else lif-1998.",
            verbs.OneOf("rulebook", lambda: RULEBOOKS),
        ),
    ),
    course=ask_adviser,
)

VERBS = {ADVISE.words: ADVISE}

# --- the advice ---------------------------------------------------------------------------------


def in_view(advised: Advised | Refused) -> View | Refused:
    """The advice on both sides of a combat, and the net effect."""
    if isinstance(advised, Refused):
        return advised
    blocks: list[Block] = []
    for title, side in (("Attackers", advised.attacker), ("Defenders", advised.defender)):
        nothing = paragraphs(() if side else ("no ability matters here",), indent=4)
        blocks += [Heading(title), Facts(tuple(map(_advice, side)), 0, indent=4), nothing]
    for net in advised.net:
        modifier = not net.of.endswith(("factors", "value"))
        blocks.append(Heading(f"{net.of}: {_in_figures(net.total, signed=modifier)}"))
        blocks.append(Facts(tuple(map(_line, net.lines)), 0, indent=4))
    return View(advised, (*blocks, paragraphs(advised.notes)))


def _line(line: SumLine) -> Labelled:
    amount = _in_figures(line.amount, signed=bool(line.rule))
    return (f"{amount:>5}  ", f"{line.words}{f' ({line.rule})' if line.rule else ''}")


def _in_figures(number: float | str | None, *, signed: bool) -> str:
    if isinstance(number, str):
        return number
    return "" if number is None else f"{number:+g}" if signed else f"{number:g}"


def _advice(advice: Advice) -> Labelled:
    why = f"{advice.why} ({advice.rule})" if advice.why else ""
    text = " - ".join(words for words in (advice.effect, why) if words)
    return (
        f"{_mark(advice):<{_MARK_WIDTH}} ",
        f"{advice.leader} {advice.ability}, {advice.name}: {text}",
    )


_MARK_WIDTH = len("does not apply")


def _mark(advice: Advice) -> str:
    """How an ability stands, in a word or two."""
    if advice.announced:
        return "announced"
    if advice.verdict == "does-not-apply":
        return "does not apply"
    counts = advice.counted or advice.verdict != "may"
    return advice.verdict if counts else "may, not counted"


# --- questions ----------------------------------------------------------------------------------


def _by_questions() -> verbs.Course[Values]:
    """A land combat by questions; an empty line ends a list."""
    combat: Values = {"kind": "land", "hex": (yield from verbs.ask("Hex attacked")).strip()}
    combat["terrain"] = yield from verbs.ask_word("Terrain", get_args(Terrain), "clear")
    combat["city"] = (yield from verbs.ask_word("A city?", ("yes", "no"), "no")) == "yes"
    combat["capital"] = (yield from verbs.ask_word("A capital?", ("yes", "no"), "no")) == "yes"
    combat["weather"] = yield from verbs.ask_word("Weather", get_args(Weather), "fine")
    tables = (*filter(None, get_args(Table)), "open")
    table = yield from verbs.ask_word("Table", tables, "open")
    combat["table"] = "" if table == "open" else table
    if table != "open":
        callers = ("attacker", "defender")
        combat["called_by"] = yield from verbs.ask_word("Called by", callers, "attacker")
    for side in ("attackers", "defenders"):
        units = yield from _units(side)
        combat[side] = {"units": units, "leaders": (yield from _leaders(side))}
    return combat


def _lines(label: str) -> verbs.Course[list[list[str]]]:
    lines: list[list[str]] = []
    while words := (yield from verbs.ask(label, default="")).split():
        lines.append(words)
    return lines


def _units(side: str) -> verbs.Course[list[Values]]:
    units: list[Values] = []
    label = f"Unit of the {side} (germany ARM 8 river; {' '.join(FLAGS)})"
    for words in (yield from _lines(label)):
        if len(words) < 2:
            yield from verbs.fail(f"write a unit as POWER TYPE [FACTORS], not {' '.join(words)!r}")
        power = country_of(words[0])
        if isinstance(power, Unfit):
            return (yield from verbs.fail(power.text))
        unit: Values = {"power": power, "type": words[1].upper()}
        for word in words[2:]:
            if word.lower() in FLAGS:
                field, value = FLAGS[word.lower()]
                unit[field] = value
            else:
                unit["factors"] = yield from _number(word)
        units.append(unit)
    return units


def _leaders(side: str) -> verbs.Course[list[Values]]:
    leaders: list[Values] = []
    label = f"Leader of the {side} (rommel stacked; zhukov range 2, in hexes of that map)"
    for words in (yield from _lines(label)):
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


def _number(word: str) -> verbs.Course[float]:
    try:
        return float(word)
    except ValueError:
        known = ", ".join(FLAGS)
        return (yield from verbs.fail(f"{word!r} is neither a number nor one of {known}"))
