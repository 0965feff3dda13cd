"""LiF 2: the verbs that look things up: an ability by number, word or step; a leader. Pure."""

from typing import get_args

from campaign.kernel.terminal import verbs
from campaign.lif.abilities import catalogue
from campaign.lif.abilities.catalogue import Ability, Step
from campaign.lif.names import country
from campaign.lif.parameters import KIT_LEADER
from campaign.lif.roster import Sheet, kit
from campaign.lif.roster import as_json as counter_as_json
from campaign.lif.rulings import LIF_1998, RULEBOOKS
from campaign.lif.state import State
from campaign.text.english import near
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


def _print(ability: Ability) -> verbs.Course[None]:
    yield from verbs.heading(f"{ability.number:>3}  {ability.name}")
    yield from verbs.entry("     ", ability.text)
    numbers = "".join(f", {key} {value}" for key, value in ability.numbers.items())
    steps = ", ".join(ability.steps)
    about = f"{ability.group}; {steps}; {ability.scope}; {ability.print} print{numbers}"
    yield from verbs.entry("     ", about)


# --- abilities ----------------------------------------------------------------------------------


def ability(
    call: verbs.Call, number: int | None, words: str | None, step: str | None, rulebook: str | None
) -> verbs.Course[None]:
    """Tells what an ability does, by its number on the counters, by words, or by step."""
    sheet, rules = yield from _rules(call, rulebook)
    if number is None and words is None and step is None:
        advice = "give a number, --search WORDS or --step STEP; see `campaign ability -h`"
        yield from verbs.fail(advice)
    matches = _found(rules, number, words, step)
    if call.as_json:
        yield from verbs.json_page(
            [
                {**each.as_json(), "leaders": catalogue.holders(each.number, sheet)}
                for each in matches
            ]
        )
        return
    if not matches:
        yield from verbs.say("no ability is like that")
    for each in matches:
        yield from _print(each)
        names = ", ".join(sheet[who].name for who in catalogue.holders(each.number, sheet))
        yield from verbs.entry("     ", f"leaders: {names or 'nobody in this sheet'}")


def _found(rules: str, number: int | None, words: str | None, step: str | None) -> list[Ability]:
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
    course=ability,
)

# --- leaders ------------------------------------------------------------------------------------


def leader(call: verbs.Call, who: str, rulebook: str | None) -> verbs.Course[None]:
    """Tells a leader's counter: power, rank, arrival and abilities; with --campaign also where he
    is.
    """
    sheet, rules = yield from _rules(call, rulebook)
    known = yield from _leader(sheet, who)
    counter = sheet[known]
    held = catalogue.for_leader(known, sheet, rules)
    where: JsonObject = (yield from verbs.shown())["leaders"][known] if call.campaign else {}
    if call.as_json:
        abilities = [each.as_json() for each in held]
        yield from verbs.json_page({**counter_as_json(counter), **where, "abilities": abilities})
        return
    came = f"arrives {counter.year}" if counter.year else f"mark {counter.mark}"
    allegiance = f", {counter.allegiance}" if counter.allegiance else ""
    power = f"({country(counter.power)}{allegiance})"
    yield from verbs.heading(f"{counter.name} {power} {'★' * counter.rank}, {came}")
    if where:
        yield from verbs.entry("", _whereabouts(where))
    for each in held:
        yield from _print(each)


def _whereabouts(where: JsonObject) -> str:
    """LiF 2: what a leader is now, with the place and the facing of one on the map."""
    if not where["location"]:
        return str(where["status"])
    facing = "face-up" if where["face_up"] else "face-down"
    return f"{where['status']}, {where['location']}, {facing}"


def _leader(sheet: Sheet, who: str) -> verbs.Course[str]:
    """A leader's id, found by id or name; fails on an unknown name, and suggests similar ones."""
    folded = who.lower().replace(" ", "-").replace("_", "-").replace("'", "")
    for known, counter in sheet.items():
        if folded == known or who.lower() == counter.name.lower():
            return known
    return (yield from verbs.fail(f"there is no leader {who!r}{near(folded, sheet)}"))


LEADER = verbs.Verb(
    words="leader",
    example="""
    campaign leader zhukov
    campaign leader halsey --rulebook lif-list
    """,
    on_campaign=False,
    parameters=(verbs.Argument("who", "LEADER", KIT_LEADER), RULEBOOK, BY_CAMPAIGN),
    course=leader,
)

VERBS = {verb.words: verb for verb in (ABILITY, LEADER)}
