"""Which store and campaign are meant: `select`, the first word of a verb, and no second book.

What takes longer, waits or starts something, beside `cli/test_selected.py`.
"""

import json

from support.command_line import Shell, typed_at_a_terminal
from tests.cli.test_selected import default, shell

__all__ = ["shell"]


def test_what_was_selected_is_meant_in_another_terminal(shell: Shell) -> None:
    """Store and campaign: the name may be left out there, and another one may be typed."""
    said = shell.fine("select", "club", "--store", "here.db")
    assert said == f"club is selected, in {shell.folder / 'here.db'}\n"
    status, screen = typed_at_a_terminal(shell, "status", lines=[])
    assert status == 0 and "club: Global War (1998 rulebook)" in screen
    status, screen = typed_at_a_terminal(shell, "status", "friday", lines=[])
    assert status == 0 and "friday: Global War (1998 rulebook)" in screen
    assert shell.fine("select") == said
    found = json.loads(shell.fine("select", "--json"))
    assert found == {"campaign": "club", "store": str(shell.folder / "here.db")}


def test_the_first_word_is_the_campaign_if_the_store_has_one_of_that_name(shell: Shell) -> None:
    """Else it belongs to the verb, and the selected campaign is meant."""
    shell.fine("select", "club", "--store", "here.db")
    assert typed_at_a_terminal(shell, "enrol", "anna", lines=[])[0] == 0
    assert typed_at_a_terminal(shell, "enrol", "friday", "ben", lines=[])[0] == 0
    assert "anna" in shell.fine("members", ".")
    assert "ben" in shell.fine("members", "friday") and "ben" not in shell.fine("members", ".")
    status, screen = typed_at_a_terminal(shell, "status", "clbu", lines=[])
    assert status == 2 and "there is no campaign 'clbu'" in screen and "mean club?" in screen


def test_without_a_terminal_the_name_or_a_dot_is_required(shell: Shell) -> None:
    """A script must not write to whatever was selected last."""
    shell.fine("select", "club", "--store", "here.db")
    advice = "without a terminal . stands for the selected one, club; see"
    done = shell("status")
    assert done.status == 2
    assert done.error == f"campaign: name the campaign; {advice} `campaign status --help`"
    done = shell("enrol", "anna")
    assert done.error == (
        f"campaign: there is no campaign 'anna'; {advice} `campaign enrol --help`"
    )
    assert shell.fine("status", ".").startswith("club: ")
    done = shell("verify")
    assert done.status == 2
    assert done.error == f"campaign: name the campaign; {advice} `campaign verify --help`"
    assert "no findings" in shell.fine("verify", ".")
    assert typed_at_a_terminal(shell, "verify", lines=[])[0] == 0


def test_a_store_that_is_named_goes_before_the_remembered_one(shell: Shell) -> None:
    """--store and CAMPAIGN_STORE; each store has its own selected campaign."""
    shell.fine("select", "club", "--store", "here.db")
    shell.fine("open", "sunday", "--scenario", "global-war", "--store", "there.db")
    assert "sunday" in shell.fine("list", CAMPAIGN_STORE="there.db")
    assert "sunday" in shell.fine("list", "--store", "there.db")
    assert "club" in shell.fine("list")
    assert shell("status", ".", "--store", "there.db").status == 2
    shell.fine("select", "sunday", "--store", "there.db")
    assert shell.fine("status", ".").startswith("sunday: ")
    assert shell.fine("status", ".", CAMPAIGN_STORE="here.db").startswith("club: ")


def test_a_new_terminal_says_once_which_store_it_uses(shell: Shell) -> None:
    """Each call at a terminal of the tests is a new one; a store just typed is not repeated."""
    shell.fine("select", "club", "--store", "here.db")
    _, screen = typed_at_a_terminal(shell, "list", lines=[])
    said = f"campaign: the store is {shell.folder / 'here.db'}, the campaign club"
    assert " ".join(screen.split()).startswith(said + " ")  # folded where the terminal ends
    _, screen = typed_at_a_terminal(shell, "list", "--store", "here.db", lines=[])
    assert "the store is" not in screen
    assert "the store is" not in shell("list").err


def test_no_second_book_is_begun_by_accident_at_a_terminal(shell: Shell) -> None:
    """Nothing is at the default place, and another store was used last: it asks."""
    question = (
        f"There is no store at {default(shell)}."
        f" Your last store was {shell.folder / 'here.db'}; use it? [Y/n]"
    )
    for answer in (["n"], []):  # the second is Control-D
        status, screen = typed_at_a_terminal(shell, "list", lines=answer)
        assert status == 1 and question in screen and "friday" not in screen
    opening = ("open", "monday", "--scenario", "global-war")
    status, screen = typed_at_a_terminal(shell, *opening, lines=[""])
    assert status == 0 and not default(shell).exists()
    assert "monday" in shell.fine("list", "--store", "here.db")
    _, screen = typed_at_a_terminal(shell, "list", lines=[])
    assert "use it?" not in screen and "monday" in screen
