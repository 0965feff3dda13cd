"""Which store and campaign are meant: `select`, the first word of a verb, and no second book."""

from pathlib import Path

import pytest

from support.command_line import Shell

pytestmark = pytest.mark.further


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """No store is named; one with two campaigns is in this folder."""
    shell = Shell(tmp_path, CAMPAIGN_STORE="")
    for name in ("club", "friday"):
        shell.fine("open", name, "--scenario", "global-war", "--store", "here.db")
    return shell


def default(shell: Shell) -> Path:
    return shell.home / ".local" / "share" / "campaign-tracker" / "campaign.db"


def test_a_newcomer_is_told_how_to_name_a_campaign(shell: Shell) -> None:
    """Nothing is selected: the first campaign of the store, or how one is started."""
    done = shell("status", "--store", "here.db")
    assert (done.status, done.error) == (
        2,
        "campaign: name the campaign, such as club; `campaign select club` remembers it;"
        " see `campaign status --help`",
    )
    done = shell("board", "--store", "none.db")
    assert (done.status, done.error) == (
        2,
        "campaign: there is no campaign yet; `campaign start NAME --scenario ID` starts one;"
        " see `campaign board --help`",
    )
    assert not (shell.folder / "none.db").exists()
    done = shell("start", "west", "--store", "here.db")
    assert (done.status, done.error) == (
        2,
        "campaign: missing option '--scenario'. Name one of global-war, end-of-the-beginning,"
        " custom, linked, anzio, team, own-rules, evening, league, gang, sectors, naval, cards;"
        " see `campaign start --help`",
    )


def test_nothing_is_selected(shell: Shell) -> None:
    done = shell("status", ".", "--store", "here.db")
    assert done.status == 2
    assert done.error.startswith(
        "campaign: NAME: no campaign is selected in here.db; name the campaign, such as club;"
        " `campaign select club` remembers it;"
    )
    done = shell("select", "--store", "here.db")
    assert done.status == 2
    assert done.error == (
        "campaign: no campaign is selected in here.db; campaign select NAME does it"
    )
    done = shell("select", "clbu", "--store", "here.db")
    assert done.status == 2 and "did you mean club?" in done.error


def test_the_store_that_has_the_campaign_is_named(shell: Shell) -> None:
    """Another store was used since; what is typed for the first one still finds it."""
    shell.fine("open", "sunday", "--scenario", "global-war", "--store", "there.db")
    here = shell.folder / "here.db"
    done = shell("status", "club", "--store", "there.db")
    assert done.status == 2
    assert done.error.endswith(f"; {here} has it: `campaign --store {here} select club`")


def test_no_second_book_is_begun_in_silence_without_a_terminal(shell: Shell) -> None:
    """It names the other one in one line; `open` begins the new store all the same."""
    last = shell.folder / "here.db"
    other = f"your last store was {last}; --store {last} uses it"
    done = shell("list")
    assert done.status == 1
    assert done.error == f"campaign: there is no campaign store at {default(shell)}; {other}"
    done = shell("open", "monday", "--scenario", "global-war")
    assert done.status == 0 and default(shell).is_file()
    assert done.error == f"campaign: this begins a new store at {default(shell)}; {other}"
    last.rename(shell.folder / "gone.db")
    assert shell("list").err == ""


def test_a_store_that_is_gone_is_not_proposed(shell: Shell) -> None:
    shell.fine("select", "club", "--store", "here.db")
    (shell.folder / "here.db").unlink()
    advice = "start a campaign first: `campaign start`"
    assert shell("list").error == (
        f"campaign: there is no campaign store at {default(shell)}; {advice}"
    )


@pytest.mark.parametrize("kept", ["", "{", "[1]", '{"store": 1, "campaigns": [], "terminals": 2}'])
def test_what_is_remembered_may_be_lost(shell: Shell, kept: str) -> None:
    """A damaged file counts as empty, and the next call writes it again."""
    shell.fine("select", "club", "--store", "here.db")
    (file,) = (shell.home / ".local" / "state" / "campaign-tracker").iterdir()
    file.write_text(kept)
    assert shell("status", ".", "--store", "here.db").status == 2
    shell.fine("select", "club", "--store", "here.db")
    assert shell.fine("status", ".").startswith("club: ")


def test_a_folder_that_cannot_be_written_stops_nobody(shell: Shell) -> None:
    (shell.folder / "state").write_text("a file")
    state = {"XDG_STATE_HOME": str(shell.folder / "state")}
    assert "club" in shell.fine("list", "--store", "here.db", **state)
    done = shell("select", "club", "--store", "here.db", **state)
    file = shell.folder / "state" / "campaign-tracker" / "selected.json"
    assert (done.status, done.error) == (1, f"campaign: cannot write {file}")


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("draw", "a verb"),
        ("status", "a verb"),
        ("lif", "a verb"),
        ("germany", "a major power"),
        ("ge", "a major power"),
        ("rommel", "a leader"),
        ("1939-so", "a turn"),
    ],
)
def test_a_new_campaign_is_called_by_no_word_of_a_verb(shell: Shell, name: str, what: str) -> None:
    """A power, a leader, a turn or a verb; neither is a branch."""
    said = f"campaign: {name!r} is {what}; call the campaign something else. Nothing was recorded"
    done = shell("open", name, "--scenario", "global-war", "--store", "here.db")
    assert (done.status, done.error) == (2, said)
    done = shell("branch", "club", "--name", name, "--store", "here.db")
    assert (done.status, done.error) == (2, said)


def test_the_shell_completes_what_follows_the_selected_campaign(shell: Shell) -> None:
    """As bash would ask: campaigns, and what the verb takes behind one."""
    assert shell.completed("ballot ge") == []
    shell.fine("select", "club", "--store", "here.db")
    assert shell.completed("ballot ge") == ["germany"]
    assert shell.completed("ballot fr") == ["friday", "france"]
    assert shell.completed("ballot germany ve") == ["veto"]
    assert shell.completed("ballot friday ge") == ["germany"]
