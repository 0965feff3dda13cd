"""The help: one screen, a page for each group, subjects; every word of 0.1.0 still works."""

import subprocess
import sys
from pathlib import Path

import click
import pytest

from campaign.cli import help_pages
from campaign.cli.subjects import SUBJECTS
from campaign.cli.verb_list import GROUPS, OLDER, WHERE
from campaign.cli.verbs import root
from campaign.systems import SYSTEMS, verbs_of
from support.command_line import Shell

OF_0_1_0 = [
    tuple(part.split() for part in line.split(" | "))
    for line in (Path(__file__).parent / "frame" / "verbs_0_1_0.txt").read_text().splitlines()
    if not line.startswith("#")
]
MOST_LINES, MOST_COLUMNS = 30, 80


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
    for group in ("members", "leading", "wars", "pools", "us-entry", "disputes", "evidence"):
        assert any(line.startswith(f"  {group} ") for line in lines), group
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
        assert (word in (*WHERE, *OLDER)) == (word in verbs and word in GROUPS)


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
    assert shell.fine("help", "us-entry") == shell.fine("us-entry", "--help")
    assert shell.fine("members", "--help").startswith("Usage: campaign members ")


def test_a_verb_is_explained(shell: Shell) -> None:
    """Also one of a family, an older word, and whatever the letters' case."""
    assert shell.fine("help", "turn") == shell.fine("turn", "--help")
    assert shell.fine("help", "Turn") == shell.fine("turn", "--help")
    assert shell.fine("help", "dispute", "raise") == shell.fine("dispute", "raise", "--help")
    assert shell.fine("help", "close") == shell.fine("end", "--help")
    assert shell.fine("help", "strike") == shell.fine("ground-strike", "--help")


@pytest.mark.parametrize(
    ("group", "older", "verb"),
    [
        ("campaigns", "open", "start"),
        ("campaigns", "close", "end"),
        ("evidence", "opening", "unseal"),
        ("leading", "strike", "ground-strike"),
        ("lif", "strike", "ground-strike"),
    ],
)
def test_an_older_word_is_its_verb_and_no_help_lists_it(
    shell: Shell, group: str, older: str, verb: str
) -> None:
    """Scripts of 0.1.0 go on working; a newcomer reads the better word alone."""
    found = shell.fine(verb, "--help")
    assert found.startswith(f"Usage: campaign {verb} ")
    assert shell.fine(older, "--help") == found
    assert shell.fine(group, older, "--help") == shell.fine(group, verb, "--help")
    listed = [line.split()[:1] for line in shell.fine(group, "--help").splitlines()]
    assert [verb] in listed and [older] not in listed


def test_an_older_word_of_a_family_is_its_verb(shell: Shell) -> None:
    """`correct strike` of 0.1.0 strikes an event out, and takes the same options."""
    found = shell.fine("correct", "strike-out", "--help")
    assert found.startswith("Usage: campaign correct strike-out ")
    assert shell.fine("correct", "strike", "--help") == found
    listed = [line.split()[:1] for line in shell.fine("correct", "--help").splitlines()]
    assert ["strike-out"] in listed and ["strike"] not in listed


def test_a_subject_is_explained(shell: Shell) -> None:
    assert {"stores", "receipts", "sealing", "corrections"} <= set(SUBJECTS)
    for word in SUBJECTS:
        lines = shell.fine("help", word).splitlines()
        assert 5 < len(lines) <= MOST_LINES and max(map(len, lines)) <= MOST_COLUMNS
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


@pytest.mark.parametrize("words", [(), ("help",), ("help", "wars"), ("wars",), ("help", "stores")])
def test_help_loads_no_ledger_rules_or_tables(tmp_path: Path, words: tuple[str, ...]) -> None:
    """It is there at once."""
    program = (
        "import sys; from campaign.cli import run\n"
        f"run({list(words)!r})\n"
        "print([m for m in ('msgspec', 'rich', 'eventsourcing', 'jinja2', 'sqlite_utils',"
        " 'cryptography', 'platformdirs', 'campaign.store.ledger') if m in sys.modules],"
        " file=sys.stderr)"
    )
    call = [sys.executable, "-c", program]
    env = Shell(tmp_path).env
    done = subprocess.run(call, capture_output=True, text=True, env=env, check=True)
    assert done.stderr.strip() == "[]" and done.stdout


# --- what 0.1.0 had -----------------------------------------------------------------------------


def found(words: list[str]) -> click.Command:
    """A verb, or one in a family of verbs."""
    here: click.Command = root
    for word in words:
        assert isinstance(here, click.Group)
        better = help_pages.older().get(word, word) if here is root else word
        next_ = here.get_command(click.Context(here), better)
        assert next_ is not None, words
        here = next_
    return here


@pytest.mark.parametrize(("words", "arguments", "options"), OF_0_1_0, ids=" ".join)
def test_every_verb_and_option_of_0_1_0_goes_on_working(
    words: list[str], arguments: list[str], options: list[str]
) -> None:
    """Whether help shows it or not: the same arguments in their order, and every option."""
    verb = found(words)
    params = verb.get_params(click.Context(verb, info_name=words[-1], help_option_names=["--help"]))
    known = {opt for param in params if isinstance(param, click.Option) for opt in param.opts}
    assert set(options) <= known
    least = [word for word in arguments if not word.startswith("[")]
    most = [param for param in params if isinstance(param, click.Argument)]
    assert len([param for param in most if param.required]) <= len(least)
    assert len(most) >= len(arguments) or any(param.nargs < 0 for param in most)


def test_the_list_of_0_1_0_is_whole() -> None:
    assert len(OF_0_1_0) == 123
