"""The open door of an installation: visitors begin clubs, which stay for some days unless somebody
adopts them. IO.
"""

import hashlib
import hmac
import logging
import re
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from campaign.accounts.allowance import Quotas, in_words
from campaign.accounts.devices import OPERATORS, Operators, moment, stamp
from campaign.accounts.people import People
from campaign.accounts.settings import DoorSettings, SettingsError, is_loopback
from campaign.accounts.sign_ins import network
from campaign.extensions.clubs.changes import STORE, discard
from campaign.extensions.clubs.club import Club
from campaign.extensions.clubs.demos import SCRIPTS
from campaign.extensions.clubs.directory import ClubDirectory, read, store_of
from campaign.kernel.members import is_name
from campaign.store.protocol import StoreError
from campaign.store.reader import open_store
from campaign.text.moments import days_after, later
from campaign.world import chance, clock, threads
from campaign.world.files import is_on_a_closed_disk, may_be_written

# --- What the settings say of the door ----------------------------------------------------------

HOST = re.compile(r"(?=.{1,200}$)[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?")


class Terms(NamedTuple):
    """What visitors may begin, as the settings say."""

    domain: str
    contact: str
    days: int
    most: int
    quotas: Quotas
    free: int
    """How many bytes of the disk must be free."""

    @property
    def url(self) -> str:
        """Where the front page is. Only this machine reaches itself without encryption."""
        return self.to("")

    def to(self, word: str) -> str:
        """Where the club of a word is; of none, the front page."""
        is_here = is_loopback(self.domain.partition(":")[0])
        return f"{'http' if is_here else 'https'}://{word}{'.' if word else ''}{self.domain}"


def terms_of(settings: DoorSettings, place: str) -> Terms:
    """What the settings say of the door; `place` is their file. Raises `SettingsError`."""
    if not HOST.fullmatch(settings.domain):
        raise SettingsError(
            f"the open door needs its name: write the domain of the clubs under [door] into {place}"
        )
    if urlsplit(settings.contact).scheme not in ("mailto", "https"):
        raise SettingsError(
            "members must be able to ask whoever runs the door: write "
            f'contact = "mailto:keeper@example.org" under [door] into {place}'
        )
    sizes = {key: read(getattr(settings, key)) for key in ("bytes", "free")}
    for key, size in sizes.items():
        if size is None:
            raise SettingsError(
                f"{place}: door.{key}: {getattr(settings, key)!r} is no size; write 50MB or 5GB"
            )
    quotas = Quotas(settings.campaigns, settings.commands, 0, sizes["bytes"] or 0)
    own = settings.domain, settings.contact, settings.days, settings.most
    return Terms(*own, quotas, sizes["free"] or 0)


# --- The word in a club's address ---------------------------------------------------------------

WORD = re.compile(r"[a-z0-9](?:[a-z0-9-]{1,29}[a-z0-9])")
RESERVED = frozenset(
    {"www", "mail", "api", "admin", "demo", "door", "in", "club", "static", "status",
     *(f"demo-{script.stem}" for script in SCRIPTS.glob("*.jsonl"))}
)  # fmt: skip
LONGEST, SHORTEST = 31, 3
NO_WORD = "use 3 to 31 small letters, digits and hyphens, with a letter or digit at both ends"


