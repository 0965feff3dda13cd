"""Table talk: what members say beside the play, in plain text, and what others tap under it. IO.

It is in no log, export or published page. Whoever wrote something may delete it: the row is gone,
and a backup has it until that backup is thrown away.
"""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from datetime import timedelta
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from campaign.accounts.devices import moment, stamp
from campaign.accounts.people import parts_in
from campaign.accounts.protocol import Part, PeopleDatabase, PeopleRows, change, has, rows

TALK = Part(
    "talk",
    (
        (
            "CREATE TABLE talk (id INTEGER PRIMARY KEY AUTOINCREMENT, campaign TEXT NOT NULL,"
            " about TEXT NOT NULL, member TEXT NOT NULL, text TEXT NOT NULL, at TEXT NOT NULL,"
            " hidden_by TEXT NOT NULL DEFAULT '')",
            "CREATE INDEX talk_in ON talk (campaign, id)",
            "CREATE TABLE reactions (talk INTEGER NOT NULL REFERENCES talk (id) ON DELETE CASCADE,"
            " member TEXT NOT NULL, kind TEXT NOT NULL, PRIMARY KEY (talk, member, kind))",
            "CREATE TABLE talk_pace (campaign TEXT NOT NULL, member TEXT NOT NULL,"
            " at TEXT NOT NULL)",
            "CREATE TABLE not_shown (person TEXT PRIMARY KEY) WITHOUT ROWID",
        ),
    ),
)
"""The tables. `talk.about` is `turn:1941-ND`, `draw:27` or `event:1555`. `talk_pace` has when each
member wrote within the last hour, also what they deleted since. `not_shown` has the people who do
not want others to see that they are here.
"""

# --- What may be said: plain text, and nothing in it that nobody can see ------------------------

LONGEST = 500
"""How many letters a text may have."""
SUBJECT = re.compile(r"turn:[0-9A-Za-z-]{1,20}|(?:draw|event):[1-9][0-9]{0,14}").fullmatch
"""What a text may be about."""
_JOINERS = "\u200c\u200d"
"""They hold letters of some scripts together, and the parts of a picture."""
_DROPPED = ("Cc", "Cf", "Co", "Cs")
"""Kinds of signs that move the cursor, turn words round or are seen by nobody."""
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_BLANK = re.compile("[\\s\u115f\u1160\u2800\u3164\uffa0]")
"""Spaces, and letters that look like one."""
_MANY_LINES = re.compile(r"\n{3,}")


def plain(typed: str) -> str:
    """A text as it is kept: without signs that nobody can see, and without spaces around it."""
    text = _LINE_ENDS.sub("\n", unicodedata.normalize("NFC", typed)).replace("\t", " ")
    seen = (
        sign
        for sign in text
        if sign == "\n" or sign in _JOINERS or unicodedata.category(sign) not in _DROPPED
    )
    return _MANY_LINES.sub("\n\n", "".join(seen)).strip()


def fault(text: str) -> str:
    """What is wrong with a plain text, in a sentence; empty if it may be said."""
    if not any(_is_ink(sign) for sign in text):
        return "Write at least a word."
    if len(text) > LONGEST:
        return f"Your text has {len(text)} letters; {LONGEST} fit."
    return ""


def _is_ink(sign: str) -> bool:
    """Whether a sign can be seen by itself."""
    return unicodedata.category(sign)[0] in "LNPS" and _BLANK.match(sign) is None


def mentioned(text: str, names: Mapping[str, str]) -> frozenset[str]:
    """The members whom a text names: `@ben` in any case, or the name as it is written.

    `names` are the members' names by their ids.
    """
    return frozenset(
        member
        for member, name in names.items()
        if any(_is_called(text, called) for called in (name, member))
        or (name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text))
    )


def _is_called(text: str, called: str) -> bool:
    """Whether somebody is called with an @ before their name or id."""
    if not called:
        return False
    return re.search(rf"(?<!\w)@{re.escape(called)}(?!\w)", text, re.IGNORECASE) is not None


