"""LiF 3.3, 5.1: what reports of the map ask, with what the record knows filled in. Pure.

A combat is asked for part by part: where and who, every loss, every leader concerned. A line about
a unit or leader is judged at once.
"""

from collections.abc import Callable, Collection, Generator, Iterator, Mapping, Sequence
from typing import Any, get_args

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused, Supplied, WithheldError, filled, trial
from campaign.kernel.interview import pages
from campaign.kernel.interview.answers import Choice, Kind, Number, Option, Several, folded
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.lif.abilities.catalogue import ability
from campaign.lif.choices import countries, countries_named, drawn, leaders_of
from campaign.lif.names import by_name, counter_name, country, leader, names_of, the_country
from campaign.lif.on_map import battles, combat_checks, combats, fold
from campaign.lif.on_map.combats import BannerOption, next_combat
from campaign.lif.on_map.commands import PromoteGuards, ReportCombat, ToldLoss, UnitType
from campaign.lif.on_map.sentences import in_words
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS, is_minor
from campaign.lif.state import Placement, State, Use, aligned_with, untimely, with_status
from campaign.text.english import counted, listed, near
from events.lif.on_map import CombatReported, LeaderKilled, LeaderRecalled, Loss, Side

RARE = ("side", "size", "hq", "controlled_by", "arrives", "took_part")
"""Cells of a row that the record nearly always knows."""
LABELS = {"hq": "HQ"}
HINTS = {"type": "such as INF, ARM or HQ-I", "fate": "left out: killed"}
COUNTS = "counts_for_"
"""How the fields begin that say for what a loss does not count."""

# --- a combat -----------------------------------------------------------------------------------


def asks_combat(state: State, form: Given) -> pages.Interview:
    """LiF 3.3: where and who, what was lost, who led."""
    refused = untimely(state, ReportCombat) or combat_checks.without_combats(state)
    if refused and not form.is_script:
        return refused
    fields = yield from _where_and_who(state, form)
    about = ReportCombat(
        kind=fields["kind"],
        hex=fields["hex"],
        attackers=fields["attackers"],
        defenders=fields["defenders"],
        losses=(),
        new=bool(fields.get("new")),
    )
    refused = next(combat_checks.faults(state, about), None)
    if refused and not form.is_script:
        return refused
    fields["losses"] = yield _losses(state, form, about)
    if "leaders" in state.campaign.modules:
        fields["leaders"] = yield _leaders(state, form, about, fields["losses"])
        fields |= assembled((yield from _left_alone(state, form, fields)))
    return {name: value for name, value in fields.items() if value or name == "losses"}


WHERE = {"kind": "Kind of combat", "hex": "Where was it fought?",
         "attackers": "Who attacked?", "defenders": "Who defended?"}  # fmt: skip


def _where_and_who(state: State, form: Given) -> Generator[pages.Page, Any, pages.Fields]:
    """LiF 3.3: the kind of a combat, its place and its sides. Where more than one pair of enemies
    is on the map, a screen asks for the place first, since who is there has fought.
    """
    fields = ("kind", "attackers", "defenders", "contradicts", "new")
    enemies = combat_checks.enemies(state)
    if len(enemies) < 2 or not form.is_screen:
        page = _asked_of_combat(form.page("kind", "hex", *fields[1:]), state, enemies)
        return assembled((yield replace(page, title="Where was the combat, and who fought?")))
    place = assembled((yield _asked_of_combat(form.page("hex"), state, ())))
    page = _asked_of_combat(form.page(*fields), state, combat_checks.enemies(state, place["hex"]))
    title = f"Who fought at {in_words(place['hex'])}?"
    return place | assembled((yield replace(page, title=title)))


def _asked_of_combat(
    page: pages.Page, state: State, enemies: Collection[frozenset[str]]
) -> pages.Page:
    """LiF 3.3: questions about a combat, with what stands in them until something else is said."""
    labels, stands = WHERE, {"kind": "land", **combat_checks.likely_sides(state, enemies)}
    questions = (
        replace(
            one,
            label=labels.get(one.key, one.label),
            kind=_likely_first(state, one),
            tip="",
            is_rare=one.key not in labels,
            stands=stands.get(one.key, ""),
        )
        for one in page.questions
    )
    used = _used_at(state)
    notes = (f"Abilities were used in {listed(used)}.",) if used else ()
    return replace(page, questions=tuple(questions), notes=notes)


