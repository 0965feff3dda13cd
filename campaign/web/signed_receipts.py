"""The signature in a receipt, checked anew for whoever looks at it. IO: reads the record."""

import msgspec

from campaign.kernel.act_signatures import HEADER, act_digest
from campaign.proof.receipts import Receipt
from campaign.proof.signed_acts import SignedAct
from campaign.web.visits import Visit


class ShownSignature(msgspec.Struct, frozen=True):
    """A receipt's signature, and what somebody needs to check it themselves."""

    text: str
    """What was signed, as it was handed in."""
    key: str
    public: str
    """The public key; empty where none of this id is known."""
    is_passkey: bool
    value: str
    digest: str
    """What the key signed, in hexadecimal digits."""
    lines: tuple[str, ...]
    """The lines before the text, whose digest that is together with it."""
    wrong: tuple[str, ...]
    """Why it does not hold; empty if it does."""


def shown(visit: Visit, number: int, receipt: Receipt) -> ShownSignature | None:
    """The signature of a receipt; None where nothing was signed."""
    first = receipt.versions[0] if receipt.versions else 0
    if not receipt.signature or first < 2:  # before the first event there is no key
        return None
    name, ledger = visit.here.name, visit.house.ledger
    campaign = ledger.live(name, first - 1).state.campaign
    event = next(iter(ledger.history(name, first - 1, first))).event
    wrong = tuple(SignedAct(number, receipt, first).wrong(campaign, event))
    key = campaign.record.keys.enrolled.get(receipt.key)
    text = receipt.text.encode("utf-8", "surrogatepass")
    return ShownSignature(
        receipt.text,
        receipt.key,
        key.public if key else "",
        key is not None and key.algorithm == "webauthn",
        receipt.signature,
        act_digest(campaign.id, event.by, text).hex(),
        (HEADER, campaign.id, event.by),
        wrong,
    )
