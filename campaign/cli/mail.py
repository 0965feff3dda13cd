"""The verb that sends a campaign's mail."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import Turn, as_json, span, the_campaign, verb
from campaign.cli.sending import answers_of, in_json, mailing_of, row_of, send
from campaign.cli.session import HOST, Refusal, Session, WrongUsage
from campaign.text.english import counted, listed
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from campaign.notices.deliveries import Deliveries
    from campaign.notices.kinds import Planned
    from campaign.notices.mailing import Mailing
    from campaign.notices.outbox import Ended, Parcel
    from campaign.people.choices import Choices, Sending


@verb(
    "mail",
    """
    campaign mail club --dry-run
    campaign mail club --out letters
    campaign mail club
    campaign mail club --to anna
    """,
)
@the_campaign
@click.option("--turn", type=Turn(), help="Only what is about this turn.")
@click.option("--to", metavar="MEMBER", help="Only to this member, at once.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent, and send nothing.")
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write the messages to files instead, named MEMBER-TURN.eml.",
)
@as_json
def mail(
    session: Session,
    name: str,
    turn: str | None,
    to: str | None,
    dry_run: bool,
    out: Path | None,
    as_json: bool,
) -> None:
    """Sends what is due, each message once: to every member with an address each turn that has
    ended, and what is asked of them. What a server puts off is tried again by a later run, --to
    tries it at once. Of what may have arrived nothing is sent again by itself; `mail again` does.

    With --out no server is needed, and with --turn every message about that turn is written, sent
    or not. The server's name is read from club.toml beside the store.

    Exit status 1 if a message was refused or may not have arrived. --json gives one object:
    deliveries (as in mail status, those of this run), and stopped (why it ended early, or null).
    """
    mailing, deliveries = mailing_of(session, name, is_run=not dry_run and out is None)
    if to is not None and to not in mailing.campaign.members:
        raise WrongUsage(f"{to!r} is not enrolled in {name}{near(to, mailing.campaign.members)}")
    if turn is not None:
        _must_be_over(session, name, mailing, turn)
    whole_turn = out is not None and turn is not None
    planned = _wanted(mailing, turn, to, whole_turn=whole_turn)
    ended: Ended | None = None
    if dry_run or out is not None:
        shown = _those_due(mailing, planned, at_once=to is not None or whole_turn)
        _show_only(session, mailing, shown, out, dry_run=dry_run, as_json=as_json)
    else:
        ended = send(session, mailing, deliveries, planned, at_once=to is not None, quiet=as_json)
        _tell_sent(session, mailing, deliveries, ended, as_json=as_json)
    if not as_json and to is None:
        _tell(_left_out(session, mailing))
    if ended is not None:
        _end(ended)


def _wanted(
    mailing: "Mailing", turn: str | None, to: str | None, *, whole_turn: bool
) -> "list[Planned]":
    """The messages that are meant; of a whole turn also those that were sent."""
    wanted = mailing.of_turn(turn) if whole_turn and turn is not None else mailing.planned()
    return [
        one
        for one in wanted
        if (to is None or one.member == to) and (turn is None or _is_about(one, turn))
    ]


def _tell_sent(
    session: Session, mailing: "Mailing", deliveries: "Deliveries", ended: "Ended", *, as_json: bool
) -> None:
    """What became of the messages of this run; a reader has seen each as it was sent."""
    if as_json:
        rows = deliveries.known(mailing.campaign.id)
        sent = [rows[key] for one in ended.tried for key in _keys(one.parcel)]
        output.json_line({"deliveries": [in_json(row) for row in sent], **_stopped(ended.stopped)})
    elif not ended.tried and not ended.stopped:
        output.echo(_nothing(session, mailing))


def _end(ended: "Ended") -> None:
    """Ends the call as the run ended."""
    if ended.stopped:
        output.echo(f"campaign: {ended.stopped}", err=True)
    if ended.is_bad:
        raise click.exceptions.Exit(1)


def _tell(lines: "Iterable[str]") -> None:
    for text in lines:
        output.entry("", text)


def _nothing(session: Session, mailing: "Mailing") -> str:
    """Why nothing is sent."""
    name = mailing.campaign.name
    if session.people.is_stopped(mailing.campaign.id):
        return f"All mail of {name} rests until `campaign mail-stop {name} --resume`."
    if not any(chosen.address for chosen in mailing.choices.values()):
        call = f"`campaign mail-choices {name} MEMBER --address ADDRESS`"
        return f"Nobody has an address yet; {call} adds one."
    from campaign.cli.mail_status import rest_lines

    rests = rest_lines(mailing.campaign, mailing.resting())
    return "\n".join([*(_digests(mailing) or ["Nothing is due."]), *rests])


def _digests(mailing: "Mailing") -> list[str]:
    """Whose digest waits for its hour."""
    from campaign.cli.mail_status import minute

    hours = {one.member: one.not_before for one in mailing.planned() if one.in_digest}
    return [
        f"Nothing is due now; the digest for {mailing.campaign.called(member)} goes out at "
        f"{minute(hour)}."
        for member, hour in hours.items()
    ]


def _left_out(session: Session, mailing: "Mailing") -> list[str]:
    """Whom the host has to tell in another way."""
    campaign, choices = mailing.campaign, mailing.choices
    addressed = [member for member, chosen in choices.items() if chosen.address]
    if not addressed or session.people.is_stopped(campaign.id):
        return []  # said already
    without = [
        campaign.called(member)
        for member in campaign.members
        if member != HOST and member not in addressed
    ]
    asked = _asked_in_vain(mailing, addressed)
    kept = listed(
        f"{campaign.called(member)} ({_TAKES[chosen.sending]})" for member, chosen in asked.items()
    )
    return [
        *([f"Without an address: {listed(without)}."] if without else []),
        *([f"Asked now, and not told by mail: {kept}. Tell them yourself."] if asked else []),
    ]


def _asked_in_vain(mailing: "Mailing", addressed: "Collection[str]") -> "dict[str, Choices]":
    """The members of whom something is asked, but who take no mail about it."""
    choices = mailing.choices
    return {
        member: choices[member]
        for one in mailing.found
        if one.kind in ("asked", "disputes")
        for member in one.members
        if member in addressed and not choices[member].wants(one.kind)
    }


_TAKES: "dict[Sending, str]" = {
    "each": "not of this kind",
    "digest": "not of this kind",
    "turns": "takes ended turns alone",
    "none": "takes nothing",
}


# --- what is about a turn -----------------------------------------------------------------------


def _must_be_over(session: Session, name: str, mailing: "Mailing", turn: str) -> None:
    from campaign.notices.occasions import turn_key

    span(session, name, turn)
    if not any(one.key == turn_key(turn) for one in mailing.found):
        text = "has not ended; its mail is due when it has"
        raise WrongUsage(f"{mailing.book.system.calendar.in_words(turn)} ({turn}) {text}")


def _is_about(notice: "Planned", turn: str) -> bool:
    occasion = notice.occasion
    return occasion.kind in ("turns", "corrections") and occasion.turn == turn


# --- without sending ----------------------------------------------------------------------------


def _those_due(
    mailing: "Mailing", planned: "Iterable[Planned]", *, at_once: bool
) -> "list[Parcel]":
    """What a run would send now, with the rows as they are."""
    from campaign.notices.mailing import in_parcels
    from campaign.notices.outbox import is_ahead

    found = []
    for parcel in in_parcels(planned):
        (one,) = parcel.planned
        row = mailing.known.get(_keys(parcel)[0])
        waits = (one.not_before, row.next_try if row else "")
        if at_once or not any(is_ahead(moment, mailing.now) for moment in waits):
            found.append(parcel)
    return found


def _keys(parcel: "Parcel") -> "list[tuple[str, str]]":
    return [(one.occasion.key, one.member) for one in parcel.planned]


def _show_only(
    session: Session,
    mailing: "Mailing",
    parcels: "list[Parcel]",
    out: Path | None,
    *,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Lists what would be sent, or writes it to files."""
    files = [] if out is None or dry_run else _to_files(session, mailing, parcels, out)
    if as_json:
        rows = [in_json(row_of(mailing, one)) for parcel in parcels for one in _keys(parcel)]
        output.json_line({"deliveries": rows, **_stopped("")})
        return
    for parcel in parcels:
        called = mailing.campaign.called(parcel.member)
        output.echo(
            f"{called}: {mailing.subject(parcel)}: {'would be sent' if dry_run else 'written'}"
        )
    if not parcels:
        output.echo(_nothing(session, mailing))
    elif files:
        output.echo(f"{counted(len(files), 'message')} in {out}")


