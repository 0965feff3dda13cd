"""Verbs that keep a store safe: backup, restore, health, moving it, export and import."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign import extend
from campaign.accounts.allowance import directories, from_environment, may_have_quotas
from campaign.accounts.database import people_path
from campaign.cli import output
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import WrongUsage, place_named
from campaign.store.protocol import is_url
from campaign.text.english import counted
from campaign.text.json_values import JsonObject
from campaign.world import clock

if TYPE_CHECKING:
    from campaign.accounts.copying import Carried
    from campaign.store.doctor import Checked
    from campaign.store.ledger import Ledger
    from campaign.store.outlines import Outlined
    from campaign.store.protocol import StorePlace
    from campaign.store.sqlite.backup import Copied


def _events(campaigns: dict[str, int]) -> str:
    counts = [f"{name} {count} events" for name, count in campaigns.items()]
    return ", ".join(counts) if counts else "no campaign"


@verb("backup", "campaign backup club-backup.db")
@argument("file", "FILE", click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Replace an older backup of that name.")
@as_json
def backup(session: Session, file: Path, force: bool, as_json: bool) -> None:
    """Copies the whole store while it is in use, opens the copy, verifies every campaign in it and
    only then gives it its name. What does not verify is copied all the same, with a warning; a
    backup that --force replaces is then kept as NAME.before. Addresses and choices go into a file
    beside it (`club-backup.db` has `club-backup.people.db`). The vault's key is in neither: keep a
    copy of that elsewhere, once.
    """
    from campaign.accounts import backups as people
    from campaign.store.sqlite import backup as keeping

    if session.place.is_database:
        raise WrongUsage(
            f"{session.place} is backed up by whoever runs its server, with pg_dump or base "
            f"backups; the key is in neither: keep a copy of {session.ledger.vault.path}"
        )
    if file.is_dir():
        raise WrongUsage(f"{file} is a folder; name a file in it")
    for there in (file, people_path(file)):
        if there.exists() and not force:
            raise WrongUsage(f"{there} is there already; --force replaces it")
    copied: Path | None = None

    def beside() -> None:
        nonlocal copied
        copied = people.backup(session.path, file)

    done = keeping.backup(session.path, file, over=force, beside=beside)
    for finding in done.findings:
        session.note(f"warning: {finding}")
    if as_json:
        more: JsonObject = {"people": str(copied)} if copied else {}
        if done.findings:
            more |= {"findings": list(done.findings), "aside": done.aside or None}
        output.json_line({"file": done.path, "campaigns": done.campaigns, **more})
    else:
        _tell_backup(session, done, copied)


def _tell_backup(session: Session, done: "Copied", copied: Path | None) -> None:
    """What a backup holds, and what it does not."""
    checked = "copied with what is wrong" if done.findings else "verified"
    output.echo(f"{done.path}: {_events(done.campaigns)}, {checked}")
    if done.aside:
        output.echo(f"The backup of that name from before is now {done.aside}")
    if copied:
        output.echo(f"{copied}: addresses and choices; only you can read it")
    vault = session.ledger.vault
    if vault.path.is_file():
        output.echo(f"The key is not in it: keep a copy of {vault.path} in another place.")


@verb("restore", "campaign --store restored.db restore club-backup.db")
@argument("file", "FILE", click.Path(path_type=Path))
@click.option("--force", is_flag=True, help="Put the store that is there aside.")
@as_json
def restore(session: Session, file: Path, force: bool, as_json: bool) -> None:
    """Puts a backup in the store's place, after verifying it. Stop every other program that uses
    the store first. What was there is kept beside it as NAME.before-restore. Addresses and choices
    come back with it if the backup has them.
    """
    from campaign.accounts import backups as people
    from campaign.store.sqlite import backup as keeping

    if session.place.is_database:
        raise WrongUsage(
            f"{session.place} is restored by whoever runs its server, with pg_restore or from a "
            f"base backup; the key comes back to {session.ledger.vault.path} from its own copy"
        )
    if session.path.exists() and not force:
        raise WrongUsage(f"{session.path} is there already; --force puts it aside")
    people.may_be_restored(file, session.path)
    theirs: Path | None = None
    aside: Path | None = None

    def beside() -> None:
        nonlocal theirs, aside
        theirs, aside = people.restore(file, session.path)

    done = keeping.restore(file, session.path, over=force, beside=beside)
    if as_json:
        output.json_line(
            {
                "file": done.path,
                "campaigns": done.campaigns,
                "aside": done.aside or None,
                "before": done.before,
                **({"people": str(theirs)} if theirs else {}),
            }
        )
    else:
        _tell_restored(session, done, theirs, aside)


def _tell_restored(
    session: Session, done: "Copied", theirs: Path | None, aside: Path | None
) -> None:
    """What is back, what was put aside, and what else has to be brought back."""
    output.echo(f"{done.path}: {_events(done.campaigns)}, verified")
    for name, count in done.before.items():
        if (now := done.campaigns.get(name, 0)) != count:
            output.echo(f"{name}: back from event {count} to event {now}")
    if done.aside:
        output.echo(f"What was there is now {done.aside}")
    if theirs:
        output.echo(f"{theirs}: addresses and choices of the backup")
    if aside:
        output.echo(f"The addresses and choices that were there are now {aside}")
    if not session.ledger.vault.exists():
        text = f"campaign: to play on, bring the vault's key to {session.ledger.vault.path}"
        output.echo(text, err=True)


@verb("doctor", "campaign doctor\ncampaign doctor --deep")
@click.option("--whole", is_flag=True, help="Read every row, also of a file above 256 MiB.")
@click.option("--deep", is_flag=True, help="The same, and verify every campaign as well.")
@as_json
def doctor(session: Session, whole: bool, deep: bool, as_json: bool) -> None:
    """Looks at the store's health: the database, its schema, the vault's key, every campaign and
    its receipts, the read tables, people's addresses, the disk. Exit status 1 where something is
    bad. Of a file above 256 MiB only the ends of each campaign are read, unless --whole or --deep
    asks for more.
    """
    from campaign.accounts.backups import examine as people
    from campaign.accounts.people import People
    from campaign.store import doctor as health

    ledger = session.ledger
    campaigns: list[Outlined] = []
    checks = list(health.examine(ledger, deep=deep, whole=whole, campaigns=campaigns))
    checks += _tables(ledger, campaigns)
    checks += [*people(ledger, People(session.place)), *_backups(session.place)]
    bad = [check for check in checks if check.health == "bad"]
    if as_json:
        output.json_line(
            {
                "good": not bad,
                "checked": [
                    {"what": check.what, "health": check.health, "told": check.text}
                    for check in checks
                ],
            }
        )
    else:
        wide = max(len(check.what) for check in checks)
        for check in checks:
            mark = {"good": "good", "warning": "look", "bad": "BAD "}[check.health]
            output.entry(f"{mark}  {check.what:<{wide}}  ", check.text)
    if bad:
        raise click.exceptions.Exit(1)


def _backups(place: "StorePlace") -> "Iterator[Checked]":
    """How old the service's last backup is, where it is to make some."""
    from datetime import timedelta

    from campaign.accounts.backups import BackupPlan, TimedBackups, in_hours
    from campaign.accounts.settings import SettingsError, read_settings
    from campaign.store.doctor import Checked

    store = place.file
    try:
        service = read_settings(store).service
    except SettingsError as error:
        yield Checked("settings", "bad", str(error))
        return
    if not service.backups:
        return
    if place.is_database:
        text = "the settings name a folder, but a database is backed up by whoever runs its server"
        yield Checked("backups", "warning", f"{text} (pg_dump, base backups)")
        return
    every = timedelta(hours=service.backup_every)
    plan = BackupPlan(Path(service.backups), every, service.backup_keep)
    age = TimedBackups(store, plan, clock.now).age()
    if age is None:
        yield Checked("backups", "warning", f"none in {service.backups}; the service makes them")
    else:
        late = age >= every * 2
        text = f"the last one was made {in_hours(age)} ago, in {service.backups}"
        yield Checked("backups", "warning" if late else "good", text)


