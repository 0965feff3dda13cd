"""Verbs of receipts: what proves that something was sent, and when."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from campaign.cli import output
from campaign.cli.params import argument, as_json, path_option, the_campaign, verb
from campaign.cli.session import Session
from campaign.cli.stores import Refusal, WrongUsage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from campaign.verify.receipts import Receipt, SealedRefusal


@verb(
    "receipt",
    """
    campaign receipt club/5
    echo '{"command": "AddEntropy", "value": "grey geese"}' > mine.json
    campaign submit club mine.json > answer.json
    campaign receipt answer.json --sent mine.json
    """,
)
@argument("receipt", "ID|ANSWER")
@click.option(
    "--sent",
    metavar="FILE|-",
    type=click.Path(path_type=Path, allow_dash=True),
    help="What was sent, as JSON: is the receipt for this very text?",
)
@click.option("--salt", metavar="HEX", help="The salt that came with the receipt.")
@path_option("--file", metavar="EXPORT", help="Look in an export.")
@as_json
def receipt_(
    session: Session,
    receipt: str,
    sent: Path | None,
    salt: str | None,
    file: Path | None,
    as_json: bool,
) -> None:
    """Shows a receipt: when a submission was in, whose it was and what it recorded. Of one that was
    refused everybody sees the time alone; --as MEMBER opens to its sender what he was told.

    With --sent and --salt it proves what was sent; ANSWER, a file that --receipt wrote or with the
    answer that `submit` or --json printed, brings id and salt along. A verb sends its command as
    `campaign commands` lists it; order and spacing do not matter:

    {"command": "AddEntropy", "by": "anna", "value": "grey geese"}

    Keep the salt as secret as the choice: with it, anybody can try which of two it was.
    """
    if Path(receipt).is_file():
        receipt, stored_salt = _answered(Path(receipt))
        salt = salt or (stored_salt if sent is not None else None)
    if (sent is None) != (salt is None):
        raise WrongUsage("give --sent and --salt together: one without the other proves nothing")
    name, number = _name_of(receipt)
    if file is None:
        session.must_exist(name)
        issued, digest = _stored(session, name, number)
    else:
        issued, digest = _exported(file, name, number)
    refusal = _opened(session, name, issued) if file is None else None
    proved = _proved(issued, sent, salt)
    if as_json:
        from campaign.store import ledger

        page = ledger.receipt_in_json(receipt, issued, refusal)
        output.json_line(page | {"digest": digest} | ({} if proved is None else {"proved": proved}))
    else:
        _show(receipt, issued, refusal, digest)
        if proved:
            output.echo("Proved      this very text was sent, and this receipt was given for it")
    if proved is False:
        raise Refusal(f"receipt {receipt} was not given for this text and this salt")


def _answered(file: Path) -> tuple[str, str]:
    """Id and salt of the one receipt in a file of answers."""
    import msgspec

    answers = []
    for line in file.read_bytes().splitlines():
        try:
            answer = msgspec.json.decode(line)["receipt"]
            answers.append((str(answer["id"]), str(answer["salt"])))
        except (msgspec.MsgspecError, UnicodeError, RecursionError, KeyError, TypeError):
            continue
    if len(answers) != 1:
        raise WrongUsage(f"{file} holds {len(answers) or 'no'} answers with a receipt; give one")
    return answers[0]


def _name_of(typed: str) -> tuple[str, int]:
    name, slash, number = typed.rpartition("/")
    if not slash or not number.isdecimal() or not 0 < int(number) < 1 << 62:
        raise WrongUsage(f"{typed!r} is no receipt's id; it looks like club/17")
    return name, int(number)


def _stored(session: Session, name: str, number: int) -> tuple["Receipt", str]:
    from campaign.store import ledger
    from events import chain

    last = session.ledger.store.ends(name)[1]
    if number > last:
        raise WrongUsage(f"there is no receipt {name}/{number}; the last is {name}/{last}")
    receipt = ledger.receipt(session.ledger, name, number)
    return receipt, chain.head(session.ledger.store.receipt(name, number) or b"")


def _exported(file: Path, name: str, number: int) -> tuple["Receipt", str]:
    from campaign.store.export import Export
    from campaign.verify import receipts
    from events import chain

    source = Export(file)
    if source.name != name:
        raise WrongUsage(f"{file} holds {source.name}, not {name}")
    for nth, stored in source.receipts():
        if nth == number:
            if not chain.intact(stored):
                how = f"`campaign verify --file {file}` shows where"
                raise click.ClickException(f"{name}/{number} in {file} was changed; {how}")
            return receipts.read(stored), chain.head(stored)
    raise WrongUsage(f"there is no receipt {name}/{number} in {file}")


def _opened(session: Session, name: str, receipt: "Receipt") -> "SealedRefusal | None":
    """The answer to a refused submission, if this member sent it."""
    from campaign.store import ledger
    from campaign.store.vault import VaultError

    try:
        return ledger.refusal(session.ledger, name, receipt, session.member)
    except VaultError as error:
        session.warn(f"what was refused stays sealed: {error}")
        return None


def _proved(receipt: "Receipt", sent: Path | None, salt: str | None) -> bool | None:
    from campaign.verify import receipts

    if sent is None or salt is None:
        return None
    text = sys.stdin.buffer.read() if str(sent) == "-" else sent.read_bytes()
    return receipts.proves(receipt, text, salt.strip().lower())


def _show(receipt: str, issued: "Receipt", refusal: "SealedRefusal | None", digest: str) -> None:
    at = f"{issued.at.replace('T', ' ').removesuffix('Z')} UTC"
    output.entry("Receipt     ", receipt)
    output.entry("Came in     ", f"{at}, while the record stood at {issued.head[:16]}…")
    output.entry("From        ", _whose(issued, refusal))
    output.entry("Answer      ", _answer(issued, refusal))
    proves = f"this was in at {at}, {_before(issued)}; who has text and salt proves what it said"
    output.entry("Proves      ", proves)
    output.entry("Digest      ", digest)


def _whose(receipt: "Receipt", refusal: "SealedRefusal | None") -> str:
    if refusal is not None:
        return f"{refusal.by}, {refusal.command or 'something unreadable'}"
    if receipt.versions is None and not receipt.sealed:
        return "not kept: there was no key to seal it with"
    if receipt.versions is None:
        return "sealed for its sender; --as MEMBER opens it for him"
    return f"{receipt.by}, {receipt.command}"


def _answer(receipt: "Receipt", refusal: "SealedRefusal | None") -> str:
    if refusal is not None:
        if refusal.accepted:
            return f"accepted: {refusal.reason}"
        return (
            f"refused ({refusal.rule}): {refusal.reason}"
            if refusal.rule
            else f"refused: {refusal.reason}"
        )
    if receipt.versions is None:
        return "recorded nothing"  # refused, or the change of an address
    first, last = receipt.versions
    return f"accepted, event {first}" if first == last else f"accepted, events {first} to {last}"


def _before(receipt: "Receipt") -> str:
    if receipt.versions is None:
        return "and recorded nothing"
    return f"before anything behind event {receipt.versions[1]}"


@verb("receipts", "campaign receipts club\ncampaign receipts club --mine --as anna")
@the_campaign
@click.option("--mine", is_flag=True, help="Only your own, with the salts of what is open by now.")
@as_json
def receipts_(session: Session, name: str, mine: bool, as_json: bool) -> None:
    """Lists every submission: its receipt, when it was in, whose it was and what it recorded. Of
    what was refused, the sender and the reason show to the sender alone (--as MEMBER). --mine gives
    the salt of each that hides nothing any more; before that a screen would give a choice away.
    A verb names its receipt where a member's own secret was sent, with --receipt FILE, and always
    where CAMPAIGN_RECEIPTS is set.
    """
    from campaign.store import ledger
    from campaign.verify import receipts

    session.must_exist(name)
    called = output.names_of(session.ledger, name).member
    rows = list[tuple[str, ...]]()
    hidden = session.ledger.unopened(name) if mine else frozenset[int]()
    for number, issued, refusal in _listed(session, name, mine=mine):
        receipt = receipts.receipt_id(name, number)
        salt = _salt(session, name, number, hidden) if mine else ""
        if as_json:
            page = ledger.receipt_in_json(receipt, issued, refusal)
            output.json_line(page | ({"salt": salt} if salt else {}))
            continue
        at = issued.at[:19].replace("T", " ")
        whose = refusal or (issued if issued.versions else None)
        row = (called(whose.by), whose.command) if whose else ("sealed", "")
        rows.append((receipt, at, *row, _answer(issued, refusal), *((salt,) if mine else ())))
    if not as_json:
        heads = ("receipt", "in (UTC)", "from", "command", "answer")
        output.table((*heads, "salt") if mine else heads, rows)


def _listed(
    session: Session, name: str, *, mine: bool
) -> "Iterator[tuple[int, Receipt, SealedRefusal | None]]":
    """The receipts of a campaign, or this member's own; with what a refused sender was told."""
    from campaign.verify import receipts

    for number, stored in session.ledger.store.receipts(name):
        receipt = receipts.read(stored)
        refusal = _opened(session, name, receipt)
        if not mine or session.member == (refusal.by if refusal else receipt.by):
            yield number, receipt, refusal


def _salt(session: Session, name: str, number: int, hidden: frozenset[int]) -> str:
    from campaign.store import ledger
    from campaign.store.vault import VaultError

    try:
        return ledger.salt(session.ledger, name, number, session.member, hidden)
    except VaultError as error:
        session.warn(f"its salts stay sealed: {error}")
        return ""
