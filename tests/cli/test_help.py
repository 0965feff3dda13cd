"""The help: one screen, a page for each family, subjects; other words for verbs work too."""

import re
from pathlib import Path

import click
import pytest

from campaign.cli import help_pages
from campaign.cli.root import root
from campaign.cli.shared_verbs.help import SUBJECTS
from campaign.cli.verb_list import ALONE, GROUPS, JOINED, WHERE
from campaign.cli.verb_words import NAMES_TOO, PAGE, Words, all_words
from campaign.systems import SYSTEMS, verbs_of
from support.command_line import ROOT, Shell
from support.extensions import of_what_is_here

WORDS = Words()
DOCS = (ROOT / "docs").glob("*.md")
EVERYDAY = "board draw ballot ballots reveal vote count turn status report enrol assign post start"
"""The words of a first evening."""
MOST_WORDS = 47
MOST_LINES, MOST_COLUMNS = 24, 80
OF_A_SUBJECT = 30


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """No store is needed."""
    return Shell(tmp_path, CAMPAIGN_STORE="")


def test_the_first_page_is_one_screen(shell: Shell) -> None:
    """The verbs of an evening, then every other word."""
    lines = shell.fine("--help").splitlines()
    assert 20 <= len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= MOST_COLUMNS
    evening = lines[lines.index("The evening:") + 1 :]
    words = [line.split()[0] for line in evening[: evening.index("")]]
    assert words[0] == "status" and words[-3:] == ["turn", "undo", "report"] and "board" in words
    for row in ("campaigns", "member", "history", "dispute", "lif", "fow"):
        assert any(line.startswith(f"  {row} ") for line in lines), row
    assert "  more        verify, post, mail, serve, club, trust, store, rules" in lines
    assert "…" not in "".join(lines[1:])
    shown = {word.strip(",") for line in lines for word in line.split()}
    assert set(WORDS.shown) <= shown
    assert shell.fine() == shell.fine("-h") == shell.fine("help") == shell.fine("--help")


def test_few_words_begin_a_call() -> None:
    """Those of an evening among them, and a page for what belongs to no family."""
    assert len({*WORDS.shown, *SYSTEMS, ALONE}) <= MOST_WORDS
    assert set(EVERYDAY.split()) <= set(WORDS.shown)
    assert root.list_commands(click.Context(root)) == [*WORDS.shown, *SYSTEMS]


def test_every_verb_is_shown_once() -> None:
    """On the page of its family, by its name there, or among those without a family."""
    listed = [ALONE, *WORDS.families, "club", "counters", "us-entry"]
    verbs = [verb for word in listed for verb in WORDS.family(word).values()]
    verbs += list(GROUPS[ALONE].verbs)
    verbs += [word for word in listed if WORDS.is_verb(word)]
    games = {line.words for system in SYSTEMS for line in verbs_of(system)}
    assert sorted(verbs) == sorted({*WHERE, *games})
    assert set(WORDS.verbs) == {*WHERE, *games}
    for word in WORDS.families:
        behind = [verb for lines in WORDS.page(word).values() for verb, _ in lines]
        assert sorted(behind) == sorted(WORDS.family(word)), word


def test_a_family_and_the_table_of_other_words_say_the_same() -> None:
    """A verb that help shows behind a word belongs to the family of that word."""
    for other, shown in WORDS.other.items():
        word, *then = shown.split()
        assert word == PAGE or not then or other in (*WORDS.family(word).values(), "opening"), other
    joined = {line.group for line in WORDS.lines} & set(GROUPS)
    assert joined == set(JOINED)


def test_what_follows_a_verb_is_no_name_of_a_campaign() -> None:
    """So `mail status` is never mail about a campaign of that name."""
    for word in WORDS.families:
        assert set(WORDS.family(word)) - NAMES_TOO <= all_words(), word
    assert {"mail", "mail-status", "board", "wars", ALONE, "lif"} <= all_words()
    assert "club" not in all_words()