def _tables(ledger: "Ledger", campaigns: "list[Outlined]") -> "Iterator[Checked]":
    """Whether the read tables have read the log; they catch up by themselves."""
    from campaign.projections.projector import TablesFollower
    from campaign.store.doctor import Checked
    from campaign.store.protocol import StoreError

    try:
        lags = TablesFollower(ledger).lags(campaigns)
    except StoreError:
        return  # reported already
    behind = {name: lag for name, lag in lags.items() if lag != 0}
    for name, lag in behind.items():
        how = "are to be made anew" if lag is None else f"are {lag} events behind"
        text = f"those of {name} {how}; the next command does it, or `campaign rebuild {name}`"
        yield Checked("tables", "warning", text)
    if lags and not behind:
        yield Checked("tables", "good", "the read tables hold every event")


# --- The verb that moves a whole store to another place: a file, or a database ------------------

HERE = "."


@verb(
    "store-move",
    "campaign store-move restored.db --to elsewhere/club.db --check\n"
    "campaign store-move restored.db --to elsewhere/club.db",
)
@argument("store", "STORE", required=False, default=HERE)
@click.option(
    "--to", required=True, metavar="PLACE", help="A path, or postgresql://USER@HOST/DATABASE."
)
@click.option("--check", is_flag=True, help="Say what would go, or why it can't; change nothing.")
@as_json
def store_move(session: Session, store: str, to: str, check: bool, as_json: bool) -> None:
    """Moves a store to another place, from a file to a database or back: every campaign with its
    what-ifs and receipts, the people and the key. Both ends are verified. From then on the old
    store can be read, and nothing more is recorded in it; nothing of it is deleted. A move that was
    cut short leaves the old store as it was: type the same again. STORE is a path, an address, or
    a club of the directory in CAMPAIGN_CLUBS; without it, or with `.`, it is the store in use.
    `campaign move STORE --to PLACE` is the same.
    """
    from campaign.accounts import copying

    if _is_club_here(store) and not check:
        extend.wanted("verbs", "club").move_club(store, to, from_environment())
        return
    source = session.place if store == HERE else place_named(store)
    target = place_named(to)
    _is_no_club(source)
    if check:
        would = copying.checked(source, target)
        if as_json:
            output.json_line(
                {"from": str(source), "to": str(target), "moved": False, "campaigns": would}
            )
        else:
            _list(would)
            output.echo(f"{source} can move to {target}; nothing was changed")
        return
    if not as_json:
        session.note(f"moving {source} to {target}; whoever records there waits")
    done = copying.moved(source, target)
    _is_selected(session, source, target)
    if as_json:
        output.json_line(_in_json(source, target, done))
        return
    _list(done.campaigns)
    output.echo(f"{source} has moved to {target}, verified at both ends; {_people(done)}")
    _what_next(session, target, done)


