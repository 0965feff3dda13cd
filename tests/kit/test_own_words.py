"""An act of a club's own rules is a word behind the campaign's name."""

from pathlib import Path

from support.command_line import Shell


def test_an_act_is_done_by_its_own_name(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("start", "bridges", "--scenario", "evening")
    done = shell.fine("bridges", "raid", "whom=brida", "--seat", "dorte")
    assert "Dorte raided Brida" in done
    wrong = shell("bridges", "riad")
    assert wrong.error == "campaign: ACT-NAME: there is no act 'riad'; did you mean raid?"
    listed = shell.fine("act", "list", "bridges")
    for typed in (["bridges"], ["bridges", "--help"], ["help", "bridges"]):
        assert shell.fine(*typed) == listed


def test_a_sealed_choice_is_sealed_by_its_own_name(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    shell.fine("start", "narrows", "--scenario", "naval")
    done = shell.fine("narrows", "sail", "to=banks", "raid=yes", "--seat", "vale")
    assert "Vale has sealed a choice" in done and "banks" not in done


def test_a_name_of_no_such_campaign_is_an_unknown_verb(tmp_path: Path) -> None:
    shell = Shell(tmp_path)
    assert shell("bridges").error == "campaign: there is no verb 'bridges'; see `campaign --help`"
    shell.fine("start", "spring", "--scenario", "anzio")
    assert shell("spring", "raid").error.startswith("campaign: there is no verb 'spring'")


def test_the_help_of_an_act_is_what_its_command_says(tmp_path: Path) -> None:
    text = Shell(tmp_path).fine("act", "confirm", "--help")
    assert "Confirms what somebody proposed; the ledger rolls only now." in text
