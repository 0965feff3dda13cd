"""Verbs about members' keys in the record, and the signatures made with them."""

import sys
from pathlib import Path

import click

from campaign.cli.session import Session, WrongUsage
from campaign.cli.verbs import Verb, VerbGroup
from campaign.cli.words import argument, as_json, the_campaign, verb


@verb(
    "enrol",
    "campaign key enrol club MCowBQYDK2VwAyEA11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo --as anna",
)
@the_campaign
@argument("public", "PUBLIC")
@click.option("--passkey", metavar="SITE", help="The site that this passkey is bound to.")
@as_json
def enrol(session: Session, name: str, public: str, passkey: str | None, as_json: bool) -> None:
    """Makes your public key known, as campaign identity prints it. Everybody sees its id."""
    session.act(
        name,
        "EnrolKey",
        as_json=as_json,
        member=session.member,
        public=public,
        algorithm="webauthn" if passkey else "ed25519",
        party=passkey,
    )


@verb("retire", "campaign key retire club anna 21fe31dfa154a261 --as anna")
@the_campaign
@argument("member", "MEMBER")
@argument("number", "KEY")
@as_json
def retire(session: Session, name: str, member: str, number: str, as_json: bool) -> None:
    """Retires a key of your own. A host asks so for a key that its member has lost; it is retired
    once a second member consents.
    """
    session.act(name, "RetireKey", as_json=as_json, member=member, key=number)


@verb("consent", "campaign key consent club anna 21fe31dfa154a261 --as ben")
@the_campaign
@argument("member", "MEMBER")
@argument("number", "KEY")
@as_json
def consent(session: Session, name: str, member: str, number: str, as_json: bool) -> None:
    """Consents to retiring a lost key, as a host asked."""
    session.act(name, "ConsentToRetirement", as_json=as_json, member=member, key=number)


@verb(
    "countersign",
    """
    campaign countersign club --as anna
    campaign countersign club --note anna.txt
    """,
)
@the_campaign
@click.option("--note", metavar="FILE|-", help="A signed note that a member sent, or a mail.")
@click.option("--key", "file", metavar="FILE", type=click.Path(path_type=Path),
              help="Your key; without it the one of campaign identity.")  # fmt: skip
@as_json
def countersign(
    session: Session, name: str, note: str | None, file: Path | None, as_json: bool
) -> None:
    """Records a member's signature under the history so far: yours with your key on this machine,
    or one that campaign witness made on a member's own.
    """
    from campaign import identity, witness
    from campaign.record.signing import to_text

    if note is not None and file is not None:
        raise WrongUsage("give either --note or --key")
    live = session.live(name)
    if note is None:
        key = identity.load(file or identity.key_path())
        made = key.note(live.state.campaign.id, live.version, live.head, session.member)
    else:
        try:
            text = sys.stdin.read() if note == "-" else Path(note).read_text(encoding="utf-8")
            signed = [one for one in witness.notes_in(text) if one.member]
        except OSError as error:
            raise WrongUsage(f"cannot read {note}: {error.strerror}") from error
        except (witness.NoteError, UnicodeDecodeError) as error:
            raise WrongUsage(f"{note}: {error}") from error
        if not signed:
            raise WrongUsage(f"there is no signed note in {note}; campaign witness prints one")
        made = signed[-1]
        session.member = made.member
    session.act(
        name,
        "WitnessHead",
        as_json=as_json,
        version=made.version,
        head=made.head,
        signature=to_text(made.signature),
    )


key = VerbGroup(
    "key",
    commands={one.name: one for one in (enrol, retire, consent) if one.name},
    help="Makes a member's public key known, or retires one.",
    example="\n".join(one.example for one in (enrol, retire, consent)),
)

VERBS: dict[str, Verb] = {"key": key, "countersign": countersign}
