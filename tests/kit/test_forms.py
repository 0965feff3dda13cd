"""Acts of the examples from the pages of the service, without script: what the file asks."""

import re
from pathlib import Path

import pytest
from httpx import Response

from campaign.extensions.clubs.demos import InADemo
from campaign.kit.opening import example
from campaign.systems import SYSTEMS
from kit.club import Club
from support.web import WebClub, forms, house_on, words


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


# --- where acts are found -------------------------------------------------------------------------


def test_each_act_of_the_file_is_a_tile_that_leads_to_its_form(tmp_path: Path) -> None:
    """An act that has not its time says so; a search finds each by its own words."""
    web = WebClub.on(Club(tmp_path, "gang").ledger)
    page = web.browser("rats").get("/c/club/record")
    titles = re.findall(r"<strong>([^<]*)</strong>", page.text)
    assert titles[:4] == [
        "Report a fight", "Roll for a fighter who went down", "Recruit a fighter",
        "A brawl: a die for every ready fighter",
    ]  # fmt: skip
    assert 'class="tile" href="/c/club/do/PlayAct?act_name=fight"' in page.text
    assert 'class="tile is-shut" href="/c/club/do/PlayAct?act_name=recruit"' in page.text
    assert "this belongs to Income and trade." in words(page)
    found = web.browser("rats").get("/c/club/record?word=fight").text
    assert 'href="/c/club/do/PlayAct?act_name=fight"' in found


def test_an_act_may_be_called_as_a_tile_is(tmp_path: Path) -> None:
    """The tile of the rules still leads to the host's own acts, and so do the others to theirs."""
    text = example("evening")
    for name in ("rules", "turn", "answers", "right"):
        own = f'does = "Own {name}"\nrule = "Bridges 4"\nby = "host"\n'
        text = text.replace("[acts.raid]", f"[acts.{name}]\n{own}\n[acts.raid]")
    club = Club(tmp_path, "evening", text)
    tiles = [tile.id for tile in SYSTEMS["kit"].recording.tiles_of(club.state)]
    assert len(tiles) == len(set(tiles))
    host = WebClub.on(club.ledger).browser("host")
    assert "Set a house rule" in words(host.get("/c/club/record?tile=rules"))
    assert "Own rules" in words(host.get("/c/club/record"))


def test_a_demo_offers_no_act_that_it_does_not_take(tmp_path: Path) -> None:
    """Acts of a file share one command, which is not among those that a demo takes."""
    web = WebClub(house_on(Club(tmp_path, "gang").ledger, allowance=InADemo()))
    for address in ("/c/club/record", "/c/club/record?word=fight"):
        page = web.browser("rats").get(address)
        assert page.status_code == 200 and "/do/PlayAct" not in page.text


def test_a_referee_without_a_seat_finds_the_acts_that_are_theirs(tmp_path: Path) -> None:
    rain = 'does = "It rains"\nrule = "Bridges 4"\nby = "referee"\nsay = "Rain."\n\n[acts.raid]'
    text = example("evening").replace("[acts.raid]", f"[acts.rain]\n{rain}")
    web = WebClub.on(Club(tmp_path, "evening", text).ledger)
    tile = 'class="tile" href="/c/club/do/PlayAct?act_name=rain"'
    shown = {who: web.browser(who).get("/c/club/record").text for who in ("ref", "anselm")}
    assert [who for who, page in shown.items() if tile in page] == ["ref"]
    assert "This is for a referee, and Anselm is not a referee." in shown["anselm"]


def test_what_is_owed_leads_from_now_to_its_form(tmp_path: Path) -> None:
    web = WebClub.on(Club(tmp_path, "naval").ledger)
    now = web.browser("vale").get("/c/club").text
    assert 'href="/c/club/do/SealChoice?act_name=sail&amp;seat=vale"' in now


def test_the_end_of_a_turn_without_an_answer_asks_why(tmp_path: Path) -> None:
    """The first tap names Brida; the second wants a reason."""
    club = Club(tmp_path, "evening")
    club.act("battle", winner="anselm", loser="brida", bridge="north", bloody="no")
    host = WebClub.on(club.ledger).browser("host")
    (form,) = [one for one in forms(host.get("/c/club/host").text) if one.action == "/c/club/host"]
    page = host.post("/c/club/host", {**form.fields, "step": "turn:turn-01"})
    assert "Brida’s answer to number 1 is not waited for" in words(page)
    (form,) = [one for one in forms(page.text) if one.action == "/c/club/host"]
    page = host.post("/c/club/host", form.fields)
    assert page.status_code == 409
    assert "Say why you don't wait for Brida." in words(page)


# --- a campaign from a file -----------------------------------------------------------------------


def new_form(page: Response) -> dict[str, str]:
    """What the form of a new campaign has filled in."""
    (form,) = [one for one in forms(page.text) if one.action == "/new"]
    return form.fields


NEW = {"system": "kit", "scenario": "own-rules", "name": "bridges", "do": "look"}


def test_faults_of_pasted_rules_stand_beside_their_lines(tmp_path: Path) -> None:
    """As in the checker's own words; nothing is recorded."""
    web = WebClub.on(Club(tmp_path, "gang").ledger)
    text = example("evening").replace("winner.points += prize", "winner.pionts += prize")
    page = web.browser("host").post("/new", {**NEW, "setup:rules": text})
    assert page.status_code == 422
    seen = words(page)
    line = seen.index('27: "winner.pionts += prize",')
    assert line < seen.index("acts.battle.do: 'winner.pionts += prize': seats have no column")
    assert "Not recorded. The file has 1 fault." in seen


def test_house_rules_of_a_file_are_asked_and_the_campaign_begins(tmp_path: Path) -> None:
    """A file that was uploaded stands in the form; its seats are filled by name."""
    web = WebClub.on(Club(tmp_path, "gang").ledger)
    host = web.browser("host")
    page = host.post_file("/new", NEW, example("evening").encode())
    assert page.status_code == 200, words(page)
    assert "May captains raid each other's supply?" in words(page)
    filled = {"seat:anselm": "Anna", "ruling:raids": "no", "do": "look"}
    page = host.post("/new", new_form(page) | filled)
    host.post("/new", new_form(page) | {"do": "begin"})
    state = web.house.ledger.live("bridges").state
    assert state.text == example("evening").rstrip("\n")
    assert state.tables["house"]["house"][1] is False
    assert state.campaign.powers["anselm"] == "anna"


@pytest.mark.parametrize("size", [48_001, 1_500_000])
def test_a_file_of_a_byte_or_of_megabytes_too_many_is_told_so(tmp_path: Path, size: int) -> None:
    """As the file's fault, pasted or chosen as a file."""
    host = WebClub.on(Club(tmp_path, "gang").ledger).browser("host")
    text = f"{example('evening')}{'x' * size}"[:size]
    for typed, file in (({**NEW, "setup:rules": text}, b""), (NEW, text.encode())):
        page = host.post_file("/new", typed, file)
        assert page.status_code == 422
        assert "a file has at most 48,000 bytes" in words(page)


def test_a_form_with_rules_is_refused_above_two_megabytes(tmp_path: Path) -> None:
    host = WebClub.on(Club(tmp_path, "gang").ledger).browser("host")
    page = host.post_file("/new", {**NEW, "setup:rules": "x" * 2 * 1024 * 1024}, b"")
    assert page.status_code == 413
    assert "this form is larger than 2 MB with its file; nothing was recorded." in page.text
