"""Flames of War on the web: a battle's result from two phones, and the host's stages of a round."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.sessions import ledger_in
from support.web import NAME, WebClub, words

HERE = f"/c/{NAME}"


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """Anzio, with Anna for the Allies and Ben for the Axis; its first battle has begun."""
    found = WebClub.on(ledger_in(tmp_path))
    setup = {"players": {"anna": "allies", "ben": "axis"}}
    answer = found.house.desk.open(NAME, system="fow", scenario="anzio", setup=setup)
    assert answer["accepted"], answer
    begun = {"command": "BeginBattle", "platoons": {"allies": 5, "axis": 5}}
    assert found.house.ledger.submit(NAME, begun)["accepted"]
    yield found
    found.close()


def test_a_result_is_reported_and_confirmed_from_two_phones(made: WebClub) -> None:
    """What is owed leads to its form; the opponent confirms with one tap."""
    anna, ben = made.browser("anna"), made.browser("ben")
    page = anna.get(HERE)
    assert f'<a href="{HERE}/board">Hold the Line</a>' in page.text
    assert "Report the result" in words(page) and f'href="{HERE}/do/ReportResult"' in page.text
    form = anna.get(f"{HERE}/do/ReportResult")
    assert "How did it end?" in form.text and "A side gave the battle up" in form.text
    typed = {"ended_by": "objective", "side": "allies", "turn": "6"}
    anna.fill(f"{HERE}/do/ReportResult", **typed, **{"lost/allies": "1", "lost/axis": "3"})
    page = ben.get(HERE)
    assert "Confirm the result" in page.text and "Confirm the result" not in anna.get(HERE).text
    ben.fill(f"{HERE}/do/ConfirmResult")
    told = words(anna.get(f"{HERE}/journal"))
    assert "The Allies won battle 1" in told and "5 points to 2" in told


def test_the_host_runs_a_round_by_its_stages(made: WebClub) -> None:
    """The line with what it waits for; a referee's button where a form has to be filled in."""
    host = made.browser("host")
    page = host.get(f"{HERE}/host")
    assert "Waiting for Anna or Ben, to report the result." in words(page)
    assert f'href="{HERE}/do/ReportResult">Report the result' in page.text
    host.fill(f"{HERE}/do/ReportResult", ended_by="conceded", side="axis")
    assert "Begin Round 2" not in words(page)
    assert "Begin Round 2" in words(host.get(f"{HERE}/host"))


def test_the_table_shows_the_mission_with_its_rules(made: WebClub) -> None:
    page = made.browser("anna").get(f"{HERE}/board")
    told = words(page)
    assert "Hold the Line" in told and "Prepared Positions" in told
    assert "The Factory (Aprilia), battle 1, attack by the Allies" in told
    assert 'class="envs turned"' not in page.text and "You are the host" not in told
    told = words(made.browser("host").get(f"{HERE}/board"))
    assert "You are the host" in told and "Report the result" in told


# --- forms with a value for each side -----------------------------------------------------------


@pytest.mark.parametrize("sheet", ["lines", "points", "battles", "forces", "players"])
def test_the_sheets_show_the_parts_of_the_reports(made: WebClub, sheet: str) -> None:
    """As they stand now, on any device."""
    page = made.browser("anna").get(f"{HERE}/{sheet}")
    assert page.status_code == 200


def test_the_strip_map_hangs_on_the_big_screen(made: WebClub) -> None:
    told = words(made.browser("anna").get(f"{HERE}/screen"))
    assert "The sectors of Anzio in order" in told and "Campoleone Station" in told


def test_a_turn_is_called_a_round(made: WebClub) -> None:
    """On the buttons of a replay, and where somebody chooses what they are told."""
    anna = made.browser("anna")
    replay = anna.get(f"{HERE}/replay?at=1")  # before its lines are there
    assert replay.status_code == 200
    assert "Round after" in replay.text and "Event or round" in words(replay)
    assert "Turn after" not in replay.text and 'aria-label="Turns"' not in replay.text
    notices = words(anna.get(f"/me/notices/{NAME}"))
    assert "A round has ended" in notices and "Ended rounds alone" in notices
    assert "A round that I was sent was corrected" in notices


def test_every_event_can_be_looked_at(made: WebClub) -> None:
    """From the first on, when there are neither lines nor players."""
    anna = made.browser("anna")
    for version in range(1, made.house.ledger.live(NAME).version + 1):
        assert anna.get(f"{HERE}/replay?at={version}").status_code == 200, version


def test_a_round_s_page_has_write_for_its_battle(made: WebClub) -> None:
    """One tap leads to the form, where round and battle are chosen already."""
    anna = made.browser("anna")
    page = anna.get(f"{HERE}/turns/round-01").text
    way = f"{HERE}/diary?turn=round-01&amp;subject=battle%3Aanzio-1#write"
    assert f'<a class="button" href="{way}">Write on ' in page
    form = anna.get(f"{HERE}/diary?turn=round-01&subject=battle:anzio-1").text
    assert '<option value="battle:anzio-1" selected>' in form
    assert "Write on" not in anna.get(f"{HERE}/turns/index.html").text


def test_members_are_seen_with_their_sides(made: WebClub) -> None:
    """Also who plays a side that nobody holds alone; the host plays none of them."""
    page = words(made.browser("host").get(f"{HERE}/members"))
    assert "Anna player Al Allies" in page and "Ben player Ax Axis" in page
    assert "The host plays" not in page


def test_how_it_stands_names_the_two_sides(made: WebClub) -> None:
    """Two signs alone would have to be learnt; eight of them are in the order of the board."""
    page = made.browser("anna").get(HERE).text
    assert '<b aria-hidden="true">0</b><small aria-hidden="true">Axis</small>' in page


@pytest.mark.parametrize("page", ["record", "host"])
def test_what_a_search_suggests_is_found(made: WebClub, page: str) -> None:
    """The words in its empty box are no other game's."""
    host = made.browser("host")
    found = re.search(r'placeholder="([^"…]+)…"', host.get(f"{HERE}/{page}").text)
    assert found is not None
    for word in found[1].split(", "):
        assert "Nothing that can be recorded" not in host.get(f"{HERE}/record?word={word}").text, (
            word
        )
