"""Verbs that show where the campaign is: what it waits for, and its whole state."""

from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.params import Turn, as_json, the_campaign, verb, version_at
from campaign.cli.session import Session
from campaign.cli.verb_words import Words
from campaign.handler import tasks
from campaign.text.english import counted
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign
    from campaign.kernel.terminal.screens import NextStep, Overview, Status
    from campaign.store.reader import Live
    from campaign.text.turns import Calendar


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
    screen = live.system.front.screens.status(live.state)
    if as_json:
        page = _as_json(campaign, screen, live)
        page |= tasks.schedule_in_json(live.system, live.state, session.reader.now())
        output.json_page(page | {"clock": _clock(session, name) or None})
        return
    has_people = _has_people(session)
    for text in _mail_lines(session, live) if has_people else ():
        output.entry("Mail       ", text)
    output.what_if(session.reader, name)
    output.other_rules(session.reader, name)
    owed = _owed_of_the_diary(session, campaign) if has_people else ()
    _print_status(campaign, screen, live, session.reader.now(), owed)
    if warning := _clock(session, name):
        output.entry("Clock      ", warning)


def _has_people(session: Session) -> bool:
    """Whether anything about people is kept."""
    if not session.place.is_database and not session.place.people.exists():
        return False
    from campaign.accounts.database import open_people

    return open_people(session.place, ()).exists()


def _owed_of_the_diary(session: Session, campaign: "Campaign") -> "tuple[tuple[str, str], ...]":
    """Dispatches that wait for a host or were reported to the hosts, for one of them."""
    if not campaign.is_host(session.member) or campaign.record.branch_of is not None:
        return ()
    from contextlib import closing

    from campaign.accounts.database import open_people
    from campaign.accounts.protocol import PEOPLE
    from campaign.accounts.table.diary import DIARY, StoredDiary
    from campaign.store.protocol import StoreError

    try:
        with closing(open_people(session.place, (PEOPLE, DIARY))) as file:
            count = StoredDiary(file).owed(campaign.id)
    except StoreError:  # the lines about mail say why
        return ()
    if not count:
        return ()
    held = counted(count, "dispatch was", "dispatches were")
    text = f"{held} held or reported; `campaign diary {campaign.name}` shows what"
    return (("Owed", text),)


def _mail_lines(session: Session, live: "Live") -> list[str]:
    """What mail did not arrive: the host sees it first."""
    from campaign.cli.member_verbs.mail_troubles import hook_lines, trouble_lines, untold_lines
    from campaign.store.protocol import StoreError

    try:
        return [
            *trouble_lines(session, live.state.campaign, live.calendar),
            *hook_lines(session, live.state.campaign),
            *untold_lines(session, live),
        ]
    except StoreError as error:  # everything else goes on
        return [str(error)]


def _clock(session: Session, name: str) -> str:
    """What is wrong with the clock; nothing if the last event is merely long ago."""
    return session.reader.about_the_clock(name) if session.reader.clock_is_behind(name) else ""


def _as_json(campaign: "Campaign", status: "Status", live: "Live") -> JsonObject:
    origin = campaign.record.branch_of
    steps = tasks.next_steps(live.system, live.state, status)
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
        **status.json,
        **tasks.record_in_json(campaign),
        "next": [f"campaign {step.call}" for step in steps],
    }


def _print_status(
    campaign: "Campaign",
    status: "Status",
    live: "Live",
    now: str,
    beside: "tuple[tuple[str, str], ...]",
) -> None:
    """`beside` is owed of what is kept beside the record."""
    names = live.system.view.names(live.state)
    played = names.edition(campaign.scenario, campaign.rulebook)
    output.heading(f"{output.both_names(campaign)}: {played}")
    calendar = live.calendar
    words = Words((live.system.name,))  # hints are in the words of the help
    output.entry(f"{calendar.noun.capitalize():<11}", _turn(campaign, calendar))
    _lines(status.now)
    for number, text in enumerate(tasks.first_lines(campaign, status)):
        frozen = bool(campaign.record.frozen_for)
        output.entry(_BLANK if number or frozen else "Waits for  ", words.in_a_text(text))
    _lines(tuple(tasks.record_lines(campaign, names)))
    _lines(tuple(tasks.schedule_lines(live.system, live.state, now)))
    for label, text in (*tasks.open_lines(campaign, status), *beside, *status.owed):
        output.entry(f"{label:<11}", words.in_a_text(text))
    if status.seats is not None:
        output.compact_grid(status.seats)
    _next(tasks.next_steps(live.system, live.state, status), words)
    output.entry("Record     ", f"version {live.version}, head {live.head[:16]}…")


def _turn(campaign: "Campaign", calendar: "Calendar") -> str:
    first, now = campaign.first_turn, campaign.turn
    played, whole = calendar.count(first, now), calendar.count(first, campaign.last_turn)
    return f"{calendar.in_words(now)} ({now}), {played} of {whole}"


def _lines(lines: "tuple[tuple[str, str], ...]") -> None:
    for label, text in lines:
        output.entry(f"{label:<11}", text)


def _next(steps: "tuple[NextStep, ...]", words: Words) -> None:
    calls = [words.in_a_text(f"campaign {step.call}") for step in steps]
    widest = max(map(len, calls), default=0)
    longest = max((len(step.does) for step in steps), default=0)
    if len(f"{_BLANK}  ") + widest + longest > output.width():
        widest = 0
    for number, (call, step) in enumerate(zip(calls, steps, strict=True)):
        label = _BLANK if number else "Next       "
        output.entry(label, f"{call:<{widest}}  {step.does}")


# --- The verb that shows the whole state --------------------------------------------------------

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
    shown = session.reader.show(name, version)
    if as_json:
        output.json_page(shown)
        return
    output.what_if(session.reader, name)
    output.other_rules(session.reader, name)
    live = session.live(name, version)
    overview = live.system.front.screens.overview(live.state)
    _print_state(shown, output.both_names(live.state.campaign), overview)
    _about_time(live)


def _print_state(shown: JsonObject, names: str, overview: "Overview") -> None:
    closed = ", closed" if shown["closed"] else ""
    output.heading(f"{names}: {shown['scenario']}, {shown['rulebook']}")
    _line("turn", f"{shown['turn']} of {shown['last_turn']}{closed}")
    _line("version", f"{shown['version']}, head {shown['head']}")
    for label, text in overview.now:
        _line(label, text)
    for dispute, raised in shown["disputes"].items():
        _line("dispute", f"{dispute} ({raised['raised_by']}): “{raised['claim']}”")
    if shown["frozen"]:
        _line("play", f"rests until {shown['frozen']} is settled")
    output.grid(overview.seats)
    for label, text in overview.rest:
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