# --- The talk of a store's campaigns ------------------------------------------------------------

Reaction = Literal["well-played", "ouch", "laugh", "surprised", "thanks"]
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)
A_WHILE = timedelta(hours=1)
MOST = 20
"""How many texts a member may write within a while."""
TWICE = timedelta(minutes=1)
"""The same text about the same thing counts once within that time: a button was tapped twice."""


class Said(msgspec.Struct, frozen=True):
    """A text, and who tapped what under it."""

    id: int
    about: str
    member: str
    text: str
    at: str
    """When it was said: RFC 3339 in UTC."""
    hidden_by: str = ""
    """The host who hid it; empty while it is shown."""
    reactions: Mapping[Reaction, tuple[str, ...]] = {}
    """The members who tapped each kind."""


class Wait(msgspec.Struct, frozen=True):
    """Somebody has written often: after so many whole minutes they may again."""

    minutes: int


_COLUMNS = "id, about, member, text, at, hidden_by"


class TableTalk:
    """The talk of one store's campaigns, each known by its random id."""

    def __init__(self, file: PeopleDatabase, *, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    # --- saying ---------------------------------------------------------------------------------

    def say(self, campaign: str, about: str, member: str, text: str) -> int | Wait:
        """Keeps a text that may be said, and gives its number; the same said twice is kept once."""
        now = moment(self._clock())
        with self._file.writing() as db:
            same = db.execute(
                "SELECT id FROM talk WHERE campaign=? AND about=? AND member=? AND text=?"
                " AND at>? ORDER BY id DESC",
                (campaign, about, member, text, stamp(now - TWICE)),
            ).fetchone()
            if same is not None:
                return int(same[0])
            db.execute("DELETE FROM talk_pace WHERE at<=?", (stamp(now - A_WHILE),))
            written = db.execute(
                "SELECT at FROM talk_pace WHERE campaign=? AND member=? ORDER BY at DESC",
                (campaign, member),
            ).fetchall()
            if len(written) >= MOST:
                free = moment(written[MOST - 1][0]) + A_WHILE
                return Wait(math.ceil((free - now) / timedelta(minutes=1)))
            at = stamp(now)
            db.execute("INSERT INTO talk_pace VALUES (?,?,?)", (campaign, member, at))
            made = db.execute(
                "INSERT INTO talk (campaign, about, member, text, at) VALUES (?,?,?,?,?)"
                " RETURNING id",
                (campaign, about, member, text, at),
            ).fetchone()
            return int(made[0])

    def react(self, campaign: str, number: int, member: str, kind: Reaction) -> bool:
        """Taps a kind under somebody else's text, or takes that back; whether it could be."""
        with self._file.writing() as db:
            query = "SELECT member FROM talk WHERE campaign=? AND id=? AND hidden_by=''"
            said = db.execute(query, (campaign, number)).fetchone()
            if said is None or said[0] == member:
                return False
            mine = (number, member, kind)
            where = "talk=? AND member=? AND kind=?"
            if not db.execute(f"DELETE FROM reactions WHERE {where}", mine).rowcount:
                db.execute("INSERT INTO reactions VALUES (?,?,?)", mine)
            return True

    # --- taking away ----------------------------------------------------------------------------

    def delete(self, campaign: str, number: int, member: str) -> bool:
        """Deletes a member's own text for good; whether there was one."""
        query = "DELETE FROM talk WHERE campaign=? AND id=? AND member=?"
        if not change(self._file, query, (campaign, number, member)):
            return False
        self._file.sweep()
        return True

    def hide(self, campaign: str, number: int, host: str) -> bool:
        """Has a host hide a text, or show it again with an empty name; whether that changed it."""
        is_other = "hidden_by=''" if host else "hidden_by<>''"
        query = f"UPDATE talk SET hidden_by=? WHERE campaign=? AND id=? AND {is_other}"
        return bool(change(self._file, query, (host, campaign, number)))

    def forget(self, campaign: str, member: str) -> int:
        """Deletes everything that a member said and tapped in a campaign; how many texts."""
        with self._file.writing() as db:
            own = (campaign, member)
            texts = db.execute("DELETE FROM talk WHERE campaign=? AND member=?", own).rowcount
            db.execute("DELETE FROM talk_pace WHERE campaign=? AND member=?", own)
            db.execute(
                "DELETE FROM reactions WHERE member=? AND talk IN"
                " (SELECT id FROM talk WHERE campaign=?)",
                (member, campaign),
            )
        self._file.sweep()
        return texts

    # --- reading --------------------------------------------------------------------------------

    def last(
        self, campaign: str, count: int, *, before: int = 0, about: Iterable[str] | None = None
    ) -> tuple[Said, ...]:
        """The last texts of a campaign, the newest first: those before a number, or about some
        things alone.
        """
        wanted = None if about is None else tuple(about)
        if wanted == () or not self._file.exists():
            return ()
        of = f" AND about IN ({_marks(wanted)})" if wanted else ""
        query = f"SELECT {_COLUMNS} FROM talk WHERE campaign=? AND (?=0 OR id<?){of}"
        values = (campaign, before, before, *(wanted or ()), count)
        with self._file.reading() as db:
            texts = db.execute(f"{query} ORDER BY id DESC LIMIT ?", values).fetchall()
            tapped = _tapped(db, [row[0] for row in texts])
        return tuple(replace(Said(*row), reactions=tapped.get(row[0], {})) for row in texts)

    def subjects(self, campaign: str) -> tuple[str, ...]:
        """Everything that was talked about in a campaign."""
        query = "SELECT DISTINCT about FROM talk WHERE campaign=? ORDER BY about"
        return tuple(rows(self._file, str, query, (campaign,)))

    def counts(self, campaign: str) -> Mapping[str, int]:
        """How many texts there are of each member who said anything."""
        query = "SELECT member, count(*) FROM talk WHERE campaign=? GROUP BY member"
        return dict(rows(self._file, lambda *one: one, query, (campaign,)))

    # --- who is shown ---------------------------------------------------------------------------

    def is_shown(self, person: str) -> bool:
        """Whether others may see that somebody is here."""
        return not has(self._file, "SELECT 1 FROM not_shown WHERE person=?", (person,))

    def show(self, person: str, *, is_shown: bool) -> None:
        """Lets others see that somebody is here, or no more."""
        if is_shown:
            change(self._file, "DELETE FROM not_shown WHERE person=?", (person,))
        else:
            query = "INSERT INTO not_shown VALUES (?) ON CONFLICT DO NOTHING"
            change(self._file, query, (person,))


def _marks(values: tuple[object, ...]) -> str:
    return ",".join("?" * len(values))


def _tapped(db: PeopleRows, numbers: list[int]) -> dict[int, dict[Reaction, tuple[str, ...]]]:
    """Who tapped what under some texts."""
    tapped: dict[int, dict[Reaction, tuple[str, ...]]] = {}
    if not numbers:
        return tapped
    query = f"SELECT talk, kind, member FROM reactions WHERE talk IN ({_marks(tuple(numbers))})"
    for number, kind, member in db.execute(f"{query} ORDER BY talk, member", tuple(numbers)):
        under = tapped.setdefault(number, {})
        under[kind] = (*under.get(kind, ()), member)
    return tapped


def said_since(file: PeopleDatabase, campaign: str, at: str) -> tuple[Said, ...]:
    """What is shown of a campaign's talk from a moment on, the oldest first.

    A store in which nobody ever talked may have no tables for it.
    """
    if not file.exists():
        return ()
    with file.reading() as db:
        if TALK.name not in parts_in(db):
            return ()
        query = f"SELECT {_COLUMNS} FROM talk WHERE campaign=? AND at>=? AND hidden_by=''"
        return tuple(Said(*row) for row in db.execute(f"{query} ORDER BY id", (campaign, at)))
