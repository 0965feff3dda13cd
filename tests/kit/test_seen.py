"""What people see of a campaign of the kit: questions, pages, tables, screens, the map."""

import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from campaign.handler.tasks import next_steps
from campaign.handler.wording import sentences
from campaign.kernel.interview.answers import Choice
from campaign.kernel.interview.available import Available
from campaign.kernel.interview.pages import Complete, Forbidden, NextPage, Page
from campaign.kernel.interview.runner import Setting, interviewed, possible
from campaign.kernel.pages import NoticeTable, Shown
from campaign.kernel.terminal.screens import Status
from campaign.kit.calendar import CALENDAR
from campaign.kit.opening import example
from campaign.kit.showing import map_svg, screens, tasks
from campaign.kit.showing.map_svg import EDGE, STEP
from campaign.kit.showing.pages import TABLES, facts, picture, turn_in_short
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.notifications.email_content import Recipient
from campaign.notifications.planning import public_news
from campaign.reports.book import StoredLog, read
from campaign.reports.pages import HELD
from campaign.reports.publishing import poster_svg
from campaign.systems import SYSTEMS
from kit.club import WHY, Club
from support.web import WebClub

NOW = "2030-01-01T00:00:00Z"
ISLES = """kit = 1
title = "Isles"
[turns]
last = 1
[seats]
columns = { fame = "0..9" }
rows = { ada = "Ada", ben = "Ben" }
[things.isles]
one = "isle"
at_most = 5
[map]
of = "isles"
links = []
[acts.found]
does = "Found an isle"
rule = "Isles 1"
by = "seat"
do = ["new isle { name: 'Thule' }"]
[[standings]]
columns = ["fame"]
sort = ["most it.fame"]
"""


@pytest.fixture
def evening(tmp_path: Path) -> Club:
    """Three Bridges, just begun."""
    return Club(tmp_path, "evening")


@pytest.fixture
def gang(tmp_path: Path) -> Club:
    """Cinder Row, just begun."""
    return Club(tmp_path, "gang")


def asked(club: Club, command: str, by: str = "host", **answers: str) -> Any:
    """What is asked next, or the fields of the command."""
    system = SYSTEMS["kit"]
    keyed = {key.replace("__", "/"): text for key, text in answers.items()}
    kind = system.rules.commands[command]
    return interviewed(system, club.state, kind, keyed, Setting(by=by))


def options(outcome: Any, key: str) -> dict[str, str]:
    """The options of a question, each with why it cannot be chosen."""
    assert isinstance(outcome, NextPage) and isinstance(outcome.page, Page)
    kind = next(one.kind for one in outcome.page.questions if one.key == key)
    assert isinstance(kind, Choice)
    return {one.value: one.refused for one in kind.options}


# --- questions ------------------------------------------------------------------------------------


def test_the_acts_of_the_file_are_offered(gang: Club) -> None:
    """Those of another phase say so."""
    assert options(asked(gang, "PlayAct"), "act_name") == {
        "fight": "",
        "wound": "",
        "recruit": "the phase is Fights; this belongs to Income and trade",
        "brawl": "the phase is Fights; this belongs to Income and trade",
    }


def test_a_choice_that_depends_on_an_answer_comes_after_it(gang: Club) -> None:
    first = asked(gang, "PlayAct", act_name="fight")
    assert [one.key for one in first.page.questions] == ["values/winner"]
    then = asked(gang, "PlayAct", act_name="fight", values__winner="rats")
    assert options(then, "values/over") == {
        "mill": "nobody fights over what is theirs",
        "vault": "",
        "bridge": "",
        "chapel": "",
    }
    assert options(then, "values/hero")["magpie"] == "the hero is a ready fighter of the winner"


def test_whoever_plays_one_seat_is_not_asked_for_which(gang: Club) -> None:
    outcome = asked(gang, "PlayAct", "rats", act_name="wound")
    assert [one.key for one in outcome.page.questions] == ["values/who"]


def test_answers_become_the_values_of_the_act(gang: Club) -> None:
    answers = {"values__winner": "rats", "values__loser": "crows", "values__over": "vault"}
    outcome = asked(gang, "PlayAct", act_name="fight", values__hero="hob", **answers)
    assert isinstance(outcome, Complete)
    gang.do("PlayAct", **outcome.fields)
    assert gang.state.requests[1].values["hero"] == "hob"


