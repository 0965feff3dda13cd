"""Verbs about what became of mail: the list of deliveries, and sending one of them again."""

import sys
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage, is_interactive
from campaign.extensions.mail_out.verbs import in_json, mailing_of, row_of, send
from campaign.notifications.notification import CORRECTED, TURN
from campaign.text.english import listed
from campaign.text.moments import in_words

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from campaign.extensions.mail_out.campaign_mail import Mailing
    from campaign.kernel.members import Calendar, Campaign
    from campaign.notifications.notification import Delivery, Notification, Planned, Standstill
    from campaign.store.reader import Live


@verb("mail-status", "campaign mail-status club")
@the_campaign
@click.option("--seen", is_flag=True, help="What failed so far is told no more in status.")
@as_json
def mail_status(session: Session, name: str, seen: bool, as_json: bool) -> None:
    """Lists each message with what became of it: due, in the digest of a later hour, sent, put off,
    refused, or that it may have arrived. The number is what `mail again` takes.

    --json gives {"deliveries": […]}: occasion, member, channel, state, attempts, server (its last
    words).
    """
    mailing, deliveries = mailing_of(session, name)
    if seen:
        deliveries.see(mailing.campaign.id, mailing.now)
    keys = dict.fromkeys(mailing.known)
    planned = {(one.occasion.key, one.member): one for one in mailing.planned()}
    keys |= dict.fromkeys(planned)
    rows = [row_of(mailing, key) for key in keys]
    if as_json:
        output.json_page({"deliveries": [in_json(row) for row in rows]})
        return
    if not rows:
        output.echo("Nothing was sent, and nothing is due.")
        return
    called = mailing.campaign.called
    output.table(
        ("No.", "Member", "About", "State", "Tries", "Next try"),
        [
            (
                row.number or "",
                called(row.member),
                _about(mailing, row),
                *_state(row, planned.get((row.occasion, row.member))),
            )
            for row in rows
        ],
        numbers="No. Tries",
    )
    for row in rows:
        if row.state in ("refused", "unknown", "later"):
            output.entry(f"{row.number:>5}  ", _said(mailing, row))
    still = still_lines(deliveries.standstill(mailing.campaign.id))
    for text in (*still, *rest_lines(mailing.campaign, mailing.resting())):
        output.entry("", text[:1].upper() + text[1:])


def _state(row: "Delivery", notice: "Planned | None") -> tuple[str, int | str, str]:
    """What became of a delivery, how often it was tried, and when it is tried next."""
    if row.state == "due" and notice is not None and notice.in_digest:
        return "in the digest", "", minute(notice.not_before)
    moment = minute(row.next_try) if row.state == "later" else ""
    from campaign.notifications.delivery_status import in_a_word

    return in_a_word(row.state), row.attempts or "", moment


def about(calendar: "Calendar", row: "Delivery", found: "Iterable[Notification]" = ()) -> str:
    """What a delivery is about, for a reader."""
    from campaign.extensions.mail_out.answers import NOT_TAKEN, RECEIPT
    from campaign.notifications.notification import request_key

    key = row.occasion
    if key.startswith((TURN, CORRECTED)):
        kind, turn = key.split(":")[:2]
        text = calendar.in_words(turn)
        return text if kind == "turn" else f"{text}, corrected"
    if key.startswith(RECEIPT):
        return f"receipt {key.removeprefix(RECEIPT)}"
    if key.startswith(NOT_TAKEN):
        return "an answer that does not count"
    request = request_key(key)
    text = next((one.about for one in found if one.key == request), row.about) or "something over"
    return text if key == request else f"{text}, reminder"


def _about(mailing: "Mailing", row: "Delivery") -> str:
    return about(mailing.book.system.calendar, row, mailing.found)


def _said(mailing: "Mailing", row: "Delivery") -> str:
    """What became of a delivery, and where it may have arrived, what to do."""
    from campaign.notifications.delivery_status import said

    text = said(row.state, row.server)
    if row.state != "unknown":
        return text
    call = f"`campaign mail-again {mailing.campaign.name} {row.number}`"
    return f"{text}. Ask {mailing.campaign.called(row.member)}; if it is not there: {call}"


