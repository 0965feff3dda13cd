"""The verb that shows a member's mail as it would be sent: without a server, without an address."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import MemberIdParam
from campaign.cli.params import Turn, argument, span, the_campaign, verb
from campaign.cli.session import Refusal, Session, WrongUsage

if TYPE_CHECKING:
    from campaign.kernel.members import Campaign
    from campaign.notices.asking import Recipient
    from campaign.notices.letter import Letter
    from campaign.reports.book import Book


@verb("mail-preview", "campaign mail-preview club anna --out preview")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@click.option("--turn", type=Turn(), help="This turn; without it the last that has ended.")
@click.option(
    "--out",
    metavar="FOLDER",
    type=click.Path(path_type=Path),
    help="Where the files go. Without it: a new folder for files of a day.",
)
def mail_preview(
    session: Session, name: str, member: str, turn: str | None, out: Path | None
) -> None:
    """Shows what a member's mail about a turn says, and sends nothing. Prints the text part, and
    writes both parts and the attached report to a folder; at a terminal the page opens in your
    browser. It needs neither a mail server nor an address.
    """
    from campaign.reports.event_log import StoredLog
    from campaign.reports.going_on import read
    from campaign.text.suggest import near

    session.must_exist(name)
    if turn is not None:
        span(session, name, turn)
    book = read(StoredLog(session.ledger, name))
    shared = book.logs[-1].end.campaign
    if shared.record.branch_of is not None:
        raise Refusal(f"{name} is a what-if, and nobody gets mail about one")
    if member not in shared.members:
        hint = near(member, shared.members)
        raise WrongUsage(f"{member!r} is not enrolled in {name}{hint}")
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
    from campaign.notices.asking import Recipient
    from campaign.settings import Settings, SettingsError, read_settings

    try:
        settings = read_settings(session.path)
    except SettingsError as error:
        session.note(f"shown without the club's settings: {error}")
        settings = Settings()
    choices = session.people.choices(shared.id, member)
    return Recipient(choices, settings.service.url, club=settings.mail.address)


def _letter(book: "Book", member: str, turn: str | None, reader: "Recipient") -> "Letter":
    from campaign.notices import compose
    from campaign.notices.kinds import Occasion
    from campaign.notices.letter_view import latest

    wanted = turn or book.logs[latest(book)].turn
    occasion = Occasion(f"{compose.TURN}{wanted}", "turns", wanted, (member,), "")
    return compose.letter(book, occasion, member, reader)


def _written(letter: "Letter", member: str, out: Path | None) -> list[Path]:
    """Writes text, page and attachments; the page second."""
    from tempfile import mkdtemp

    from campaign.reports.files import write_whole

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


VERBS: dict[str, ClickVerb] = {"mail-preview": mail_preview}
