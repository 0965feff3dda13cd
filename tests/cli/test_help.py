"""The help: one screen, a page for each group, subjects; other words for verbs work too."""

from pathlib import Path

import click
import pytest

from campaign.cli import help_pages
from campaign.cli.subjects import SUBJECTS
from campaign.cli.verb_list import GROUPS, OTHER_WORDS, WHERE
from campaign.cli.verbs import root
from campaign.systems import SYSTEMS, verbs_of
from support.command_line import Shell

GAME_WORDS = {line.words for system in SYSTEMS for line in verbs_of(system)}
MOST_LINES, MOST_COLUMNS = 24, 80
OF_A_SUBJECT = 30


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """No store is needed."""
    return Shell(tmp_path, CAMPAIGN_STORE="")


def test_the_first_page_is_one_screen(shell: Shell) -> None:
    """The verbs of an evening, then the groups."""
    lines = shell.fine("--help").splitlines()
    assert 20 <= len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_COLUMNS
    evening = lines[lines.index("The evening:") + 1 :]
    words = [line.split()[0] for line in evening[: evening.index("")]]
    assert words[0] == "status" and words[-3:] == ["turn", "undo", "report"] and "board" in words
    for group in ("members", "leading", "wars", "pools", "us-entry", "disputes"):
        assert any(line.startswith(f"  {group} ") for line in lines), group
    assert "  more        mail, service, evidence, keeping, programs" in lines
    assert shell.fine() == shell.fine("-h") == shell.fine("help") == shell.fine("--help")


def test_every_verb_stands_on_the_page_of_one_group() -> None:
    """None is lost, none is listed twice."""
    listed = [
        verb
        for word in help_pages.words()
        for lines in help_pages.page(word).values()
        for verb, _ in lines
    ]
    games = {line.words for system in SYSTEMS for line in verbs_of(system)}
    assert sorted(listed) == sorted({*WHERE, *games})
    assert len(listed) == len(set(listed))


def test_a_group_has_no_word_of_a_verb_outside_it() -> None:
    """Where both have the same word, the verb stands on the group's page."""
    for word in help_pages.words():
        verbs = [verb for lines in help_pages.page(word).values() for verb, _ in lines]
        assert word in verbs or root.get_command(click.Context(root), word).name == word
        assert (word in (*WHERE, *OTHER_WORDS)) == (word in verbs and word in GROUPS)


def test_a_group_brings_its_page_and_takes_its_verbs(shell: Shell) -> None:
    page = shell.fine("wars")
    assert page.startswith("War and peace:\n  war ") and "  peace " in page
    assert page == shell.fine("help", "wars") == shell.fine("wars", "--help")
    usage, *rest = shell.fine("wars", "war", "--help").splitlines()
    assert usage == "Usage: campaign wars war [OPTIONS] NAME ATTACKER TARGET"
    assert rest == shell.fine("war", "--help").splitlines()[1:]
    done = shell("wars", "draw")
    assert done.status == 2
    assert done.error == "campaign: wars has no verb 'draw'; see `campaign wars --help`"
    done = shell("wars", "peaces")
    assert done.error == "campaign: wars has no verb 'peaces'; did you mean peace?"


def test_a_group_and_a_verb_of_one_word(shell: Shell) -> None:
    """`help` shows the group, and says how the verb is explained."""
    page = shell.fine("help", "members")
    assert page.startswith("Members and what they play:\n  enrol ")
    assert page.endswith("campaign members is a verb too: campaign members --help explains it.\n")
    assert shell.fine("members", "--help").startswith("Usage: campaign members ")


def test_a_verb_is_explained(shell: Shell) -> None:
    """Also one of a family, another word, and whatever the letters' case."""
    assert shell.fine("help", "turn") == shell.fine("turn", "--help")
    assert shell.fine("help", "Turn") == shell.fine("turn", "--help")
    assert shell.fine("help", "dispute", "raise") == shell.fine("dispute", "raise", "--help")
    assert shell.fine("help", "close") == shell.fine("end", "--help")


@pytest.mark.parametrize(
    ("group", "other", "verb"),
    [
        ("campaigns", "open", "start"),
        ("campaigns", "close", "end"),
        ("evidence", "opening", "unseal"),
    ],
)
def test_another_word_is_its_verb_and_no_help_lists_it(
    shell: Shell, group: str, other: str, verb: str
) -> None:
    """A newcomer reads the better word alone."""
    found = shell.fine(verb, "--help")
    assert found.startswith(f"Usage: campaign {verb} ")
    assert shell.fine(other, "--help") == found
    assert shell.fine(group, other, "--help") == shell.fine(group, verb, "--help")
    listed = [line.split()[:1] for line in shell.fine("help", group).splitlines()]
    assert [verb] in listed and [other] not in listed


