"""The verb that writes a member's deadlines as a calendar."""

from pathlib import Path

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.member_params import MemberIdParam
from campaign.cli.params import argument, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.text.english import counted
from campaign.text.suggest import near


@verb("calendar", "campaign calendar club anna anna.ics\ncampaign calendar club anna -")
@the_campaign
@argument("member", "MEMBER", MemberIdParam())
@argument("file", "FILE|-", click.Path(path_type=Path))
def calendar(session: Session, name: str, member: str, file: Path) -> None:
    """Writes a member's deadlines as a calendar (.ics), which any calendar program takes in. Taken
    in again it updates: a deadline that was changed moves, and what the member has done goes. It
    says only what everybody may know. With - it goes to standard output.
    """
    from campaign.notices import calendar as notices
    from campaign.reports.event_log import StoredLog
    from campaign.reports.going_on import read

    session.must_exist(name)
    book = read(StoredLog(session.ledger, name))
    members = book.logs[-1].end.campaign.members
    if member not in members:
        raise WrongUsage(f"{member!r} is not enrolled in {name}{near(member, members)}")
    written = notices.calendar(book, member)
    if str(file) == "-":
        output.file_content(written)
        return
    try:
        file.write_bytes(written)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error
    stand = [one for one in notices.entries(book, member) if not one.is_met]
    output.echo(f"{counted(len(stand), 'deadline')} of {members[member].name} in {file}")


VERBS: dict[str, ClickVerb] = {"calendar": calendar}
