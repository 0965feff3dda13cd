"""Verbs about members' keys in the record, and the signatures made with them."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli.click_verb import ClickVerb, VerbGroup
from campaign.cli.params import argument, as_json, the_campaign, verb
from campaign.cli.session import Session, WrongUsage
from campaign.kernel.key_commands import ConsentToRetirement, EnrolKey, RetireKey, WitnessHead

if TYPE_CHECKING:
    from campaign.proof.witness import NotedHead


@verb(
    "enrol",
    """
    campaign key enrol club --as anna
    campaign key enrol club MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo --as ben
    """,
)
@the_campaign
@argument("public", "[PUBLIC]", required=False)
@click.option("--passkey", metavar="SITE", help="The site that this passkey is bound to.")
@click.option("--only", is_flag=True, help="Nothing of yours counts without your signature then.")
@as_json
def enrol(
    session: Session, name: str, public: str | None, passkey: str | None, only: bool, as_json: bool
) -> None:
    """Makes your public key known, as campaign identity prints it; without PUBLIC that of this
    machine. Everybody sees the key's id.
    """
    if public is None:
        from campaign.store import identity

        public = identity.load(identity.key_path()).public
    session.act(
        name,
        EnrolKey,
        as_json=as_json,
        member=session.member,
        public=public,
        algorithm="webauthn" if passkey else "ed25519",
        party=passkey,
        only=only or None,
    )


@verb("retire", "campaign key retire club ben 21fe31dfa154a261")
@the_campaign
@argument("member", "MEMBER")
@argument("number", "[KEY]", required=False)
@as_json
def retire(session: Session, name: str, member: str, number: str | None, as_json: bool) -> None:
    """Retires a key of your own. A host asks so for a key that its member has lost; it is retired
    once a second member consents. KEY may be left out where the member has one only.
    """
    key = number or _only(session, name, member)
    session.act(name, RetireKey, as_json=as_json, member=member, key=key)


@verb("consent", "campaign key consent club ben 21fe31dfa154a261 --as anna")
@the_campaign
@argument("member", "MEMBER")
@argument("number", "[KEY]", required=False)
@as_json
def consent(session: Session, name: str, member: str, number: str | None, as_json: bool) -> None:
    """Consents to retiring a lost key, as a host asked. KEY may be left out where the member has
    one only.
    """
    key = number or _only(session, name, member)
    session.act(name, ConsentToRetirement, as_json=as_json, member=member, key=key)


def _only(session: Session, name: str, member: str) -> str:
    """A member's only key that counts; fails if there are several, or none."""
    keys = list(session.live(name).state.campaign.record.keys.of(member))
    if len(keys) != 1:
        problem = f"has the keys {', '.join(keys)}; say which" if keys else "has no key that counts"
        raise WrongUsage(f"{member} {problem}")
    return str(keys[0])


key = VerbGroup(
    "key",
    commands={command.name: command for command in (enrol, retire, consent) if command.name},
    help="Makes a member's public key known, or retires one.",
    example="\n".join(command.example_with_gaps for command in (enrol, retire, consent)),
)


@verb("countersign", "campaign countersign club --note anna.notes")
@the_campaign
@click.option("--note", metavar="FILE|-", help="A signed note that a member sent, or a mail.")
@click.option(
    "--key",
    "file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Your key; without it the one of campaign identity.",
)
@as_json
def countersign(
    session: Session, name: str, note: str | None, file: Path | None, as_json: bool
) -> None:
    """Records a member's signature under the history so far: yours (--as) with your key on this
    machine, or with --note one that campaign witness made on a member's own.
    """
    from campaign.kernel.signing import to_text
    from campaign.store import identity

    if note is not None and file is not None:
        raise WrongUsage("give either --note or --key")
    live = session.live(name)
    if note is None:
        key = identity.load(file or identity.key_path())
        shared = live.state.campaign
        made = key.note(shared.id, live.version, live.head, shared.rules, session.member)
    else:
        made = _signed_note(note)
        session.member = made.member
    session.act(
        name,
        WitnessHead,
        as_json=as_json,
        version=made.version,
        head=made.head,
        signature=to_text(made.signature),
    )


def _signed_note(place: str) -> "NotedHead":
    """The last signed note in a file, or on standard input."""
    from campaign.proof import witness

    try:
        text = sys.stdin.read() if place == "-" else Path(place).read_text(encoding="utf-8")
        signed = [note for note in witness.notes_in(text) if note.member]
    except OSError as error:
        raise WrongUsage(f"cannot read {place}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise WrongUsage(f"{place} is no text") from error
    except witness.NoteError as error:
        raise WrongUsage(f"{place}: {error}") from error
    if not signed:
        raise WrongUsage(f"there is no signed note in {place}; campaign witness prints one")
    return signed[-1]


VERBS: dict[str, ClickVerb] = {"key": key, "countersign": countersign}
