"""The verb that prints the book of a campaign, and compares a printed one with the record. IO."""

from pathlib import Path

import click
from click.core import ParameterSource
from msgspec.structs import replace

from campaign.cli import output
from campaign.cli.params import Turn, argument, span, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage
from campaign.extensions.book import files, typesetting
from campaign.extensions.book.files import BookSource
from campaign.reports.book import StoredLog
from campaign.text.english import counted, listed, several
from campaign.world.files import write_whole

_BOTH = "give a file to write, or --check FILE.pdf to compare"
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@verb(
    "book",
    """
    campaign book club club.html
    campaign book club club.pdf --paper a4
    campaign book club --check club.pdf
    """,
)
@the_campaign
@argument("file", "[FILE.pdf|FILE.html]", click.Path(path_type=Path), required=False)
@click.option("--paper", type=click.Choice(("a5", "a4", "letter")), default="a5", help="Its size.")
@click.option("--until", type=Turn(), metavar="TURN", help="As the record was when TURN ended.")
@click.option("--gray", is_flag=True, help="Without colour.")
@click.option("--fonts", type=_FOLDER, metavar="FOLDER", help="Fonts with further letters.")
@click.option("--no-diary", is_flag=True, help="Without what members wrote.")
@click.option("--no-pictures", is_flag=True, help="Without their pictures.")
@click.option(
    "--check",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.pdf",
    help="Make a printed book again and compare the two.",
)
def book(
    session: Session,
    name: str,
    file: Path | None,
    paper: typesetting.Paper,
    until: str | None,
    gray: bool,
    fonts: Path | None,
    no_diary: bool,
    no_pictures: bool,
    check: Path | None,
) -> None:
    """Makes the campaign into a book: a PDF to print, or one page to scroll. It says what the
    reports say, and the same record gives the same file. With --check it makes a PDF again from
    the record and says whether the two are the same.
    """
    if (file is None) == (check is None):
        raise WrongUsage(_BOTH)
    session.must_exist(name)
    if check is not None:
        output.echo(_compared(session, name, check, fonts))
        return
    assert file is not None
    is_printed = _is_printed(file)
    options = typesetting.PrintOptions(
        paper, gray, not no_diary, not no_pictures, typesetting.digest_of(fonts)
    )
    last = span(session, name, until)[1] if until else None
    source = files.source_of(session.ledger, name, last, options)
    output.what_if(session.ledger, name)
    if is_printed:
        made = {file.name: _printed(source, options, fonts)}
    else:
        made = files.page_files(source, file.name)
    try:
        for one, content in made.items():
            write_whole(file.with_name(one), content)
    except OSError as error:
        raise Refusal(f"cannot write {file}: {error.strerror or error}") from error
    noun = source.made.calendar.noun
    turns = counted(len(source.made.logs), noun, several(noun))
    output.echo(f"The book of {turns} is in {file} ({len(made[file.name]) / 1000:,.0f} kB)")


def _is_printed(file: Path) -> bool:
    """Whether a file is to be a PDF. Raises `WrongUsage` where it is no book, or a page that has no
    use for an option.
    """
    kind = file.suffix.lower()
    if kind not in (".pdf", ".html"):
        raise WrongUsage(f"{file.name} ends neither in .pdf nor in .html; nothing was written")
    if kind == ".html" and (typed := _typed("paper", "gray", "fonts")):
        raise WrongUsage(f"a page takes no {typed}; nothing was written")
    return kind == ".pdf"


def _typed(*options: str) -> str:
    """Those of some options that were typed."""
    asked = click.get_current_context().get_parameter_source
    typed = [one for one in options if asked(one) is ParameterSource.COMMANDLINE]
    return listed([f"--{one.replace('_', '-')}" for one in typed])


def _printed(source: BookSource, options: typesetting.PrintOptions, fonts: Path | None) -> bytes:
    """A book as PDF; what no font can print is said beside it."""
    lacking = list[str]()
    try:
        printed = files.printed(source, options, fonts, missing=lacking.append)
    except typesetting.TypesettingError as error:
        raise Refusal(f"{error}. Nothing was written") from error
    if lacking:
        words = counted(len(lacking), "piece of text has", "pieces of text have")
        text = f"campaign: {words} letters that the fonts lack; --fonts FOLDER brings more"
        output.echo(text, err=True)
    return printed


# --- A printed book and the record --------------------------------------------------------------


def _compared(session: Session, name: str, file: Path, fonts: Path | None) -> str:
    """Says that a printed book is what the record gives; refuses where it is not."""
    if typed := _typed("paper", "until", "gray", "no_diary", "no_pictures"):
        raise WrongUsage(f"--check takes no {typed}: the file says how it was printed")
    before = file.read_bytes()
    source = typesetting.printed_from(before)
    if source is None:
        raise Refusal(f"{file.name} is no printed book of this program, or it was changed")
    if source.campaign != session.live(name).state.campaign.id:
        raise Refusal(f"{file.name} is the book of another campaign, {source.name}")
    log = StoredLog(session.ledger, name, source.event)
    if log.head() != (source.event, source.head):
        raise Refusal(f"{file.name} was made from another record: its event {source.event} differs")
    options = replace(source.options, fonts=typesetting.digest_of(fonts))
    now = files.source_of(session.ledger, name, source.event, options)
    if _printed(now, options, fonts) == before:
        return f"{file.name} is the book of {name} up to event {source.event}, letter for letter"
    reasons = _differences(source, now, fonts)
    why = f": {listed(reasons)}" if reasons else ", and the record does not explain it"
    raise Refusal(f"{file.name} differs from the book that the record gives{why}")


def _differences(source: typesetting.PrintedFrom, now: BookSource, fonts: Path | None) -> list[str]:
    here = files.set_by(now.diary)
    return [
        text
        for text, differs in (
            (f"it was set by {source.typesetter}, and here is {here}", source.typesetter != here),
            ("what members wrote was changed or removed since", source.marks != now.diary.marks),
            ("members have chosen other names since", source.names != now.names),
            ("it was set with other fonts", source.options.fonts != typesetting.digest_of(fonts)),
        )
        if differs
    ]