def test_a_family_brings_its_page_and_takes_its_verbs(shell: Shell) -> None:
    page = shell.fine("trust")
    assert page.startswith("Evidence and secrets:\n  verify ") and "  renew " in page
    assert page == shell.fine("help", "trust") == shell.fine("trust", "--help")
    usage, *rest = shell.fine("history", "log", "--help").splitlines()
    assert usage == "Usage: campaign history log [OPTIONS] NAME"
    assert rest == shell.fine("log", "--help").splitlines()[1:]
    done = shell("trust", "draw")
    assert done.status == 2
    assert done.error == "campaign: trust has no verb 'draw'; see `campaign trust --help`"
    done = shell("trust", "witnes")
    assert done.error == "campaign: trust has no verb 'witnes'; did you mean witness?"


def test_the_word_of_a_family_may_be_a_verb(shell: Shell) -> None:
    """Its help names the verbs behind it; those that it has of its own stand above them."""
    page = shell.fine("help", "dispute")
    assert page.index("  answer ") < page.index("  correct ")
    usage = shell.fine("dispute", "correct", "amend", "--help").splitlines()[0]
    assert usage.startswith("Usage: campaign dispute correct amend [OPTIONS] NAME ")


def test_what_follows_the_word_of_a_family_decides(shell: Shell) -> None:
    """A verb behind it, or the campaign of the verb itself."""
    shell.fine("start", "club", "--scenario", "global-war")
    assert "The Promotions Board met." in shell.fine("board", "club", "--open")
    assert shell.fine("board", "cup", "club") == shell.fine("cup", "club")
    error = "join is a verb of Flames of War; club plays Leaders in Flames, whose verbs"
    for call in (("join", "club", "host", "axis"), ("member", "join", "club", "host", "axis")):
        assert error in shell(*call).error


def test_a_verb_is_explained(shell: Shell) -> None:
    """Also one of a family, another word, and whatever the letters' case."""
    assert shell.fine("help", "end") == shell.fine("end", "--help")
    assert shell.fine("help", "End") == shell.fine("end", "--help")
    assert shell.fine("help", "dispute", "raise") == shell.fine("dispute", "raise", "--help")
    assert shell.fine("help", "close") == shell.fine("end", "--help")


# --- other words --------------------------------------------------------------------------------

VERBS = {other: shown for other, shown in WORDS.other.items() if not shown.startswith(f"{PAGE} ")}
PAGES = {other: shown.split()[1] for other, shown in WORDS.other.items() if other not in VERBS}


@pytest.mark.sampled(3)
@pytest.mark.parametrize("other", of_what_is_here(VERBS))
def test_another_word_is_its_verb(shell: Shell, other: str) -> None:
    """Help shows the better one alone, and its example has it."""
    found = shell.fine(other, "--help")
    shown = VERBS[other]
    assert found.startswith(f"Usage: campaign {shown} ")
    assert shell.fine(*shown.split(), "--help") == found
    assert f"campaign {other} " not in found
    assert other not in WORDS.shown


@pytest.mark.parametrize("system", SYSTEMS)
def test_another_word_is_its_verb_behind_the_game_too(shell: Shell, system: str) -> None:
    """The game's name before it changes nothing."""
    other = next(line.words for line in verbs_of(system) if line.group in ("war", "mission", "act"))
    other = {"war": "peace", "mission": "card", "act": "list-acts"}[other]
    usage, *rest = shell.fine(system, other, "--help").splitlines()
    assert usage.startswith(f"Usage: campaign {system} {VERBS[other]} ")
    assert rest == shell.fine(other, "--help").splitlines()[1:]


@pytest.mark.parametrize("page", PAGES)
def test_an_older_page_is_the_page_of_its_family(shell: Shell, page: str) -> None:
    assert shell.fine(page) == shell.fine("help", page) == shell.fine("help", PAGES[page])
    assert page not in WORDS.shown


def test_the_word_of_an_older_page_before_a_verb_changes_nothing(shell: Shell) -> None:
    assert shell.fine("wars", "peace", "--help") == shell.fine("peace", "--help")
    assert shell.fine("reading", "report", "--help") == shell.fine("report", "--help")
    assert shell.fine("campaigns", "open", "--help") == shell.fine("start", "--help")


