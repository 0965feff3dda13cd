"""My passkeys: made, named and taken away; and the one that is offered after an invitation."""

from campaign.kernel.assertions import is_passkey
from campaign.text.moments import in_words
from campaign.web.door.fresh import is_fresh, own_path, proof_first
from campaign.web.door.labels import label_of
from campaign.web.door.passkey_checks import is_made_here
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit

HERE = "/me/passkeys"
LONGEST = 1024
NOT_KEPT = "The passkey was not kept. Nothing was recorded; try again."


def passkeys(visit: Visit, status: int = 200, why: str = "") -> Reply:
    """My passkeys, each with its name and a button that takes it away."""
    return _page(visit, "passkeys.html", status, why)


def offer(visit: Visit) -> Reply:
    """A passkey is offered, or not now."""
    return _page(visit, "offer.html")


def change(visit: Visit) -> Reply:
    """Keeps a new passkey, calls one by another name, or takes one away."""
    door, form = visit.house.entrance, visit.form
    if not door.party:
        return passkeys(visit, 409, "There are no passkeys on this service.")
    if label := " ".join(form.get("label", "").split()):
        if not label.isprintable() or not door.passkeys.rename(
            visit.person, form.get("rename", ""), label
        ):
            return passkeys(visit, 422, "This name was not taken. Nothing was recorded.")
        return see_other(HERE)
    if form.get("take"):
        if (first := proof_first(visit, HERE)) is not None:
            return first
        door.passkeys.take_away(visit.person, form["take"])
        return see_other(HERE)
    return _made(visit)


def _made(visit: Visit) -> Reply:
    """Keeps a passkey that the browser has just made after a fresh proof, the first one too: it
    would itself prove who its maker is, also to whoever has found a phone.
    """
    door, form = visit.house.entrance, visit.form
    if (first := proof_first(visit, HERE)) is not None:
        return first
    challenge = door.challenges.take(form.get("challenge", ""), _purpose(visit))
    credential, public = form.get("credential", ""), form.get("public", "")
    good = (
        0 < len(credential) <= LONGEST
        and credential.isascii()
        and len(public) <= LONGEST
        and public.isascii()
        and is_made_here(form.get("client", ""), visit.house.address, challenge)
        and is_passkey(public)
        and door.passkeys.add(credential, visit.person, public, label_of(visit.agent))
    )
    if not good:
        return passkeys(visit, 422, NOT_KEPT)
    return see_other(own_path(form.get("to") or HERE))


def _page(visit: Visit, template: str, status: int = 200, why: str = "") -> Reply:
    door, house = visit.house.entrance, visit.house
    kept = door.passkeys.of(visit.person) if door.party else []
    lines = [(one, in_words(one.added), in_words(one.used)) for one in kept]
    return own_screen(
        house,
        template,
        status,
        party=door.party,
        club=house.address.host,
        handle=visit.person,
        ids=" ".join(one.id for one in kept),
        challenge=door.challenges.made(_purpose(visit)) if door.party else "",
        kept=lines,
        is_fresh=is_fresh(visit),
        to=own_path(visit.query.get("to", "/")),
        why=why,
    )


def _purpose(visit: Visit) -> str:
    return f"make {visit.person}"


PLACES = (
    Place(HERE, passkeys, "signed-in", about="my passkeys"),
    Place(HERE, change, "signed-in", ("POST",), about="add, name or take away a passkey"),
    Place("/in/offer", offer, "signed-in", about="a passkey for next time"),
)
