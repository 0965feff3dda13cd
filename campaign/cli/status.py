"""The verb for the host's first question: what the campaign waits for, and for whom."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.desk import awaited, due
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.calendar import Calendar
    from campaign.kernel.members import Campaign
    from campaign.kernel.screen import NextStep, Status
    from campaign.store.ledger import Live

_BLANK = " " * 11
"""An empty label."""


@verb("status", "campaign status club")
@the_campaign
@click.option("--id", "only_id", is_flag=True, help="Only the campaign's id.")
@as_json
def status(session: Session, name: str, only_id: bool, as_json: bool) -> None:
    """Says on one screen what the campaign waits for and for whom, and what the host can do next.
    Nothing that is sealed shows.
    """
    live = session.live(name)
    campaign = live.state.campaign
    if only_id:
        output.echo(campaign.id)
        return
    found = live.system.front.screens.status(live.state)
    if as_json:
        page = _as_json(campaign, found, live)
        page |= due.in_json(live.system, live.state, session.ledger.now())
        output.json_page(page | {"clock": _clock(session, name) or None})
        return
    for text in _mail_lines(session, live):
        output.entry("Mail       ", text)
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    _print(campaign, found, live, session.ledger.now())
    if warning := _clock(session, name):
        output.entry("Clock      ", warning)


def _mail_lines(session: Session, live: "Live") -> list[str]:
    """What mail did not arrive: the host sees it first."""
    from campaign.people.opening import open_people

    if not open_people(session.place, ()).exists():
        return []
    from campaign.cli.mail_status import hook_lines, trouble_lines, untold_lines
    from campaign.store.protocol import StoreError

    try:
        return [
            *trouble_lines(session, live.state.campaign, live.system.calendar),
            *hook_lines(session, live.state.campaign),
            *untold_lines(session, live),
        ]
    except StoreError as error:  # everything else goes on
        return [str(error)]


def _clock(session: Session, name: str) -> str:
    """What is wrong with the clock; nothing if the last event is merely long ago."""
    return session.ledger.about_the_clock(name) if session.ledger.clock_is_behind(name) else ""


def _as_json(campaign: "Campaign", found: "Status", live: "Live") -> JsonObject:
    origin = campaign.record.branch_of
    steps = awaited.next_steps(live.system, campaign, found)
    return {
        "campaign": campaign.name,
        "title": campaign.title or None,
        "campaign_id": campaign.id,
        "branch_of": origin.shown() if origin else None,
        "version": live.version,
        "head": live.head,
        "rules": campaign.rules,
        "turn": campaign.turn,
        "last_turn": campaign.last_turn,
        **found.json,
        **awaited.in_json(campaign),
        "next": [f"campaign {step.call}" for step in steps],
    }


def _print(campaign: "Campaign", found: "Status", live: "Live", now: str) -> None:
    output.heading(f"{output.both_names(campaign)}: {campaign.scenario}, {campaign.rulebook}")
    calendar = live.system.calendar
    output.entry(f"{calendar.noun.capitalize():<11}", _turn(campaign, calendar))
    _lines(found.now)
    for number, text in enumerate(awaited.first_lines(campaign, found)):
        frozen = bool(campaign.record.frozen_for)
        output.entry(_BLANK if number or frozen else "Waits for  ", text)
    _lines(tuple(awaited.record_lines(campaign, live.system.view.names(live.state))))
    _lines(tuple(due.lines(live.system, live.state, now)))
    _lines(tuple(awaited.open_lines(campaign, found)))
    _lines(found.owed)
    if found.seats is not None:
        output.compact_grid(found.seats)
    _next(awaited.next_steps(live.system, campaign, found))
    output.entry("Record     ", f"version {live.version}, head {live.head[:16]}…")


def _turn(campaign: "Campaign", calendar: "Calendar") -> str:
    first, now = campaign.first_turn, campaign.turn
    played, whole = calendar.count(first, now), calendar.count(first, campaign.last_turn)
    return f"{calendar.in_words(now)} ({now}), {played} of {whole}"


def _lines(lines: "tuple[tuple[str, str], ...]") -> None:
    for label, text in lines:
        output.entry(f"{label:<11}", text)


def _next(steps: "tuple[NextStep, ...]") -> None:
    widest = max((len(step.call) for step in steps), default=0)
    longest = max((len(step.does) for step in steps), default=0)
    if len(f"{_BLANK}campaign   ") + widest + longest > output.width():
        widest = 0
    for number, step in enumerate(steps):
        label = _BLANK if number else "Next       "
        output.entry(label, f"campaign {step.call:<{widest}}  {step.does}")


VERBS: dict[str, ClickVerb] = {"status": status}