def test_an_option_that_made_another_verb_of_a_word_still_does(shell: Shell) -> None:
    found = shell.fine("move", "--to", "club.db", "--help")
    assert found == shell.fine("store", "move", "--help")


CALL = re.compile(r"(?:^ {4}|`)campaign (?:--(?:store|as) \S+ )*([a-z][a-z-]*)", re.M)


@pytest.mark.parametrize("page", ["README.md", *sorted(f"docs/{one.name}" for one in DOCS)])
def test_every_call_of_a_guide_begins_with_a_word_that_is_known(page: str) -> None:
    """One that help shows, another word of the table, or a campaign with acts of its own."""
    text = (ROOT / page).read_text(encoding="utf-8")
    called = set(CALL.findall(text)) - set(re.findall(r"campaign start (\w+) --rules", text))
    assert [word for word in called if not WORDS.knows(WORDS.newer([word]))] == []


# --- subjects -----------------------------------------------------------------------------------


def test_a_subject_is_explained(shell: Shell) -> None:
    assert {"stores", "receipts", "sealing", "corrections"} <= set(SUBJECTS)
    for word in SUBJECTS:
        lines = shell.fine("help", word).splitlines()
        assert 5 < len(lines) <= OF_A_SUBJECT and max(map(len, lines)) <= MOST_COLUMNS + 2
    assert "CAMPAIGN_STORE" in shell.fine("help", "stores")
    assert shell.fine("help", "receipts").endswith(
        "campaign trust receipts is a verb too: campaign trust receipts --help explains it.\n"
    )


def test_what_cannot_be_explained_is_told_its_neighbour(shell: Shell) -> None:
    done = shell("help", "recipts")
    assert done.status == 2
    assert done.error == (
        "campaign: there is no verb, family or subject 'recipts'; did you mean trust receipts or "
        "trust receipt?"
    )
    done = shell("help", "dispute", "rais")
    assert done.error == (
        "campaign: there is no verb, family or subject 'dispute rais'; did you mean raise?"
    )
    assert shell("help", "end", "off").status == 2


def test_the_shell_completes_words_topics_and_families(shell: Shell) -> None:
    """Words that help shows; other words only where it shows none that begins so."""
    shell.fine("start", "club", "--scenario", "global-war")
    assert shell.completed("help stor") == ["store", "stores"]
    assert shell.completed("war") == ["war"]
    assert shell.completed("mail-st") == ["mail-status", "mail-stop"]
    assert shell.completed("trust wit") == ["witness"]


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
    assert "  leader lost           Report a leader as " in shell.fine("help", "lif")
    assert shell.fine("help", "enrol").endswith(filled_example("enrol"))


def filled_example(verb: str) -> str:
    """The example of a verb, as the whole page of its help ends."""
    lines = root.get_command(click.Context(root), verb).example.splitlines()  # type: ignore[union-attr]
    return "".join(f"  {line}\n" for line in lines)


# --- everyday words -----------------------------------------------------------------------------

ABOUT = {
    "veto": "ballot, ballots, board points, war buy",
    "guards": "leader promote",
    "recall": "leader combat, leader ground-strike, leader bombed",
    "typo": "undo, dispute correct",
    "wrong": "undo, dispute correct, result contest",
    "abstain": "ballots, vote",
    "print": "report, post",
    "chat": "post",
    "discord": "post, report publish",
    "host": "enrol, member list, assign, member release, store export, store import, trust renew",
    "next": "status, board, turn",
    "late": "turn deadline",
    "away": "member absent",
    "phone": "serve, serve invite",
    "GUARDS ARMY": "leader promote",
}
"""What people type after `help`, and the verbs that it brings."""


@pytest.mark.parametrize("words", ABOUT)
def test_help_finds_verbs_by_everyday_words(shell: Shell, words: str) -> None:
    """Each with what it does; those that bear the word as one of everyday come first."""
    title, *lines = shell.fine("help", *words.split()).splitlines()
    assert title == f"No verb is called {words!r}; these are about it:"
    assert lines[-1] == "campaign help VERB explains one of them, with an example."
    found = [line.strip().partition("  ")[0] for line in lines[:-2]]
    assert set(ABOUT[words].split(", ")) <= set(found)
    assert set(found) <= {WORDS.path(verb) for verb in WORDS.verbs} and len(found) <= 12


