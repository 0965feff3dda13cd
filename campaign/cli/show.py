"""The verb that shows the whole state."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Turn, as_json, the_campaign, verb, version_at
from campaign.cli.session import Session
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.screen import Overview
    from campaign.store.ledger import Live


at_option = click.option("--at", type=int, metavar="VERSION", help="As it was after this event.")
turn_option = click.option("--turn", type=Turn(), help="As it was at the end of this turn.")


@verb(
    "show",
    "campaign show club\ncampaign show club --at 3 --json\ncampaign show club --turn <turn>",
)
@the_campaign
@as_json
@at_option
@turn_option
def show(session: Session, name: str, as_json: bool, at: int | None, turn: str | None) -> None:
    """Shows the state of a campaign, now or at an earlier time. What is sealed is not in it."""
    version = version_at(session, name, at, turn)
    shown = session.ledger.show(name, version)
    if as_json:
        output.json_page(shown)
        return
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    live = session.live(name, version)
    found = live.system.front.screens.overview(live.state)
    _print(shown, output.both_names(live.state.campaign), found)
    _about_time(live)


def _print(shown: JsonObject, names: str, found: "Overview") -> None:
    closed = ", closed" if shown["closed"] else ""
    output.heading(f"{names}: {shown['scenario']}, {shown['rulebook']}")
    _line("turn", f"{shown['turn']} of {shown['last_turn']}{closed}")
    _line("version", f"{shown['version']}, head {shown['head']}")
    for label, text in found.now:
        _line(label, text)
    for dispute, raised in shown["disputes"].items():
        _line("dispute", f"{dispute} ({raised['raised_by']}): “{raised['claim']}”")
    if shown["frozen"]:
        _line("play", f"rests until {shown['frozen']} is settled")
    output.grid(found.seats)
    for label, text in found.rest:
        _line(label, text)


def _about_time(live: "Live") -> None:
    """The deadlines that were set and have not come to their end, and who is away when."""
    from campaign.kernel.deadlines import away_in_words, what_in_words
    from campaign.text.moments import in_words

    names = live.system.view.names(live.state)
    for what, deadline in live.state.campaign.schedule.deadlines.items():
        _line("deadline", f"{what_in_words(what, names)}: {in_words(deadline.until)}")
    for away in live.state.campaign.schedule.absences:
        _line("absent", away_in_words(away, names))


def _line(label: str, text: str) -> None:
    output.entry(f"{label:<10}", text)


VERBS: dict[str, ClickVerb] = {"show": show}