def rest_lines(campaign: "Campaign", resting: "Iterable[str]") -> list[str]:
    """Whom to ask for another address."""
    return [
        f"Mail to {campaign.called(member)} rests: two turns were refused. Ask them for an address "
        f"that works: `campaign mail-choices {campaign.name} {member} --address ADDRESS`"
        for member in resting
    ]


def trouble_lines(session: Session, campaign: "Campaign", calendar: "Calendar") -> list[str]:
    """What did not arrive and why nothing can, for the host."""
    from campaign.extensions.mail_out.verbs import deliveries_of
    from campaign.notifications.delivery_status import in_trouble, in_use, put_off, resting

    deliveries, now, people = deliveries_of(session), session.ledger.now(), session.people
    choices = people.all_choices(campaign)
    rows = in_use(deliveries.known(campaign.id, now).values(), choices)
    lines = still_lines(deliveries.standstill(campaign.id))
    if failed := in_trouble(rows):
        lines.append(_failed_line(campaign, calendar, failed))
    if waiting := put_off(rows, now):
        lines.append(_put_off_line(campaign, waiting))
    if failed:
        lines += rest_lines(campaign, resting(rows, choices, people.secret()))
    return lines


def hook_lines(session: Session, campaign: "Campaign") -> list[str]:
    """What is the matter with the campaign's webhooks, for the host."""
    from campaign.accounts.protocol import open_people
    from campaign.extensions.webhooks.hooks import WEBHOOKS, Webhooks
    from campaign.notifications.delivery_status import hook_troubles

    file = open_people(session.place, (WEBHOOKS,))
    return list(hook_troubles(Webhooks(file, clock=session.ledger.now).of(campaign.id)))


def untold_lines(session: Session, live: "Live") -> list[str]:
    """Whom nothing tells what is asked of them, in a campaign that has told others."""
    from campaign.accounts.devices import DOORS
    from campaign.accounts.protocol import open_people
    from campaign.accounts.subscriptions import SUBSCRIPTIONS, Subscriptions
    from campaign.extensions.mail_out.verbs import deliveries_of
    from campaign.handler.tasks import asked

    campaign, people, now = live.state.campaign, session.people, session.ledger.now()
    if campaign.record.branch_of is not None or not deliveries_of(session).known(campaign.id):
        return []
    woken = Subscriptions(
        open_people(session.place, (DOORS, SUBSCRIPTIONS)), clock=session.ledger.now
    )

    def is_told(member: str) -> bool:
        chosen = people.choices(campaign.id, member)
        by_mail = chosen.address and not chosen.is_stopped and chosen.wants("asked")
        return bool(by_mail or woken.of(people.person_in(campaign.id, member)))

    owing = dict.fromkeys(
        who for part in asked(live.system, live.state, now) for who in part.members
    )
    untold = [
        campaign.called(who) for who in owing if not campaign.is_host(who) and not is_told(who)
    ]
    if not untold:
        return []
    verb = "gets" if len(untold) == 1 else "get"
    return [f"{listed(untold)} {verb} no notice of what is asked of them; tell them yourself"]


def still_lines(standstill: "Standstill | None") -> list[str]:
    """That nothing can be sent at all."""
    if standstill is None:
        return []
    return [f"nothing could be sent since {minute(standstill.since)}: {standstill.why}"]


def minute(moment: str) -> str:
    """A moment to the minute, with its zone."""
    return in_words(f"{moment[:16]}:00Z")


def _put_off_line(campaign: "Campaign", waiting: "Sequence[Delivery]") -> str:
    from campaign.notifications.servers import answer_in_words as meaning

    first = min(waiting, key=lambda row: row.first_at[:19])
    people = listed(dict.fromkeys(campaign.called(row.member) for row in waiting))
    why = meaning(first.server) or first.server
    text = f"mail to {people} has been put off since {minute(first.first_at)}"
    return f"{text}: {why}; `campaign mail-status {campaign.name}` says more"