def suggested(title: str) -> str:
    """A word for the address of a club of this name: `Jörg’s Club` is `jorgs-club`."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    word = "-".join(re.findall(r"[a-z0-9]+", plain))[:LONGEST].strip("-")
    return word if len(word) >= SHORTEST else f"club-{word}".strip("-")


def numbered(word: str, is_taken: Callable[[str], bool]) -> str:
    """The word, or the next one like it that nobody has: `thursday-2`."""
    number, free = 2, word
    while is_taken(free):
        free = f"{word[: LONGEST - len(str(number)) - 1].rstrip('-')}-{number}"
        number += 1
    return free


# --- Forms: each counts once, and nobody fills one in within three seconds ----------------------

QUICKEST = timedelta(seconds=3)
LASTS = timedelta(hours=1)


class Forms:
    """Tokens of forms, which tell their own age. Nothing is kept of those that nobody sends."""

    def __init__(self, now: Callable[[], str]) -> None:
        self._now = now
        self._key = chance.random_bytes(32)

    def made(self) -> str:
        """A new token."""
        body = f"{self._now()}~{chance.token_hex(16)}"
        return f"{body}~{self._seal(body)}"

    def why_not(self, token: str) -> str:
        """Why a form does not count; empty if it does."""
        body, _, seal = token.rpartition("~")
        if not token.isascii() or not hmac.compare_digest(self._seal(body), seal):
            return "the page was too old; press the button once more"
        age = moment(self._now()) - moment(body.partition("~")[0])
        if age < QUICKEST:
            return "that was quicker than anybody types; press the button once more"
        return "" if age <= LASTS else "the page was too old; press the button once more"

    def _seal(self, body: str) -> str:
        return hmac.new(self._key, body.encode(), hashlib.sha256).hexdigest()


# --- A visitor begins a club --------------------------------------------------------------------

EACH_NETWORK, IN_ALL = 3, 20
"""How many clubs are begun in a day, of one network and together."""
BEGUN = "door"
ALL_NETWORKS = "@"
WAY_IN = timedelta(seconds=60)
"""How long the way from the front page to a new club is open."""
HALF_MADE = timedelta(minutes=1)
READABLE = 14
"""How many days a club can still be read after it has ended."""
TAKEN = 90
"""How many days the word of a club that was let go is nobody's."""
LOOK = 60.0
LOG = logging.getLogger("campaign.web")


class Wish(NamedTuple):
    """What a visitor has typed."""

    club: str
    who: str
    word: str
    form: str
    trap: str = ""
    """What stands in a field that people do not see."""


class No(NamedTuple):
    """Why no club was made."""

    status: int
    why: str
    field: str = ""
    """The field that it is about, if it is about one."""
    instead: str = ""
    """A word that would do."""


FULL = No(429, "from your network three clubs were begun today; come back tomorrow")


