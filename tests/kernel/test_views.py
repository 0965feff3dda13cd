"""Views: what a pure function shows, put out as text for a person and as JSON for a program."""

from campaign.kernel.decisions import Refused
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.steps import (
    Fail,
    GetPrivate,
    GetState,
    Refuse,
    Say,
    ShowEntry,
    ShowHeading,
    ShowJson,
    ShowTable,
)
from campaign.kernel.terminal.verbs import Call, looking, looking_at_own, looking_up
from campaign.kernel.terminal.views import Diagram, Facts, Heading, Lines, View, in_text, paragraphs
from support.courses import driven, shown

PERSON = Call("club", "anna", as_json=False)
PROGRAM = Call("club", "anna", as_json=True)


def look(state: dict[str, int], more: int) -> View | Refused:
    """Shows how many there are."""
    if not state:
        return Refused("Module cards", "this campaign has no cards")
    rows = tuple((name, count + more) for name, count in state.items())
    blocks = (Grid(("pool", "cards"), rows, "cards"), Facts((("common", "none"),)), Lines(("so",)))
    return View({"pools": state}, blocks)


def test_a_person_reads_the_blocks_and_a_program_the_data() -> None:
    """From the same function of the state, with what was typed."""
    course = looking(dict, look)
    assert course.__doc__ == look.__doc__
    steps = driven(shown(PERSON, course(PERSON, more=1)), {GetState: [{"red": 2}]})
    assert steps[1:] == [
        ShowTable(("pool", "cards"), (("red", 3),), "cards"),
        ShowEntry("common    ", "none"),
        Say("so"),
    ]
    steps = driven(shown(PROGRAM, course(PROGRAM, more=1)), {GetState: [{"red": 2}]})
    assert steps[1:] == [ShowJson({"pools": {"red": 2}})]


def test_a_view_may_be_refused() -> None:
    """By the rule."""
    steps = driven(shown(PERSON, looking(dict, look)(PERSON, more=1)), {GetState: [{}]})
    assert steps[-1] == Refuse("this campaign has no cards", "Module cards")


def test_what_is_one_member_s_own_is_shown_to_them() -> None:
    """The runner refuses it to others."""
    course = looking_at_own(lambda own: View(own, (Lines((str(own["worth"]),)),)))
    assert driven(shown(PERSON, course(PERSON)), {GetPrivate: [{"worth": 7}]})[1:] == [Say("7")]


def test_a_view_of_no_campaign_needs_what_was_typed_alone() -> None:
    """What makes no sense is a fault of use, as it breaks no rule."""

    def known(word: str) -> View | Refused:
        """Says whether a word is known."""
        return View(word) if word == "cup" else Refused(None, "there is no such word")

    course = looking_up(known)
    assert course.__doc__ == known.__doc__
    assert driven(shown(PROGRAM, course(PROGRAM, word="cup")), {}) == [ShowJson("cup")]
    steps = driven(shown(PERSON, course(PERSON, word="cop")), {})
    assert steps == [Fail("there is no such word")]


def test_labels_are_indented_and_their_texts_stand_in_one_column() -> None:
    """In the column that is named, or two blanks behind the longest label; a picture as it is."""
    rows = (("cup", "12"), ("reserve", "3"))
    blocks = (
        Heading("Leaders"),
        Facts(rows, None, indent=2),
        Facts(rows, 0),
        paragraphs(("so", "it is"), indent=3),
        Diagram(" o \n L \n"),
    )
    assert list(in_text(blocks)) == [
        ShowHeading("Leaders"),
        ShowEntry("  cup      ", "12"),
        ShowEntry("  reserve  ", "3"),
        ShowEntry("cup", "12"),
        ShowEntry("reserve", "3"),
        ShowEntry("   ", "so"),
        ShowEntry("   ", "it is"),
        Say(" o \n L \n", end=False),
    ]