def _likely_first(state: State, question: pages.Question) -> Kind:
    """LiF 3.3: what can be answered, places without enemies and countries at peace last."""
    kind = question.kind
    choice = kind.kind if isinstance(kind, Several) else kind
    if question.key not in ("hex", "attackers", "defenders") or not isinstance(choice, Choice):
        return kind
    is_likely = _is_fought_at if question.key == "hex" else _is_at_war
    likely = {one.value for one in choice.options if is_likely(state, one.value)}
    far = (replace(one, is_far=bool(likely) and one.value not in likely) for one in choice.options)
    changed = replace(choice, options=tuple(far))
    return replace(kind, kind=changed) if isinstance(kind, Several) else changed


def _is_fought_at(state: State, place: str) -> bool:
    return place in _used_at(state) or bool(combat_checks.enemies(state, place))


def _is_at_war(state: State, who: str) -> bool:
    return any({who, aligned_with(state, who)} & {*pair} for pair in state.at_war)


def _used_at(state: State) -> tuple[str, ...]:
    """Where abilities were used in this step."""
    timing = state.play.timing
    return tuple(dict.fromkeys(use.hex for use in timing.used if use.steps >= timing.since))


def _cells(
    page: pages.Page, order: Sequence[str], kinds: Mapping[str, Choice], due: str = ""
) -> tuple[pages.Question, ...]:
    """The cells of a row in this order; but for the one due, the record may know them all."""
    cells = {one.key: one for one in page.questions}
    return tuple(
        replace(
            cells[key],
            kind=kinds.get(key, cells[key].kind),
            is_optional=key != due,
            label=LABELS.get(key, cells[key].label),
            hint=HINTS.get(key, cells[key].hint),
            default=None,
            is_rare=key in RARE or key.startswith(COUNTS),
        )
        for key in order
    )


# --- losses -------------------------------------------------------------------------------------


class TypeOfUnit(Choice, frozen=True):
    """A type of unit, such as `inf` or `HQ-I`: read up to its first digit, hyphen or blank."""

    is_open: bool = True

    def read(self, text: str) -> str | Invalid:
        """The type in capitals."""
        if battles.word_of(text) in (option.value for option in self.options):
            return text.upper()
        hint = near(folded(text), [option.value.lower() for option in self.options])
        return Invalid(f"{text!r} is not a type of unit, such as INF, ARM or HQ-I{hint}")


class CounterOnMap(Choice, frozen=True):
    """A counter by its whole id, which a type or a number may be a part of."""

    def read(self, text: str) -> str | Invalid:
        """The id."""
        counter = folded(text)
        known = [option.value for option in self.options]
        return counter if counter in known else Invalid(f"{text!r} is no counter on the map there")


def _losses(state: State, form: Given, about: ReportCombat) -> pages.Page:
    """Every unit lost: a counter on record by its id alone, another by its power and type."""
    page = form.page("losses")
    fighting = (*about.attackers, *about.defenders)
    named = tuple(option for option in countries(state).options if option.value in fighting)
    kinds: dict[str, Choice] = {
        "counter": CounterOnMap(tuple(_on_map(state, fighting))),
        "power": Choice(named),
        "type": TypeOfUnit(tuple(_types_there(state, about))),
        "controlled_by": Choice(countries_named()[: len(POWERS)]),
        "hq": Choice((Option("yes", "an HQ", also=("hq",)), Option("no", "no HQ"))),
    }
    order = ("counter", "power", "type", "fate", "build_points", "size", "hq")
    rest = (one.key for one in page.questions if one.key not in order)
    cells = _cells(page, (*order, *rest), kinds)
    changes: dict[str, dict[str, Any]] = {
        "fate": {"label": "What became of it", "default": "killed", "stands": "killed"},
        "build_points": {"kind": Number(None, None, POINTS)},
        "counter": {"is_rare": True},
    }
    questions = tuple(replace(one, **changes.get(one.key, {})) for one in cells)
    text = (
        "Name a counter on record alone; another unit by its power, type and build points, and as"
        " a division if it was one."
    )
    blanks = tuple(
        pages.BlankRow(f"Another unit of {the_country(who)}", {"power": who}) for who in fighting
    )
    return replace(
        page,
        questions=questions,
        notes=() if form.is_screen else (text,),
        is_asked=True,
        row=_loss_of(state, about),
        title="What was lost?",
        least=0 if form.is_screen else page.least,
        ready=tuple(_at_hand(state, about)),
        blanks=blanks,
        quiet=frozenset({"power", "fate"}),
        repeats=True,
        so_far=lambda losses: _balance(state, about, losses),
    )


