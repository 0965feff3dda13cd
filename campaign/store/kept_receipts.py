"""Receipts as they were kept, and the parts that only their sender may see. IO."""

from campaign.proof import receipts
from campaign.proof.receipts import Receipt
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.text.json_values import JsonObject


def receipt(ledger: Ledger, name: str, number: int) -> Receipt:
    """A receipt by its number. Raises `StoreError` if there is none."""
    stored = ledger.store.receipt(name, number)
    if stored is None:
        raise StoreError(f"there is no receipt {name}/{number}")
    try:
        return receipts.read(stored)
    except receipts.UNREADABLE as error:
        raise StoreError(
            f"receipt {name}/{number} cannot be read; `campaign verify {name}` shows why"
        ) from error


def refusal(
    ledger: Ledger, name: str, receipt: Receipt, member: str
) -> receipts.SealedRefusal | None:
    """The answer to a refused submission, for the member who sent it; None for others.

    Raises `VaultError` where the vault cannot open it.
    """
    if not receipt.sealed:
        return None
    label = receipts.label(ledger.live(name).state.campaign.id, receipt)
    answer = receipts.read_refusal(ledger.vault.open_text(receipt.sealed, label))
    return answer if answer.by == member else None


def salt(ledger: Ledger, name: str, number: int, member: str, hidden: frozenset[int]) -> str:
    """The salt of a member's own submission; empty while one of its events is `hidden`.

    Raises `VaultError` where the vault cannot open it.
    """
    found = receipt(ledger, name, number)
    if found.versions is None or found.by != member:
        return ""
    live, (first, last) = ledger.live(name), found.versions
    sealed = ledger.store.salt(name, number)
    if not sealed or hidden.intersection(range(first, last + 1)):
        return ""
    return ledger.vault.open_text(sealed, receipts.salt_label(live.state.campaign.id, found))


def in_json(name: str, found: Receipt, refusal: receipts.SealedRefusal | None) -> JsonObject:
    """A receipt for programs, under its id; with what was refused, for its sender."""
    accepted = found.versions is not None or bool(refusal and refusal.accepted)
    page: JsonObject = {
        "id": name,
        "at": found.at,
        "accepted": accepted,
        "by": found.by if found.versions else refusal.by if refusal else None,
        "command": found.command if found.versions else refusal.command if refusal else None,
        "versions": list(found.versions) if found.versions else None,
        "head": found.head,
        "sent": found.sent,
        "prev": found.prev,
    }
    if found.signature:
        page |= {"text": found.text, "key": found.key, "signature": found.signature}
    return page | ({"rule": refusal.rule, "reason": refusal.reason} if refusal else {})
