"""Stories for the diary that come by mail: kept as drafts, and filed or dropped at their writer's
word. IO.

    a mail with STORY ──► a draft, and its writer is shown it with a word ──► SEND WORD or DROP WORD

Anybody can write a mail in another's name; nobody else reads the word that goes to the writer.
"""

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import closing

import msgspec

from campaign import extend
from campaign.accounts.people import People
from campaign.diary.commands import FileDispatch
from campaign.diary.words import PictureShown, read
from campaign.extensions.mail_in.meaning import DROP, SEND, WaitingStory
from campaign.extensions.mail_in.reading import LARGEST_STORY, read_story
from campaign.extensions.mail_out.answers import word_list
from campaign.handler.command_handler import CommandHandler
from campaign.handler.dispatches import DRAFT_DAYS, DiaryShelf, draft_key
from campaign.kernel.decisions import Refused, bad_field
from campaign.notifications.notification import TURN
from campaign.store.ledger import Ledger
from campaign.store.submission import StoredAnswer
from campaign.text.english import counted
from campaign.text.json_values import JsonObject
from campaign.text.prose import in_letters

TOO_LARGE = f"it was larger than {LARGEST_STORY // 1024**2} MB; attach smaller pictures, or fewer"
NOT_READ = "nothing below its first line can be read"
HOW = (
    f"Answer this mail with {SEND} {{0}} on its first line, and your story is filed; with {DROP}"
    f" {{0}} it is erased, as it is after {DRAFT_DAYS} days by itself."
)
FILED = "Read, edit or remove it in the war diary, at the keyboard or on the club's pages."
HELD = "A host reads it before others do."


def draft_word(secret: bytes, campaign_id: str, key: str) -> str:
    """The word that a story is sent or dropped with, for its writer alone."""
    text = f"campaign-tracker story 1\n{campaign_id}\n{key}\n".encode()
    number = int.from_bytes(hmac.new(secret, text, hashlib.sha256).digest()[:8], "big")
    return word_list()[number % len(word_list())]


class MailedStories:
    """The stories of one campaign that came by mail."""

    def __init__(self, desk: CommandHandler, name: str, people: People) -> None:
        self._desk = desk
        self._name = name
        self._people = people

    def waiting(self) -> Iterator[WaitingStory]:
        """Those that wait, each with its word."""
        live = self._desk.ledger.live(self._name)
        for one in self._desk.filing.drafts(self._name):
            key = str(msgspec.json.decode(one.sent)["id"])
            word = draft_word(self._people.secret(), live.state.campaign.id, key)
            yield WaitingStory(one.member, key, word)

    def keep(self, raw: bytes, member: str, occasion: str, key: str) -> Refused | None:
        """Keeps a mail's story; why not, where it is not taken."""
        if len(raw) > LARGEST_STORY:
            return Refused("Mail", TOO_LARGE)
        story = read_story(raw)
        if story is None:
            return Refused("Mail", NOT_READ)
        pictures = _admitted(story.pictures, story.shows)
        if isinstance(pictures, Refused):
            return pictures
        command: JsonObject = {"command": FileDispatch.__name__, "words": story.words}
        if occasion.startswith(TURN):
            command["turn"] = occasion.removeprefix(TURN)
        sent = msgspec.json.encode(command)
        return self._desk.beside(
            self._name, lambda one: one.keep_draft(self._name, sent, member, key, pictures)
        )

    def file(self, key: str) -> StoredAnswer | None:
        """Files a story that waits; None where none does."""
        return self._desk.beside(self._name, lambda one: one.file_draft(self._name, key))

    def drop(self, key: str) -> None:
        """Erases a story that waits."""
        self._desk.beside(self._name, lambda one: one.drop_draft(self._name, key))


def _admitted(
    pictures: tuple[bytes, ...], shows: tuple[tuple[str, str], ...]
) -> tuple[PictureShown, ...] | Refused:
    """The pictures of a mail, made anew; why not, where one is not taken."""
    if not pictures:
        return ()
    if len(shows) < len(pictures):
        number = len(shows) + 1
        why = f"write a line that says what picture {number} shows, as in `Picture: our table`"
        return bad_field("pictures", why)
    gate = extend.wanted("pages", "pictures of a dispatch")
    made: tuple[PictureShown, ...] | Refused = gate.admitted(
        [(data, *said) for data, said in zip(pictures, shows, strict=False)]
    )
    return made


def as_it_reads(ledger: Ledger, name: str, key: str, word: str) -> tuple[str, ...]:
    """A story that waits, for its writer, with what to do about it; empty where it is gone."""
    live = ledger.live(name)
    with closing(DiaryShelf(ledger)) as shelf:
        one = shelf.rows.under(live.state.campaign.id, draft_key(key))
        content = shelf.content(one) if one is not None else None
    if one is None or content is None:
        return ()
    turn = msgspec.json.decode(one.sent).get("turn") or live.state.campaign.turn
    about = live.calendar.in_words(turn)
    shows = "".join(
        f"; {one.alt} ({one.caption})" if one.caption else f"; {one.alt}"
        for one in content.pictures
    )
    with_pictures = f", with {counted(len(content.pictures), 'picture')}{shows}" if shows else ""
    lines = in_letters(read(content.words)).splitlines()
    return (HOW.format(word), f"It is about {about}{with_pictures}, and reads:", *lines)