POINTS = tuple(range(1, 10))
"""Build points that a unit costs nearly always."""
FATES = (("", "Not lost"), ("killed", "Killed"), ("shattered", "Shattered"),
         ("retreated", "Retreated"))  # fmt: skip


def _at_hand(state: State, about: ReportCombat) -> Iterator[pages.ReadyRow]:
    """Rulings 50 and 51: counters that may have been there, in the hex or beside it, and of which
    nothing is asked but what became of them.
    """
    for who, counter in sorted(state.play.counters.items()):
        if not _may_have_fought(state, about, who):
            continue
        loss = _loss_of(state, about)({"counter": who, "fate": "killed"})
        if isinstance(loss, Invalid) or isinstance(_lost(state, about, (loss,)), Refused):
            continue  # more is asked of it
        location = state.play.counter_placements[who].location
        where = f"at {in_words(location)}" if location else "on the map"
        cost = f", {counted(counter.cost, 'point')}" if counter.cost is not None else ""
        yield pages.ReadyRow(who, counter_name(counter), FATES, f"{where}{cost}", drawn(counter))


def _may_have_fought(state: State, about: ReportCombat, counter: str) -> bool:
    """Ruling 50: whether a counter of a side is in the hex or beside it, or nobody knows where."""
    held, power = state.play.counter_placements[counter], state.play.counters[counter].power
    side: Side = "attacker" if power in about.attackers else "defender"
    if held.place != "map" or power not in (*about.attackers, *about.defenders):
        return False
    return not held.location or not combat_checks.away(state, held.location, about.hex, side)


def _lost(
    state: State, about: ReportCombat, losses: Sequence[pages.Fields]
) -> tuple[Loss, ...] | Refused:
    reported = tuple(msgspec.convert(one, ToldLoss) for one in losses)
    return battles.resolved(state, replace(about, losses=reported))


def _balance(state: State, about: ReportCombat, losses: Sequence[pages.Fields]) -> tuple[str, ...]:
    """LiF 3.3, 5.1: what each side has lost, whom that recalls, and the promotion score."""
    lost = _lost(state, about, losses)
    if isinstance(lost, Refused) or not losses:
        return ()
    combat = filled(CombatReported, about, combat="", losses=lost)
    score = combats.tally(combat) if "guards-banner" in state.campaign.modules else None
    lines = battles.balance(state, combat)
    return (*lines, f"Guards score {score.score}.") if score else tuple(lines)


def _on_map(state: State, fighting: Sequence[str]) -> Iterator[Option]:
    for who, counter in sorted(state.play.counters.items()):
        if counter.power in fighting and state.play.counter_placements[who].place == "map":
            cost = "" if counter.cost is None else f", {counted(counter.cost, 'point')}"
            yield Option(who, counter.name, f"{counter.type}{cost}")


def _types(state: State) -> tuple[str, ...]:
    """The types of units that people name: the game's, and those of counters on record."""
    own = {battles.word_of(counter.type) for counter in state.play.counters.values()}
    further = {"HQ", *battles.AIRCRAFT, *battles.SHIPS, *own} - {""}
    return tuple(dict.fromkeys((*get_args(UnitType), *sorted(further))))


def _types_there(state: State, about: ReportCombat) -> Iterator[Option]:
    """The types of units; those that such a combat seldom concerns are folded away."""
    for kind in _types(state):
        yield Option(kind, is_far=(battles.branch(kind) == "land") != (about.kind == "land"))


def _loss_of(state: State, about: ReportCombat) -> Callable[[pages.Fields], pages.Fields | Invalid]:
    """A line about a loss with what the record knows, or what is still missing of it."""

    def read(typed: pages.Fields) -> pages.Fields | Invalid:
        loss = {key: value for key, value in typed.items() if value is not None}
        counter = state.play.counters.get(loss.get("counter", ""))
        if counter is not None:
            loss = {"power": counter.power, "type": counter.type, **loss}
        if "power" not in loss:
            return Invalid("say whose unit it was")
        if "type" not in loss:
            return Invalid("name the unit's type, such as INF")
        side: Side = "attacker" if loss["power"] in about.attackers else "defender"
        control = _controller(state, loss["power"], fold.fighting(about, side))
        loss = {"side": side, "controlled_by": control, **loss}
        return _without_points(state, loss) or loss

    return read


