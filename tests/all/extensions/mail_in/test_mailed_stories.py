"""Stories for the diary by mail: kept as drafts, shown to their writer with a word, and filed once
under it.
"""

import io
from collections.abc import Iterator
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

import pytest
from msgspec.structs import replace

from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.protocol import ANSWERS, DELIVERIES
from campaign.accounts.settings import MailSettings, Settings
from campaign.accounts.table.diary import ALL
from campaign.extensions.mail_in.answering import AnswerLetters, MailOutcome, Reception
from campaign.extensions.mail_in.stories import draft_word
from campaign.extensions.mail_out.answers import StoredAnswers
from campaign.extensions.mail_out.campaign_mail import Mailing, in_parcels
from campaign.extensions.mail_out.message import message_id
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.email_content import STORY
from campaign.text.prose import in_letters
from diary.clubs import diarists, people_file

HOST = "example.org"
WORDS = "It *rained* for a week.\n\n- Nobody moved."
QUOTED = "\n\nOn 26 Nov 2026 at 21:00, Club <club@example.org> wrote:\n> November 1941\n> A turn\n"
TURN = "turn:1939-SO"


class Post:
    """A club whose members write mails."""

    def __init__(self, folder: Path) -> None:
        self.club = diarists("lif", folder)
        for member in ("anna", "ben"):
            self.club.desk.people.change(self.id, member, Choices(address=f"{member}@{HOST}"))
        self.file = open_people(self.club.ledger.store.place, (DELIVERIES, ANSWERS))
        self.answers, self.deliveries = StoredAnswers(self.file), StoredDeliveries(self.file)
        self.answers.wrote(self.id, [(TURN, "anna"), (TURN, "ben")])
        sender = f"Club <club@{HOST}>"
        self.settings = Settings(mail=MailSettings(sender=sender, answers="yes"))
        self.count, self.last = 0, ""

    @property
    def id(self) -> str:
        return str(self.club.ledger.live(self.club.name).state.campaign.id)

    @property
    def secret(self) -> bytes:
        return self.club.desk.people.secret()

    def mail(self, text: str, *pictures: bytes, by: str = "anna", sender: str = "") -> bytes:
        """An answer to the turn's mail."""
        self.count += 1
        made = EmailMessage(policy=SMTP)
        made["From"] = sender or f"{by}@{HOST}"
        made["Subject"] = "Re: club"
        made["Message-ID"] = f"<{self.count}@mail.example.org>"
        made["In-Reply-To"] = message_id(self.secret, self.id, TURN, by, HOST)
        made.set_content(text)
        for one in pictures:
            made.add_attachment(one, maintype="image", subtype="png", filename="a.png")
        return made.as_bytes()

    def take(self, raw: bytes) -> MailOutcome:
        """What becomes of a mail."""
        club = self.club
        people, answers = club.desk.people, self.answers
        reception = Reception(club.desk, club.name, people, self.deliveries, answers, self.settings)
        return reception.take(raw)

    def story(self, text: str = WORDS, *pictures: bytes, by: str = "anna") -> str:
        """Sends a story; the word for it."""
        taken = self.take(self.mail(f"Story\n\n{text}{QUOTED}", *pictures, by=by))
        assert taken.outcome == "draft", self.said(taken)
        self.last = taken.id
        return draft_word(self.secret, self.id, taken.id)

    def said(self, taken: MailOutcome | None = None) -> str:
        """What a member is told of a mail, by default the last story, in one line."""
        club, people = self.club, self.club.desk.people
        mailing = Mailing(club.ledger, club.name, people, self.deliveries, self.settings)
        letters = AnswerLetters(club.ledger, club.name, mailing, self.answers)
        mail_id = taken.id if taken else self.last
        ((_, letter),) = letters.in_files(frozenset({mail_id}))
        return " ".join(letter.content.decode().replace("=\r\n", "").split())

    def read(self, reader: str | None = "ben") -> list[tuple[str, str]]:
        """The dispatches that somebody may read: turn and words."""
        return [(one.turn, in_letters(one.words)) for one in self.club.read(reader)]


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    made = Post(tmp_path)
    yield made
    made.file.close()
    made.club.close()


def picture() -> bytes:
    """A PNG of more than 256 KiB."""
    image = pytest.importorskip("PIL.Image")
    out = io.BytesIO()
    image.effect_noise((600, 600), 90).save(out, "PNG")
    assert len(out.getvalue()) > 256 * 1024
    return out.getvalue()


def test_a_story_counts_once_its_writer_has_said_so(post: Post) -> None:
    """Before that nobody reads it and nothing is recorded; it is about the turn of the mail."""
    post.club.end_turn()
    before = post.club.ledger.store.version(post.club.name)
    word = post.story()
    assert post.read() == [] and post.club.ledger.store.version(post.club.name) == before
    said = post.said()
    assert f"SEND {word}" in said and f"DROP {word}" in said and "It rained for a week." in said
    assert "It is about September/October 1939, and reads:" in said and "A turn" not in said
    done = post.take(post.mail(f"send {word.lower()}.{QUOTED}"))
    assert (done.outcome, done.receipt) == ("accepted", f"{post.club.name}/{done.receipt[-1]}")
    assert post.read() == [("1939-SO", "It rained for a week.\n– Nobody moved.")]
    assert "Your story is filed" in post.said(done) and post.club.findings() == []
    again = post.take(post.mail(f"SEND {word}"))
    assert (again.outcome, again.why) == ("refused", "story") and len(post.read()) == 1