def _is_club_here(name: str) -> bool:
    """Whether a word is a club's name in the directory that the environment names."""
    if not from_environment() or name == HERE or is_url(name) or Path(name).exists():
        return False
    with extend.wanted("verbs", "club").directory_at(from_environment()) as directory:
        return directory.club(name) is not None


def _is_no_club(source: "StorePlace") -> None:
    """Fails for a club of an installation: its directory has to know where it is."""
    if not may_have_quotas(source):
        return
    if (match := directories().club_of(source)) is not None:
        directory, club = match
        directory.close()
        text = f"{source} is the club {club.name} of {directory}"
        raise WrongUsage(f"{text}; `campaign club move {club.name} --to PLACE` moves it")


def _is_selected(session: Session, source: "StorePlace", target: "StorePlace") -> None:
    """Whoever had selected the old store has selected the new one now."""
    remembered = session.store.remembered
    if remembered.selected == source.remembered:
        remembered.select(target.remembered, remembered.campaigns.get(source.remembered, ""))
        remembered.keep()


def _list(campaigns: dict[str, int]) -> None:
    for name, events in campaigns.items():
        output.echo(f"{name}: {counted(events, 'event')}")


def _people(done: "Carried") -> str:
    return f"with {counted(done.people, 'row')} of people" if done.people else "no people"


