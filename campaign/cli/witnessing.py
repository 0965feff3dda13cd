"""Verbs for a member's own machine: a key of their own, and a look at whether history stands."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import HOST, Session, WrongUsage
from campaign.cli.which_campaign import CampaignParam

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.proof.witness import NotedHead


@verb("identity", "campaign identity --as anna")
@click.option("--file", metavar="FILE", type=click.Path(path_type=Path), help="Where the key is.")
@as_json
def identity(session: Session, file: Path | None, as_json: bool) -> None:
    """Makes a key of your own on this machine, to countersign the record with, and prints its
    public half. A key that is there already is only shown. Keep a copy of the file, and give it to
    nobody.
    """
    from campaign.kernel.signing import key_id
    from campaign.store import identity as own

    path = file or own.key_path()
    if path.is_dir():
        raise WrongUsage(f"{path} is a folder; name a file in it")
    key, new = own.make(path)
    number = key_id(key.public)
    if as_json:
        page = {"file": str(path), "made": new, "key": number, "public": key.public}
        output.json_line(page)
        return
    member = "MEMBER" if session.member == HOST else session.member
    output.echo(f"{'New key' if new else 'Key'} {number} in {path}; only you can read it")
    output.echo(f"public: {key.public}")
    output.echo(f"To make it known: campaign key enrol CAMPAIGN {key.public} --as {member}")


@verb("witness", "campaign witness club --notes anna.notes --as anna")
@argument("name", "NAME", CampaignParam())
@click.option(
    "--file",
    metavar="EXPORT",
    type=click.Path(path_type=Path),
    help="An export that the host sent, in place of the store.",
)
@click.option(
    "--notes",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Your notes on this campaign; without it a file in your data folder.",
)
@click.option(
    "--key",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Your key; without it the one of campaign identity, if --as names you.",
)
@as_json
def witness(
    session: Session,
    name: str,
    file: Path | None,
    notes: Path | None,
    key: Path | None,
    as_json: bool,
) -> None:
    """Checks on your own machine that the history you saw before is part of today's, notes today's
    head, and prints it for a mail: signed, where you have a key. Exit status 1 where the history
    was rewritten or cut off; then nothing is noted.
    """
    from campaign.proof.witness import NotedHead, look
    from campaign.store import identity as own

    rows = _rows(session, name, file)
    path = notes or own.notes_path(name)
    noted = own.notes(path)
    seen = look(rows, noted)
    if seen.rewritten:
        if as_json:
            output.json_line({"campaign": name, "contained": False, "reason": seen.rewritten})
        raise click.ClickException(f"{name} is not the history in {path}: {seen.rewritten}")
    note = NotedHead(seen.id, seen.version, seen.head, seen.rules)
    signer = key or (own.key_path() if session.member != HOST else None)
    if signer is not None and (key is not None or signer.exists()):
        mine = own.load(signer)
        note = mine.note(seen.id, seen.version, seen.head, seen.rules, session.member)
    if not any((entry.version, entry.head) == (note.version, note.head) for entry in noted):
        own.add_note(path, note)
    if as_json:
        page = {
            "campaign": name,
            "contained": True,
            "id": seen.id,
            "version": seen.version,
            "head": seen.head,
            "rules": seen.rules,
            "noted": len(noted),
            "note": note.text(),
            "signed_by": note.member or None,
        }
        output.json_line(page)
    else:
        _tell(name, note, len(noted))


def _rows(session: Session, name: str, file: Path | None) -> "Iterator[tuple[int, str, bytes]]":
    """What is looked through: an export of the campaign, or the store's own rows."""
    from campaign.store.export import Export

    if file is None:
        session.must_exist(name)
        return session.ledger.store.rows(name)
    source = Export(file)
    if source.name != name:
        raise WrongUsage(f"{file} is an export of {source.name}, not of {name}")
    return source.rows()


def _tell(name: str, note: "NotedHead", noted: int) -> None:
    """How today's head follows the heads noted before, and what to send on."""
    before = f"the {noted} heads" if noted > 1 else "the head"
    held = f"it holds {before} that you noted" if noted else "this is the first head you note"
    output.echo(f"{name}, event {note.version}: {held}")
    output.echo(f"For a mail: {name}, event {note.version}, {note.head}, rules {note.rules}")
    if note.member:
        output.echo(f"For the host, to record with campaign countersign {name} --note FILE:\n")
        output.echo(note.text(), nl=False)


VERBS: dict[str, ClickVerb] = {"identity": identity, "witness": witness}