def _to_files(
    session: Session, mailing: "Mailing", parcels: "list[Parcel]", out: Path
) -> list[Path]:
    from campaign.notices.outbox import Unwritable
    from campaign.reports.files import write_whole

    files: list[Path] = []
    keys: list[tuple[str, str]] = []
    try:
        out.mkdir(parents=True, exist_ok=True)
        for parcel in parcels:
            message = mailing.written(parcel)
            if isinstance(message, Unwritable):
                session.note(f"{mailing.campaign.called(parcel.member)}: {message.why}")
            elif message is not None:
                files.append(write_whole(out / _file_name(parcel), message.content))
                keys += _keys(parcel)
    except OSError as error:
        raise Refusal(f"cannot write to {out}: {error.strerror or error}") from error
    if keys:
        answers_of(session).wrote(mailing.campaign.id, keys)
    return files


def _file_name(parcel: "Parcel") -> str:
    """`anna-1941-ND.eml`; of other occasions all that names them."""
    occasion = parcel.planned[0].occasion
    key = occasion.turn if occasion.kind == "turns" else occasion.key
    safe = "".join(sign if sign.isalnum() or sign == "-" else "-" for sign in key)
    return f"{parcel.member}-{safe}.eml"


def _stopped(text: str) -> JsonObject:
    return {"stopped": text or None}


VERBS: dict[str, ClickVerb] = {"mail": mail}