def test_a_subject_is_explained(shell: Shell) -> None:
    assert {"stores", "receipts", "sealing", "corrections"} <= set(SUBJECTS)
    for word in SUBJECTS:
        lines = shell.fine("help", word).splitlines()
        assert 5 < len(lines) <= OF_A_SUBJECT and max(map(len, lines)) <= MOST_COLUMNS
    assert "CAMPAIGN_STORE" in shell.fine("help", "stores")
    assert shell.fine("help", "receipts").endswith(
        "campaign receipts is a verb too: campaign receipts --help explains it.\n"
    )


def test_what_cannot_be_explained_is_told_its_neighbour(shell: Shell) -> None:
    done = shell("help", "recipts")
    assert done.status == 2
    assert done.error == (
        "campaign: there is no verb, group or subject 'recipts'; did you mean receipts or receipt?"
    )
    done = shell("help", "dispute", "rais")
    assert done.error == (
        "campaign: there is no verb, group or subject 'dispute rais'; did you mean raise?"
    )
    assert shell("help", "turn", "off").status == 2


def test_the_shell_completes_topics_and_groups(shell: Shell) -> None:
    def completed(words: str) -> list[str]:
        done = shell(
            _CAMPAIGN_COMPLETE="bash_complete",
            COMP_WORDS=f"campaign {words}",
            COMP_CWORD=str(len(words.split(" "))),
        )
        return [line.partition(",")[2] for line in done.out.split()]

    assert completed("help seal") == ["seal", "sealing"]
    assert completed("war") == ["war", "wars"]


# --- one screen ---------------------------------------------------------------------------------


def test_what_has_no_room_on_the_screen_is_behind_help(shell: Shell) -> None:
    """First examples go, then text, the rest of an option's line, and the verbs of a family."""
    short, whole = shell.fine("us-entry", "act", "--help"), shell.fine("help", "us-entry", "act")
    assert short.endswith("\n  campaign us-entry act club 71\n\nMore, with examples: campaign help"
                          " us-entry act\n")  # fmt: skip
    assert "  also --json, -h, --help, --receipt FILE, --sign FILE, --dry-run\n" in short
    assert "go to the force …\n" in short and "pools. Repeatable." in " ".join(whole.split())
    assert "campaign us-entry import club actions.csv" in whole and "More," not in whole
    for option in ("--power", "--say", "--roll", "--chit", "--unit"):
        assert f"  {option} " in short and f"  {option} " in whole
    family = shell.fine("us-entry", "--help")
    assert "  Options and actions  pick, act, retake, spain, enter-minor, answer\n" in family
    assert "  retake       Retake a puppet's city.\n" in shell.fine("help", "us-entry")
    assert shell.fine("lif", "--help").endswith("\ncampaign help lif says what each does.\n")
    assert "  lost           Report a leader as lost or overrun.\n" in shell.fine("help", "lif")
    assert shell.fine("help", "enrol").endswith(filled_example("enrol"))


def filled_example(verb: str) -> str:
    """The example of a verb, as the whole page of its help ends."""
    lines = root.get_command(click.Context(root), verb).example.splitlines()  # type: ignore[union-attr]
    return "".join(f"  {line}\n" for line in lines)


# --- everyday words -----------------------------------------------------------------------------

ABOUT = {
    "veto": "ballot ballots points buy",
    "guards": "promote",
    "recall": "combat ground-strike bombed",
    "typo": "undo correct",
    "wrong": "undo correct contest",
    "abstain": "ballots vote",
    "print": "report post",
    "chat": "post",
    "discord": "post publish",
    "host": "enrol members assign release",
    "next": "status board turn",
    "late": "deadline",
    "away": "absent",
    "phone": "serve invite",
    "GUARDS ARMY": "promote",
}
"""What people type after `help`, and the verbs that it brings."""


@pytest.mark.parametrize("words", ABOUT)
def test_help_finds_verbs_by_everyday_words(shell: Shell, words: str) -> None:
    """Each with what it does; those that bear the word as one of everyday come first."""
    title, *lines = shell.fine("help", *words.split()).splitlines()
    assert title == f"No verb is called {words!r}; these are about it:"
    assert lines[-1] == "campaign help VERB explains one of them, with an example."
    found = [line.split()[0] for line in lines[:-2]]
    assert set(ABOUT[words].split()) <= set(found)
    assert all(verb in {*WHERE, *GAME_WORDS} for verb in found) and len(found) <= 12


def test_help_suggests_nothing_where_nothing_is_near(shell: Shell) -> None:
    done = shell("help", "xylophone")
    assert (done.status, done.error) == (
        2, "campaign: there is no verb, group or subject 'xylophone'"
    )  # fmt: skip
