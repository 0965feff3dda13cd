"""Verbs about a member's mail: where it goes, what they want, when it rests, and how it
would look.
"""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, get_args

import click
from msgspec.structs import replace

from campaign.accounts.choices import KINDS, USUAL, Choices, Kind, Sending
from campaign.cli import output, params
from campaign.cli.params import span
from campaign.cli.session import HOST, Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.text.english import capital, listed
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.accounts.choices import Wrong
    from campaign.kernel.members import Campaign
    from campaign.notifications.email_content import Recipient
    from campaign.notifications.notification import Email
    from campaign.reports.book import Book


T = TypeVar("T")
_SENDING: dict[Sending, str] = {
    "each": "as it happens",
    "digest": "once a day",
    "turns": "ended turns and their corrections alone",
    "none": "nothing",
}
_KINDS: dict[Kind, str] = {
    "turns": "a turn has ended",
    "asked": "something is asked of you",
    "draws": "a draw was decided",
    "votes": "votes were counted",
    "disputes": "a dispute has come to you",
    "corrections": "a turn that was sent to you was corrected",
    "talk": "somebody talked at the table",
    "mentions": "somebody named you at the table",
    "diary": "somebody wrote in the war diary",
    "failures": "mail to members failed (hosts only)",
}


class _AddressOrNone(params.AddressParam):
    """An e-mail address, or an empty text to forget the one there is."""

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The address as it was typed."""
        return super().convert(value, param, ctx) if value else ""


@params.verb(
    "mail-choices",
    """
    campaign mail-choices club anna --address anna@example.org --zone Europe/Berlin
    campaign mail-choices club anna --send digest --digest-at 19:00 --kind draws=on
    campaign mail-choices club anna
    campaign mail-choices club
    """,
)
@params.the_campaign
@params.argument("member", "[MEMBER]", required=False)
@click.option(
    "--address", type=_AddressOrNone(), help="Where the mail goes; an empty one is forgotten."
)
@click.option("--zone", metavar="ZONE", help="The time zone, such as Europe/Berlin.")
@click.option(
    "--send",
    "sending",
    type=params.Word("way to send", lambda: get_args(Sending)),
    help="each (as it happens), digest (once a day), turns (only ended turns), or none.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="KIND=on|off",
    help=f"Switches a kind on or off: {', '.join(KINDS)}. Repeatable.",
)
@click.option("--digest-at", metavar="HH:MM", help="When the mail of the day is sent.")
@click.option(
    "--quiet",
    metavar="HH-HH",
    help="From which hour to which no reminder is sent; 0-0 means never.",
)
@params.as_json
def mail_choices(
    session: Session,
    name: str,
    member: str | None,
    address: str | None,
    zone: str | None,
    sending: Sending | None,
    kinds: tuple[str, ...],
    digest_at: str | None,
    quiet: str | None,
    as_json: bool,
) -> None:
    """Shows where a member's mail goes and what they want to be told, or changes it. It is kept
    beside the store, in no log and no export. Times are in the member's time zone.

    Without a member it lists all: whether they have an address, and what they take.

    The host changes it for everybody; with --as, each member for themselves. Whoever wants turns
    again after a while gets those that end from then on.

    --json gives one object: campaign, member, address, zone, send, kinds (each on or
    off, as true or false), digest_at, quiet, stopped (the member's mail rests),
    campaign_stopped (all mail rests), turns_after (turns up to this one are not sent). Without a
    member it is {"members": […]}, one such object each.
    """
    from campaign.accounts import choices

    if member is None:
        options = (address, zone, sending, digest_at, quiet)
        if kinds or any(typed is not None for typed in options):
            raise WrongUsage("name the MEMBER whose choices are to be changed")
        _list(session, name, as_json=as_json)
        return
    campaign = _their_own(session, name, member)
    people = session.people
    wanted: dict[str, Any] = {
        "zone": zone and _read(choices.zone_of(zone)),
        "sending": sending,
        "digest_at": digest_at and _read(choices.time_of(digest_at)),
        "quiet": quiet and _read(choices.hours_of(quiet)),
    }
    changes = {key: value for key, value in wanted.items() if value}
    if zone == "":
        raise WrongUsage("--zone is empty; leave it out to keep what there is")
    if address is not None:
        changes["address"] = address
    switched = _read(choices.kinds_of(kinds))
    last_ended = choices.last_ended_turn(list(session.ledger.spans(name)), is_over=campaign.closed)

    def changed(before: Choices) -> Choices:
        after = replace(before, **changes, kinds={**before.kinds, **switched})
        return choices.without_old_turns(before, after, last_ended)

    if changes or switched:
        people.update(campaign, member, changed)
    chosen = people.choices(campaign.id, member)
    own, all_rest = people.is_stopped(campaign.id, member), people.is_stopped(campaign.id)
    if as_json:
        output.json_line(_as_json(name, member, chosen, own, all_rest))
    else:
        _show(campaign, member, chosen, own, all_rest)


def _their_own(session: Session, name: str, member: str) -> "Campaign":
    """The campaign, if this call may be about a member's mail in it."""
    campaign: Campaign = session.live(name).state.campaign
    if campaign.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and what-ifs send no mail")
    called = session.called(name, member)
    if session.member not in (HOST, member):
        text = f"{campaign.called(session.member)} may not see or change it"
        raise Refusal(f"this is {called}'s own mail; {text}", "Members")
    return campaign


def _read(typed: "T | Wrong") -> T:
    """What was typed, once it is understood."""
    from campaign.accounts.choices import Wrong

    if isinstance(typed, Wrong):
        text = typed.text if typed.text.endswith("?") else f"{typed.text}."
        raise WrongUsage(f"{text} Nothing was changed")
    return typed


def _as_json(name: str, member: str, chosen: Choices, own: bool, all_rest: bool) -> JsonObject:
    return {
        "campaign": name,
        "member": member,
        "address": chosen.address,
        "zone": chosen.zone,
        "send": chosen.sending,
        "kinds": {kind: chosen.switched(kind) for kind in KINDS},
        "digest_at": chosen.digest_at,
        "quiet": f"{chosen.quiet[0]:02}-{chosen.quiet[1]:02}",
        "stopped": own,
        "campaign_stopped": all_rest,
        "turns_after": chosen.turns_after,
    }


def _list(session: Session, name: str, *, as_json: bool) -> None:
    """Everybody's choices in short, for the host. Addresses stay on the screen of each."""
    campaign = _their_own(session, name, HOST)
    people = session.people
    chosen, all_rest = people.all_choices(campaign), people.is_stopped(campaign.id)
    if as_json:
        rests = {member: people.is_stopped(campaign.id, member) for member in chosen}
        output.json_page(
            {"members": [_as_json(name, who, chosen[who], rests[who], all_rest) for who in chosen]}
        )
        return
    output.table(
        ("Member", "Address", "Sends", "Rests"),
        [
            (
                campaign.called(member),
                "yes" if choice.address else "no",
                _sends(choice),
                "yes" if all_rest or people.is_stopped(campaign.id, member) else "",
            )
            for member, choice in chosen.items()
        ],
    )


def _sends(chosen: Choices) -> str:
    at = f", at {chosen.digest_at} {chosen.zone}" if chosen.sending == "digest" else ""
    off = [kind for kind in KINDS if kind in USUAL and chosen.kinds.get(kind) is False]
    but = f", but not {listed(off)}" if off and chosen.sending in ("each", "digest") else ""
    return f"{_SENDING[chosen.sending]}{at}{but}"


def _show(campaign: "Campaign", member: str, chosen: Choices, own: bool, all_rest: bool) -> None:
    add = f"none yet; `campaign mail-choices {campaign.name} {member} --address ADDRESS`"
    output.entry("Address    ", chosen.address or add)
    output.entry("Time zone  ", chosen.zone)
    at = f", at {chosen.digest_at}" if chosen.sending == "digest" else ""
    output.entry("Sends      ", f"{_SENDING[chosen.sending]}{at}")
    first, last = chosen.quiet
    span = f"not from {first:02}:00 to {last:02}:00"
    output.entry("Reminders  ", "at any hour" if first == last else span)
    for kind in KINDS:
        if kind == "failures" and not campaign.is_host(member):
            continue
        rests = chosen.switched(kind) and not chosen.wants(kind)
        state = "–  " if rests else "on " if chosen.switched(kind) else "off"
        output.entry(f"  {kind:<13}{state}  ", capital(_KINDS[kind]))
    if chosen.turns_after:
        output.entry("Turns      ", f"from the one after {chosen.turns_after}")
    if own or all_rest:
        whose = "" if all_rest else f" {member}"
        call = f"campaign mail-stop {campaign.name}{whose} --resume"
        output.entry("Mail rests ", f"until `{call}`")


@params.verb(
    "mail-stop",
    """
    campaign mail-stop club anna
    campaign mail-stop club anna --resume
    campaign mail-stop club
    campaign mail-stop club --resume
    """,
)
@params.the_campaign
@params.argument("member", "[MEMBER]", required=False)
@click.option("--resume", is_flag=True, help="Let it go on.")
def mail_stop(session: Session, name: str, member: str | None, resume: bool) -> None:
    """Holds back all mail of a campaign, or one member's, until it is resumed. What was held back
    goes out then. With --as, members stop their own.
    """
    if member is None and session.member != HOST:
        member = session.member
    campaign = _their_own(session, name, member or HOST)
    session.people.stop(campaign.id, member or "", rests=not resume)
    whose = f"Mail to {campaign.called(member)}" if member else f"Mail of {name}"
    if not resume:
        call = " ".join(["campaign mail-stop", name, *([member] if member else []), "--resume"])
        output.echo(f"{whose} rests until `{call}`")
    elif member and session.people.is_stopped(campaign.id):
        output.echo(f"{whose} goes on once all mail does: `campaign mail-stop {name} --resume`")
    else:
        output.echo(f"{whose} goes on.")


# --- mail preview -------------------------------------------------------------------------------
# The verb that shows a member's mail as it would be sent: without a server, without an address.


@params.verb("mail-preview", "campaign mail-preview club anna --out preview")
@params.the_campaign
@params.argument("member", "MEMBER", params.MemberIdParam())
@click.option("--turn", type=params.Turn(), help="This turn; without it the last that has ended.")
@params.path_option(
    "--out",
    metavar="FOLDER",
    help="Where the files go. Without it: a new folder for files of a day.",
)
def mail_preview(
    session: Session, name: str, member: str, turn: str | None, out: Path | None
) -> None:
    """Shows what a member's mail about a turn says, and sends nothing. Prints the text part, and
    writes both parts and the attached report to a folder; at a terminal the page opens in your
    browser. It needs neither a mail server nor an address.
    """
    from campaign.reports.book import StoredLog, read

    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    book = read(StoredLog(session.ledger, name))
    shared = book.logs[-1].end.campaign
    if shared.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and nobody gets mail about one")
    session.called(name, member)
    letter = _letter(book, member, turn, _reader(session, shared, member))
    files = _written(letter, member, out)
    output.echo(letter.text, nl=False)
    for file in files:
        output.echo(f"campaign: wrote {file}", err=True)
    if opens(is_input=sys.stdin.isatty(), is_output=sys.stdout.isatty()):
        click.launch(str(files[1]))


def opens(*, is_input: bool, is_output: bool) -> bool:
    """Whether the page opens in a browser: only where somebody sits at both ends."""
    return is_input and is_output


def _reader(session: Session, shared: "Campaign", member: str) -> "Recipient":
    """The member with their choices, as far as there are any, and the club with its settings."""
    from campaign.accounts.settings import Settings, SettingsError, read_settings
    from campaign.notifications.email_content import Recipient

    try:
        settings = read_settings(session.path)
    except SettingsError as error:
        session.note(f"shown without the club's settings: {error}")
        settings = Settings()
    choices = session.people.choices(shared.id, member)
    return Recipient(choices, settings.service.url, club=settings.mail.address)


def _letter(book: "Book", member: str, turn: str | None, reader: "Recipient") -> "Email":
    from campaign.notifications import compose
    from campaign.notifications.email_content import latest
    from campaign.notifications.notification import TURN, Notification

    wanted = turn or book.logs[latest(book)].turn
    occasion = Notification(f"{TURN}{wanted}", "turns", wanted, (member,), "")
    return compose.letter(book, occasion, member, reader)


def _written(letter: "Email", member: str, out: Path | None) -> list[Path]:
    """Writes text, page and attachments; the page second."""
    from tempfile import mkdtemp

    from campaign.world.files import write_whole

    folder = out or Path(mkdtemp(prefix="campaign-mail-"))
    stem = f"{member}-{letter.occasion.partition(':')[2]}"
    files = {
        f"{stem}.txt": letter.text.encode(),
        f"{stem}.html": letter.html.encode(),
        **{attached.name: attached.content for attached in letter.attachments},
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        return [write_whole(folder / file, content) for file, content in files.items()]
    except OSError as error:
        raise Refusal(f"cannot write to {folder}: {error.strerror or error}") from error
