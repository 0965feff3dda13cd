"""A passkey that was touched, from a form: whose it is, or that it does not count. IO."""

from campaign.kernel.assertions import asserted
from campaign.web.door.challenges import at_the_door
from campaign.web.door.passkey_checks import count_of
from campaign.web.visits import Visit


def touched(visit: Visit, purpose: str) -> str:
    """The person whose passkey answered a challenge made for this purpose; empty if none did.

    A passkey that is known and did not pass is written into its owner's list.
    """
    door, form = visit.house.entrance, visit.form
    challenge = door.challenges.take(form.get("challenge", ""), purpose)
    kept = door.passkeys.known(form.get("credential", "")) if door.party else None
    if kept is None:
        return ""
    assertion = form.get("assertion", "")
    good = (
        challenge
        and form.get("handle", "") in ("", kept.person)
        and assertion.isascii()
        and asserted(kept.public, door.party, assertion, at_the_door(challenge))
        and door.passkeys.touched(kept.id, count_of(assertion))
    )
    if not good:
        door.signins.note(kept.person, "passkey", "not accepted", visit.network)
        return ""
    return kept.person
