"""Verbs that carry a campaign from one store to another: export, import."""

from pathlib import Path

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.system import not_known


@verb("export", "campaign export club club.jsonl\ncampaign verify --file club.jsonl --standings")
@the_campaign
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
def export(session: Session, name: str, file: Path) -> None:
    """Writes a campaign to one file, loss-free, with the receipts of all submissions: anybody can
    verify it, any store can import it. The vault's key is not in it.
    """
    from campaign.store import export as exchange

    session.must_exist(name)
    if file.is_dir():
        raise WrongUsage(f"{file} is a folder; name a file in it")
    if not file.absolute().parent.is_dir():
        raise WrongUsage(f"there is no folder {file.parent} to put {file.name} in")
    try:
        count = exchange.export(session.ledger, name, file)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error
    output.echo(f"{count} events written to {file}")
    if strange := session.ledger.lacks(name):
        session.note(f"{name} {not_known(strange)}; it was not verified")
        return
    output.what_if(session.ledger, name)


@verb("import", "campaign --store copy.db import club.jsonl")
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
def import_(session: Session, file: Path) -> None:
    """Takes a campaign from an export into the store, after verifying it. It keeps its name and
    its head digest. To play on, the vault's key must be brought along.
    """
    from campaign.store import export as exchange
    from campaign.store import key_marks

    session.begins_store = True
    name, count = session.desk.bring_in(
        lambda ledger: exchange.import_(ledger, file, _cannot_be_read)
    )
    output.echo(f"{name}: {count} events taken in, head {session.ledger.live(name).head}")
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    if not key_marks.fits(session.ledger.store, session.ledger.vault):
        text = f"campaign: to play on, bring the vault's key to {session.ledger.vault.path}"
        output.echo(text, err=True)


_TRIED = (
    ("show",),
    ("show", "--json"),
    ("status",),
    ("log",),
    ("log", "--json"),
    ("receipts",),
    ("disputes",),
    ("members",),
)
"""Verbs that everybody reads a campaign with."""


def _cannot_be_read(store: Path, name: str) -> str:
    """The verb that fails on a campaign, and why; nothing where all of them can read it."""
    import io
    from contextlib import redirect_stderr, redirect_stdout

    from campaign.cli import attempt

    for verb_, *options in _TRIED:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            end = attempt(["--store", str(store), verb_, name, *options])
        if end.status:
            says_why = end.text and end.foreseen and not end.by_rule
            why = f": {end.text}" if says_why else ""
            return f"`campaign {verb_} {name}` fails on it{why}"
    return ""


VERBS: dict[str, ClickVerb] = {"export": export, "import": import_}