def _without_points(state: State, loss: pages.Fields) -> Invalid | None:
    """LiF 3.3: a loss whose build points are needed and neither told nor on record."""
    counter = state.play.counters.get(loss.get("counter", ""))
    told = msgspec.convert(loss, ToldLoss)
    if battles.cost(counter, told) is not None or not battles.recalls(state, told):
        return None
    unit = loss.get("counter") or f"{loss['power']} {loss['type']}"
    return Invalid(f"how many build points did it cost? Add them, such as {unit} 3")


def _controller(state: State, power: str, fighting: Sequence[str]) -> str:
    """Who controls a unit: its major power, or the one that its minor is aligned with."""
    if power in POWERS:
        return power
    aligned = aligned_with(state, power)
    return aligned or next((name for name in fighting if name in POWERS), POWERS[0])


# --- leaders ------------------------------------------------------------------------------------


def _leaders(
    state: State, form: Given, about: ReportCombat, losses: Sequence[pages.Fields]
) -> pages.Page:
    """Every leader concerned; first those in the hex or beside it, and who announced an ability."""
    page = form.page("leaders")
    uses = combat_checks.uses_of(state, about, next_combat(state))
    near_by = list(_near_by(state, about, uses))
    rest = (who for who in with_status(state, "map") if who not in near_by)
    used = (Option("yes", "ability used", also=("used",)), Option("no", "no ability used"))
    kinds: dict[str, Choice] = {
        "leader": Choice(tuple(leaders_of(state, (*near_by, *rest)))),
        "stacked": Choice((Option("yes", "stacked"), Option("no", "from afar", also=("helped",)))),
        "ability_used": Choice(used),
    }
    air = ("helps_aircraft_only",) if about.kind == "naval-air" else ()
    order = ("leader", "stacked", "ability_used", *air, "side", "took_part")
    questions = _cells(page, order, kinds, due="leader")
    notes = (
        f"{leader(use.leader, state.sheet)}: ability {use.ability}"
        f" ({ability(use.ability, state.campaign.rulebook).name}) was announced at {use.hex}."
        for use in uses
    )
    here = [leader(who, state.sheet) for who in near_by]
    known = (f"Concerned, as far as the record knows: {listed(here)}.",) if here else ()
    announced = {use.leader for use in uses}
    return replace(
        page,
        questions=questions,
        notes=(*notes, *(() if form.is_screen else known)),
        is_asked=True,
        row=_part_of(state, about, announced),
        title="Which leaders were concerned?",
        tip=None,
        ready=tuple(_ready_leader(state, about, who, who in announced) for who in near_by),
        quiet=frozenset({"stacked", "ability_used", "helps_aircraft_only"}),
        so_far=lambda leaders: _balance(state, about, losses),
    )


PARTS = (("", "Not concerned"), ("stacked", "In the hex"), ("stacked used", "In the hex, ability"),
         ("helped", "From afar"), ("used", "From afar, ability"))  # fmt: skip
"""LiF 3.3: what part a leader had in a combat."""


def _ready_leader(state: State, about: ReportCombat, who: str, announced: bool) -> pages.ReadyRow:
    """A leader who may be concerned; of one who announced an ability the record knows it."""
    held = state.play.placements.get(who)
    is_there = held is not None and held.location == about.hex
    ways = tuple(one for one in PARTS if not announced or one[0].endswith("used") or not one[0])
    stands = " ".join(("stacked",) * is_there + ("used",) * announced)
    (known,) = leaders_of(state, (who,))
    return pages.ReadyRow(who, known.title, ways, known.about, stands=stands)


def _near_by(state: State, about: ReportCombat, uses: Sequence[Use]) -> Iterator[str]:
    """Leaders who announced an ability, and those whose place on record is one of their side's."""
    announced = {use.leader for use in uses}
    for who, placement in sorted(state.play.placements.items()):
        side = _side(state, who, about)
        if side is not None and (who in announced or _is_there(state, placement, about, side)):
            yield who


