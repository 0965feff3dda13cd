"""Verbs that keep a store safe: backup, restore, and a look at its health."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import Session, WrongUsage
from campaign.people.database import people_path
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from campaign.store.doctor import Checked
    from campaign.store.ledger import Ledger
    from campaign.store.place import StorePlace


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
    from campaign.people import keeping as people
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
        return
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
    from campaign.people import keeping as people
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
        return
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
@click.option("--deep", is_flag=True, help="Verify every campaign as well.")
@as_json
def doctor(session: Session, deep: bool, as_json: bool) -> None:
    """Looks at the store's health: the database, its schema, the vault's key, every campaign and
    its receipts, the read tables, people's addresses, the disk. Exit status 1 where something is
    bad.
    """
    from campaign.people.health import examine as people
    from campaign.people.people import People
    from campaign.store import doctor as health

    ledger = session.ledger
    found = [*health.examine(ledger, deep=deep), *_tables(ledger)]
    found += [*people(ledger, People(session.place)), *_backups(session.place)]
    bad = [check for check in found if check.health == "bad"]
    if as_json:
        output.json_line(
            {
                "good": not bad,
                "checked": [
                    {"what": check.what, "health": check.health, "told": check.text}
                    for check in found
                ],
            }
        )
    else:
        wide = max(len(check.what) for check in found)
        for check in found:
            mark = {"good": "good", "warning": "look", "bad": "BAD "}[check.health]
            output.entry(f"{mark}  {check.what:<{wide}}  ", check.text)
    if bad:
        raise click.exceptions.Exit(1)


def _backups(place: "StorePlace") -> "Iterator[Checked]":
    """How old the service's last backup is, where it is to make some."""
    from datetime import UTC, datetime, timedelta

    from campaign.people.timed_backups import BackupPlan, TimedBackups, in_hours
    from campaign.settings import SettingsError, read_settings
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
    age = TimedBackups(store, plan, lambda: datetime.now(UTC)).age()
    if age is None:
        yield Checked("backups", "warning", f"none in {service.backups}; the service makes them")
    else:
        late = age >= every * 2
        text = f"the last one was made {in_hours(age)} ago, in {service.backups}"
        yield Checked("backups", "warning" if late else "good", text)


def _tables(ledger: "Ledger") -> "Iterator[Checked]":
    """Whether the read tables have read the log; they catch up by themselves."""
    from campaign.store.doctor import Checked
    from campaign.store.protocol import StoreError
    from campaign.tables.follower import TablesFollower

    try:
        lags = {name: TablesFollower(ledger).lag(name) for name in ledger.names()}
    except StoreError:
        return  # reported already
    behind = {name: lag for name, lag in lags.items() if lag != 0}
    for name, lag in behind.items():
        how = "are to be made anew" if lag is None else f"are {lag} events behind"
        text = f"those of {name} {how}; the next command does it, or `campaign rebuild {name}`"
        yield Checked("tables", "warning", text)
    if lags and not behind:
        yield Checked("tables", "good", "the read tables hold every event")


VERBS: dict[str, ClickVerb] = {"backup": backup, "restore": restore, "doctor": doctor}
