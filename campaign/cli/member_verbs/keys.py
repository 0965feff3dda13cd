"""Verbs of keys: members' own, the witness on their machine, the vault and its openings."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.click_verb import CampaignParam
from campaign.cli.params import argument, as_json, path_option, the_campaign, verb
from campaign.cli.registry import family_of, of_command
from campaign.cli.session import HOST, Session
from campaign.cli.stores import WrongUsage
from campaign.disputes.commands import AskOpening, ConsentToOpening, NameKeeper, RenewVault
from campaign.kernel.shared_rules import ConsentToRetirement, EnrolKey, RetireKey, WitnessHead
from campaign.text.json_values import JsonObject

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.verify.witness import NotedHead


# --- Verbs about members' keys in the record, and the signatures made with them -----------------


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


_KEY_LEFT_OUT = "KEY may be left out where the member has one only."


def _with_key(session: Session, name: str, typed: JsonObject) -> JsonObject:
    """What was typed, with the member's only key where it was left out."""
    return {**typed, "key": typed["key"] or _only(session, name, typed["member"])}


retire = of_command(
    RetireKey,
    "Retires a key of your own. A host asks so for a key that its member has lost; it is retired "
    f"once a second member consents. {_KEY_LEFT_OUT}",
    filled=_with_key,
)
consent = of_command(
    ConsentToRetirement,
    f"Consents to retiring a lost key, as a host asked. {_KEY_LEFT_OUT}",
    filled=_with_key,
)


def _only(session: Session, name: str, member: str) -> str:
    """A member's only key that counts; fails if there are several, or none."""
    keys = list(session.live(name).state.campaign.record.keys.of(member))
    if len(keys) != 1:
        problem = f"has the keys {', '.join(keys)}; say which" if keys else "has no key that counts"
        raise WrongUsage(f"{member} {problem}")
    return str(keys[0])


key = family_of(
    "key", (enrol, retire, consent), "Makes a member's public key known, or retires one."
)


@verb("countersign", "campaign countersign club --note anna.notes")
@the_campaign
@click.option("--note", metavar="FILE|-", help="A signed note that a member sent, or a mail.")
@path_option("--key", "file", help="Your key; without it the one of campaign identity.")
@as_json
def countersign(
    session: Session, name: str, note: str | None, file: Path | None, as_json: bool
) -> None:
    """Records a member's signature under the history so far: yours (--as) with your key on this
    machine, or with --note one that campaign witness made on a member's own.
    """
    from campaign.kernel.keys import to_text
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
    from campaign.verify import witness

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


# --- Verbs for a member's own machine: a key of their own, and a look at whether history stands -


@verb("identity", "campaign identity --as anna")
@path_option("--file", help="Where the key is.")
@as_json
def identity(session: Session, file: Path | None, as_json: bool) -> None:
    """Makes a key of your own on this machine, to countersign the record with, and prints its
    public half. A key that is there already is only shown. Keep a copy of the file, and give it to
    nobody.
    """
    from campaign.kernel.keys import key_id
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
@path_option(
    "--file", metavar="EXPORT", help="An export that the host sent, in place of the store."
)
@path_option("--notes", help="Your notes on this campaign; without it a file in your data folder.")
@path_option("--key", help="Your key; without it the one of campaign identity, if --as names you.")
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
    from campaign.store import identity as own
    from campaign.verify.witness import NotedHead, look

    rows = _rows(session, name, file)
    path = notes or own.notes_path(name)
    noted = own.notes(path)
    seen = look(rows, noted)
    if seen.rewritten:
        if as_json:
            output.json_line({"campaign": name, "contained": False, "reason": seen.rewritten})
        raise click.ClickException(f"{name} is not the history in {path}: {seen.rewritten}")
    head = (seen.id, seen.version, seen.head, seen.rules)
    signer = _signer(session, key)
    note = own.load(signer).note(*head, session.member) if signer else NotedHead(*head)
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


def _signer(session: Session, key: Path | None) -> Path | None:
    """The key that signs: the one that was typed, or the member's own on this machine."""
    from campaign.store import identity

    if key is not None or session.member == HOST:
        return key
    own = identity.key_path()
    return own if own.exists() else None


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


# --- Verbs of the vault's keeper, and of openings outside the rules -----------------------------


@verb(
    "keeper",
    """
    campaign enrol club eve --name Eve --role observer
    campaign keeper club eve
    campaign keeper club --nobody
    """,
)
@the_campaign
@argument("member", "[MEMBER]", required=False)
@click.option("--nobody", is_flag=True, help="From here on a second member's consent will do.")
@as_json
def keeper(session: Session, name: str, member: str | None, nobody: bool, as_json: bool) -> None:
    """Names a member who plays no power as keeper of the vault: without their consent nothing
    sealed is opened before its time. This binds the tool. Whoever has the key's file itself can
    still write a program of their own; so let the keeper's machine hold it.
    """
    if (member is None) != nobody:
        raise WrongUsage("name a member, or say --nobody")
    session.act(name, NameKeeper, as_json=as_json, member=member or "")


unseal_ask = of_command(
    AskOpening,
    "Asks for a sealed value to be opened outside the rules, with a reason that everybody reads. "
    "VERSION is the event that sealed it.",
)
unseal_consent = of_command(
    ConsentToOpening,
    "Consents to an opening that somebody asked for: the vault's keeper, where one is named, else "
    "any second member. What was opened stands in the record for all to see, and stays as it was "
    "sealed.",
)
unseal = family_of(
    "unseal",
    (unseal_ask, unseal_consent),
    "Opens a sealed value outside the rules: one member asks, with a reason, and a second consents "
    "(the vault's keeper, where one is named).",
)


vault_renew = of_command(
    RenewVault,
    """
    Gives the vault a new key and the campaign's draws new seeds, so that whoever kept the vault
    before foresees nothing of what is drawn from here on. The seed in use is revealed, and
    what lies hidden is sealed again with the values that it has. For a host or the vault's keeper,
    while nothing waits to be opened.

    The new key becomes the first line of the key file. Older keys stay below it and open what was
    sealed with them: keep the whole file. What a former keeper copied they can still read, so renew
    every campaign of the store: `campaign doctor` names those that are not.
    """,
)
