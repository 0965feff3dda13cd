"""What of a mail with a story is its writer's own."""

import pytest

from campaign.extensions.mail_in.reading import own_text, read_mail, read_story

CASES = {
    "below the first line": (
        "STORY\n\nIt rained.\n\n- a\n- b",
        ["", "It rained.", "", "- a", "- b"],
    ),
    "nothing": ("STORY", []),
    "quoted below": ("Story\nA.\n\nOn 3 Dec 2026 at 21:00, Club wrote:\n> B\n> C", ["A."]),
    "quoted above": ("On Thu, Club wrote:\n> B\n\nSTORY\nA.", ["A."]),
    "the original below, unmarked": ("STORY\nA.\n\nAm 3.12.2026 21:00 schrieb Club:\n\nB", ["A."]),
    "with an address": ("STORY\nA.\nClub <club@example.org> wrote:\nB", ["A."]),
    "the original's headers": ("STORY\nA.\nFrom: Club\nSent: Thursday\nB", ["A."]),
    "a rule": ("STORY\nA.\n-----Original Message-----\nB", ["A."]),
    "a signature": ("STORY\nA.\n-- \nAnna", ["A."]),
    "a phone's line": ("STORY\nA.\n\nSent from my phone", ["A."]),
    "their own sentence": ("STORY\nThen Rommel wrote:\nCome!", ["Then Rommel wrote:", "Come!"]),
    "white space": ("STORY\n  - a  \n", ["  - a"]),
}


@pytest.mark.parametrize(("text", "own"), CASES.values(), ids=CASES)
def test_what_is_quoted_or_put_there_by_a_program_is_left_out(text: str, own: list[str]) -> None:
    assert own_text(text) == own


HEAD = "From: anna@example.org\nMessage-ID: <a@b>\n"


def test_pictures_are_parts_and_their_lines_no_words() -> None:
    """Attached or shown within the text; those of a mail within the mail are not the writer's."""
    inner = "Content-Type: image/png\n\nother"
    raw = (
        f'{HEAD}Content-Type: multipart/mixed; boundary="b"\n\n'
        "--b\nContent-Type: text/plain\n\nSTORY\nLook.\nCaption: none yet\n"
        "picture 2: A tank\ncaption: At noon\nCaption: A second\nPicture:  A ford\n"
        "--b\nContent-Type: image/jpeg\nContent-Disposition: attachment\n\none\n"
        "--b\nContent-Type: image/png\nContent-Transfer-Encoding: base64\n\ndHdv\n"
        f"--b\nContent-Type: message/rfc822\n\n{inner}\n--b--\n"
    )
    story = read_story(raw.encode())
    assert story is not None
    assert story.words == "Look.\nCaption: none yet\nCaption: A second"
    assert story.shows == (("A tank", "At noon"), ("A ford", ""))
    assert [one.strip() for one in story.pictures] == [b"one", b"two"]


def test_of_a_large_mail_the_word_for_a_story_counts_alone() -> None:
    """What else it says is not read; of one that was cut nothing is."""
    for line, is_cut, counts in (
        ("Story.", False, "Story."),
        ("BADGER", False, ""),
        ("STORY", True, ""),
    ):
        mail = read_mail(f"{HEAD}\n{line}\n{'x' * 300_000}".encode(), is_cut=is_cut)
        assert mail is not None and mail.is_too_large and mail.line == counts


def test_a_page_is_read_where_there_is_no_text() -> None:
    raw = f"{HEAD}Content-Type: text/html\n\n<p>STORY</p><p>It <b>rained</b>.<br>Much.</p>"
    story = read_story(raw.encode())
    assert story is not None and story.words == "It rained.\nMuch."


def test_what_is_no_mail_brings_nothing() -> None:
    deep = HEAD + 'Content-Type: multipart/mixed; boundary="b"\n\n--b\n' * 3000
    assert read_story(deep.encode()) is None or read_story(deep.encode()).words == ""  # type: ignore[union-attr]
