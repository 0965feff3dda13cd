"""The verb that moves a whole store to another place: a file, or a database."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import ClickVerb
from campaign.cli.params import argument, as_json, verb
from campaign.cli.session import Session, WrongUsage
from campaign.cli.store_in_use import place_named
from campaign.clubs.near import from_environment, may_have_quotas
from campaign.store.place import is_url
from campaign.text.english import counted

if TYPE_CHECKING:
    from campaign.clubs.copying import Carried
    from campaign.store.place import StorePlace

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
    from campaign.clubs import copying

    if _is_club_here(store) and not check:
        from campaign.cli.clubs import move_club

        move_club(store, to, from_environment())
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
            _told(would)
            output.echo(f"{source} can move to {target}; nothing was changed")
        return
    if not as_json:
        session.note(f"moving {source} to {target}; whoever records there waits")
    done = copying.moved(source, target)
    _is_selected(session, source, target)
    if as_json:
        output.json_line(_in_json(source, target, done))
        return
    _told(done.campaigns)
    output.echo(f"{source} has moved to {target}, verified at both ends; {_people(done)}")
    _what_next(session, target, done)


def _is_club_here(name: str) -> bool:
    """Whether a word is a club's name in the directory that the environment names."""
    if not from_environment() or name == HERE or is_url(name) or Path(name).exists():
        return False
    from campaign.cli.clubs import directory_at

    with directory_at(from_environment()) as directory:
        return directory.club(name) is not None


def _is_no_club(source: "StorePlace") -> None:
    """Fails for a club of an installation: its directory has to know where it is."""
    if not may_have_quotas(source):
        return
    from campaign.clubs.opening import club_of

    if (found := club_of(source)) is not None:
        directory, club = found
        directory.close()
        text = f"{source} is the club {club.name} of {directory}"
        raise WrongUsage(f"{text}; `campaign club move {club.name} --to PLACE` moves it")


def _is_selected(session: Session, source: "StorePlace", target: "StorePlace") -> None:
    """Whoever had selected the old store has selected the new one now."""
    kept = session.store.remembered
    if kept.selected == source.remembered:
        kept.select(target.remembered, kept.campaigns.get(source.remembered, ""))
        kept.keep()


def _told(campaigns: dict[str, int]) -> None:
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


VERBS: dict[str, ClickVerb] = {"store-move": store_move}
