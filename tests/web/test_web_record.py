"""Record and Now: tiles that say what is possible, one large card, icons, the masthead."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.fow.names import CALENDAR as ROUNDS
from campaign.lif.calendar import CALENDAR as TURNS
from campaign.systems import SYSTEMS
from campaign.web.rendering import PATHS
from support.evening import answer
from support.sessions import ledger_in
from support.web import NAME, WebClub, words

HERE = f"/c/{NAME}"
RECORD = f"{HERE}/record"


@pytest.fixture
def battle(tmp_path: Path) -> Iterator[WebClub]:
    """Anzio, with Anna for the Allies and Ben for the Axis; its first battle has begun."""
    found = WebClub.on(ledger_in(tmp_path))
    setup = {"players": {"anna": "allies", "ben": "axis"}}
    assert found.house.desk.open(NAME, system="fow", scenario="anzio", setup=setup)["accepted"]
    begun = {"command": "BeginBattle", "platoons": {"allies": 5, "axis": 5}}
    assert found.house.ledger.submit(NAME, begun)["accepted"]
    yield found
    found.close()


def tiles(page: str) -> dict[str, str]:
    """Each tile by its title, as a reader reads it."""
    found = re.findall(r'<a class="tile[^"]*" href="[^"]*">(.*?)</a>', page, re.DOTALL)
    texts = (re.sub(r"<[^>]+>", " ", tile).split() for tile in found)
    titles = (re.findall("<strong>(.*?)</strong>", tile)[0] for tile in found)
    return dict(zip(titles, map(" ".join, texts), strict=True))


# --- the masthead -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "short"),
    [
        ("1939-SO", "Sep/Oct 1939"),
        ("1941-ND", "Nov/Dec 1941"),
        ("1942-JF", "Jan/Feb 1942"),
        ("1942-MA", "Mar/Apr 1942"),
        ("1942-MJ", "May/Jun 1942"),
        ("1945-JA", "Jul/Aug 1945"),
    ],
)
def test_a_turn_is_short_by_its_months(turn: str, short: str) -> None:
    assert TURNS.short(turn) == short


@pytest.mark.parametrize(("turn", "short"), [("round-01", "Round 1"), ("round-12", "Round 12")])
def test_a_round_is_short_already(turn: str, short: str) -> None:
    assert ROUNDS.short(turn) == short


def test_a_turn_says_how_far_it_is() -> None:
    """From September/October 1939 it is two turns to the year's end, then six a year."""
    said = TURNS.progress("1941-ND", "1939-SO", "1945-JA")
    assert said == "Nov/Dec 1941 · turn 14 of 36"
    assert ROUNDS.progress("round-03", "round-01", "round-09") == "Round 3 of 9"


def test_the_masthead_has_campaign_and_turn(drawn: WebClub) -> None:
    page = drawn.browser("anna").get(HERE).text
    assert f"<b>{NAME}</b><span>Sep/Oct 1939 · turn 1 of 36</span>" in page


# --- icons --------------------------------------------------------------------------------------


def test_a_page_has_the_icons_that_it_shows_and_no_glyphs(drawn: WebClub) -> None:
    """The five of the bar and the way back; those of tiles on Record alone."""
    anna = drawn.browser("anna")
    board, record = anna.get(f"{HERE}/board").text, anna.get(RECORD).text
    shown = {name for name, path in PATHS.items() if f'd="{path}"' in board}
    assert shown == {"back", "now", "board", "war", "record", "me"}
    assert {"swords", "pin", "globe", "flag", "chest", "scale", "find"} <= {
        name for name, path in PATHS.items() if f'd="{path}"' in record
    }
    assert not set("◉▤≡☺") & set(board + record)


def test_every_icon_is_drawn_within_its_square() -> None:
    """Paths of numbers and the letters of SVG alone."""
    assert all(re.fullmatch(r"[MmLlHhVvAaCcSsZz0-9. -]+", path) for path in PATHS.values())


# --- now ----------------------------------------------------------------------------------------


def test_the_large_card_is_the_ballot_that_waits(drawn: WebClub) -> None:
    """Its leader, whose it is, how many are in, and one button to the Board."""
    page = drawn.browser("ben").get(HERE)
    card = page.text.partition('class="hero')[2].partition("</section>")[0]
    assert "Ben, this is yours: Italy" in card
    assert f'<a class="press" href="{HERE}/board">Seal Italy&#39;s ballot on' in card
    answer(drawn.browser("ben"), "no-veto")
    assert 'class="hero' not in drawn.browser("ben").get(HERE).text


