"""The door of a service in tests: letters that are kept instead of sent, and passkeys by hand."""

import base64
import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path

from httpx import Response
from msgspec.structs import replace

from campaign.accounts.settings import MailSettings, Settings, SettingsError
from support.extensions import ARE_HERE, extension
from support.passkeys import SITE, Passkey, text_of
from support.web import Browser, WebClub

MAIL = Settings(MailSettings(host="127.0.0.1", sender="Club <club@example.org>"))


sign_in_mail = extension("mail_out.sign_in_mail")


class KeptPost(sign_in_mail.DoorPost if ARE_HERE else object):  # type: ignore[misc]
    """Letters stay here; what waits is done when the test says so."""

    def __init__(self, settings: Settings | None = MAIL) -> None:
        def read(store: Path) -> Settings:
            if settings is None:
                raise SettingsError("the file is broken")
            return settings

        assert sign_in_mail.DoorPost  # a test that wants letters is left out where there are none
        super().__init__(Path(), lambda: "1999-01-01T00:00:00Z", read)
        self.waiting: list[Callable[[], None]] = []
        self.letters: list[tuple[str, str, str]] = []
        """To whom, subject and text."""

    def later(self, errand: Callable[[], None]) -> None:
        self.waiting.append(errand)

    def send(self, to: str, subject: str, text: str) -> None:
        self.letters.append((to, subject, text))

    def round(self) -> list[tuple[str, str, str]]:
        """Does what waits; the letters of this round."""
        before, waiting, self.waiting = len(self.letters), self.waiting, []
        for errand in waiting:
            errand()
        return self.letters[before:]


def codes_in(letter: tuple[str, str, str]) -> list[str]:
    """The codes that a letter tells."""
    return [first + second for first, second in re.findall(r"^(\d{3}) (\d{3}) ", letter[2], re.M)]


def give_address(club: WebClub, member: str, address: str) -> None:
    """The host writes down a member's address."""
    campaign = club.house.ledger.live(club.name).state.campaign
    chosen = club.house.people.choices(campaign.id, member)
    club.house.people.change(campaign.id, member, replace(chosen, address=address))


def clock_at(club: WebClub, stamp: str) -> None:
    """Sets the clock of everything at the door."""
    door = club.house.entrance
    for one in (club.house.doors, door.signins, door.codes, door.challenges, door.passkeys):
        one._clock = lambda: stamp  # type: ignore[attr-defined]


def make_passkey(browser: Browser, passkey: Passkey, name: str = "one", **said: object) -> Response:
    """Makes a passkey on the page of passkeys, as a browser does."""
    found = asked(browser.get("/me/passkeys").text, "make")
    client = {
        "type": "webauthn.create",
        "challenge": found["challenge"],
        "origin": f"https://{SITE}",
        "crossOrigin": False,
    } | said
    return browser.post(
        "/me/passkeys",
        {
            "credential": text_of(name.encode()),
            "public": passkey.public,
            "client": text_of(json.dumps(client).encode()),
            "challenge": found["challenge"],
        },
    )


def touch(
    browser: Browser, path: str, passkey: Passkey, name: str = "one", **changed: str
) -> Response:
    """Touches a passkey for the form of a page."""
    found = asked(browser.get(path).text, "touch")
    assertion = passkey.touched(challenge_of(found["challenge"]))
    fields = {
        "credential": text_of(name.encode()),
        "challenge": found["challenge"],
        "assertion": assertion,
        "handle": "",
    }
    to = "/in/passkey" if path == "/in" else path
    return browser.post(to, fields | changed)


def challenge_of(text: str) -> bytes:
    """What a passkey is given to sign at the door for what its page says."""
    sent = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    return hashlib.sha256(b"campaign-tracker door 1\n" + sent).digest()


def asked(page: str, kind: str) -> dict[str, str]:
    """What the form of a passkey on a page tells its script."""
    (form,) = re.findall(rf'<form[^>]*data-passkey="{kind}"[^>]*>', page)
    return dict(re.findall(r'data-([a-z-]+)="([^"]*)"', form))
