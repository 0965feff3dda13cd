"""LiF 2: the verbs that look things up: an ability by number, word or step; a leader. Pure."""

from typing import get_args

from campaign.kernel.courses import (
    Call,
    Course,
    entry,
    fail,
    heading,
    json_page,
    say,
    shown,
    state_of,
)
from campaign.kernel.verbs import Argument, CampaignName, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.abilities import catalogue
from campaign.leaders_in_flames.abilities.catalogue import Ability, Step
from campaign.leaders_in_flames.abilities.verbs_advise import ADVISE
from campaign.leaders_in_flames.leader_sheet import Sheet, kit
from campaign.leaders_in_flames.leader_sheet import as_json as counter_as_json
from campaign.leaders_in_flames.names import country
from campaign.leaders_in_flames.parameters import KIT_LEADER
from campaign.leaders_in_flames.rulings import LIF_1998, RULEBOOKS
from campaign.leaders_in_flames.state import State
from campaign.text.suggest import near

HIGHEST = 122
"""The last ability's number."""
RULEBOOK = VerbOption("--rulebook", "Without it: lif-1998.", OneOf("rulebook", lambda: RULEBOOKS))
BY_CAMPAIGN = VerbOption(
    "--campaign", "By this campaign's rules.", CampaignName(), metavar="NAME", called="name"
)


def _rules(call: Call, rulebook: str | None) -> Course[tuple[Sheet, str]]:
    """The leaders and the edition of the rules: the campaign's, or the kit's."""
    if not call.campaign:
        return kit(), rulebook or LIF_1998
    state = yield from state_of(State)
    return state.sheet, rulebook or state.campaign.rulebook


def _print(ability: Ability) -> Course[None]:
    yield from heading(f"{ability.number:>3}  {ability.name}")
    yield from entry("     ", ability.text)
    numbers = "".join(f", {key} {value}" for key, value in ability.numbers.items())
    steps = ", ".join(ability.steps)
    about = f"{ability.group}; {steps}; {ability.scope}; {ability.print} print{numbers}"
    yield from entry("     ", about)


# --- abilities ----------------------------------------------------------------------------------


def ability(
    call: Call, number: int | None, words: str | None, step: str | None, rulebook: str | None
) -> Course[None]:
    """Tells what an ability does, by its number on the counters, by words, or by step."""
    sheet, rules = yield from _rules(call, rulebook)
    if number is None and words is None and step is None:
        advice = "give a number, --search WORDS or --step STEP; see `campaign ability -h`"
        yield from fail(advice)
    found = _found(rules, number, words, step)
    if call.as_json:
        yield from json_page(
            [{**each.as_json(), "leaders": catalogue.holders(each.number, sheet)} for each in found]
        )
        return
    if not found:
        yield from say("no ability is like that")
    for each in found:
        yield from _print(each)
        names = ", ".join(sheet[who].name for who in catalogue.holders(each.number, sheet))
        yield from entry("     ", f"leaders: {names or 'nobody in this sheet'}")


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


ABILITY = Verb(
    words="ability",
    example="""
    campaign ability 39
    campaign ability --search forest
    campaign ability --step retreat --json
    """,
    on_campaign=False,
    parameters=(
        Argument("number", "[NUMBER]", Number(1, HIGHEST), required=False),
        VerbOption(
            "--search", "Those that speak of all these words.", metavar="WORDS", called="words"
        ),
        VerbOption(
            "--step", "Those that work in this step.", OneOf("step", lambda: get_args(Step))
        ),
        RULEBOOK,
        BY_CAMPAIGN,
    ),
    course=ability,
)

# --- leaders ------------------------------------------------------------------------------------


def leader(call: Call, who: str, rulebook: str | None) -> Course[None]:
    """Tells a leader's counter: power, rank, arrival and abilities; with --campaign also where he
    is.
    """
    sheet, rules = yield from _rules(call, rulebook)
    known = yield from _leader(sheet, who)
    counter = sheet[known]
    held = catalogue.for_leader(known, sheet, rules)
    where: dict[str, object] = {}
    if call.campaign:
        everything = yield from shown()
        where = everything["leaders"][known]
    if call.as_json:
        abilities = [each.as_json() for each in held]
        yield from json_page({**counter_as_json(counter), **where, "abilities": abilities})
        return
    came = f"arrives {counter.year}" if counter.year else f"mark {counter.mark}"
    allegiance = f", {counter.allegiance}" if counter.allegiance else ""
    power = f"({country(counter.power)}{allegiance})"
    yield from heading(f"{counter.name} {power} {'★' * counter.rank}, {came}")
    if where:
        place = f", {where['location']}" if where["location"] else ""
        facing = ", face-up" if where["face_up"] else ", face-down"
        yield from entry("", f"{where['status']}{place}{facing if place else ''}")
    for each in held:
        yield from _print(each)


def _leader(sheet: Sheet, who: str) -> Course[str]:
    """A leader's id, found by id or name; fails on an unknown name, and suggests similar ones."""
    folded = who.lower().replace(" ", "-").replace("_", "-").replace("'", "")
    for known, counter in sheet.items():
        if folded == known or who.lower() == counter.name.lower():
            return known
    return (yield from fail(f"there is no leader {who!r}{near(folded, sheet)}"))


LEADER = Verb(
    words="leader",
    example="""
    campaign leader zhukov
    campaign leader halsey --rulebook lif-list
    """,
    on_campaign=False,
    parameters=(Argument("who", "LEADER", KIT_LEADER), RULEBOOK, BY_CAMPAIGN),
    course=leader,
)

VERBS = {verb.words: verb for verb in (ABILITY, LEADER, ADVISE)}
