"""Reports of a disputed campaign: rulings, corrections before and after, figures down to events."""

import re
from pathlib import Path

import pytest

from campaign.history.diff import differences
from campaign.lif.roster import POWER_NAMES
from campaign.reports import book
from campaign.reports import pages as reports_pages
from events import campaign as shared
from events import disputes as events
from events.lif.board import BallotSealed
from events.lif.on_map import LeaderMoved
from events.lif.politics import WarDeclared
from support import table
from support.disputed import (
    CLAIM,
    FILE,
    HOSTILE,
    POINTS,
    correct,
    disputed,
    first_turn,
    second_turn,
    upheld,
    version_of,
)
from support.sessions import ADDRESS, NAME, Session, ledger_in
from tests.reports.test_reports import TURNS, Page, sound, told

SO, ND, JF = "1939-SO.html", "1939-ND.html", "1940-JF.html"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Session:
    """The campaign with its three disputes."""
    return disputed(tmp_path_factory.mktemp("club"))


@pytest.fixture(scope="module")
def pages(club: Session, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Its pages."""
    return written(club, tmp_path_factory.mktemp("reports"))


def written(session: Session, out: Path) -> dict[str, str]:
    """A campaign's pages by name."""
    return {file.name: file.read_text() for file in reports_pages.write(session.ledger, NAME, out)}


def dispute(page: str, which: str) -> str:
    """The words of one dispute on a page."""
    start = page.index(f'<article class="draw dispute" id="dispute-{which}"')
    return Page(page[start : page.index("</article>", start)] + "</article>").text


def row(page: str, part: str, power: str) -> str:
    """A power's row in one part of a page, as it stands."""
    start = page.index(f'<h2 id="{part}"')
    found = re.search(rf"<tr>(?:(?!</tr>).)*?<span>{power}</span>.*?</tr>", page[start:], re.S)
    assert found
    return found[0]


def rommel_moved(folder: Path) -> Session:
    """Rommel is placed in one turn and moved in the next."""
    session = Session(ledger_in(folder)).open(setup={"leaders": {"rommel": "arriving"}})
    session.do("PlaceLeader", "anna", leader="rommel", location="E1429")
    session.do("AdvanceTurn")
    session.do("MoveLeader", "anna", leader="rommel", location="E1430")
    return session


# --- disputes and rulings -----------------------------------------------------------------------


def test_a_dispute_from_claim_to_correction(pages: dict[str, str]) -> None:
    """Claim, evidence with its file, answer, ruling, and the figure before and after."""
    text = dispute(pages[ND], "d1")
    assert (
        "upheld Ben raised it in November/December 1939, on event 21 ; it concerns Japan." in text
    )
    for what, by, words in (
        ("Claim", "Ben", CLAIM),
        ("Evidence", "Ben", f"The mail says so. A file kept by Ben, SHA-256 {FILE}"),
        ("Answer", "Anna", "Nobody wrote it down."),
        ("Ruling: upheld", "Ref", "It costs 3."),
    ):
        assert re.search(rf"{what} {by}, 1 Jan 1999, 00:\d\d {re.escape(words)}", text), what
    assert "Event 21 was amended under d1 (booked as 1)." in text
    assert "Veto points, Japan 2 → 0 (−2)" in text
    assert "Appeals until 2099-02-28." in text and "Waits" not in text


def test_a_ruling_that_waits_for_consent_says_for_whose(pages: dict[str, str]) -> None:
    """Neither the host, who ruled, nor Anna, who raised it, consents to it."""
    text = dispute(pages[ND], "d2")
    assert "waits for consent Anna raised it" in text
    assert "Waits for the consent of Ben, Ref or Eve." in text
    later = dispute(pages[JF], "d2")
    assert re.search(r"Consent Eve, 1 Jan 1999, 00:\d\d The ruling holds\.", later)
    assert "Event 36 was struck under d2. Event 53 It changed no figure." in later
    assert "Waits" not in later


def test_an_open_dispute_waits_for_somebody_until_some_day(pages: dict[str, str]) -> None:
    """Ref plays nothing, so that he rules; the answer has a term. Later play rests for it."""
    assert "Waits for a ruling by Ref; answers until 2099-03-31." in dispute(pages[ND], "d3")
    assert told(pages[JF], "disputes").startswith("Disputes and rulings Play rests until d3 is")
    assert "Play rests" not in told(pages[ND], "disputes")


def test_a_correction_is_told_on_the_page_of_its_own_turn(pages: dict[str, str]) -> None:
    """The payment was amended in November, Italy had its point in January, under one ruling."""
    january = dispute(pages[JF], "d1")
    assert "Italy: veto points +1, under d1 (for the trouble). Event 54" in january
    assert "Veto points, Italy 4 → 5 (+1)" in january
    assert "amended" not in january
    assert "Italy: veto points" not in dispute(pages[ND], "d1")


def test_corrections_are_news_first_of_all(pages: dict[str, str]) -> None:
    """In their own turns what was done; in the turn corrected when, and under which disputes."""
    later = "Corrected in November/December 1939 under d1. Corrected in January/February 1940"
    assert told(pages[SO], "news").startswith(f"News of the turn {later} under d2.")
    assert "A ruling corrected “" in told(pages[ND], "news")
    assert "(d1)." in told(pages[ND], "news")
    january = told(pages[JF], "news")
    assert "A ruling took back “" in january and "(d2)." in january
    assert "Italy: veto points +1, under d1" in january


def test_a_dispute_that_rests_is_told_in_short(tmp_path: Path) -> None:
    """In a turn in which nothing was said of it, with a link to where it is told in full."""
    session = first_turn(tmp_path)
    second_turn(session)
    session.do("AdvanceTurn")
    page = written(session, tmp_path / "out")[JF]
    text = told(page, "disputes")
    assert "dispute-d3" not in re.findall(r'id="([\w-]+)"', page)
    assert f"d3 , open: “{HOSTILE}” Raised by Ben in November/December 1939" in text
    assert "d2 , waits for consent" in text and "d1" not in text
    assert f'<a href="{ND}#dispute-d3">d3</a>' in page


def test_lif_4_2_the_index_says_who_has_the_most_points(pages: dict[str, str]) -> None:
    """As the corrections leave them: Germany has 10, the Commonwealth 6."""
    assert "Germany has the most veto points: 10." in Page(pages["index.html"]).text


def test_the_index_lists_the_open_disputes_first(pages: dict[str, str]) -> None:
    """d3 waits; d1 and d2 are settled."""
    text = told(pages["index.html"], "disputes")
    waits, settled = text.split("Settled")
    assert "Play rests until d3 is settled." in waits
    assert "d3 , open" in waits and "Waits for a ruling by Ref; answers until 2099-03-31." in waits
    assert "d1 , upheld" in settled and "d2 , upheld" in settled and "d3" not in settled


def test_the_index_names_open_disputes_under_what_is_next(
    pages: dict[str, str], tmp_path: Path
) -> None:
    """The next act of the game and whom each dispute waits for; while play rests that one alone."""
    assert told(pages["index.html"], "asked").strip() == (
        "What is next Play rests until dispute d3 is settled; it waits for a ruling by Ref."
    )
    session = first_turn(tmp_path / "second")
    second_turn(session)
    upheld(session, 1)
    text = told(written(session, tmp_path / "out")["index.html"], "asked")
    assert "Promotions Board" in text
    assert "Dispute d2 waits for the consent of Ben, Ref or Eve." in text
    assert "Dispute d3 waits for a ruling by Ref." in text
    assert "Dispute d4 waits for Ref to correct the record, or to close the dispute." in text


def test_where_nothing_was_disputed_nothing_is_told(tmp_path: Path) -> None:
    """No part, no heading, no mark."""
    book = table.opened(tmp_path)
    table.play(book, [*table.FIRST_TURN, *table.TO_1940])
    for file in reports_pages.write(book, NAME, tmp_path / "out"):
        text = file.read_text()
        assert '<h2 id="disputes"' not in text and 'class="fixed"' not in text
        assert "dispute" not in Page(text).text.lower()


def test_an_appealed_ruling_and_the_next_each_have_their_verdict(tmp_path: Path) -> None:
    """Ref rejected it, Ben appealed, the host upheld it in part with a switch, Ref consents."""
    session = first_turn(tmp_path)
    session.do("RaiseDispute", "ben", versions=[14], claim="Not yet.")
    session.do("GiveRuling", "ref", dispute="d1", verdict="rejected", text="It was so.")
    session.do("AppealRuling", "ben", dispute="d1", text="Ask Eve.")
    waits = dispute(written(session, tmp_path / "one")[SO], "d1")
    assert "Waits for another ruling, by Host." in waits
    session.do("GiveRuling", dispute="d1", verdict="partly", text="Half so.",
               switches={"half_rounds": "down"})  # fmt: skip
    session.do("ConsentToRuling", "ref", dispute="d1")
    text = dispute(written(session, tmp_path / "two")[SO], "d1")
    said = ["Ruling: rejected Ref", "Appeal Ben", "Ruling: upheld in part Host", "Consent Ref"]
    places = [text.index(one) for one in said]
    assert places == sorted(places)
    assert "Half so. From here on: half_rounds = down." in text


# --- corrected figures --------------------------------------------------------------------------


def test_lif_4_2_points_count_as_they_were_corrected(pages: dict[str, str]) -> None:
    """On every page, also those of turns before the ruling."""
    for turn, points in POINTS.items():
        for power, held in points.items():
            cells = row(pages[f"{turn}.html"], "powers", POWER_NAMES[power])
            now = re.search(rf'<b><a class="why" href="#why-{power}">(\d+)</a></b>', cells)
            assert now and int(now[1]) == held, (turn, power)


def test_a_corrected_figure_bears_a_mark_that_leads_to_the_ruling(pages: dict[str, str]) -> None:
    """Japan's points in the turns that d1 corrected, Italy's in January; nobody else's."""
    here = '<a class="fixed" href="#dispute-d1" title="Corrected under d1">d1</a>'
    there = here.replace("#dispute", f"{ND}#dispute")
    assert there in row(pages[SO], "powers", "Japan")
    assert here in row(pages[ND], "powers", "Japan")
    assert there in row(pages[JF], "powers", "Italy")
    assert there in row(pages["index.html"], "standings", "Italy")
    marked = {name: marks for name, text in pages.items() if (marks := text.count('class="fixed"'))}
    assert marked == {SO: 1, ND: 1, JF: 1, "index.html": 1}


def test_lif_3_1_a_leader_whose_place_was_corrected_is_marked(tmp_path: Path) -> None:
    """Rommel was placed and moved, and the move is struck: he is where he was placed."""
    session = rommel_moved(tmp_path)
    moved = version_of(session, LeaderMoved)
    correct(session, "StrikeEvents", dispute=upheld(session, moved), versions=[moved])
    text = written(session, tmp_path / "out")[ND]
    assert "Leaders, Rommel, location E1430 → E1429" in dispute(text, "d1")
    mark = '<a class="fixed" href="#dispute-d1" title="Corrected under d1">d1</a>'
    assert f'<a class="why" href="{SO}#how-rommel">E1429</a>{mark}' in text
    assert text.count(mark) == 2, "on the map, and in the list of leaders"


def test_a_correction_that_was_taken_back_marks_nothing(tmp_path: Path) -> None:
    """Italy was given a point, and the gift was struck: it has what it had."""
    session = first_turn(tmp_path)
    dispute_ = upheld(session, 14)
    correct(session, "AdjustFigure", dispute=dispute_, figure="veto-points", of="italy", change=1)
    gift = version_of(session, events.FigureAdjusted)
    correct(session, "StrikeEvents", dispute=dispute_, versions=[gift])
    text = written(session, tmp_path / "out")[SO]
    assert 'class="fixed"' not in text
    assert re.search(r"<s>Italy: veto points \+1, under d1\.</s>", text)
    assert "Veto points, Italy 2 → 3 (+1)" in dispute(text, "d1")
    assert "Veto points, Italy 3 → 2 (−1)" in dispute(text, "d1")


def test_lif_4_2_an_adjusted_point_stands_in_the_turn_s_account(pages: dict[str, str]) -> None:
    """2 and 1 more than before, now 5."""
    text = Page(f"<table>{row(pages[JF], 'powers', 'Italy')}</table>").text
    assert " 5 d1 +3 " in text


def test_the_journal_strikes_through_what_counts_no_more(pages: dict[str, str]) -> None:
    """The geese are struck on another page than their own; the payment says both."""
    journal = pages[SO][pages[SO].index('<h2 id="journal"') :]
    geese = "<s>Anna threw words into the next draw: “grey geese”.</s>"
    assert f'{geese} <a href="{JF}#event-53">struck by 53</a>' in journal
    paid = "<s>Paid in veto points: Japan 1.</s> Paid in veto points: Japan 3."
    assert f'{paid} <a href="{ND}#event-44">amended by 44</a>' in journal


def test_a_forgotten_event_stands_at_its_place(tmp_path: Path) -> None:
    """Without an anchor of its own: its number is its correction's."""
    session = first_turn(tmp_path)
    war = version_of(session, WarDeclared)
    session.do("AdvanceTurn")
    dispute_ = upheld(session, war)
    forgotten = {"command": "DeclareWar", "attacker": "italy", "target": "france"}
    correct(session, "InsertCommand", dispute=dispute_, after=war, forgotten=forgotten)
    made = version_of(session, events.EventsInserted)
    found = written(session, tmp_path / "out")
    line = f'<li value="{made}"><span>Italy declared war on France.'
    assert f'{line} <a href="{ND}#event-{made}">put here by {made}</a>' in found[SO]
    assert "At war + France–Italy" in dispute(found[ND], "d1")
    assert "Italy declared war on France." in told(found[SO], "news")


def test_what_a_member_took_back_is_no_dispute(tmp_path: Path) -> None:
    """It is struck through in the journal, and nothing else is said."""
    session = first_turn(tmp_path)
    session.do("UndoAct", "anna")
    text = written(session, tmp_path / "out")[SO]
    assert "grey geese”.</s>" in text and '<h2 id="disputes"' not in text


def test_play_that_went_back_has_no_pages_of_what_counts_no_more(tmp_path: Path) -> None:
    """The second turn is gone; what was recorded in it stands in the first turn's journal."""
    session = first_turn(tmp_path)
    last = version_of(session, shared.EntropyAdded)
    session.do("AdvanceTurn")
    dispute_ = upheld(session, last)
    correct(session, "Rewind", dispute=dispute_, to=last)
    found = written(session, tmp_path / "out")
    assert [name for name in found if name in (*TURNS, "index.html")] == [SO, "index.html"]
    assert "Turn 1939-ND → 1939-SO" in dispute(found[SO], "d1")
    assert 'class="fixed"' not in found[SO]
    assert "<s>November/December 1939 began" in found[SO]


# --- explained figures --------------------------------------------------------------------------


def account(page: str, which: str) -> list[str]:
    """The lines of one account on a page."""
    start = page.index(f'<div id="{which}">')
    part = page[start : page.index("</ol>", start)]
    return [Page(line).text.strip() for line in re.findall(r"<li.*?</li>", part, re.S)]


def test_lif_4_2_every_event_that_made_a_power_s_points(pages: dict[str, str]) -> None:
    """Japan: 3 to begin with, 3 for Franco, 3 in January; each page leads to the one before."""
    assert account(pages[SO], "why-japan") == [
        "Before the turn 0",
        "2 +3 3 Starting points. LiF 4",
        "21 −3 0 Veto against Franco. LiF 4.1(3); as amended by event 44",
    ]
    assert account(pages[ND], "why-japan") == ["Before the turn 0, as explained there"]
    january = ["Before the turn 0, as explained there", "51 +3 3 The year’s points. LiF 4.2"]
    assert account(pages[JF], "why-japan") == january
    for page in (pages[ND], pages[JF]):
        assert f'Before the turn 0, <a href="{SO}#why-japan">as explained there</a>' in page
    assert account(pages[JF], "why-italy") == [
        "Before the turn 2, as explained there",
        "51 +2 4 The year’s points. LiF 4.2",
        "54 +1 5 Adjusted under d1. Record",
    ]
    assert account(pages[SO], "why-ussr")[1:] == [
        "2 +3 3 Starting points. LiF 4",
        "27 −1 2 Veto against Guderian. LiF 4.1(3)",
    ]


def test_the_account_s_last_total_is_the_figure(pages: dict[str, str]) -> None:
    """Of every power on every page; its heading says the same."""
    for turn, points in POINTS.items():
        page = pages[f"{turn}.html"]
        for power, held in points.items():
            last = account(page, f"why-{power}")[-1]
            total = re.search(r" [+−]\d+ (\d+) [A-Z]|^Before the turn (\d+)", last)
            assert total and int(total[1] or total[2]) == held, (turn, power)
            assert f"Veto points of {POWER_NAMES[power]}: {held}</span>" in page


def test_lif_4_1_a_leader_s_way_to_where_he_is(pages: dict[str, str]) -> None:
    """Balbo, drawn and promoted in the first turn; the vetoed lie in the cup, without account."""
    assert account(pages[SO], "how-balbo") == [
        "Before the turn in the cup",
        "29 on the Promotions Board Draw 3: Balbo was drawn at the table. LiF 4.1(1)",
        "32 arriving Balbo was promoted and arrives as a reinforcement. LiF 4.1(2)",
    ]
    assert "how-franco" not in pages[SO]
    assert 'href="leader-balbo.html">Balbo</a>' in pages[SO]
    assert 'href="leader-balbo.html">Balbo</a>' in pages[JF]
    assert 'id="how-balbo"' not in pages[JF]


def test_lif_3_1_a_leader_s_account_leads_back_to_the_one_before(tmp_path: Path) -> None:
    """Rommel is placed in one turn and moved in the next."""
    found = written(rommel_moved(tmp_path), tmp_path / "out")
    assert account(found[SO], "how-rommel")[0] == "Before the turn arriving"
    first, moved = account(found[ND], "how-rommel")
    assert first == "Before the turn on the map: E1429, as explained there"
    assert f'<a href="{SO}#how-rommel">as explained there</a>' in found[ND]
    assert re.fullmatch(r"\d+ on the map: E1430 Rommel went to E1430\. LiF 3\.1", moved)
    start = found[ND].index('<h2 id="map"')
    assert '<a class="why" href="#how-rommel">E1430</a>' in found[ND][start:]


# --- soundness and secrecy ----------------------------------------------------------------------


@pytest.mark.further
def test_every_page_is_sound_and_every_link_leads_somewhere(pages: dict[str, str]) -> None:
    """Also from one page to a place on another."""
    anchors = {
        f"{name}#{attrs['id']}"
        for name, text in pages.items()
        for _, attrs in Page(text).tags
        if "id" in attrs
    }
    for name, text in pages.items():
        sound(text, name, set(pages))
        for attrs in Page(text).all("a"):
            href = attrs["href"] or ""
            file, _, anchor = href.partition("#")
            assert not anchor or f"{file or name}#{anchor}" in anchors, (name, href)


def test_a_claim_is_text_and_never_markup(pages: dict[str, str]) -> None:
    """Whatever a member writes in it."""
    for name in (ND, "index.html"):
        assert "<script>" not in pages[name]
        assert HOSTILE in Page(pages[name]).text


def test_no_address_and_no_ciphertext_comes_out_of_a_corrected_event(tmp_path: Path) -> None:
    """Anna's name was misspelt and is amended; her address and sealed ballots stay hidden."""
    session = first_turn(tmp_path)
    anna = version_of(session, shared.MemberEnrolled, member="anna")
    laid = version_of(session, BallotSealed, power="italy")
    name = upheld(session, anna, laid)
    correct(session, "AmendEvent", dispute=name, version=anna, fields={"name": "Änne"})
    text = "".join(written(session, tmp_path / "out").values())
    assert "Änne" in text and ADDRESS not in text
    for _, event in session.ledger.log(NAME):
        for hidden in (getattr(event, "sealed", ""), getattr(event, "seed_sealed", "")):
            assert not hidden or hidden not in text
    answer = session.answers[-1]
    assert answer["events"][0]["event"]["name"] == "Änne" and ADDRESS not in str(answer)


def test_a_page_carries_the_digest_of_all_that_it_is_told_from(
    club: Session, pages: dict[str, str]
) -> None:
    """The first turn ends with event 36; the last correction that touches it is event 53."""
    digests = {one.version: one.digest for one in club.ledger.history(NAME)}
    head = told(pages[SO], "seal").replace(" ", "")
    assert digests[53] in head and digests[36] not in head
    assert "written from its events up to No. 53" in Page(pages[SO]).text


def test_corrections_worked_out_by_folding_a_stretch_are_those_of_the_whole(
    tmp_path: Path,
) -> None:
    """Corrections over corrections: each one's change is that of the states before and after."""
    session = disputed(tmp_path)
    session.do("ResumePlay")
    gift = version_of(session, events.FigureAdjusted)
    correct(session, "StrikeEvents", dispute="d1", versions=[gift])
    war = version_of(session, WarDeclared)
    forgotten = {"command": "DeclareWar", "attacker": "italy", "target": "france"}
    correct(session, "InsertCommand", dispute="d1", after=war, forgotten=forgotten)
    whole = list(session.ledger.history(NAME))
    found = book.read(book.ListedLog(whole)).fixes
    assert len(found) == 5
    for fix in found:
        first, last = fix.events[0][0], fix.events[-1][0]
        before = session.ledger.show(NAME, first - 1)
        after = session.ledger.show(NAME, last)
        assert list(fix.changes) == differences(before, after)
    assert [fix.struck for fix in found] == [False, False, True, False, False]
