"""Verbs as values: each is found, explains itself and runs, at the command line or without it."""

import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import click
import msgspec
import pytest

from campaign.cli.registry import names_campaign
from campaign.kernel.terminal.steps import (
    Fail,
    IsTerminal,
    Prompt,
    ReadLine,
    Reply,
    Say,
    Send,
    Tell,
    Unfit,
    sending,
)
from campaign.kernel.terminal.verb_lines import VerbLine
from campaign.kernel.terminal.verbs import (
    Call,
    Course,
    Known,
    Verb,
    VerbFamily,
    VerbOption,
    act,
    ask_until,
    fail,
    say,
    unseen,
)
from campaign.lif.politics.wars import DeclareWar
from campaign.systems import BUILT_IN, SYSTEMS, Game, commands, verb_of, verbs_of
from support.command_line import Shell
from support.courses import driven
from support.extensions import is_here

LINES = {
    f"{name} {line.words}": line
    for name in SYSTEMS
    for line in verbs_of(name)
    if is_here(line.words)
}


def verbs_in(line: VerbLine) -> Iterator[Verb]:
    """A verb, or each verb of a family."""
    found = verb_of(line)
    if isinstance(found, VerbFamily):
        yield from found.verbs.values()
    else:
        yield found


# --- every verb ---------------------------------------------------------------------------------


@pytest.mark.parametrize("line", LINES.values(), ids=list(LINES))
def test_every_verb_loads_explains_itself_and_bears_an_example(line: VerbLine) -> None:
    """Its words are those of its line, and its example calls it."""
    assert verb_of(line).words == line.words
    for verb in verbs_in(line):
        assert verb.words.startswith(line.words)
        assert verb.text.strip()
        assert f"campaign {verb.words}" in verb.example
        assert (verb.course, verb.shows, verb.sends).count(None) == 2


def accepted_names(verb: Verb) -> set[str]:
    """The names of the values that a verb's course or command takes."""
    if isinstance(verb.sends, type):
        return {field.name for field in msgspec.structs.fields(verb.sends)}
    called = verb.course or verb.shows or verb.sends
    assert called is not None
    if called.__code__.co_flags & inspect.CO_VARKEYWORDS:
        called = inspect.unwrap(called)  # a pure function behind what looks at a state for it
    code = called.__code__
    return set(code.co_varnames[: code.co_argcount + code.co_kwonlyargcount])


def takes_answers(verb: Verb) -> bool:
    """Whether it is made from its command, and what is typed are answers to its questions."""
    code = getattr(verb.course, "func", verb.course)
    return code is not None and bool(code.__code__.co_flags & inspect.CO_VARKEYWORDS)


@pytest.mark.parametrize("line", LINES.values(), ids=list(LINES))
def test_a_verbs_parameters_are_those_of_what_it_does(line: VerbLine) -> None:
    """Each is handed on by its name; a function takes no others."""
    for verb in verbs_in(line):
        handed = [parameter for parameter in verb.parameters if not names_campaign(parameter)]
        names = {parameter.name for parameter in handed}
        assert len(names) == len(handed)
        if takes_answers(verb):
            continue
        assert names <= accepted_names(verb)
        if not isinstance(verb.sends, type):
            assert accepted_names(verb) <= {*names, "call", "state"}


def test_every_command_has_a_verb_that_is_there() -> None:
    """A shared one, or one of its game; in a family the verb that its second word names."""
    from campaign.cli.click_verb import ClickVerb
    from campaign.cli.root import root
    from campaign.cli.verb_words import Words

    ctx = click.Context(root)
    for kind in commands().values():
        first, *second = kind.verb.split()
        found = root.load(ctx, first)
        assert found is not None, kind.verb
        if isinstance(found, click.Group):
            assert found.get_command(ctx, *second) is not None, kind.verb
        else:
            words = Words().path(first)
            assert isinstance(found, ClickVerb) and f"campaign {words}" in found.example


def test_what_help_lists_is_what_the_systems_say() -> None:
    """Help reads the lines alone, and none of the rules."""
    assert list(BUILT_IN) == list(SYSTEMS)
    for name, game in BUILT_IN.items():
        assert SYSTEMS[name].front.verbs == import_module(f"{game.package}.verb_lines").VERBS


def test_no_word_is_claimed_by_two_lines_of_a_game() -> None:
    """Nor by a shared verb."""
    from campaign.cli.verb_list import WHERE

    for name in SYSTEMS:
        words = [line.words for line in verbs_of(name)]
        assert len(words) == len(set(words))
        assert not set(words) & {*WHERE, *SYSTEMS}


# --- a course without a command line ------------------------------------------------------------


def test_a_course_is_run_without_a_command_line() -> None:
    """What it sends and tells are values."""
    yes = Reply(accepted=True, body={"accepted": True})
    steps = driven(act(DeclareWar, attacker="italy", target=None), {Send: [yes]})
    assert steps == [Send(DeclareWar, {"attacker": "italy"}), Tell(yes, DeclareWar)]


def test_what_a_command_has_no_field_for_is_not_sent() -> None:
    """A mistake of the program is found when the step is made."""
    with pytest.raises(TypeError, match="DeclareWar has no field victim"):
        sending(DeclareWar, victim="poland")


def number(typed: str) -> int | Unfit:
    """A number in digits."""
    return int(typed) if typed.isdecimal() else Unfit("a number")


def test_a_question_is_asked_until_its_answer_can_be_read() -> None:
    """What is wrong with an answer stands beside it, as a sentence."""
    steps = driven(ask_until("How many", number), {Prompt: ["many", "3"]})
    assert steps == [
        Prompt("How many", ""), Say("A number.", aside=True), Prompt("How many", ""),
    ]  # fmt: skip


