"""`--sign FILE`: a verb that sends signs what it sends with a member's own key. IO."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from campaign.cli.session import Session
    from campaign.kernel.act_signatures import ActSignature
    from campaign.text.json_values import JsonObject

OPTION = "--sign"
HELP = "Sign it with your key in this file, as campaign trust identity makes one."


def signed(
    session: "Session", name: str, sent: "JsonObject | bytes"
) -> "tuple[bytes, ActSignature | None]":
    """The text to hand in, and the acting member's signature over it if they want one.

    A signed text bears its own id. What is sent in another's name is not signed.
    """
    from campaign.desk.actor import named_by
    from campaign.desk.desk import new_id
    from campaign.proof.receipts import text_of

    text = text_of(sent)
    if session.sign_with is None or named_by(text) not in (None, session.member):
        return text, None
    from campaign.store import identity

    key = identity.load(session.sign_with)
    if not isinstance(sent, bytes):
        text = text_of({"id": new_id(), **sent})
    campaign_id = session.live(name).state.campaign.id
    return text, key.act_signature(campaign_id, session.member, text)