def _is_there(state: State, held: Placement, about: ReportCombat, side: Side) -> bool:
    """Ruling 45: whether a place is the hex of a combat, or one of a side's on the same map."""
    if about.kind != "land":
        return held.location == about.hex
    return combat_checks.is_near(state, held.location, about.hex, side)


def _side(state: State, who: str, about: ReportCombat) -> Side | None:
    """The side that a leader fights on, as far as powers say."""
    power = sides.allegiance(state, who).power
    own = state.sheet[who].power if is_minor(state.sheet[who]) else None
    for side in fold.SIDES:
        fighting = fold.fighting(about, side)
        majors = {name if name in POWERS else aligned_with(state, name) for name in fighting}
        if (power is not None and power in majors) or own in fighting:
            return side
    return None


def _part_of(
    state: State, about: ReportCombat, announced: set[str]
) -> Callable[[pages.Fields], pages.Fields | Invalid]:
    """A line about a leader, with the side and the use of an ability as the record knows them."""

    def read(typed: pages.Fields) -> pages.Fields | Invalid:
        who = typed["leader"]
        side = typed["side"] or _side(state, who, about)
        if side is None:
            name = leader(who, state.sheet)
            return Invalid(f"say on which side {name} was, attacker or defender")
        part = {"took_part": True, "ability_used": who in announced}
        part |= {key: value for key, value in typed.items() if value is not None}
        return {key: value for key, value in {**part, "side": side}.items() if value}

    return read


def _left_alone(state: State, form: Given, fields: pages.Fields) -> Any:
    """LiF 3.3(a): leaders in whose hex every other unit that counts was destroyed."""
    lost = {loss["side"] for loss in fields["losses"] if loss["fate"] == "killed"}
    near_by = [
        one["leader"] for one in fields["leaders"] if one.get("stacked") and one["side"] in lost
    ]
    if fields["kind"] != "land" or not near_by:
        return {}
    (question,) = form.page("left_alone").questions
    options = Choice(tuple(leaders_of(state, near_by)))
    label = "Beside whom was every other unit in the hex destroyed?"
    asked = replace(question, label=label, kind=Several(options))
    return (yield pages.Page((asked,), is_asked=True, title="Was a leader left alone?"))


def shows_combat(
    state: State, fields: pages.Fields, private: Callable[[], Mapping[str, Any]]
) -> pages.Confirm | None:
    """What will be reported, in words."""
    attackers, defenders = (listed(map(country, fields[f"{side}s"])) for side in fold.SIDES)
    lines = [f"{attackers} attacked {defenders} ({fields['kind']}) in {fields['hex']}."]
    lines += [f"Lost: {_loss_in_words(state, loss)}." for loss in fields["losses"]] or [
        "Lost: nothing."
    ]
    for one in fields.get("leaders", ()):
        part = "stacked" if one.get("stacked") else "from afar"
        used = ", ability used" if one.get("ability_used") else ""
        name = leader(one["leader"], state.sheet)
        lines.append(f"Leader: {name} ({one['side']}, {part}{used}).")
    lines += [f"Left alone: {leader(who, state.sheet)}." for who in fields.get("left_alone", ())]
    lines += [f"{text}." for text in _what_follows(state, fields)]
    return pages.Confirm(tuple(lines), "Report this combat?", is_advice=True)


def _what_follows(state: State, fields: pages.Fields) -> Iterator[str]:
    """LiF 3.3: who will die or be recalled by this report; whom the ledger draws nobody knows."""
    command = msgspec.convert(fields, ReportCombat)
    try:
        events = combats.report_combat(state, command, trial(Supplied()))
    except WithheldError:
        yield "A leader will be recalled to the cup; the ledger draws whom"
        return
    for event in events if isinstance(events, tuple) else ():
        match event:
            case LeaderKilled(leader=who):
                yield f"{leader(who, state.sheet)} will be killed"
            case LeaderRecalled(leader=who):
                yield f"{leader(who, state.sheet)} will be recalled to the cup"


def _loss_in_words(state: State, loss: pages.Fields) -> str:
    """A loss: `attacker: Germany INF (1st Army), killed, 3 build points`."""
    counter = (
        f" ({counter_name(state.play.counters[loss['counter']])})" if "counter" in loss else ""
    )
    more = [loss["fate"]]
    if "build_points" in loss:
        more.append(counted(loss["build_points"], "build point"))
    more += [loss["size"]] if "size" in loss else []
    return f"{loss['side']}: {country(loss['power'])} {loss['type']}{counter}, {', '.join(more)}"