def test_what_nobody_may_see_is_read_without_a_terminal() -> None:
    """A line of standard input; a wrong one ends the call and is not repeated."""
    steps = driven(unseen("Value", number), {IsTerminal: [False], ReadLine: ["secret\n"]})
    assert steps[-2:] == [ReadLine(), Fail("what was typed is not a number")]


def test_what_nobody_may_see_is_asked_for_three_times() -> None:
    """Each time unseen, and never repeated."""
    steps = driven(unseen("Value", number), {IsTerminal: [True], Prompt: ["a", "b", "c"]})
    assert [step for step in steps if isinstance(step, Prompt)] == [
        Prompt("Value", "", hidden=True)
    ] * 3
    assert steps[-1] == Fail("what was typed is not a number")
    assert not any(isinstance(step, Say) and step.text[-1:] in "abc" for step in steps)


# --- at the command line ------------------------------------------------------------------------


def wave(call: Call, who: tuple[str, ...]) -> Course[None]:
    """Waves at leaders."""
    if not who:
        yield from fail("wave at somebody")
    yield from say(f"{call.member} waves at {' and '.join(who)}")


WAVE = Verb(
    words="wave",
    example="campaign wave club --at rommel",
    parameters=(
        VerbOption(
            "--at", "Whom.", Known("leader", lambda state: state.sheet), many=True, called="who"
        ),
    ),
    course=wave,
)
VERBS = {"wave": WAVE}


@pytest.fixture
def club(tmp_path: Path) -> Shell:
    """A store with one campaign."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    return shell


@pytest.fixture
def other_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second game, which has a verb of its own and one of the first game's words."""
    from campaign import systems

    lines = tuple(VerbLine(words, "Manners", "Wave.", __name__) for words in ("wave", "war"))
    front = msgspec.structs.replace(SYSTEMS["lif"].front, verbs=lines)
    other = msgspec.structs.replace(SYSTEMS["lif"], name="toy", front=front)
    monkeypatch.setitem(systems.SYSTEMS, "toy", other)
    monkeypatch.setitem(BUILT_IN, "toy", Game("The Toy", __name__))
    monkeypatch.setitem(VERBS, "war", msgspec.structs.replace(WAVE, words="war"))


def run(shell: Shell, *arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """A call of the command line in this process: its status, output and error."""
    from campaign.cli import run as called

    status = called(["--store", str(shell.store), *arguments])
    told = capsys.readouterr()
    return status, told.out, told.err


def test_a_verb_of_another_game_says_so_in_one_line(
    club: Shell, other_game: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Wrong usage, and nothing is recorded."""
    before = club.store.read_bytes()
    status, out, error = run(club, "wave", "club", "--at", "rommel", capsys=capsys)
    assert (status, out) == (2, "")
    assert error == (
        "campaign: wave is a verb of The Toy; club plays Leaders in Flames, "
        "whose verbs `campaign lif` lists. Nothing was recorded\n"
    )
    assert club.store.read_bytes() == before


def test_a_word_of_two_games_is_the_campaigns_own(
    club: Shell, other_game: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Behind a game's name it is that game's."""
    status, out, _ = run(club, "war", "club", "germany", "poland", capsys=capsys)
    assert status == 0 and "Poland" in out
    status, _, error = run(club, "toy", "war", "club", "--at", "rommel", capsys=capsys)
    assert status == 2 and "war is a verb of The Toy" in error
    status, out, _ = run(club, "lif", "war", "club", "france", "germany", capsys=capsys)
    assert status == 0 and "France" in out


@pytest.fixture
def waving(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game with one verb more."""
    from campaign import systems

    lines = (*SYSTEMS["lif"].front.verbs, VerbLine("wave", "Manners", "Wave.", __name__))
    front = msgspec.structs.replace(SYSTEMS["lif"].front, verbs=lines)
    more = msgspec.structs.replace(SYSTEMS["lif"], front=front)
    monkeypatch.setitem(systems.SYSTEMS, "lif", more)


def test_an_id_is_looked_up_in_the_campaign(
    club: Shell, waving: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """In any writing; a stranger is told who is near."""
    waved = run(club, "wave", "club", "--at", "Rommel", "--at", "De_Gaulle", capsys=capsys)
    assert waved == (0, "host waves at rommel and de-gaulle\n", "")
    status, _, error = run(club, "wave", "club", "--at", "romel", capsys=capsys)
    assert status == 2
    assert error == "campaign: there is no leader 'romel'; did you mean rommel?\n"
    status, _, error = run(club, "wave", "club", capsys=capsys)
    assert (status, error) == (2, "campaign: wave at somebody\n")


def test_a_game_lists_its_verbs(club: Shell) -> None:
    """Under their headings."""
    assert "War and peace:\n  war " in club.fine("lif")
    assert club.fine("lif") == club.fine("help", "lif")
    assert club.fine("lif", "war", "--help").endswith("campaign war club germany poland\n")


def test_a_mistyped_verb_of_a_game_is_told_its_neighbour(club: Shell) -> None:
    """As a shared one is."""
    done = club("peaces", "club")
    assert done.status == 2
    assert done.error.startswith("campaign: there is no verb 'peaces'; did you mean war peace")
    done = club("lif", "peaces", "club")
    error = "campaign: lif has no verb 'peaces'; did you mean war peace or leader place?"
    assert (done.status, done.error) == (2, error)
    done = club("scenario", "chek")
    error = "campaign: scenario has no verb 'chek'; did you mean check?"
    assert (done.status, done.error) == (2, error)
