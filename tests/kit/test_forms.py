"""Acts of the examples from the pages of the service, without script: what the file asks."""

from pathlib import Path

from kit.club import Club
from support.web import WebClub


def path(command: str) -> str:
    """The form of a command."""
    return f"/c/club/do/{command}"


def test_an_act_is_proposed_and_confirmed_by_form(tmp_path: Path) -> None:
    club = Club(tmp_path, "gang")
    web = WebClub.on(club.ledger)
    filled = {
        "act_name": "fight",
        "values/winner": "rats",
        "values/loser": "crows",
        "values/over": "vault",
        "values/hero": "hob",
    }
    answer = web.browser("rats").fill(path("PlayAct"), **filled)
    assert "The Bell Rats proposed “Report a fight”" in answer.text
    assert "over the flooded vault" in answer.text
    web.browser("crows").fill(path("ConfirmAct"))
    assert club.value("places.vault.owner") == "rats"
    assert club.value("seats.rats.fame") == 2


def test_a_choice_is_sealed_and_opened_by_form(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    web = WebClub.on(club.ledger)
    filled = {"act_name": "sail", "values/to": "banks", "values/raid": "yes"}
    answer = web.browser("vale").fill(path("SealChoice"), **filled)
    assert "Admiral Vale has sealed a choice." in answer.text
    assert "banks" not in web.browser("pike").get("/c/club/journal").text
    for seat in ("moss", "stone", "pike"):
        web.browser(seat).fill(path("SealChoice"), **{**filled, "values/to": "narrows"})
    web.browser("host").fill(path("OpenChoices"), act_name="sail")
    assert club.value("seats.vale.at") == "banks"


def test_a_card_is_drawn_and_a_turn_passed_by_form(tmp_path: Path) -> None:
    club = Club(tmp_path, "cards")
    web = WebClub.on(club.ledger)
    for seat in ("lamp", "crown", "lamp", "crown"):
        web.browser(seat).fill(path("PlayAct"), act_name="draw")
    assert club.state.draws == 4
    web.browser("host").fill(path("EndPhase"))
    web.browser("lamp").fill(path("PassTurn"))
    assert club.state.passed == ("lamp",)


def test_a_campaign_starts_from_pasted_rules(tmp_path: Path) -> None:
    """The form of a new campaign takes the whole file."""
    from campaign.kit.opening import CHOICES, example, typed_set_up

    assert [(field.key, field.is_long) for field in CHOICES.fields] == [("rules", True)]
    setup = typed_set_up({"rules": example("gang")}, [])
    assert setup["rules"].startswith("kit = 1")
