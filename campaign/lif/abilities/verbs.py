"""LiF 2: the verbs that look things up: an ability by number, word or step; a leader. Pure."""

from collections.abc import Sequence
from typing import get_args

from campaign.kernel.decisions import About, Refused
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.views import Block, Heading, Lines, View, paragraphs
from campaign.lif.abilities import catalogue
from campaign.lif.abilities.catalogue import Ability, Step
from campaign.lif.names import country
from campaign.lif.parameters import KIT_LEADER, the_leader
from campaign.lif.roster import Sheet, kit
from campaign.lif.roster import as_json as counter_as_json
from campaign.lif.rulings import LIF_1998, RULEBOOKS
from campaign.lif.state import State
from campaign.text.json_values import JsonObject

HIGHEST = 122
"""The last ability's number."""
RULEBOOK = verbs.VerbOption(
    "--rulebook", "Without it: lif-1998.", verbs.OneOf("rulebook", lambda: RULEBOOKS)
)
BY_CAMPAIGN = verbs.VerbOption(
    "--campaign", "By this campaign's rules.", verbs.CampaignName(), metavar="NAME", called="name"
)


def _rules(call: verbs.Call, rulebook: str | None) -> verbs.Course[tuple[Sheet, str]]:
    """The leaders and the edition of the rules: the campaign's, or the kit's."""
    if not call.campaign:
        return kit(), rulebook or LIF_1998
    state = yield from verbs.state_of(State)
    return state.sheet, rulebook or state.campaign.rulebook


def _in_words(ability: Ability, *more: str) -> tuple[Block, ...]:
    numbers = "".join(f", {key} {value}" for key, value in ability.numbers.items())
    steps = ", ".join(ability.steps)
    about = f"{ability.group}; {steps}; {ability.scope}; {ability.print} print{numbers}"
    title = Heading(f"{ability.number:>3}  {ability.name}")
    return (title, paragraphs((ability.text, about, *more), indent=5))


# --- abilities ----------------------------------------------------------------------------------


def ability(
    call: verbs.Call, number: int | None, words: str | None, step: str | None, rulebook: str | None
) -> verbs.Look:
    """Tells what an ability does, by its number on the counters, by words, or by step."""
    sheet, rules = yield from _rules(call, rulebook)
    if number is None and words is None and step is None:
        wants = "give a number, --search WORDS or --step STEP; see `campaign ability -h`"
        return Refused(None, wants, About(missing=True))
    return abilities(sheet, _matching(rules, number, words, step))


def abilities(sheet: Sheet, matches: Sequence[Ability]) -> View:
    """LiF 2: abilities, and which leaders of a sheet have them."""
    data, blocks = [], list[Block]()
    for each in matches:
        holders = catalogue.holders(each.number, sheet)
        data.append({**each.as_json(), "leaders": holders})
        names = ", ".join(sheet[who].name for who in holders)
        blocks += _in_words(each, f"leaders: {names or 'nobody in this sheet'}")
    return View(data, tuple(blocks) or (Lines(("no ability is like that",)),))


def _matching(rules: str, number: int | None, words: str | None, step: str | None) -> list[Ability]:
    """The abilities of an edition that match everything in the search."""
    spoken_of = None if words is None else catalogue.search(words, rules)
    return [
        each
        for each in catalogue.abilities(rules).values()
        if number in (None, each.number)
        and (spoken_of is None or each in spoken_of)
        and (step is None or step in each.steps)
    ]


ABILITY = verbs.Verb(
    words="ability",
    example="""
    campaign ability 39
    campaign ability --search forest
    campaign ability --step retreat --json
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("number", "[NUMBER]", verbs.Number(1, HIGHEST), required=False),
        verbs.VerbOption(
            "--search", "Those that speak of all these words.", metavar="WORDS", called="words"
        ),
        verbs.VerbOption(
            "--step", "Those that work in this step.", verbs.OneOf("step", lambda: get_args(Step))
        ),
        RULEBOOK,
        BY_CAMPAIGN,
    ),
    title="Abilities",
    shows=ability,
)

# --- leaders ------------------------------------------------------------------------------------


def leader(call: verbs.Call, who: str, rulebook: str | None) -> verbs.Look:
    """Tells a leader's counter: power, rank, arrival and abilities; with --campaign also where he
    is.
    """
    sheet, rules = yield from _rules(call, rulebook)
    known = yield from the_leader(sheet, who)
    counter = sheet[known]
    held = catalogue.for_leader(known, sheet, rules)
    where: JsonObject = (yield from verbs.shown())["leaders"][known] if call.campaign else {}
    data = {**counter_as_json(counter), **where, "abilities": [each.as_json() for each in held]}
    came = f"arrives {counter.year}" if counter.year else f"mark {counter.mark}"
    allegiance = f", {counter.allegiance}" if counter.allegiance else ""
    power = f"({country(counter.power)}{allegiance})"
    title = Heading(f"{counter.name} {power} {'★' * counter.rank}, {came}")
    place = paragraphs((_whereabouts(where),) if where else ())
    return View(data, (title, place, *(block for each in held for block in _in_words(each))))


def _whereabouts(where: JsonObject) -> str:
    """LiF 2: what a leader is now, with the place and the facing of one on the map."""
    if not where["location"]:
        return str(where["status"])
    facing = "face-up" if where["face_up"] else "face-down"
    return f"{where['status']}, {where['location']}, {facing}"


LEADER = verbs.Verb(
    words="leader",
    example="""
    campaign leader zhukov
    campaign leader halsey --rulebook lif-list
    """,
    on_campaign=False,
    parameters=(verbs.Argument("who", "LEADER", KIT_LEADER), RULEBOOK, BY_CAMPAIGN),
    title="A leader",
    shows=leader,
)

VERBS = {verb.words: verb for verb in (ABILITY, LEADER)}
