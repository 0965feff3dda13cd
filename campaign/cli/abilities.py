"""Verbs that look things up in the rulebook: an ability by number, word or step, and a leader."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.params import Campaign, Leader, Word, argument, as_json, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import ClickVerb
from campaign.text.suggest import near

if TYPE_CHECKING:
    from campaign.leaders_in_flames.abilities.catalogue import Ability
    from campaign.leaders_in_flames.leader_sheet import Sheet


def _rulebooks() -> tuple[str, ...]:
    from campaign.leaders_in_flames.rulings import RULEBOOKS

    return RULEBOOKS


def _steps() -> tuple[str, ...]:
    from typing import get_args

    from campaign.leaders_in_flames.abilities.catalogue import Step

    return get_args(Step)


_rulebook = click.option(
    "--rulebook", type=Word("rulebook", _rulebooks), help="Without it: lif-1998."
)
_of_campaign = click.option(
    "--campaign", "name", metavar="NAME", type=Campaign(), help="By this campaign's rules."
)


@verb("ability", "campaign ability 39\ncampaign ability --search forest\n"
      "campaign ability --step retreat --json")  # fmt: skip
@argument("number", "[NUMBER]", click.IntRange(1, 122), required=False)
@click.option("--search", "words", metavar="WORDS", help="Those that speak of all these words.")
@click.option("--step", type=Word("step", _steps), help="Those that work in this step.")
@_rulebook
@_of_campaign
@as_json
def ability(
    session: Session,
    number: int | None,
    words: str | None,
    step: str | None,
    rulebook: str | None,
    name: str | None,
    as_json: bool,
) -> None:
    """Tells what an ability does, by its number on the counters, by words, or by step."""
    from campaign.leaders_in_flames.abilities import catalogue as book

    sheet, rules = _rules(session, name, rulebook)
    if number is None and words is None and step is None:
        raise WrongUsage("give a number, --search WORDS or --step STEP; see `campaign ability -h`")
    found = [
        one
        for one in book.abilities(rules).values()
        if (number is None or one.number == number)
        and (words is None or one in book.search(words, rules))
        and (step is None or step in one.steps)
    ]
    if as_json:
        output.json_page(
            [{**one.as_json(), "leaders": book.holders(one.number, sheet)} for one in found]
        )
    elif not found:
        output.echo("no ability is like that")
    for one in () if as_json else found:
        _tell(one)
        who = ", ".join(sheet[leader].name for leader in book.holders(one.number, sheet))
        output.entry("     ", f"leaders: {who or 'nobody in this sheet'}")


@verb("leader", "campaign leader zhukov\ncampaign leader halsey --rulebook lif-list")
@argument("who", "LEADER", Leader())
@_rulebook
@_of_campaign
@as_json
def leader(
    session: Session, who: str, rulebook: str | None, name: str | None, as_json: bool
) -> None:
    """Tells a leader's counter: power, rank, arrival and abilities; with --campaign also where he
    is.
    """
    from campaign.leaders_in_flames.abilities import catalogue as book
    from campaign.leaders_in_flames.leader_sheet import as_json as counter_as_json
    from campaign.leaders_in_flames.names import country

    sheet, rules = _rules(session, name, rulebook)
    known = _leader(sheet, who)
    counter = sheet[known]
    held = book.for_leader(known, sheet, rules)
    where = _where(session, name, known) if name else {}
    if as_json:
        told = {**counter_as_json(counter), **where, "abilities": [one.as_json() for one in held]}
        output.json_page(told)
        return
    stars = "★" * counter.rank
    came = f"arrives {counter.year}" if counter.year else f"mark {counter.mark}"
    allegiance = f", {counter.allegiance}" if counter.allegiance else ""
    output.heading(f"{counter.name} ({country(counter.power)}{allegiance}) {stars}, {came}")
    if where:
        place = f", {where['location']}" if where["location"] else ""
        facing = ", face-up" if where["face_up"] else ", face-down"
        output.entry("", f"{where['status']}{place}{facing if place else ''}")
    for one in held:
        _tell(one)


def _rules(session: Session, name: str | None, rulebook: str | None) -> tuple["Sheet", str]:
    from campaign.leaders_in_flames.leader_sheet import kit
    from campaign.leaders_in_flames.rulings import LIF_1998

    if name is None:
        return kit(), rulebook or LIF_1998
    state = session.live(name).state
    return state.sheet, rulebook or state.campaign.rulebook


def _leader(sheet: "Sheet", who: str) -> str:
    folded = who.lower().replace(" ", "-").replace("_", "-").replace("'", "")
    for known, counter in sheet.items():
        if folded == known or who.lower() == counter.name.lower():
            return known
    raise WrongUsage(f"there is no leader {who!r}{near(folded, sheet)}")


def _where(session: Session, name: str, who: str) -> dict[str, object]:
    shown: dict[str, object] = session.ledger.show(name, None)["leaders"][who]
    return shown


def _tell(one: "Ability") -> None:
    output.heading(f"{one.number:>3}  {one.name}")
    output.entry("     ", one.text)
    numbers = "".join(f", {key} {value}" for key, value in one.numbers.items())
    steps = ", ".join(one.steps)
    output.entry("     ", f"{one.group}; {steps}; {one.scope}; {one.print} print{numbers}")


VERBS: dict[str, ClickVerb] = {"ability": ability, "leader": leader}