class ClubDoor:
    """Where visitors begin clubs, each in a folder of its own. Several threads may use it."""

    def __init__(
        self,
        terms: Terms,
        directory: ClubDirectory,
        reserved: frozenset[str] = frozenset(),
        now: Callable[[], str] = clock.utc_now,
    ) -> None:
        self.terms = terms
        self.forms = Forms(now)
        self._directory = directory
        self._folder = directory.place.folder
        self._reserved = RESERVED | reserved
        self._now = now
        self._turn = threads.lock()
        self._full: set[tuple[str, str]] = set()
        """The networks that have begun all their clubs, each with the day."""

    # --- whether one may be begun ---------------------------------------------------------------

    def why_shut(self) -> str:
        """Why nobody can begin a club at the moment; empty if somebody can."""
        if not may_be_written(self._folder) or is_on_a_closed_disk(self._folder):
            return "no club can be written down here at the moment"
        if (free := shutil.disk_usage(self._folder).free) < self.terms.free:
            return f"the disk is nearly full: {in_words(free)} are left"
        begun = sum(one.origin == "door" for one in self._directory.clubs())
        if begun >= self.terms.most:
            return f"all {self.terms.most} places are taken; one is free again within days"
        return ""

    def is_taken(self, word: str) -> bool:
        """Whether a word is no club's to have."""
        return (
            word in self._reserved
            or self._directory.club(word) is not None
            or word in self._directory.past(self._now())
            or (self._folder / word).exists()
        )

    # --- begun ----------------------------------------------------------------------------------

    def begin(self, wish: Wish, address: str) -> str | No:
        """Makes a club; the way into it. `address` is the visitor's. What is No made nothing."""
        form = hashlib.sha256(wish.form.encode()).hexdigest()
        if self._counted_as(address) in self._full and self._directory.begun_by(form) is None:
            return FULL  # nothing more is looked up
        with self._turn:
            if (club := self._directory.begun_by(form)) is not None:
                return self._way_into(club)
            no = self._wrong(wish) or self._too_many(address)
            return no or self._way_into(self._made(wish, form))

    def _wrong(self, wish: Wish) -> No | None:
        for field, text in (("club", wish.club), ("who", wish.who)):
            if not is_name(text):
                what = "a name for the club" if field == "club" else "your name"
                return No(422, f"write {what}, in at most 80 letters", field)
        if wish.trap:
            return No(422, "leave the last field empty", "club")
        if why := self.forms.why_not(wish.form):
            return No(422, why)
        if wish.word and (no := self._no_word(wish)):
            return no
        return No(503, why) if (why := self.why_shut()) else None

    def _no_word(self, wish: Wish) -> No | None:
        """What is wrong with the word that was typed."""
        word = wish.word
        if not WORD.fullmatch(word) or word.startswith("xn--"):
            return No(422, NO_WORD, "word", self._free(wish.club))
        if not self.is_taken(word):
            return None
        free = numbered(word, self.is_taken)
        return No(422, f"{word} is taken; {free} is free", "word", free)

    def _free(self, title: str) -> str:
        return numbered(suggested(title), self.is_taken)

    def _too_many(self, address: str) -> No | None:
        """Counts a creation, unless it would be one too many."""
        name, day = self._counted_as(address)
        if not self._directory.counted(name, BEGUN, day, EACH_NETWORK):
            self._full = {one for one in self._full if one[1] == day} | {(name, day)}
            return FULL
        if not self._directory.counted(ALL_NETWORKS, BEGUN, day, IN_ALL):
            return No(429, f"{IN_ALL} clubs were begun here today; come back tomorrow")
        return None

    def _counted_as(self, address: str) -> tuple[str, str]:
        return f"{ALL_NETWORKS}{network(address) or 'nowhere'}", self._now()[:10]

    def _made(self, wish: Wish, form: str) -> Club:
        """The row comes first and counts last: what is killed in between is found by its row."""
        word = wish.word or self._free(wish.club)
        club = Club(
            word,
            self.terms.to(word),
            f"{word}/{STORE}",
            "closed",
            self.terms.quotas,
            title=wish.club,
            origin="door",
            form=form,
        )
        self._directory.add(club)
        place = store_of(club, self._directory.place)
        place.folder.mkdir(mode=0o700, parents=True)
        with closing(open_store(place)) as store:
            store.make()
        with closing(People(place, (OPERATORS,), clock=self._now)) as people:
            Operators(people.file, clock=self._now).expect(wish.club, wish.who)
        ends = days_after(self._now(), self.terms.days)
        self._directory.becomes(word, "open", "closed", ends=ends)
        return self._directory.must(word)

    def _way_into(self, club: Club) -> str:
        """The address that lets the founder in; once they are in, the club's own."""
        place = store_of(club, self._directory.place)
        with closing(People(place, (OPERATORS,), clock=self._now)) as people:
            operators = Operators(people.file, clock=self._now)
            if not operators.expected():
                return club.url
            return f"{club.url}/begin/{operators.offer(WAY_IN)}"

    # --- let go ---------------------------------------------------------------------------------

    def look(self) -> None:
        """Ends clubs whose days are over, lets go of those that ended long ago or are half made."""
        now = self._now()
        for club, act in self._due(now):
            try:
                act()
            except (StoreError, OSError) as error:  # the others must not wait for it
                LOG.error("the club %s of the open door: %s", club.name, error)
        if self._directory.exists():
            self._directory.forget(BEGUN, now[:10])

    def _due(self, now: str) -> Iterator[tuple[Club, Callable[[], object]]]:
        directory = self._directory
        for club in directory.clubs():
            name, free = club.name, days_after(now, TAKEN)
            if club.origin != "door":
                continue
            if not club.ends:
                if stamp(moment(club.since) + HALF_MADE) < now:
                    yield club, partial(discard, directory, name)
            elif club.state == "deleting" or not later(days_after(club.ends, READABLE), now):
                yield club, partial(discard, directory, name, free)
            elif not later(club.ends, now):
                yield club, partial(directory.becomes, name, "ended", "open")


def must_be_a_folder(directory: ClubDirectory) -> Path:
    """The folder of the clubs. Raises `SettingsError` where they are in a database."""
    if directory.place.is_database:
        raise SettingsError("the open door makes its clubs in a folder: --clubs FOLDER")
    return directory.place.folder
