"""My signing keys: which passkey signs for me in which campaign, and the heads of the record."""

import msgspec

from campaign.kernel.key_state import Key
from campaign.kernel.signing import key_id
from campaign.people.passkeys import KeptPasskey
from campaign.text.english import capital
from campaign.web.belonging import seats_of
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import JSON, Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.signing import Signer, passkeys_of, signer
from campaign.web.visits import ID_LETTERS, Entered, Visit
from events import chain

HERE = "/me/keys"
UNKNOWN = "There is no such passkey of yours. Nothing was recorded."


class KeysIn(msgspec.Struct, frozen=True):
    """What signs for the visitor in one campaign, and what could."""

    here: Entered
    keys: dict[str, Key]
    signer: Signer | None
    free: list[KeptPasskey]
    """Passkeys that are not known there yet."""
    only: bool
    why: str = ""


def keys(visit: Visit, refused: tuple[str, str] = ("", ""), status: int = 200) -> Reply:
    """My keys in each campaign; `refused` is a campaign, and why something was refused there."""
    passkeys, found = passkeys_of(visit), []
    for here in seats_of(visit.house, visit.person):
        known = here.campaign.record.keys
        free = [one for one in passkeys if key_id(one.public) not in known.enrolled]
        why = refused[1] if refused[0] == here.name else ""
        only = known.only(here.member)
        mine = known.of(here.member)
        found.append(KeysIn(here, mine, signer(visit, here), free, only, why))
    return own_screen(
        visit.house,
        "keys.html",
        status,
        found=found,
        has_passkeys=bool(passkeys),
        party=visit.house.entrance.party,
        labels={key_id(one.public): one.label for one in passkeys},
        new_id=visit.house.ids,
    )


def change(visit: Visit) -> Reply:
    """Makes a passkey known as a key in a campaign, or retires a key there."""
    form, name = visit.form, visit.form.get("campaign", "")
    here = next((one for one in seats_of(visit.house, visit.person) if one.name == name), None)
    if here is None:
        return missing(visit.house)
    command: dict[str, object] = {"member": here.member, "id": form.get("id", "")[:ID_LETTERS]}
    if retired := form.get("retire"):
        command |= {"command": "RetireKey", "key": retired}
    else:
        passkeys = passkeys_of(visit)
        passkey = next((one for one in passkeys if one.id == form.get("passkey")), None)
        if passkey is None:
            return keys(visit, (name, UNKNOWN), 422)
        command |= {"command": "EnrolKey", "public": passkey.public, "algorithm": "webauthn"}
        command |= {"party": visit.house.entrance.party, "only": form.get("only") == "on"}
    outcome = msgspec.structs.replace(visit, entered=here).send(command)
    if outcome.refused is not None:
        why = f"{capital(outcome.refused.reason)}. Nothing was recorded."
        return keys(visit, (name, why), 409)
    return see_other(HERE)


def head(visit: Visit) -> Reply:
    """The digest of one event, so that a device can hold what it saw against it."""
    here, wanted = visit.here, visit.path["version"]
    version = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else 0
    if not 0 < version <= here.live.version:
        return Reply(b'{"head":null}', 404, JSON)
    rows = visit.house.ledger.store.rows(here.name, version - 1, version)
    found = next(chain.head(stored) for _, _, stored in rows)
    return Reply(msgspec.json.encode({"version": version, "head": found}), media=JSON)


PLACES = (
    Place(HERE, keys, "signed-in", about="my signing keys"),
    Place(HERE, change, "signed-in", ("POST",), about="enrol or retire a key", sends=True),
    Place("/c/{name}/heads/{version}", head, "member", about="the digest of an event"),
)
