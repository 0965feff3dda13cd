"""The verb that takes in answers by mail: from a maildir, a mailbox on a server, a mail server or
standard input.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.accounts.settings import SettingsError
from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.store.protocol import StoreError

if TYPE_CHECKING:
    from campaign.accounts.settings import Settings
    from campaign.extensions.mail_in.answering import AnswerLetters, MailOutcome
    from campaign.extensions.mail_out.answers import StoredAnswers
    from campaign.extensions.mail_out.outbox import Written


TRY_AGAIN = 75
"""The exit status after which a mail server tries a program again later (EX_TEMPFAIL)."""


@verb(
    "mail-receive",
    """
    mkdir -p Maildir/cur Maildir/new Maildir/tmp
    campaign mail-receive club --maildir Maildir
    echo 'From: anna@example.org' | campaign mail-receive club - --out receipts
    """,
)
@the_campaign
@argument("source", "[-]", required=False, default="")
@click.option(
    "--maildir",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Take the answers in this maildir; they are moved to its folder Seen.club.",
)
@click.option("--imap", is_flag=True, help="Take those in the mailbox that club.toml names.")
@click.option(
    "--lmtp", metavar="HOST:PORT", help="Listen for the mail server on this machine (LMTP)."
)
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Write what members are told to files instead of sending it.",
)
@as_json
def mail_receive(
    session: Session,
    name: str,
    source: str,
    maildir: Path | None,
    imap: bool,
    lmtp: str | None,
    out: Path | None,
    as_json: bool,
) -> None:
    """Takes in answers by mail: the words of a request, absent from … to …, STOP, or STORY with a
    story for the diary below it. With - one mail comes on standard input. Each counts once, however
    often it comes, and is put away only after that. Mails that answer nothing of this campaign are
    left alone.

    Senders get a receipt with its salt, or one sentence why their mail does not count; without a
    mail server --out FOLDER writes these as files.

    --json gives a line for each mail: outcome (accepted, refused, stopped, draft, dropped,
    undelivered or passed-over), member, occasion, why, receipt, id and repeated; never what the
    mail said. Exit status 75 if a mail on standard input has to come again.
    """
    doors = [bool(source), maildir is not None, imap, lmtp is not None]
    if sum(doors) != 1 or source not in ("", "-"):
        raise WrongUsage(
            "say where the mails are: --maildir, --imap, --lmtp, or - for standard input"
        )
    with _guarded(is_piped=source == "-"):
        door = _Door(session, name, out, as_json=as_json)
        if maildir is not None:
            door.maildir(maildir)
        elif imap:
            door.imap()
        elif lmtp is not None:
            door.lmtp(lmtp)
        else:
            door.pipe()


@contextmanager
def _guarded(*, is_piped: bool) -> Iterator[None]:
    """Says in one line what went wrong. A mail server tries a piped mail again later."""
    from campaign.extensions.mail_in.mailbox import MailboxError

    try:
        yield
    except (MailboxError, SettingsError, StoreError) as error:
        if not is_piped:
            raise Refusal(str(error)) from error
        output.echo(f"campaign: {error}", err=True)
        raise click.exceptions.Exit(TRY_AGAIN) from error


class _Door:
    """Takes mails in, tells what became of each, and sends what members are told."""

    def __init__(self, session: Session, name: str, out: Path | None, *, as_json: bool) -> None:
        from campaign.cli.member_verbs.mail_troubles import deliveries_of
        from campaign.extensions.mail_in.answering import Reception
        from campaign.extensions.mail_out.verbs import answers_of, settings_of

        session.must_exist(name)
        if session.live(name).state.campaign.record.branch_of is not None:
            raise Refusal(f"{name} is a what-if, and what-ifs take no mail")
        self._session = session
        self._name = name
        self._out = out
        self._as_json = as_json
        self._settings: Settings = settings_of(session)
        if self._settings.mail.answers == "no":
            raise WrongUsage('answers by mail are switched off: answers = "no" under [mail]')
        self._deliveries = deliveries_of(session)
        self._answers: StoredAnswers = answers_of(session)
        self._reception: Reception = Reception(
            session.desk,
            name,
            session.people,
            self._deliveries,
            self._answers,
            self._settings,
        )
        self._ids: set[str] = set()
        self._has_ours = False

    # --- doors ----------------------------------------------------------------------------------

    def pipe(self) -> None:
        """One mail on standard input."""
        from campaign.extensions.mail_in.reading import LARGEST, LARGEST_STORY

        raw = sys.stdin.buffer.read(LARGEST_STORY + 1)
        while sys.stdin.buffer.read(LARGEST):
            pass  # whoever hands it over expects that all of it is read
        if not self._take(raw).is_ours and not self._as_json:
            self._session.note(f"this mail answers nothing of {self._name}; it was left alone")
        self._tell()

    def maildir(self, path: Path) -> None:
        """All mails of a maildir. One that cannot be read keeps none of the others."""
        from campaign.extensions.mail_in.mailbox import MailboxError, MaildirSource

        door = MaildirSource(path)
        faults: list[str] = []
        for mail in door.mails():
            try:
                raw = mail.read()
            except MailboxError as error:
                faults.append(str(error))
                continue
            if raw is not None and self._take(raw).is_ours:
                door.put_away(mail)
        self._tell()
        if faults:
            raise MailboxError("; ".join(faults))
        self._say_if_nothing_came()

    def imap(self) -> None:
        """The new mails of a mailbox on a server."""
        from campaign.accounts.settings import password
        from campaign.extensions.mail_in.mailbox import ImapSource

        mail = self._settings.mail
        if not mail.imap_host:
            place = self._settings.place or "club.toml beside the store"
            raise WrongUsage(f"no mailbox is set: write imap_host under [mail] into {place}")
        door = ImapSource(mail.mailbox, password(mail.mailbox))
        campaign_id = self._reception.campaign_id
        try:
            validity = door.open()
            after = self._answers.seen(campaign_id, door.account, validity)
            for one in door.mails(after):
                if self._reception.concerns(one.headers):
                    raw = one.headers if one.is_too_large else door.whole(one)
                    if self._take(raw, is_cut=one.is_too_large).is_ours:
                        door.put_away(one)
                self._answers.saw(campaign_id, door.account, validity, one.uid)
        finally:
            door.close()
        self._tell()
        self._say_if_nothing_came()

    def lmtp(self, place: str) -> None:
        """Mails that a mail server hands over, until this is ended."""
        from campaign.extensions.mail_in.mailbox import Lmtp, place_of

        host, port = place_of(place)
        Lmtp(self._handed_over, self._ready).serve(host, port)

    def _ready(self, host: str, port: int) -> None:
        self._read()
        output.echo(f"ready {host}:{port}")
        sys.stdout.flush()

    def _handed_over(self, raw: bytes) -> None:
        self._take(raw)
        try:
            self._tell()
        except click.ClickException as error:  # the receipt waits; the answer stands
            output.echo(f"campaign: {error.message}", err=True)

    # --- one mail -------------------------------------------------------------------------------

    def _take(self, raw: bytes, *, is_cut: bool = False) -> "MailOutcome":
        taken = self._reception.take(raw, is_cut=is_cut)
        if taken.id:
            self._ids.add(taken.id)
        self._has_ours = self._has_ours or taken.is_ours
        if self._as_json:
            output.json_line(taken.in_json())
        elif taken.is_ours:
            output.entry("", _in_words(taken, self._called(taken.member)))
        return taken

    def _say_if_nothing_came(self) -> None:
        if not self._has_ours and not self._as_json:
            output.echo(f"Nothing new came in for {self._name}.")

    def _called(self, member: str) -> str:
        called: str = self._session.live(self._name).state.campaign.called(member)
        return called

    def _read(self) -> None:
        """All that has come was looked at: from here on requests bear words."""
        self._answers.read(self._reception.campaign_id, self._session.ledger.now())

    # --- what members are told ------------------------------------------------------------------

    def _tell(self) -> None:
        """Writes or sends what is due. Without a mail server it waits, and a line says so."""
        from campaign.extensions.mail_in.answering import AnswerLetters
        from campaign.extensions.mail_out.campaign_mail import Mailing

        self._read()
        if self._out is None and not self._has_letters():
            return
        ledger = self._session.ledger
        mailing = Mailing(
            ledger, self._name, self._session.people, self._deliveries, self._settings
        )
        letters = AnswerLetters(ledger, self._name, mailing, self._answers)
        if self._out is not None:
            self._write(letters.in_files(frozenset(self._ids)), self._out)
        else:
            self._send(letters)

    def _has_letters(self) -> bool:
        return next(self._answers.told(self._reception.campaign_id), None) is not None

    def _send(self, letters: "AnswerLetters") -> None:
        from campaign.accounts.allowance import allowance_at
        from campaign.extensions.mail_out.campaign_mail import send_parcels
        from campaign.extensions.mail_out.verbs import what_stops

        waiting = letters.parcels(self._deliveries)
        if not waiting:
            return
        if not self._settings.mail.host:
            self._session.note(
                "what members are told waits: no mail server is set; --out FOLDER writes it"
            )
            return
        now, may = self._session.ledger.now, allowance_at(self._session.place)
        about = (self._settings, waiting, letters.written, self._deliveries, now)
        with what_stops():
            ended = send_parcels(*about, allowance=may)
        if ended.stopped:
            self._session.note(ended.stopped)

    def _write(self, files: "Iterator[tuple[str, Written]]", folder: Path) -> None:
        from campaign.world.files import write_whole

        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, message in files:
                path = write_whole(folder / name, message.content, 0o600)  # it holds a salt
                if not self._as_json:
                    output.echo(f"wrote {path}")
        except OSError as error:
            raise Refusal(f"cannot write to {folder}: {error.strerror or error}") from error


WHY = {
    "address": "it came from another address",
    "false": "the mail server found that somebody else may have sent it",
    "large": "it was larger than 256 KiB",
    "word": "its first line is none of the words alone",
    "nothing": "what it answers cannot be done by mail",
    "late": "what it answers is not asked of them now",
    "stands": "they answered by mail before, and a second mail changes nothing",
    "unclear": "its first line can mean two things",
    "days": "its days cannot be read",
    "vault": "this computer cannot seal it",
    "rules": "the rules do not allow it now",
    "story": "no story of theirs waits under that word",
    "robot": "a program wrote it",
    "unproved": "they use the service, and have not shown there that the address is theirs",
    "nobody": "it names no sender, or they have no address",
}
"""Why a mail does not count or is passed over, for the host; nothing that would tell what
was chosen.
"""
_OUTCOMES = {
    "accepted": "taken",
    "refused": "does not count",
    "stopped": "no more mail from now on",
    "draft": "sent a story, which waits for their word",
    "dropped": "dropped a story",
    "undelivered": "a mail did not arrive",
    "passed over": "passed over",
}


def _in_words(taken: "MailOutcome", name: str) -> str:
    """A line for the host: whose mail, and what became of it; never what it said."""
    text = f"{name}: {_OUTCOMES[taken.outcome]}"
    if taken.is_repeat and taken.outcome == "accepted":
        text = f"{name}: taken already"
    if taken.why in WHY:
        text += f": {WHY[taken.why]}"
    if taken.receipt:
        text += f", receipt {taken.receipt}"
    return f"{text} (it had come before)" if taken.is_repeat and not taken.receipt else text


VERBS: dict[str, ClickVerb] = {"mail-receive": mail_receive}
