"""What is kept of one member of a campaign, as files for themselves: nothing of others. IO."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing

import msgspec

from campaign.accounts.people import People
from campaign.accounts.table import own_rows
from campaign.handler.dispatches import DiaryShelf
from campaign.store import ledger as store_ledger
from campaign.store.ledger import Ledger
from campaign.store.vault import VaultError
from campaign.text.json_values import JsonObject
from campaign.verify import receipts
from events import chain


def own_data(ledger: Ledger, people: People, name: str, member: str) -> dict[str, bytes]:
    """The files of one member: rows about them, their events, their receipts with salts, and what
    they wrote in the diary.
    """
    campaign = ledger.live(name).state.campaign
    rows = own_rows.rows_about(people.file, campaign.id, member)
    lines = list(_receipts(ledger, name, member))
    return {
        "people.json": msgspec.json.format(msgspec.json.encode(rows)),
        "events.jsonl": b"".join(_events(ledger, name, member)),
        "receipts.jsonl": b"".join(msgspec.json.encode(line) + b"\n" for line in lines),
        **_diary(ledger, name, member),
    }


def packed(campaigns: Mapping[str, Mapping[str, bytes]]) -> bytes:
    """The files of each campaign in a folder of its name, as one zip."""
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as whole:
        for name, files in campaigns.items():
            for file, content in files.items():
                whole.writestr(f"{name}/{file}", content)
    return body.getvalue()


def _diary(ledger: Ledger, name: str, member: str) -> dict[str, bytes]:
    """Words and pictures of a member's dispatches, filed or not; no file where there is none.

    The salt is there too, so that they can show later what they wrote. Without the vault's key
    nobody can read what is sealed.
    """
    files, lines = {}, []
    with closing(DiaryShelf(ledger)) as shelf:
        shelf.settle(name, ledger.live(name))
        for row in shelf.rows.of(ledger.live(name).state.campaign.id):
            if row.member != member:
                continue
            line: JsonObject = {"dispatch": row.id, "state": row.state, "at": row.at}
            opened = shelf.opened(row)
            if opened is None:
                lines.append({**line, "sealed": True})
                continue
            content, salt = opened
            pictures = []
            for number, one in enumerate(content.pictures, 1):
                file = f"diary/{row.id or f'draft-{len(lines) + 1}'}-{number}.jpg"
                files[file] = one.jpeg
                pictures.append({"file": file, "alt": one.alt, "caption": one.caption})
            about = {"words": content.words, "salt": salt, "pictures": pictures}
            lines.append({**line, **about, "command": msgspec.json.decode(row.sent)})
    if lines:
        files["diary.jsonl"] = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    return files


def _events(ledger: Ledger, name: str, member: str) -> Iterator[bytes]:
    """Each event that a member caused, or that names them, as the record has it."""
    versions = [
        entry.version
        for entry in ledger.history(name, 0, ledger.store.version(name))
        if member in (entry.event.by, getattr(entry.event, "member", ""))
    ]
    for version in versions:
        for number, _, stored in ledger.store.rows(name, version - 1, version):
            line = {"version": number, "event": msgspec.Raw(chain.body(stored))}
            yield msgspec.json.encode(line) + b"\n"


def _receipts(ledger: Ledger, name: str, member: str) -> Iterator[JsonObject]:
    """The receipts of what a member sent, refused or not; salts of what hides nothing any more."""
    hidden = ledger.unopened(name)
    for number, stored in ledger.store.receipts(name):
        try:
            receipt = receipts.read(stored)
            refusal = store_ledger.refusal(ledger, name, receipt, member)
            salt = store_ledger.salt(ledger, name, number, member, hidden)
        except (VaultError, *receipts.UNREADABLE):
            continue  # without the key nobody can say whose it was
        if member == (refusal.by if refusal else receipt.by):
            shown = receipts.receipt_id(name, number)
            page = store_ledger.receipt_in_json(shown, receipt, refusal)
            yield page | ({"salt": salt} if salt else {})