def _what_next(session: Session, target: "StorePlace", done: "Carried") -> None:
    """Where the key is, and what still runs on the old store."""
    if done.key and Path(done.key).is_absolute():
        output.echo(f"The key is at {done.key} now, and where it was: keep a copy of it.")
    elif done.key:
        output.echo(f"The key is the one that {done.key} holds: whoever opens the store needs it.")
    output.echo(f"From now on use --store {target.remembered}, or name it in CAMPAIGN_STORE.")
    output.echo("What still runs on the old store can only read: stop it, and start it on this.")


def _in_json(source: "StorePlace", target: "StorePlace", done: "Carried") -> dict[str, object]:
    return {
        "from": str(source),
        "to": str(target),
        "moved": True,
        "campaigns": done.campaigns,
        "people": done.people,
        "key": done.key,
    }


# --- Verbs that carry a campaign from one store to another: export, import ----------------------


def write_diary(session: Session, name: str, file: Path, *, quiet: bool = False) -> int:
    """Writes the words and pictures of a campaign's diary, if it has any; how many dispatches."""
    lacks = session.ledger.lacks(name)
    if lacks or not session.ledger.live(name).state.campaign.record.dispatches:
        return 0
    from campaign.handler import dispatches

    count, content = dispatches.archived(session.ledger, name)
    try:
        if count:
            file.write_bytes(content)
    except OSError as error:
        raise click.ClickException(f"cannot write {file}: {error.strerror}") from error
    if count and not quiet:
        output.echo(f"{counted(count, 'dispatch', 'dispatches')} of the diary written to {file}")
        output.echo("What is removed later stays in that file: it cannot be recalled.")
    return count


def take_diary_in(session: Session, name: str, file: Path, *, as_json: bool = False) -> None:
    """Takes in the words and pictures that were written beside an export, if there are any."""
    if not file.is_file() or session.ledger.lacks(name):
        return
    from campaign.handler import dispatches

    came = dispatches.take_in(session.ledger, name, file)
    if as_json:
        output.json_line({"dispatches": came.count, "removed": came.removed, "other": came.other})
        return
    output.echo(f"{counted(came.count, 'dispatch', 'dispatches')} of the diary taken in")
    if came.removed:
        output.echo(f"{came.removed} left out: the record says that they are removed")
    if came.other:
        output.echo(f"{came.other} left out: they are not what was filed, or the key is lacking")


@verb("export", "campaign export club club.jsonl\ncampaign verify --file club.jsonl --standings")
@the_campaign
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
@click.option(
    "--no-diary", is_flag=True, help="Leave out the war diary, which is a file beside it."
)
def export(session: Session, name: str, file: Path, no_diary: bool) -> None:
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
    if not no_diary:
        write_diary(session, name, file.with_suffix(".diary.zip"))
    if why := session.ledger.lacks(name):
        session.note(f"{name} {why}; it was not verified")
        return
    output.what_if(session.ledger, name)


@verb("import", "campaign --store copy.db import club.jsonl")
@argument("file", "FILE.jsonl", click.Path(path_type=Path))
def import_(session: Session, file: Path) -> None:
    """Takes a campaign from an export into the store, after verifying it. It keeps its name and
    its head digest. To play on, the vault's key must be brought along.
    """
    from campaign.store import export as exchange
    from campaign.store import vault

    session.begins_store = True
    name, count = session.desk.bring_in(
        lambda ledger: exchange.import_(ledger, file, _cannot_be_read)
    )
    output.echo(f"{name}: {count} events taken in, head {session.ledger.live(name).head}")
    take_diary_in(session, name, file.with_suffix(".diary.zip"))
    output.what_if(session.ledger, name)
    output.other_rules(session.ledger, name)
    if not vault.key_fits(session.ledger.store, session.ledger.vault):
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