def test_a_story_is_dropped_at_its_writer_s_word(post: Post) -> None:
    """Its words are in no byte afterwards."""
    word = post.story()
    assert b"rained" in people_file(post.club)
    assert post.take(post.mail(f"DROP {word}")).outcome == "dropped"
    assert b"rained" not in people_file(post.club) and post.read() == []
    assert post.take(post.mail(f"SEND {word}")).why == "story"


def test_nobody_else_sends_it_and_nobody_without_the_word(post: Post) -> None:
    word = post.story()
    assert post.take(post.mail(f"SEND {word}", by="ben")).why == "story"
    assert post.take(post.mail("SEND ABCDEFGH")).why == "story"
    other = post.mail(f"SEND {word}", sender="eve@example.org")
    assert post.take(other).why == "address"
    assert post.take(post.mail("STORY\n\nx", sender="eve@example.org")).why == "address"
    assert post.read() == []


def test_pictures_pass_the_gate_and_say_what_they_show(post: Post) -> None:
    """A mail with them may be larger than any answer."""
    without = post.take(post.mail("STORY\n\nLook.", picture()))
    assert without.outcome == "refused"
    assert "write a line that says what picture 1 shows, as in `Picture: our table`" in post.said(
        without
    )
    word = post.story("Look.\nPicture: The ford, held\nCaption: At noon", picture())
    assert "with 1 picture; The ford, held (At noon)" in post.said()
    assert post.take(post.mail(f"SEND {word}")).outcome == "accepted"
    (one,) = post.club.read("ben")
    assert in_letters(one.words) == "Look." and one.pictures[0].alt == "The ford, held"
    assert one.pictures[0].caption == "At noon"
    assert one.pictures[0].jpeg[:2] == b"\xff\xd8" and b"PNG" not in one.pictures[0].jpeg
    taken = post.take(post.mail("STORY\n\nLook.\nPicture: No", b"<svg/>"))
    assert taken.outcome == "refused" and "picture 1 is no JPEG, PNG or WebP" in post.said(taken)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "write at least a word"),
        ("a" * 4001, "your story has 4,001 letters; 4,000 fit"),
        ("one\ntwo\x07", "line 2 has a letter that nobody can see"),
    ],
)
def test_what_cannot_be_filed_is_no_draft(post: Post, text: str, why: str) -> None:
    taken = post.take(post.mail(f"STORY\n{text}"))
    assert (taken.outcome, taken.why) == ("refused", "rules")
    assert f"Your mail does not count: {why}." in post.said(taken)
    assert post.club.desk.filing.drafts(post.club.name) == []


def test_the_same_mail_is_one_story(post: Post) -> None:
    raw = post.mail("STORY\n\nOnce.")
    first, again = post.take(raw), post.take(raw)
    assert (first.id, again.id, again.is_repeat) == (first.id, first.id, True)
    assert len(post.club.desk.filing.drafts(post.club.name)) == 1


def test_a_held_diary_holds_it_and_a_mute_refuses_it(post: Post) -> None:
    word, rows = post.story(), post.club.desk.filing.shelf.rows
    rows.mute(post.id, ALL, on=True)
    taken = post.take(post.mail(f"SEND {word}"))
    assert taken.outcome == "accepted"
    assert "A host reads it before others do." in post.said(taken) and post.read() == []
    assert [one.state for one in rows.of(post.id)] == ["held"]
    rows.mute(post.id, "anna", on=True)
    taken = post.take(post.mail("STORY\n\nMore."))
    assert taken.outcome == "refused" and "a host has muted Anna" in post.said(taken)


def test_after_seven_days_it_is_gone(post: Post) -> None:
    """Whoever comes to the diary next erases it."""
    word = post.story()
    club, rows = post.club, post.club.desk.filing.shelf.rows
    (one,) = rows.of(post.id)
    year = int(one.at[:4]) - 1
    rows.put(replace(one, at=f"{year}{one.at[4:]}"), ())
    assert club.read("ben") == [] and rows.of(post.id) == []
    assert post.take(post.mail(f"SEND {word}")).why == "story"


def test_whoever_is_forgotten_has_no_draft(post: Post) -> None:
    post.story()
    name = post.club.name
    assert post.club.desk.beside(name, lambda one: one.forget(name, "anna", "anna")) == 1
    assert b"rained" not in people_file(post.club)


class Killed(BaseException):
    """The program ends here."""


@pytest.mark.parametrize(
    "where",
    [
        "campaign.store.ledger.Ledger.outcome",
        "campaign.accounts.table.diary.StoredDiary.becomes",
        "campaign.accounts.table.diary.StoredDiary.erase",
        "campaign.extensions.mail_out.answers.StoredAnswers.finish",
    ],
)
def test_a_kill_loses_and_doubles_no_story(
    post: Post, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    """The same mail read again files it, or finds that it is filed."""

    def killed(*_: object, **__: object) -> None:
        raise Killed

    raw = post.mail(f"SEND {post.story()}")
    with monkeypatch.context() as patched:
        patched.setattr(where, killed)
        with pytest.raises(Killed):
            post.take(raw)
    assert post.take(raw).outcome == "accepted"
    assert len(post.read()) == 1 and post.club.desk.filing.drafts(post.club.name) == []
    assert post.club.findings() == []


def test_the_turn_s_mail_says_how(post: Post) -> None:
    """Where answers are read."""
    club, people = post.club, post.club.desk.people
    club.end_turn()
    mailing = Mailing(club.ledger, club.name, people, post.deliveries, post.settings)
    one = next(one for one in mailing.planned() if one.occasion.kind == "turns")
    letter = mailing.letter(in_parcels([one])[0])
    assert STORY in " ".join(letter.text.split()) and STORY in letter.html