# --- a promotion --------------------------------------------------------------------------------


def asks_promotion(state: State, form: Given) -> pages.Interview:
    """LiF 5.1: a won combat, a surviving unit, an army that the score reaches."""
    open_now = combats.open_promotions(state)
    if form.is_screen and not _has_parts(form):
        if not open_now:
            return Refused(combats.GUARDS_RULE, "no combat allows a promotion now")
        return (yield from _chosen_pair(state, form, open_now))
    note = () if open_now else ("No combat allows a promotion now.",)
    fields: pages.Fields = {}
    for name, label in PROMOTION.items():
        (question,) = form.page(name).questions
        options = tuple({getattr(one, name): _named(state, name, one) for one in open_now}.values())
        kind = Choice(options, is_open=form.is_script or not options)
        fields |= yield pages.Page((replace(question, kind=kind, label=label),), notes=note)
        open_now = [option for option in open_now if getattr(option, name) == fields[name]]
    return fields


def _has_parts(form: Given) -> bool:
    """Whether the unit and the army are given by themselves, as a program or an address does."""
    return bool(form.answers.get("unit")) or " " not in form.answers.get("army", " ")


def _chosen_pair(
    state: State, form: Given, open_now: Sequence[BannerOption]
) -> Generator[pages.Page | pages.Confirm, Any, pages.Fields]:
    """LiF 5.1: which unit becomes which army after which combat, in one tap."""
    after = [one for one in open_now if one.combat == form.answers.get("combat")]
    pairs = {f"{one.combat} {one.unit} {one.army}": one for one in after or open_now}
    able = (Option(value, *_pair_in_words(state, one)) for value, one in pairs.items())
    unable = (
        Option(f"no {who}", names_of(state).counter(who), refused=by_name(state, refused.reason))
        for who, refused in combats.not_promoted(state)
    )
    label = "Who joins the Guards?"
    question = pages.Question("army", label, Choice((*able, *unable)), stands=next(iter(pairs)))
    one = pairs[(yield pages.Page((question,), title=label, button="Promote"))["army"]]
    return {"combat": one.combat, "unit": one.unit, "army": one.army}


def _pair_in_words(state: State, one: BannerOption) -> tuple[str, str, str]:
    """A promotion's title, its sum, and the counter to draw."""
    called, unit = names_of(state).counter, state.play.counters[one.unit]
    total = f"{one.factors} + {one.score} = {one.factors + one.score}, and {one.needed} are needed"
    where = state.play.counter_placements[one.unit].location or state.play.combats[one.combat].hex
    text = f"{called(one.unit)} becomes {called(one.army)}"
    return text, f"{in_words(where)}: {total}", drawn(unit)


PROMOTION = {
    "combat": "Which combat was won?",
    "unit": "Which unit is promoted?",
    "army": "Which Guards Banner army takes its place?",
}


def _named(state: State, name: str, one: BannerOption) -> Option:
    """What people know a combat, a unit or an army by."""
    if name == "combat":
        combat = state.play.combats[one.combat]
        attackers = listed(map(country, combat.attackers))
        defenders = listed(map(country, combat.defenders))
        return Option(one.combat, about=f"{combat.hex}: {attackers} against {defenders}")
    value = getattr(one, name)
    counter = state.play.counters[value]
    worth = f"needs {one.needed}" if name == "army" else f"{one.factors} + {one.score}"
    return Option(value, counter.name, f"{counter.type}, {worth}")


def shows_promotion(
    state: State, fields: pages.Fields, private: Callable[[], Mapping[str, Any]]
) -> pages.Confirm | None:
    """What the score reaches, and who goes and comes."""
    for one in combats.open_promotions(state):
        if all(getattr(one, name) == fields[name] for name in PROMOTION):
            total = f"{one.factors} + {one.score} = {one.factors + one.score}"
            unit, army = map(names_of(state).counter, (one.unit, one.army))
            lines = (
                f"{total}, and {one.needed} are needed.",
                f"{unit} goes to the force pool; {army} takes its place.",
            )
            return pages.Confirm(lines, "Promote?", is_advice=True, title=army)
    return None


INTERVIEWS = Interviews[State](
    asked={ReportCombat: asks_combat, PromoteGuards: asks_promotion},
    consequences={ReportCombat: shows_combat, PromoteGuards: shows_promotion},
)
