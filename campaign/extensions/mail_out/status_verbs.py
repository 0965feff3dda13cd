"""Verbs about what became of mail: the list of deliveries, and sending one of them again."""

import sys
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_verbs.mail_troubles import about, minute, rest_lines, still_lines
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage, is_interactive
from campaign.extensions.mail_out.verbs import end, in_json, mailing_of, row_of, send
from campaign.notifications.notification import TURN
from campaign.text.english import capital

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from campaign.extensions.mail_out.campaign_mail import Mailing
    from campaign.notifications.deliveries import Key
    from campaign.notifications.notification import Delivery, Planned


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
    _show(mailing, rows, planned)
    still = still_lines(deliveries.standstill(mailing.campaign.id))
    for text in (*still, *rest_lines(mailing.campaign, mailing.resting())):
        output.entry("", capital(text))


def _show(mailing: "Mailing", rows: "Sequence[Delivery]", planned: "Mapping[Key, Planned]") -> None:
    """The table of messages, and what was said about those that failed."""
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


def _state(row: "Delivery", notice: "Planned | None") -> tuple[str, int | str, str]:
    """What became of a delivery, how often it was tried, and when it is tried next."""
    if row.state == "due" and notice is not None and notice.in_digest:
        return "in the digest", "", minute(notice.not_before)
    moment = minute(row.next_try) if row.state == "later" else ""
    from campaign.notifications.delivery_status import in_a_word

    return in_a_word(row.state), row.attempts or "", moment


def _about(mailing: "Mailing", row: "Delivery") -> str:
    return about(mailing.book.calendar, row, mailing.found)


def _said(mailing: "Mailing", row: "Delivery") -> str:
    """What became of a delivery, and where it may have arrived, what to do."""
    from campaign.notifications.delivery_status import said

    text = said(row.state, row.server)
    if row.state != "unknown":
        return text
    call = f"`campaign mail-again {mailing.campaign.name} {row.number}`"
    return f"{text}. Ask {mailing.campaign.called(row.member)}; if it is not there: {call}"


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
    end(send(session, mailing, deliveries, notices, at_once=True, quiet=False))


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