def test_either_or_shows_both_ways(battle: WebClub) -> None:
    """FoW ruling 29: confirmed with one tap, or contested with a reason."""
    anna, ben = battle.browser("anna"), battle.browser("ben")
    typed = {"ended_by": "objective", "side": "allies", "turn": "6"}
    anna.fill(f"{HERE}/do/ReportResult", **typed, **{"lost/allies": "1", "lost/axis": "3"})
    card = ben.get(HERE).text.partition('class="hero')[2].partition("</section>")[0]
    assert f'action="{HERE}/do/ConfirmResult"' in card
    assert '<button class="press">Confirm the result</button>' in card
    assert f'<a class="button" href="{HERE}/do/ContestResult">It is wrong</a>' in card


def test_the_hosts_stages_are_not_here(drawn: WebClub) -> None:
    assert 'class="stages"' not in drawn.browser("host").get(HERE).text


# --- record -------------------------------------------------------------------------------------


def test_tiles_say_what_is_possible_or_when(drawn: WebClub) -> None:
    """LiF: while the Board meets the host declares no war; a player never does."""
    host = tiles(drawn.browser("host").get(RECORD).text)
    assert list(host) == [
        "A combat", "A leader", "US entry", "War and peace", "Force pools", "Put it right",
    ]  # fmt: skip
    assert host["War and peace"] == "War and peace Finish the Promotions Board first."
    anna = tiles(drawn.browser("anna").get(RECORD).text)
    assert anna["A leader"] == "A leader No leader of yours has arrived."
    assert anna["War and peace"] == "War and peace The host does this."
    assert anna["Put it right"].startswith("Put it right Take back, dispute, ask")
    assert anna["Put it right"].endswith("possible now")


def test_the_other_game_has_tiles_of_its_own(battle: WebClub) -> None:
    page = battle.browser("anna").get(RECORD)
    assert list(tiles(page.text)) == [
        "A result", "Dice", "A mission", "Forces", "The battlefield", "Put it right",
    ]  # fmt: skip
    assert "Waiting for you Report the result" in words(page)


def test_a_tile_opens_its_acts_possible_ones_first(drawn: WebClub) -> None:
    page = drawn.browser("host").get(f"{RECORD}?tile=leader")
    text = words(page)
    assert text.index("Begin a stage") < text.index("Place a leader")
    assert "No leader of yours has arrived." in text
    assert drawn.browser("host").get(f"{RECORD}?tile=nothing").status_code == 404


def test_a_search_finds_acts_by_plain_words(drawn: WebClub) -> None:
    """Every word counts, of a title or of what else people say."""
    anna = drawn.browser("anna")
    found = anna.get(f"{RECORD}?word=embargo")
    assert f'href="{HERE}/do/PickEntryOption"' in found.text
    assert "Make peace" in words(anna.get(f"{RECORD}?word=peace+war"))
    nothing = anna.get(f"{RECORD}?word=%3Cb%3Ezeppelin")
    assert "Nothing that can be recorded has “<b>zeppelin” in it." in words(nothing).replace(
        "&lt;", "<"
    ).replace("&gt;", ">")


def test_my_last_entries_say_what_can_be_done_about_them(drawn: WebClub) -> None:
    """A ballot can be changed; an absence is taken back; what came before it, the host is asked."""
    ben = drawn.browser("ben")
    assert "Nothing of yours in this turn yet." in words(ben.get(RECORD))
    ben.fill(f"{HERE}/do/TellAbsence", first="2026-02-01", last="2026-02-02")
    page = ben.get(RECORD).text
    assert f'<a class="small" href="{HERE}/undo">' in page and "Take back</a>" in page
    ben.fill(f"{HERE}/do/TellAbsence", first="2026-03-01", last="2026-03-02")
    assert "Ask Host</a>" in ben.get(RECORD).text
    answer(ben, "no-veto")
    assert f'<a class="small" href="{HERE}/board">Change</a>' in ben.get(RECORD).text


@pytest.mark.parametrize("system", sorted(SYSTEMS))
def test_every_act_has_a_title_in_plain_words(system: str) -> None:
    """But the one that the service sends by itself; none has two, and each icon is there."""
    recording = SYSTEMS[system].recording
    named = [act.name for tile in recording.tiles for act in tile.acts]
    named += [act.name for act in recording.others]
    assert len(set(named)) == len(named)
    assert set(SYSTEMS[system].rules.commands) - set(named) == {"TakeSeat"}
    assert {tile.icon for tile in recording.tiles} <= PATHS.keys()
    assert len(recording.tiles) == 6 or system == "kit"  # a campaign's own acts come first


def test_every_page_of_a_tile_is_there(drawn: WebClub) -> None:
    """Of acts that have another one than the form of their command."""
    anna = drawn.browser("anna")
    acts = (*SYSTEMS["lif"].recording.acts.values(), *SYSTEMS["fow"].recording.acts.values())
    pages = {act.page for act in acts if act.page}
    assert {"/board", "/undo", "/correct?kind=strike"} <= pages
    assert {anna.get(f"{HERE}{page}").status_code for page in pages} == {200}