PLAIN = """
begin new: start | which: list | waiting todo now: status | position state: show
finish over: end | typo wrong mistake oops back: undo | json script: submit | manual: help
month round advance: turn | late overdue reminder: turn deadline | host player newcomer: enrol
people: member list | seat: assign | drop: member release | quit goodbye: member leave
holiday away vacation: member absent
print paper pages: report | chat discord whatsapp: post | website upload: report publish
dates: report calendar | journal: log | watch: history replay | why: history explain
compare changed: history diff | what-if try: history branch | argument quarrel claim: dispute
email newsletter send: mail | unsubscribe address: mail choices
bounced: mail status | phone browser tablet: serve | link: serve invite | admin: serve operator
bot: serve token | audit cheated tampered proof: verify | save copy: store backup
recover: store restore | sql: store datasette | spreadsheet mid-way: store take-over
broken repair: store doctor | hand-over successor: store export
declare attack: war | armistice surrender: war peace | conquered liberated: war conquest
where: board leaders | money: board points | promotions: board | veto support: ballot
secret: ballot | abstain: vote | tally: count | arrived arriving: leader place | hex: leader move
production: leader circle | distance: leader range | recall recalled: leader combat
guards banner: leader promote | dead killed died: leader lost | advice odds: leader advise
units: counters | chits usa america: us-entry | statistics luck: report stats
roster platoons: force | terrain: battle field | roll: dice | won: result
disagree: result contest | ranking table: result standings
"""
"""What people type who do not know the words of the program, and the verb that they mean."""
MEANT = {
    word: verb
    for words, verb in (one.strip().split(": ") for one in re.split(r"[|\n]", PLAIN) if one.strip())
    for word in words.split()
}


def test_there_are_at_least_eighty_plain_words() -> None:
    """None of them a verb or a family already."""
    assert len(MEANT) >= 80
    assert not set(MEANT) & {*WORDS.shown, *WORDS.other}


@pytest.mark.parametrize("word", MEANT)
def test_a_plain_word_brings_the_right_verb_first(word: str) -> None:
    verb, _ = WORDS.about([word])[0]
    assert verb == MEANT[word]
    assert WORDS.meant(word).startswith(f"; try {verb}")


ALSO = {
    "veto": "board",
    "abstain": "count",
    "typo": "dispute correct",
    "wrong": "dispute correct",
    "phone": "serve invite",
}
"""The second verb that a word may mean."""


@pytest.mark.parametrize("word", ALSO)
def test_a_plain_word_brings_its_second_verb_too(word: str) -> None:
    assert ALSO[word] in [verb for verb, _ in WORDS.about([word])]


def test_a_plain_word_in_place_of_a_verb_is_told_its_verbs(shell: Shell) -> None:
    assert shell("veto", "club").error == (
        "campaign: there is no verb 'veto'; try ballot, ballots or board; see `campaign --help`"
    )


def test_nothing_in_place_of_a_verb_is_no_verb(shell: Shell) -> None:
    """As a variable that a script forgot to set."""
    for typed in ([""], ["", "club"], ["--as", "anna", "", "turn"]):
        assert shell(*typed).error == "campaign: there is no verb ''; see `campaign --help`"
    assert shell("help", "", "turn").out.startswith("No verb is called ' turn'; these are about it")


def test_help_suggests_nothing_where_nothing_is_near(shell: Shell) -> None:
    done = shell("help", "xylophone")
    assert (done.status, done.error) == (
        2,
        "campaign: there is no verb, family or subject 'xylophone'; see `campaign help`",
    )


def test_the_width_of_a_page_is_that_of_its_words() -> None:
    """No line of what a verb does is broken."""
    for system in SYSTEMS:
        page = help_pages.GamePage(
            system, Words((system,), shared=False), lambda ctx, word: None
        ).page
        formatter = click.HelpFormatter()
        help_pages.write_page(page, formatter)
        assert (
            len(formatter.getvalue().splitlines())
            == sum(map(len, page.values())) + 2 * len(page) - 1
        )
