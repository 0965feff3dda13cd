"""The open door in process: its front page, the clubs that visitors begin, and a clock to move."""

import asyncio
import re
import shutil
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

from httpx import ASGITransport, AsyncClient, Response

from campaign.accounts.allowance import Quotas
from campaign.extensions.clubs.demos import Demos
from campaign.extensions.clubs.directory import ClubDirectory
from campaign.extensions.clubs.door import ClubDoor, Terms, Wish
from campaign.extensions.clubs.front import FrontPages
from campaign.extensions.clubs.service import ClubSource, ClubsWatch, OpenClubs, allowance_in
from campaign.web.context import House
from campaign.web.server.operation import Serving
from campaign.world import clock

DOMAIN = "clubs.example"
TERMS = Terms(DOMAIN, "mailto:keeper@clubs.example", 14, 200, Quotas(3, 120, 0, 50_000_000), 0)
VISITOR = "192.0.2.7"
TYPED = {"club": "Thursday Club", "who": "David", "word": "thursday"}


class MovedClock:
    """Today's time, and as much later as a test says."""

    def __init__(self) -> None:
        self.later = timedelta()

    def __call__(self) -> str:
        return clock.written(datetime.now(UTC) + self.later)

    def pass_by(self, **span: float) -> None:
        """So much later from now on."""
        self.later += timedelta(**span)


def door_in(folder: Path, now: MovedClock, **terms: object) -> ClubDoor:
    """A door whose clubs nobody serves."""
    return ClubDoor(TERMS._replace(**terms), ClubDirectory(str(folder), now), now=now)  # type: ignore[arg-type]


def wish(door: ClubDoor, now: MovedClock, **typed: str) -> Wish:
    """What a visitor sends four seconds after they saw the page."""
    form = door.forms.made()
    now.pass_by(seconds=4)
    return Wish(**{**TYPED, "form": form, **typed})


class OpenDoor:
    """A door and its clubs, answering in this process."""

    def __init__(self, folder: Path) -> None:
        self.now = MovedClock()
        self.door = door_in(folder, self.now)
        self.directory = self.door._directory
        source = ClubSource(self.directory, {})
        allowed = allowance_in(source, self.now, TERMS.contact)
        self.spans = 0.0
        """Seconds on the clock by which clubs fall asleep."""
        at = Serving(folder, "127.0.0.1", 0)
        self.clubs = OpenClubs((), at, allowed, lambda: self.spans)
        self.app = self.clubs.open()
        self.watch = ClubsWatch(source, self.clubs, lambda urls: None)
        self.app.front = FrontPages(self.door).pages(self.watch.look_now)

    def house(self, word: str = "thursday") -> House:
        """What a club stands on."""
        return self.clubs.running[word][0]

    def visitor(self, address: str = VISITOR) -> "Visitor":
        """A browser that was never here."""
        return Visitor(self, address)

    def close(self) -> None:
        """Ends."""
        self.watch.stop()
        self.clubs.close()
        self.directory.close()


NIGHT = "2026-12-01T03:00:00.000Z"


class Spans:
    """A clock of seconds that a test moves."""

    def __init__(self) -> None:
        self.at = 0.0

    def __call__(self) -> float:
        return self.at


class Stage(OpenDoor):
    """A door with demos, whose building a test can make fail."""

    def __init__(self, folder: Path, built: Path) -> None:
        super().__init__(folder)
        self.looks, self.night, self.why, self.pristine = Spans(), NIGHT, "", built
        serving = Serving(folder, "127.0.0.1", 0)
        self.demos = Demos(
            folder / "demo", TERMS.to, serving, self.looks, lambda: self.night, self._builds
        )
        self.app.front = FrontPages(self.door, self.demos).pages(self.watch.look_now)

    def _builds(self, fresh: Path) -> str:
        if not self.why:
            shutil.copytree(self.pristine, fresh)
        return self.why

    def copies(self) -> list[Path]:
        """The folders of the copies that are open."""
        return sorted((self.demos.folder / "copies").glob("*"))

    def close(self) -> None:
        """Ends."""
        self.demos.close()
        super().close()


class Visitor:
    """A visitor's browser: it goes from the front page to clubs and keeps what each gives it."""

    def __init__(self, at: OpenDoor, address: str) -> None:
        self._now = at.now
        transport = ASGITransport(at.app, raise_app_exceptions=False, client=(address, 5))
        self._client = AsyncClient(
            transport=transport, base_url=f"https://{DOMAIN}", follow_redirects=True
        )
        self._runner = asyncio.Runner()

    def get(self, path: str, **headers: str) -> Response:
        """Looks at a page; a whole address is another name's."""
        return self._runner.run(self._client.get(path, headers=headers))

    def at_once(self, paths: Sequence[str]) -> list[Response]:
        """Looks at several pages at the same time."""

        async def each() -> list[Response]:
            return await asyncio.gather(*map(self._client.get, paths))

        return self._runner.run(each())

    def post(self, path: str, fields: Mapping[str, str], origin: str = "") -> Response:
        """Sends a form of a page at the same name."""
        site = {"sec-fetch-site": "same-origin", "origin": origin or f"https://{DOMAIN}"}
        return self._runner.run(self._client.post(path, data=dict(fields), headers=site))

    def begin(self, **typed: str) -> Response:
        """Fills in the front page, and takes four seconds for it."""
        form = re.search(r'name="form" value="([^"]+)"', self.get("/").text)
        assert form is not None
        self._now.pass_by(seconds=4)
        return self.post("/", {**TYPED, "form": form[1], **typed})

    def cookies(self) -> dict[str, str]:
        """What clubs gave this browser to know it by."""
        return dict(self._client.cookies)

    def keep(self, cookies: dict[str, str]) -> None:
        """Takes over what another browser was given, at the club thursday."""
        for name, value in cookies.items():
            self._client.cookies.set(name, value, f"thursday.{DOMAIN}")

    def go_in(self, page: Response) -> Response:
        """Presses the one button of a page at a club."""
        return self.send(page, {})

    def send(self, page: Response, fields: Mapping[str, str], path: str = "") -> Response:
        """Sends a form to a page's own address, or to another of the same club."""
        origin = f"{page.url.scheme}://{page.url.netloc.decode()}"
        return self.post(f"{origin}{path or page.url.path}", fields, origin)