def _failed_line(campaign: "Campaign", calendar: "Calendar", failed: "Sequence[Delivery]") -> str:
    call = f"`campaign mail-status {campaign.name}` says more"
    last = failed[-1]
    who, what = campaign.called(last.member), about(calendar, last)
    if len(failed) == 1:
        may = "may not have reached" if last.state == "unknown" else "did not reach"
        return f"{what} {may} {who}; {call}"
    people = listed(dict.fromkeys(campaign.called(row.member) for row in failed))
    in_doubt = any(row.state == "unknown" for row in failed)
    arrived = "may not have arrived" if in_doubt else "did not arrive"
    return f"{len(failed)} messages to {people} {arrived}; {call}"


@verb("mail-again", "campaign mail-again club 1")
@the_campaign
@argument("numbers", "N...", click.IntRange(min=1), nargs=-1, required=True)
@click.option("--yes", is_flag=True, help="Send it without being asked.")
def mail_again(session: Session, name: str, numbers: tuple[int, ...], yes: bool) -> None:
    """Sends messages again that were refused or may have arrived; N is the number of one in
    `mail status`. Whoever got it before then has it twice. If one can't be sent, none is.
    """
    mailing, deliveries = mailing_of(session, name, is_run=True)
    by_number = {row.number: row for row in mailing.known.values()}
    rows = []
    for number in dict.fromkeys(numbers):
        if number not in by_number:
            raise WrongUsage(
                f"{name} has no message {number}; `campaign mail-status {name}` lists them"
            )
        rows.append(by_number[number])
    notices = [_once_more(mailing, row) for row in rows]
    for row in rows:
        if row.state == "unknown":
            _ask(session, mailing, row, yes=yes)
    deliveries.free(mailing.campaign.id, mailing.now)
    for row in rows:
        deliveries.again(row.number)
    ended = send(session, mailing, deliveries, notices, at_once=True, quiet=False)
    if ended.stopped:
        output.echo(f"campaign: {ended.stopped}", err=True)
    if ended.is_bad:
        raise click.exceptions.Exit(1)


def _once_more(mailing: "Mailing", row: "Delivery") -> "Planned":
    """The notice to send again. Refuses what is on its way or there, and what is over."""
    from campaign.notifications.notification import Planned

    who, what = (
        mailing.campaign.called(row.member),
        _about(mailing, row),
    )
    if row.state == "sent":
        sent = f"{what} was sent to {who}, and the server took it"
        if not row.occasion.startswith(TURN):
            raise Refusal(sent)
        turn, name = row.occasion.removeprefix(TURN), mailing.campaign.name
        call = f"campaign mail {name} --turn {turn} --to {row.member} --out FOLDER"
        raise Refusal(f"{sent}; if it is lost, `{call}` writes it to a file")
    if row.state in ("claimed", "talking", "sending"):
        raise Refusal(f"{what} is on its way to {who}; wait some minutes")
    occasion = next((one for one in mailing.found if one.key == row.occasion), None)
    if occasion is None:
        raise Refusal(f"{what} is over, and nothing of it is sent any more")
    if not mailing.address(row.member):
        call = f"campaign mail-choices {mailing.campaign.name} {row.member} --address ADDRESS"
        raise Refusal(f"{who} has no address; add it with `{call}`")
    return Planned(occasion, row.member)


def _ask(session: Session, mailing: "Mailing", row: "Delivery", *, yes: bool) -> None:
    """Asks at a terminal before somebody may get a message twice."""
    who = mailing.campaign.called(row.member)
    text = f"{_about(mailing, row)} may have reached {who} already"
    if yes:
        return
    if not is_interactive():
        session.note(text)
        return
    output.echo(f"{text}. Ask them first. Send it again? [y/N] ", nl=False, err=True)
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refusal("nothing was sent")


VERBS: dict[str, ClickVerb] = {"mail-status": mail_status, "mail-again": mail_again}