def test_a_sealed_choice_is_asked_unseen(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    outcome = asked(club, "SealChoice", "vale", act_name="sail")
    assert [one.is_secret for one in outcome.page.questions] == [True, True]


def test_what_is_owed_is_shown_before_a_phase_ends(tmp_path: Path) -> None:
    club = Club(tmp_path, "naval")
    outcome = asked(club, "EndPhase", why=WHY)
    assert outcome.page.lines[0] == "Admiral Vale still has to seal your orders."
    done = asked(club, "EndPhase", why=WHY, confirmed="yes")
    assert done.fields["confirmed"] is True


# --- tasks and screens ----------------------------------------------------------------------------


def test_the_seats_that_owe_something_are_asked_for_it(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    values = {"winner": "anselm", "loser": "brida", "bridge": "north", "bloody": "no"}
    club.act("battle", "anselm", **values)
    owed = {task.seat: task for task in tasks.owed(club.state)}
    assert list(owed) == ["brida", "corvin", "dorte"]
    assert owed["brida"].command == {"command": "ConfirmAct", "number": 1}
    assert owed["brida"].tap == "Confirm"
    assert owed["brida"].does == (
        "confirm or decline number 1: Report a battle"
        " (Winner Anselm, Loser Brida, Bridge north, Bloody no)"
    )
    assert owed["corvin"].command == {
        "command": "PlayAct",
        "act_name": "battle",
        "seat": "corvin",
    }


def test_the_screens_show_standings_and_what_is_waited_for(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    status = screens.status(club.state)
    assert status.waits_for[0] == "Anselm, to report a battle"
    assert status.seats is not None and status.seats.heads == (
        "captain", "player", "points", "supply"
    )  # fmt: skip
    assert screens.stand(club.state).grid.rows[0] == (1, "Anselm", "0", "2")


def test_an_unlisted_column_stays_off_the_screens(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    assert "fought" not in screens.rows_grid(club.state, club.state.rules.seats).heads


# --- the map --------------------------------------------------------------------------------------


def test_the_map_shows_places_links_and_owners(tmp_path: Path) -> None:
    """Nine wards; 4 + 4 + 1 + 3 + 1 links of the file, none twice."""
    club = Club(tmp_path, "sectors")
    drawn = map_svg.drawn(club.state)
    assert drawn is not None
    assert (len(drawn.places), len(drawn.links)) == (9, 13)
    assert drawn.owners == (("the Northern Pact", 1), ("the Southern Pact", 2))
    keep = drawn.places[0]
    assert (keep.name, keep.owner, keep.mark) == ("Keep", "the Northern Pact", 1)
    assert keep.near == "Moor, Ford"


def test_a_map_on_a_grid_has_its_places_there(tmp_path: Path) -> None:
    text = Club(tmp_path / "first", "naval").state.text
    places = ("redport = [0, 0]", "narrows = [1, 0]", "banks = [0, 1]", "deep = [1, 1]")
    grid = f"at = {{ {', '.join(places)}, greyport = [2, 0] }}"
    club = Club(tmp_path / "second", "naval", text.replace("[acts.sail]", f"{grid}\n[acts.sail]"))
    drawn = map_svg.drawn(club.state)
    assert drawn is not None
    spots = {place.name: (place.x, place.y) for place in drawn.places}
    assert spots["the Deep"] == (EDGE + STEP, EDGE + STEP)


def test_a_campaign_without_a_map_draws_none(gang: Club) -> None:
    assert map_svg.drawn(gang.state) is None


def test_a_map_without_a_place_is_not_drawn_yet(tmp_path: Path) -> None:
    """Its places are founded by acts: until then the war is the standings."""
    club = Club(tmp_path, "isles", ISLES)
    war = SYSTEMS["kit"].rooms.war(club.context(), "")
    assert war is not None and [one.title for one in war.view.tables] == ["Standings"]
    assert "wards" not in club.pages()["index.html"]
    club.act("found", "ada")
    assert '<svg class="wards"' in club.pages()["index.html"]


def test_the_war_is_the_map_or_else_the_standings(gang: Club, tmp_path: Path) -> None:
    war = SYSTEMS["kit"].rooms.war(gang.context(), "")
    assert war is not None and [one.title for one in war.view.tables] == ["Standings"]
    drawn = SYSTEMS["kit"].rooms.war(Club(tmp_path / "naval", "naval").context(), "")
    assert drawn is not None and len(drawn.view.places) == 5


def test_an_act_of_another_phase_asks_nothing(gang: Club) -> None:
    """A screen says so at once, before anything is filled in."""
    kind = SYSTEMS["kit"].rules.commands["PlayAct"]
    setting = Setting(by="rats", is_screen=True)
    closed = interviewed(SYSTEMS["kit"], gang.state, kind, {"act_name": "recruit"}, setting)
    assert isinstance(closed, Forbidden)
    assert "this belongs to Income and trade" in closed.refused.reason


# --- pages and tables -----------------------------------------------------------------------------


def test_the_pages_tell_news_standings_and_tables(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    values = {"winner": "anselm", "loser": "brida", "bridge": "middle", "bloody": "yes"}
    club.act("battle", "anselm", **values)
    club.do("ConfirmAct", "brida", number=1)
    club.do("AdvanceTurn", confirmed=True)
    pages = club.pages()
    turn = pages["turn-01.html"]
    assert "Anselm beat Brida at the middle bridge and takes 3 points." in turn
    assert "The tables" in turn and "Standings" in turn
    assert "fought" not in turn
    assert "Anselm leads." in pages["index.html"]


def test_tables_of_one_title_stand_all_on_the_pages(tmp_path: Path) -> None:
    """Two things of a club's own, and one that is called as the seats are."""
    things = (
        f'[things.{name}]\ntitle = "{title}"\ncolumns = {{ size = "0..5" }}\n'
        f'rows = {{ {row} = "{row.title()}" }}'
        for name, title, row in (
            ("hulls", "Stuff", "xebec"), ("masts", "Stuff", "mizzen"), ("more", "Seats", "yawl"),
        )
    )  # fmt: skip
    club = Club(tmp_path, "isles", "\n".join((ISLES, *things)))
    view = TABLES.view(club.context())
    shown = [(table.title, table.rows[0][0]) for table in view.tables]
    assert shown == [("Seats", "Ada"), ("Stuff", "Xebec"), ("Stuff", "Mizzen"), ("Seats", "Yawl")]


def test_the_mail_of_a_turn_has_the_standings(tmp_path: Path) -> None:
    """The rows of the reader are marked: a seat's own, or its side's."""
    club = Club(tmp_path, "sectors")
    (block,) = turn_in_short(club.context(), frozenset({"cem"}))
    assert isinstance(block, NoticeTable)
    assert (block.title, block.own) == ("The alliances", (1,))
    assert block.rows[1] == ("1", "the Southern Pact", "3", "1", "0", "–")


def test_the_journal_tells_each_act_as_it_was_then(tmp_path: Path) -> None:
    """Also where a correction was made, and whichever is asked for first."""
    club = Club(tmp_path, "evening")
    for winner, loser in (("anselm", "brida"), ("corvin", "dorte")):
        values = {"winner": winner, "loser": loser, "bridge": "north", "bloody": "no"}
        club.act("battle", winner, **values)
        club.do("ConfirmAct", loser, number=club.state.proposals)
    log = dict(club.ledger.log("club"))
    second = max(log)
    beat = {second - 2: "Anselm beat Brida", second: "Corvin beat Dorte"}
    told = {
        version: f"{name} at the north bridge and takes 2 points." for version, name in beat.items()
    }
    for order in (sorted(told), sorted(told, reverse=True)):
        say = sentences(club.ledger, "club")
        assert {version: say(log[version], version) for version in order} == told
    club.correct(command="StrikeEvents", versions=[second - 3])
    say = sentences(club.ledger, "club")
    assert say(log[second], second) == told[second]


def test_the_map_is_drawn_on_the_page(tmp_path: Path) -> None:
    club = Club(tmp_path, "sectors")
    page = club.pages()["index.html"]
    assert '<svg class="wards"' in page and "the Northern Pact" in page


def test_a_figure_is_explained_by_its_acts(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    kinds = SYSTEMS["kit"].view.figures()
    named = kinds["figure"].figure(club.state, ["seats.anselm.supply"])
    assert (named.title, named.value(club.state)) == ("supply of Anselm", 2)
    assert "seats.anselm.points" in kinds["figure"].known[0](club.state)
    text = example("evening").replace("[seats]", '[campaign]\ncolumns = { tide = "0..9" }\n[seats]')
    (tmp_path / "tide").mkdir()
    club = Club(tmp_path / "tide", "evening", text)
    of_all = kinds["figure"].figure(club.state, ["campaign.campaign.tide"])
    assert of_all.title == "tide of the campaign"


def test_the_read_tables_hold_acts_values_figures_and_standings(tmp_path: Path) -> None:
    club = Club(tmp_path, "evening")
    values = {"winner": "anselm", "loser": "brida", "bridge": "middle", "bloody": "yes"}
    club.act("battle", "anselm", **values)
    club.do("ConfirmAct", "brida", number=1)
    rows = club.tables()
    (act,) = rows["kit_acts"]
    assert (act["act"], act["seat"], act["news"]) == ("battle", "anselm", 4)
    assert {row["field"]: row["value"] for row in rows["kit_values"]} == values
    points = {row["row"]: row["value"] for row in rows["kit_figures"] if row["column"] == "points"}
    assert points == {"anselm": 3, "brida": 1, "corvin": 0, "dorte": 0}
    places = {row["row"]: row["place"] for row in rows["kit_standings"]}
    assert places == {"anselm": 1, "brida": 2, "corvin": 3, "dorte": 3}


def test_standings_and_columns_of_one_name_are_told_apart_in_read_tables(tmp_path: Path) -> None:
    """A row of the table is known by both; a number stands behind what stands there already."""
    head = '{ head = "points", is = "1" }'
    again = f'[[standings]]\ncolumns = ["points", {head}]\nsort = ["most it.points"]\n[[victory]]'
    club = Club(tmp_path, "evening", example("evening").replace("[[victory]]", again))
    names = {(row["title"], row["head"]) for row in club.tables()["kit_standings"]}
    assert names >= {
        ("Standings", "points"),
        ("Standings 2", "points"),
        ("Standings 2", "points 2"),
    }


def test_an_act_of_another_phase_is_closed_and_says_so(gang: Club) -> None:
    """Whoever does it: a fight is by the winner, who is filled in."""
    system = SYSTEMS["kit"]
    play = system.rules.commands["PlayAct"]

    def decided(system: Any, state: Any, command: Any, supplied: Any) -> Any:
        return system.rules.decide(state, command, supplied)

    def known() -> Available:
        given = {"act_name": "fight"}
        return possible(system, gang.state, play, "host", decided, given)

    assert known().count and not known().reason
    gang.go_on(confirmed=True, why=WHY)
    assert known() == Available(0, "The phase is Income and trade; this belongs to Fights.")


# --- the picture to share -------------------------------------------------------------------------


def test_the_picture_to_share_has_the_standings_and_what_changed(evening: Club) -> None:
    """Dorte won the first round; in the second Brida, who shared the second place, wins."""
    evening.act("battle", winner="dorte", loser="corvin", bridge="south", bloody="no")
    evening.do("ConfirmAct", number=1)
    evening.go_on(confirmed=True, why=WHY)
    evening.act("battle", winner="brida", loser="anselm", bridge="middle", bloody="yes")
    evening.do("ConfirmAct", number=2)
    made = read(StoredLog(evening.ledger, "club"), HELD)
    drawing = poster_svg(made, 1)
    words = re.findall(r"<text[^>]*>([^<]*)</text>", drawing)
    assert words[:2] == ["Round 2", "Three Bridges"]
    assert " ".join(words[2:4]) == evening.state.told
    assert words[4:8] == ["points", "supply", "since last round", "1"]
    assert words[words.index("Brida") :][:4] == ["Brida", "3", "3", "up 1"]
    assert words[words.index("Dorte") :][:4] == ["Dorte", "2", "3", "down 1"]
    assert "<script" not in drawing


def test_a_picture_has_room_for_long_standings() -> None:
    """Seven of forty rows, and how many more there are; long names and many columns are cut."""
    heads = ("", "captain", *("a very long head indeed",) * 6, "since last round")
    rows = tuple((f"{n}", "W" * 80, *("1000000",) * 6, "–") for n in range(1, 41))
    view = picture(NoticeTable("Standings", heads, rows, ()), "Club", "Round 1", "").view
    assert isinstance(view, Shown)
    assert (len(view.lines), view.more, view.headline) == (7, 33, ("Standings",))
    assert view.ends == (500, 650, 800, 950)
    assert view.lines[0][1].endswith("…") and {len(line) for line in view.lines} == {7}


# --- luck -----------------------------------------------------------------------------------------


def test_luck_is_the_dice_of_each_seat_against_their_average(evening: Club) -> None:
    """Raids roll a die of six, 3.5 on average; what has no dice says nothing of luck."""
    assert turn_in_short(evening.context(), frozenset())[1:] == ()
    faces = {}
    for seat, whom in (("dorte", "anselm"), ("brida", "corvin")):
        version = evening.act("raid", seat, whom=whom)
        faces[seat] = dict(evening.ledger.log("club"))[version].dice["luck"][0]
    *_, luck = turn_in_short(evening.context(), frozenset({"dorte"}))
    assert isinstance(luck, NoticeTable)
    signs = {1: "−2.5", 2: "−1.5", 3: "−0.5", 4: "+0.5", 5: "+1.5", 6: "+2.5"}
    assert luck.heads == ("captain", "dice", "total", "on average", "luck")
    assert luck.rows == tuple(
        (seat.title(), "1", str(faces[seat]), "3.5", signs[faces[seat]])
        for seat in ("brida", "dorte")
    )
    assert luck.own == (1,)
    evening.go_on(confirmed=True, why=WHY)
    assert '<h2 id="luck">Luck</h2>' in evening.pages()["turn-02.html"]


def test_pages_and_screens_call_a_turn_as_the_club_does(tmp_path: Path) -> None:
    """`Round 2` in the report, in the journal and at the keyboard, nowhere `Turn 2`."""
    club = Club(tmp_path, "evening")
    club.go_on(confirmed=True, why=WHY)
    pages = club.pages()
    assert "Three Bridges · round 2 of 3" in pages["turn-02.html"]
    assert all("Turn 2" not in page for page in pages.values())
    browser = WebClub.on(club.ledger).browser("host")
    for path in ("", "/journal", "/record", "/replay"):
        shown = browser.get(f"/c/club{path}").text
        assert "Round 2" in shown and "Turn 2" not in shown, path
    assert club.ledger.live("club").calendar.in_words("turn-02") == "Round 2"


def test_mails_and_news_call_a_turn_as_the_club_does(evening: Club) -> None:
    """Their subject, heading and label, and what says that a round was corrected."""
    evening.act("battle", "anselm", winner="anselm", loser="brida", bridge="north", bloody="no")
    evening.do("ConfirmAct", "brida", number=1)
    fought = evening.ledger.store.version("club")
    evening.go_on(confirmed=True, why=WHY)
    evening.correct(command="StrikeEvents", versions=[fought])
    book = read(StoredLog(evening.ledger, "club"), HELD)
    found = occasions(book, 0, NOW)
    letters = {one.kind: letter(book, one, "anselm", Recipient(now=NOW)) for one in found}
    assert letters["turns"].subject == "Three Bridges: Round 1"
    assert "Round 1 · round 1 of 3" in letters["turns"].text
    assert "The whole round, with its journal" in letters["turns"].text
    assert letters["corrections"].subject == "Corrected: Three Bridges: Round 1"
    assert "Corrected in Round 2 under d1." in letters["corrections"].text
    assert all("Turn " not in mail.text for mail in letters.values())
    news = [one.text for one in public_news(book, found, NOW)]
    assert {"Round 1 is over.", "Corrected in Round 2 under d1."} <= set(news)


def _steps(club: Club) -> dict[str, str]:
    """What the host can do where nothing is owed, and what that does."""
    status = Status(now=(), waits_for=("the host",), json={}, may_end=True)
    return {one.call: one.does for one in next_steps(SYSTEMS["kit"], club.state, status)}


def test_the_last_turn_and_the_end_are_called_as_the_club_does(tmp_path: Path) -> None:
    """Three rounds: none follows the third, and the front page then names it."""
    club = Club(tmp_path, "evening")
    fields = {"winner": "anselm", "loser": "brida", "bridge": "north", "bloody": "no"}
    assert _steps(club) == {"turn club": "end the round and begin the next"}
    proposed = club.act("battle", "anselm", **fields)
    for _ in range(2):
        club.go_on(confirmed=True, why=WHY)
    _, stays = club.refused("UndoAct", "anselm", versions=[proposed])
    assert stays == "only acts of the running round are taken back"
    assert _steps(club) == {"end club": "end the campaign; this is its last round"}
    text = "Round 3 is the last round; end the campaign: `campaign end club`"
    assert club.refused("AdvanceTurn", confirmed=True, why=WHY) == ("Calendar", text)
    browser = WebClub.on(club.ledger).browser("host")
    war = browser.get("/c/club/war").text
    assert "Round 2" in war and "Turn 2" not in war
    club.do("CloseCampaign", confirmed=True, why=WHY)
    assert "<h1>Round 3</h1>" in browser.get("/c/club").text


IN_THE_CLUBS_WORD = {
    "/c/club/do/AdvanceTurn": "Begin the next round",
    "/c/club/diff": "An event, a round (as it ended)",
    "/c/club/guests": "the journal of each round",
    "/c/club/hooks": "A round is over",
    "/me/notices/club": "A round has ended",
    "/c/club/host": "for the round: ",
}
"""Pages of the frame that speak of turns in general, each with what it says of them."""


def test_the_frames_pages_call_a_turn_as_the_club_does(evening: Club) -> None:
    evening.do("SetDeadline", what="turn", until="2099-01-01T00:00:00.000Z")
    browser = WebClub.on(evening.ledger).browser("host")
    for path, said in IN_THE_CLUBS_WORD.items():
        page = browser.get(path).text
        assert said in page, path
        words = re.sub(r"<[^>]*>", " ", page)
        assert not re.search(r"\b(?:a|the|next) turns?\b", words, re.IGNORECASE), path


def test_a_word_for_a_turn_has_its_article_and_its_plural() -> None:
    calendar = replace(CALENDAR, noun="evening")
    assert calendar.in_own_word("A turn has ended") == "An evening has ended"
    assert calendar.in_own_word("Ended turns alone") == "Ended evenings alone"
    century = replace(CALENDAR, noun="century")
    assert century.in_own_word("turns, a turn, return") == "centuries, a century, return"
    for noun, said in (
        ("hour", "An hour is over"),
        ("battle turn", "A battle turn is over"),
        (r"a\1\d", r"An a\1\d is over"),
    ):
        assert replace(CALENDAR, noun=noun).in_own_word("A turn is over") == said


def test_the_report_begins_in_the_words_of_the_rules(tmp_path: Path) -> None:
    """The opening comes before them in the record, and is called as they say all the same."""
    page = Club(tmp_path, "evening").pages()["turn-01.html"]
    assert "was opened: Three Bridges (Clubscript 1), from Round 1 to Round 3." in page
    assert "Turn 1" not in page and "own-rules (" not in page


def test_a_shared_victory_is_said_once(tmp_path: Path) -> None:
    """Nobody has fought: all four are at the top; a sentence without a name holds for them all."""
    before = '[[victory]]\nsay = "{it} holds the river."'
    assert before in example("evening")
    for say, text in (
        ("The river is shared.", "The river is shared."),
        ("{it} holds it.", "Anselm holds it. Brida holds it. Corvin holds it. Dorte holds it."),
    ):
        folder = tmp_path / say[1:3]
        folder.mkdir()
        after = f'[[victory]]\nat = "any"\nsay = "{say}"'
        club = Club(folder, "evening", example("evening").replace(before, after))
        won = screens.show(club.state)["won"]
        assert won == {"by": ["anselm", "brida", "corvin", "dorte"], "text": text}
        assert facts(club.context())["won"] == won["by"]
