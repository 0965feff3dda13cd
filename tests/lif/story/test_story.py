"""What a turn's page, chat message and mail say first: headline, line below, news, who is asked.

The sentences of the recorded campaigns were written from their commands, by the order of
importance: a war of powers, a conquest, a leader killed, a US option, five stars, a recall, other
promotions, vetoes.
"""

import re
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from msgspec.structs import replace

from campaign.disputes import corrections, impact
from campaign.disputes.commands import Correct
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.kernel.pages import PageContext, TurnStory
from campaign.lif.roster import POWER_NAMES, kit
from campaign.lif.story.items import Item, TurnEvents, Weight, some
from campaign.lif.story.news import MORE, headline, lede, news
from campaign.lif.system import SYSTEM
from campaign.reports import pages, turn_text
from campaign.reports.book import Book
from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from events.base import Event
from events.lif import on_map
from events.lif.board import BallotSealed
from events.lif.cup import LeadersRemoved
from events.lif.politics import ConquestChanged, MinorChanged, PeaceMade, WarDeclared
from events.lif.us_entry import EntryActionTaken, EntryOptionPicked
from support import recorded, table
from support.table import ADVANCE, FIRST_TURN, NAME, TO_1940, ballot, device, draw

CLUB, BY_MAIL = "lif-1998-global-war", "lif-list-global-war"
IN_PLAY, AUTUMN = "lif-1998-leaders-in-play", "lif-list-leaders-in-play"
BY_LEDGER, BY_CUP = "lif-1998-us-entry-ledger", "lif-1998-us-entry-table"
NO_BOARD = "The Promotions Board did not meet."


@cache
def book_of(which: str) -> Book:
    """A recorded campaign, played to its end."""
    with TemporaryDirectory() as place:
        store = recorded.played(recorded.HERE / which, Path(place))
        with Ledger(store, Vault(store.with_suffix(".vault"))) as ledger:
            return pages.book(list(ledger.history(recorded.NAME)))


def story(which: str, turn: str) -> TurnStory:
    """A turn's story, from what is kept of a closed turn."""
    book = book_of(which)
    place = [log.turn for log in book.logs].index(turn)
    return book.system.pages.stories.turn(PageContext(book.logs, place))


def told(which: str, turn: str) -> tuple[str, ...]:
    """Its news."""
    return tuple(line.text for line in story(which, turn).news)


def of(book: Ledger, place: int = -1) -> TurnStory:
    """The story of a turn of a short campaign; by default the last."""
    made = pages.book(book.history(NAME))
    place = range(len(made.logs))[place]
    return turn_text.turn_story(made.system, PageContext(made.logs, place))


# --- telling turns --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("which", "turn", "first", "below"),
    [
        pytest.param(
            CLUB, "1939-SO",
            "The Commonwealth and France declare war on Germany.",
            "Germany declared war on Poland and conquered it. The Commonwealth called out its"
            " reserves. 21 leaders went into the cup.",
            id="the first turn",
        ),
        pytest.param(
            CLUB, "1940-MA",
            "Germany conquers Denmark and declares war on Norway.",
            "The USSR and Finland made peace. Prételat, Dönitz and Doolittle were promoted. France"
            " vetoed Guderian. The Commonwealth vetoed Ozawa.",
            id="a minor country overrun",
        ),
        pytest.param(
            CLUB, "1940-MJ",
            "Italy strikes: war with the Commonwealth and France. France falls: Vichy France is"
            " installed.",
            "Germany declared war on the Netherlands and Belgium, and conquered Norway, the"
            " Netherlands and Belgium. Chennault, Chiang and Graziani were promoted.",
            id="the fall of France",
        ),
        pytest.param(
            CLUB, "1941-MJ",
            "Germany and Italy strike: war with the USSR.",
            "Italy conquered Greece. Finland aligned with Germany. Richthofen, O'Connor and"
            " Mannerheim were promoted. The Commonwealth vetoed Yamashita.",
            id="Barbarossa",
        ),
        pytest.param(
            CLUB, "1941-JA",
            "Yamamoto and Manstein (five stars each) are promoted, with Halsey.",
            "Germany vetoed Montgomery. Italy bought 1 veto point and China 1.",
            id="five stars, and a veto",
        ),
        pytest.param(
            CLUB, "1941-ND",
            "Japan strikes: war with the USA and the Commonwealth.",
            "Germany and Italy declared war on the USA. Siam aligned with Japan. Seven leaders were"
            " promoted. The USA called out its reserves.",
            id="Pearl Harbor",
        ),
        pytest.param(
            CLUB, "1942-JA",
            "Vasilevsky is promoted.", "Germany vetoed Eisenhower.",
            id="a promotion and a veto",
        ),
        pytest.param(CLUB, "1943-MA", "A quiet turn.", NO_BOARD, id="a quiet turn"),
        pytest.param(
            CLUB, "1943-MJ",
            "Messe is promoted.", "Otherwise it was a quiet turn.",
            id="nothing but one promotion",
        ),
        pytest.param(
            CLUB, "1943-SO",
            "Italy is conquered.",
            "Five leaders left the game for good. Vatutin was promoted. The USA vetoed Toyoda."
            " Italy vetoed Novikov.",
            id="a power conquered",
        ),
        pytest.param(
            CLUB, "1944-JF",
            "A quiet turn.", f"The year’s veto points came in. {NO_BOARD}",
            id="a quiet January",
        ),
        pytest.param(
            CLUB, "1944-JA",
            "France is liberated.", "Nimitz was promoted.",
            id="a liberation",
        ),
        pytest.param(
            CLUB, "1945-JA",
            "The USSR declares war on Japan. Japan makes peace with the USA, China and the"
            " Commonwealth.",
            "MacArthur and Nimitz went back to the reserve pool, as peace ended a call-out of the"
            " USA. The Promotions Board met and drew nobody.",
            id="the last turn",
        ),
        pytest.param(
            BY_MAIL, "1942-ND",
            "France is conquered. Vichy France collapses.",
            "Darlan and Prételat left the game for good. Bradley was promoted. The Commonwealth and"
            " the USA vetoed Toyoda.",
            id="the end of Vichy",
        ),
        pytest.param(
            BY_MAIL, "1945-MJ",
            "Germany is conquered. Germany makes peace with the USA and the Commonwealth.",
            "Nine leaders left the game for good. Eisenhower and Patton went back to the reserve"
            " pool, as peace ended a call-out of the USA.",
            id="Germany's end",
        ),
        pytest.param(
            IN_PLAY, "1941-JA",
            "Guderian, Kleist (just promoted), Cunningham and Dowding are recalled.",
            "Wavell, Kleist and Koniev were promoted. One Soviet unit became a Guards Banner army."
            " Five combats were fought.",
            id="recalls, and one of them promoted before",
        ),
        pytest.param(
            IN_PLAY, "1942-SO",
            "Graziani (just promoted) is killed.",
            "Graziani, Kesselring, Vatutin and Wavell were promoted. Guderian was recalled. Three"
            " combats were fought.",
            id="a leader killed",
        ),
        pytest.param(
            AUTUMN, "1943-JF",
            "Germany and the USSR make peace.",
            "Manstein was promoted. Chiang and Dowding were recalled. Three combats were fought."
            " The year’s veto points came in.",
            id="a peace of powers",
        ),
        pytest.param(
            BY_LEDGER, "1941-MA",
            "Japan conquers New Caledonia.",
            "Germany conquered Yugoslavia. The USA picked option 33 (“Lend-lease”) for the"
            " Commonwealth and option 22. Germany took action 60 (“A liner torpedoed”).",
            id="options and actions behind a conquest",
        ),
        pytest.param(
            BY_LEDGER, "1943-SO",
            "US entry: Germany takes “A liner torpedoed”.",
            f"The Japan entry pool lacked 1 chit. {NO_BOARD}",
            id="an action alone",
        ),
        pytest.param(
            BY_CUP, "1941-SO",
            "The USA picks “Reflagged merchant ships” and “Guam and Midway reinforced”.",
            "Germany aligned Spain for 2 offensive chits. Italy no longer co-operates with Germany."
            " Germany took action 60 (“A liner torpedoed”).",
            id="US options",
        ),
    ],
)  # fmt: skip
def test_the_most_important_news_make_the_headline(
    which: str, turn: str, first: str, below: str
) -> None:
    """And the next ones the line below it."""
    found = story(which, turn)
    assert (found.headline, found.lede) == (first, below)
    assert found.asked == ()


def test_pearl_harbor_in_full() -> None:
    """Several declarations of a power are one line; a veto before a promotion says so."""
    assert told(CLUB, "1941-ND") == (
        "Japan declared war on the USA and the Commonwealth.",
        "Germany and Italy declared war on the USA.",
        "Siam aligned with Japan.",
        "Yamashita (Japan), Spaatz (USA), Fletcher (USA), Montgomery (Commonwealth) and Rokossovsky"
        " (USSR) were promoted. Mao (China) was vetoed by Japan, then promoted. De Gaulle (France)"
        " was vetoed by Germany, then promoted.",
        "The USA called out its reserves against Japan and Germany; MacArthur, Nimitz, Eisenhower"
        " and Patton joined the cup.",
        "The leaders of 1942 joined the cup early, as it was empty: Bradley, De Lattre, Harris,"
        " Hata, Kesselring, Messe, Mountbatten, Novikov, Rokossovsky, Spruance, Stilwell, Toyoda,"
        " Vasilevsky and Vatutin.",
    )


def test_lif_4_a_minor_attacks_with_the_powers() -> None:
    """It is in the sentence, and the headline names the powers."""
    assert told(CLUB, "1941-MJ")[0] == "Germany, Italy and Finland declared war on the USSR."


def test_lif_4_1_france_falls() -> None:
    """With its conquest, where that was recorded, in one piece of news."""
    fights_on = "Vichy France was installed, and Free France fights on."
    assert told(CLUB, "1940-MJ")[1] == fights_on
    assert told(BY_MAIL, "1940-MJ")[1] == f"France was incompletely conquered. {fights_on}"


def test_lif_4_1_who_vetoed_whom() -> None:
    """Together where it was the same powers each time; otherwise how often, and by whom."""
    assert "Germany and Japan vetoed Eisenhower and Harris." in told(BY_MAIL, "1944-SO")
    assert "The Commonwealth vetoed Toyoda twice." in told(CLUB, "1944-ND")
    assert "Rundstedt was vetoed twice, by the USSR and France." in told(BY_MAIL, "1940-JA")
    both = "Toyoda (Japan) was vetoed three times by the Commonwealth, the USA and China, then"
    assert f"Nimitz (USA) and Harris (Commonwealth) were promoted. {both} promoted." in told(
        BY_MAIL, "1945-MA"
    )


def test_lif_3_3_recalled_and_killed() -> None:
    """Why, those of one reason together; and that one had been promoted before, in its order."""
    assert (
        "Guderian, Kleist (promoted earlier in the turn), Cunningham and Dowding were recalled to"
        " the cup after losses in combat." in told(IN_PLAY, "1941-JA")
    )
    assert told(IN_PLAY, "1942-SO")[0] == (
        "Graziani (promoted earlier in the turn) was killed in an overrun."
    )
    assert told(AUTUMN, "1942-JA")[0] == (
        "Graziani was killed as every other unit in the hex was destroyed, and O'Connor in an"
        " overrun."
    )
    assert (
        "Richthofen was recalled to the cup after losses in combat, and Rommel after a ground"
        " strike." in told(IN_PLAY, "1942-MA")
    )


@pytest.mark.parametrize(
    ("reason", "why"),
    [
        ("losses:attacker/5/land/5", "after losses in combat"),
        ("seven more", "(seven more)"),
        ("we forgot him (twice)", "(we forgot him [twice])"),
    ],
)
def test_lif_3_3_why_a_leader_was_recalled(reason: str, why: str) -> None:
    """A code, and a person's own words."""
    assert large(on_map.LeaderRecalled(leader="manstein", reason=reason))[2] == (
        f"Manstein was recalled to the cup {why}."
    )


def test_lif_4_2_points_bought_in_one_sentence() -> None:
    """The most first; what one power bought at different times is added up."""
    assert "The USA bought 3 veto points and Japan 1." in told(CLUB, "1942-MJ")
    assert "Germany bought 2 veto points." in told(CLUB, "1941-JF")


def test_lif_5_3_how_often_an_action_was_taken() -> None:
    """The same one twice in a turn is one clause."""
    assert "The USSR took action 62 (“A pact signed”) twice." in told(BY_LEDGER, "1943-JA")
    assert "Action 64 (“An axis proclaimed”) was taken." in told(BY_LEDGER, "1943-JA")


def test_what_cooperates_is_one_sentence_and_spain_s_price_another() -> None:
    """Italy's leaving is said once."""
    news = told(IN_PLAY, "1941-MJ")
    assert "Germany and Italy agreed to co-operate; so did the USA and the Commonwealth." in news
    spain = told(BY_LEDGER, "1942-MJ")
    assert sum("co-operate" in line for line in spain) == 1


# --- every turn of every campaign ----------------------------------------------------------------

IDS = re.compile(r"\b(?:ussr|usa|19[0-9]{2}-[A-Z]{2})\b|\b[a-z]+-[a-z]+-[a-z]+\b|[_{}]")
OLD_WORDS = re.compile(r"\b(?:such|so far|thus|stands?|anew|herself|himself)\b")


@pytest.mark.parametrize("which", [folder.name for folder in recorded.FOLDERS])
def test_every_turn_of_every_recorded_campaign(which: str) -> None:
    """A headline; a line of at most 25 words; sentences with names, most important first."""
    book = book_of(which)
    for log in book.logs:
        found = story(which, log.turn)
        texts = (found.headline, found.lede, *(line.text for line in found.news))
        assert 0 < len(found.lede.split()) <= 25, log.turn
        assert len(found.headline) <= 110, log.turn
        for text in texts:
            assert re.fullmatch(r"[A-Z0-9“].*\.", text), (log.turn, text)
            assert not IDS.search(text), (log.turn, text)
            assert not OLD_WORDS.search(text), (log.turn, text)
        weights = [line.weight for line in found.news]
        assert weights == sorted(weights, reverse=True), log.turn
        assert len({line.text for line in found.news}) == len(found.news), log.turn


@pytest.mark.parametrize("which", [folder.name for folder in recorded.FOLDERS])
def test_nobody_is_promoted_and_vetoed_in_one_sentence_without_the_order(which: str) -> None:
    """Who was both is said to have been vetoed, then promoted."""
    book = book_of(which)
    for log in book.logs:
        found = story(which, log.turn)
        texts = (found.headline, found.lede, *(line.text for line in found.news))
        for sentence in " ".join(texts).split(". "):
            if "vetoed" in sentence and "promoted" in sentence:
                assert "then promoted" in sentence, (log.turn, sentence)


@pytest.mark.parametrize("which", [folder.name for folder in recorded.FOLDERS])
def test_a_closed_turn_is_told_as_its_own_page_tells_it(which: str) -> None:
    """What is kept of it for the index is enough for the whole story."""
    kept = book_of(which)
    for place in (0, len(kept.logs) // 2, len(kept.logs) - 2):
        whole = kept.whole(place)
        assert not kept.logs[place].lines or whole is kept
        context = PageContext(whole.logs, place)
        assert whole.system.pages.stories.turn(context) == story(which, kept.logs[place].turn)


# --- the campaign ---------------------------------------------------------------------------------


def verdict(which: str, turns: int | None = None) -> str:
    """The sentence on a campaign after so many turns."""
    book = book_of(which)
    logs = book.logs[:turns]
    return book.system.pages.stories.index(PageContext(logs, len(logs) - 1)).verdict


def test_how_a_campaign_stands_in_one_sentence() -> None:
    """The powers at war and fallen, and what the board did: the sums are those of the records."""
    assert verdict(CLUB).startswith(
        "The campaign is over after 36 turns: Germany and Italy are conquered, and the Board has"
        " promoted 58 leaders and vetoed 22."
    )
    assert verdict(CLUB, 14).startswith(
        "Turn 14 of 36 is in play: all eight powers are at war, France has fallen to Vichy, and the"
        " Board has promoted 41 leaders and vetoed 7."
    )
    assert verdict(IN_PLAY).startswith(
        "The campaign is over after 22 turns: Italy is conquered, six leaders are dead, and the"
    )
    first = "Turn 1 of 36 is in play: five of the eight powers are at war."
    assert verdict(CLUB, 1).startswith(first)


@pytest.mark.parametrize(
    ("points", "ahead"),
    [
        ({"germany": 5, "japan": 3}, " Germany has the most veto points: 5."),
        ({"ussr": 4, "germany": 4, "usa": 1},
         " Germany and the USSR have the most veto points: 4 each."),
        ({"usa": 0}, ""),
        ({}, ""),
    ],
)  # fmt: skip
def test_lif_4_2_who_has_the_most_veto_points(points: dict[str, int], ahead: str) -> None:
    """All who share the lead, in the order of the powers; nobody while all have none."""
    log = book_of(CLUB).logs[0]
    end = replace(log.end, veto_points=points)
    assert end.active
    logs = (replace(log, end=end),)
    text = book_of(CLUB).system.pages.stories.index(PageContext(logs, 0)).verdict
    assert text == f"Turn 1 of 36 is in play: five of the eight powers are at war.{ahead}"
    waiting = (replace(log, end=replace(end, active=False)),)
    text = book_of(CLUB).system.pages.stories.index(PageContext(waiting, 0)).verdict
    assert "veto points" not in text


# --- large turns ----------------------------------------------------------------------------------

MINORS = ("belgium", "denmark", "greece", "hungary", "norway", "persia", "portugal", "sweden",
          "switzerland", "turkey", "yugoslavia", "siam")  # fmt: skip
KIT = tuple(kit())


def large(*happened: Event) -> tuple[str, str, str]:
    """Headline, line below and first news of a turn in which so much happened."""
    start = book_of(CLUB).logs[0].end
    items = news(TurnEvents(start, happened), ())
    first, by_itself = headline(items)
    return first, lede(items[len(by_itself) :]), items[0].text


@pytest.mark.parametrize(
    ("happened", "first", "begins"),
    [
        (
            [WarDeclared(attacker="germany", target=name) for name in MINORS],
            "Germany declares war on Belgium, Denmark, Greece and nine more.",
            "Germany declared war on Belgium, Denmark, Greece, Hungary, Norway, Persia,",
        ),
        (
            [MinorChanged(minor=name, power="germany", status="conquered") for name in MINORS],
            "Germany conquers Belgium, Denmark, Greece and nine more.",
            "Germany conquered Belgium, Denmark, Greece, Hungary, Norway, Persia,",
        ),
        (
            [MinorChanged(minor=name, power="germany", status="aligned") for name in MINORS],
            "Belgium, Denmark, Greece and nine more join Germany.",
            "Belgium, Denmark, Greece, Hungary, Norway, Persia, Portugal,",
        ),
        (
            [PeaceMade(powers=("ussr", name)) for name in MINORS],
            "The USSR makes peace with Belgium, Denmark, Greece and nine more.",
            "The USSR made peace with Belgium, Denmark, Greece, Hungary, Norway,",
        ),
        (
            [on_map.LeaderKilled(leader=who, reason="overrun") for who in KIT[:9]],
            f"{', '.join(kit()[who].name for who in KIT[:3])} and six more are killed.",
            ", ".join(kit()[who].name for who in KIT[:8]),
        ),
        (
            [EntryOptionPicked(option=number) for number in range(60, 70)],
            "The USA picks US entry option 60 and nine more.",
            "The USA picked option 60, option 61, option 62, option 63,",
        ),
        (
            [EntryActionTaken(action=number, power="") for number in range(60, 70)],
            "US entry: action 60 and nine more.",
            "Action 60, action 61, action 62, action 63, action 64, action 65,",
        ),
        (
            [LeadersRemoved(reason="conquered:italy", leaders=KIT[:9])],
            "Nine leaders leave the game for good.",
            ", ".join(kit()[who].name for who in KIT[:8]),
        ),
        (
            [on_map.LeadersReturnedFromCircle(turn="1941-MJ", leaders=KIT[:9])],
            "Nine leaders are back.",
            ", ".join(kit()[who].name for who in KIT[:8]),
        ),
    ],
)  # fmt: skip
def test_a_headline_stays_short_however_much_happened(
    happened: list[Event], first: str, begins: str
) -> None:
    """The news name everything; behind a greater headline the line below does without."""
    found = large(*happened)
    assert found[0] == first and found[2].startswith(begins)
    behind = large(WarDeclared(attacker="japan", target="usa"), *happened)
    assert behind[0] == "Japan strikes: war with the USA."
    assert 3 < len(behind[1].split()) <= 25 and behind[1] != MORE


def test_news_too_long_for_the_line_are_below() -> None:
    """The line never says that it was a quiet turn."""
    assert lede([Item(Weight.CUP, "Word " * 26)]) == MORE == "There is more news below."


def test_lif_4_2_a_power_conquered_in_part_and_then_completely() -> None:
    """Is conquered; the step before it is no news any more."""
    partly = ConquestChanged(power="italy", status="incomplete")
    whole = ConquestChanged(power="italy", status="complete")
    assert large(partly, whole) == ("Italy is conquered.", "", "Italy was completely conquered.")


# --- what is asked --------------------------------------------------------------------------------


@pytest.fixture
def book(tmp_path: Path) -> Ledger:
    """The short campaign: Anna plays Germany, Ben the Commonwealth."""
    return table.opened(tmp_path)


def named(commands: list[dict[str, object]]) -> list[dict[str, object]]:
    """The same commands with a plain name for Anna."""
    return [
        {**command, "name": "Anna"} if command.get("member") == "anna" and "name" in command
        else {**command, "value": "heads"} if command["command"] == "AddEntropy" else command
        for command in commands
    ]  # fmt: skip


OPEN = named(FIRST_TURN)
"""Cunningham is before the board; Germany and the Commonwealth have their ballots in."""


def test_lif_4_1_the_ballots_on_the_leader_before_the_board(book: Ledger) -> None:
    """By name, each person once with all their powers, and nobody who has sealed or cannot pay.

    Ruling 18: a veto on Cunningham costs the Axis 1 and his side 3; Italy has 0, and France, the
    USA and China have 1.
    """
    table.play(book, OPEN)
    found = of(book)
    assert found.headline == "Germany declares war on Poland."
    place = "The host (Italy) still has to place Balbo."
    assert found.asked == (
        "The host (Japan and the USSR) still has to seal a ballot on Cunningham.", place
    )  # fmt: skip
    assert "Cunningham is before the Promotions Board." in [line.text for line in found.news]
    for power in ("italy", "japan"):
        table.play(book, [{"command": "AssignPower", "power": power, "member": "ben"}])
    place = "Ben (Italy) still has to place Balbo."
    assert of(book).asked == (
        "Ben (Japan) and the host (the USSR) still have to seal a ballot on Cunningham.", place
    )  # fmt: skip
    table.play(book, [{"command": "AssignPower", "power": "ussr", "member": "ben"}])
    assert of(book).asked[0] == (
        "Ben (Japan and the USSR) still has to seal a ballot on Cunningham."
    )
    table.play(book, [ballot("japan", "veto", "ben"), ballot("ussr", "no-veto", "ben")])
    assert of(book).asked == ("The ballots on Cunningham are in: the host opens them.", place)


def test_a_ballot_sealed_on_a_device_has_to_be_opened_by_its_player(book: Ledger) -> None:
    """First the host fixes the ballots, then what opens it is asked of the player."""
    table.play(book, [*OPEN[:7], draw("guderian")])
    powers = [power for power in POWER_NAMES if power != "commonwealth"]
    sealed, fix, reveal = device(book, "ballot", 1, "veto")
    table.play(book, [ballot(power, "no-veto") for power in powers])
    table.play(book, [sealed])
    assert of(book).asked == ("The ballots on Guderian are in: the host fixes them.",)
    table.play(book, [fix])
    assert of(book).asked == (
        "Ben (the Commonwealth) still has to hand in what opens a ballot on Guderian.",
    )
    table.play(book, [reveal])
    assert of(book).asked == ("The ballots on Guderian are in: the host opens them.",)


def test_lif_4_1_votes_draws_and_the_turn_s_end(book: Ledger) -> None:
    """The board is opened, a leader is drawn, votes are asked; at last leaders are placed."""
    table.play(book, OPEN[:4])
    assert of(book).asked == ("The host opens the Promotions Board.",)
    assert (of(book).headline, of(book).lede) == ("", "21 leaders went into the cup.")
    table.play(book, [{"command": "OpenReinforcement"}])
    assert of(book).asked == ("The host records the next leader drawn at the table.",)
    table.play(book, OPEN[6:])
    table.play(book, [*TO_1940[:3]])
    placed = (
        "The host (Italy) still has to place Balbo.",
        "The host (China) still has to place Chiang.",
    )
    assert of(book).asked == (
        "Anna (Germany), the host (Japan, the USSR, France, the USA and China) and Ben (the"
        " Commonwealth) still have to seal a vote on another leader.",
        *placed,
    )
    table.play(book, TO_1940[3:5])
    assert of(book).asked == placed
    table.play(book, TO_1940[5:])
    assert of(book).asked == ("The host opens the Promotions Board.", *placed)
    assert of(book, 1).asked == () == of(book, 0).asked


def test_lif_4_1_the_ledger_draws(tmp_path: Path) -> None:
    """Where it draws, nobody records a draw made at the table."""
    made = table.opened(tmp_path, rulings={})
    table.play(made, [{"command": "OpenReinforcement"}])
    assert of(made).asked == ("The host draws the next leader.",)


def test_nothing_is_asked_when_the_campaign_is_over(book: Ledger) -> None:
    """Nor while a dispute freezes play, but to settle it."""
    table.play(book, [*OPEN[:4], {"command": "CloseCampaign"}])
    assert of(book).asked == ()


def test_a_dispute_waits_for_whoever_may_rule(book: Ledger) -> None:
    """While play rests, for nothing else."""
    table.play(book, OPEN[:4])
    raised = {"command": "RaiseDispute", "by": "ben", "claim": "That was no war", "versions": [5]}
    table.play(book, [raised])
    asked = of(book).asked
    assert asked[0] == "The host opens the Promotions Board."
    assert asked[1].startswith("Dispute d1 waits for a ruling by ") and len(asked) == 2
    frozen = {"command": "FreezePlay", "by": "host", "dispute": "d1"}
    table.play(book, [frozen])
    asked = of(book).asked
    assert len(asked) == 1
    assert asked[0].startswith("Play rests until dispute d1 is settled; it waits for a ruling by ")


def test_a_secret_waits_for_whoever_has_to_consent(book: Ledger) -> None:
    """To its being opened early: a second member, or the keeper by name."""
    table.play(book, OPEN)
    sealed = next(
        entry.version for entry in book.history(NAME)
        if isinstance(entry.event, BallotSealed) and entry.event.power == "germany"
    )  # fmt: skip
    reason = "The phone is lost"
    asks = {"command": "AskOpening", "by": "ben", "version": sealed, "reason": reason}
    table.play(book, [asks])
    text = f"Ben asked to open what event {sealed} sealed; "
    assert of(book).asked[-1] == f"{text}a second member has to consent."
    enrol = {"command": "EnrolMember", "member": "clara", "name": "Clara", "roles": ["observer"]}
    table.play(book, [enrol, {"command": "NameKeeper", "member": "clara"}])
    assert of(book).asked[-1] == f"{text}Clara has to consent."
    assert reason not in " ".join(of(book).asked)


def test_who_took_over_what_is_one_piece_of_news(book: Ledger) -> None:
    """Behind the news of the war."""
    table.play(book, OPEN)
    assert of(book, 0).news[-1].text == "Anna took over Germany; Ben took over the Commonwealth."


def test_the_opening_is_told_in_words_and_not_in_a_chat(book: Ledger) -> None:
    """The scenario's title and the rulebook's name; a message to be pasted goes without it."""
    table.play(book, OPEN)
    opening = "The campaign “club” was opened: Global War, 1998 rulebook."
    found = of(book, 0)
    assert [line.text for line in found.news if line.of_opening] == [
        opening, "Anna took over Germany; Ben took over the Commonwealth.",
    ]  # fmt: skip
    made = pages.book(book.history(NAME))
    text = turn_text.turn_text(made.system, made.whole(0).logs, 0, 0)
    for form in (turn_text.in_short(text), turn_text.in_full(text), turn_text.in_markdown(text)):
        assert "took over" not in form and "was opened" not in form
        assert "went into the cup" in form


def test_what_is_sealed_is_told_nowhere(book: Ledger) -> None:
    """Two campaigns that differ in a sealed choice alone tell the same."""
    table.play(book, OPEN)
    before = of(book)
    table.play(book, [ballot("germany", "no-veto", "anna")])
    assert of(book) == before


# --- corrections ----------------------------------------------------------------------------------


def test_what_was_taken_back_is_no_news(book: Ledger) -> None:
    """A war taken back was none; the turn is quiet again."""
    table.play(book, OPEN[:4])
    war = {"command": "DeclareWar", "by": "anna", "attacker": "germany", "target": "poland"}
    table.play(book, [{**war, "by": "host"}])
    assert of(book).headline == "Germany declares war on Poland."
    table.play(book, [{"command": "UndoAct", "by": "host"}])
    assert (of(book).headline, of(book).lede) == ("", "21 leaders went into the cup.")
    table.play(book, [ADVANCE])
    assert of(book, 0).headline == "A quiet turn."


WAR = {"command": "DeclareWar", "by": "host", "attacker": "ussr", "target": "germany"}
REF = {"command": "EnrolMember", "member": "ref", "name": "Ref", "roles": ["referee"]}
WAR_STRUCK = "A ruling took back the USSR’s declaration of war on Germany (d1)."


def struck(book: Ledger, *versions: int) -> None:
    """Strikes events under a dispute that Ben raised and Ref upheld."""
    raised = {"command": "RaiseDispute", "by": "ben", "claim": "That was no war"}
    ruled = {"command": "GiveRuling", "by": "ref", "dispute": "d1", "verdict": "upheld"}
    table.play(book, [{**raised, "versions": [*versions]}, {**ruled, "text": "It was none."}])
    asked = {
        "command": "StrikeEvents", "by": "ref", "seen": "0" * 64, "dispute": "d1",
        "versions": [*versions],
    }  # fmt: skip
    read = decisions.read(asked, SYSTEM.rules.commands)
    assert isinstance(read, Correct), read
    past = book.log(NAME)
    events = corrections.events_of(SYSTEM, read, past)
    assert not isinstance(events, Refused), events
    found = impact.impact(SYSTEM, past, events)
    assert not isinstance(found, Refused), found
    table.play(book, [{**asked, "seen": found.digest}])


def lines(found: TurnStory) -> list[str]:
    """Its news."""
    return [line.text for line in found.news]


def test_a_correction_is_news_in_its_turn_and_in_the_turn_that_it_corrected(book: Ledger) -> None:
    """Before all else: what was taken back, and from the turn corrected, when and under which
    dispute."""
    table.play(book, [REF, *OPEN[:4], WAR])
    war = book.log(NAME)[-1][0]
    assert of(book).headline.startswith("The USSR declares war on Germany")
    table.play(book, [ADVANCE])
    struck(book, war)
    assert lines(of(book))[0] == WAR_STRUCK
    assert lines(of(book, 0))[0] == "Corrected in November/December 1939 under d1."
    assert of(book, 0).headline == "A quiet turn."
    assert not [line for line in lines(of(book, 0)) if "took back" in line]
    table.play(book, [ADVANCE])
    assert not [line for line in lines(of(book)) if "orrect" in line or "ruling" in line]
    assert lines(of(book, 1))[0] == WAR_STRUCK


def test_a_correction_in_the_same_turn_is_told_once(book: Ledger) -> None:
    """The turn does not say of itself that it was corrected."""
    table.play(book, [REF, *OPEN[:4], WAR])
    struck(book, book.log(NAME)[-1][0])
    assert lines(of(book))[0] == WAR_STRUCK
    assert not [line for line in lines(of(book)) if line.startswith("Corrected")]


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (["A"], "A"),
        (["A", "B", "C", "D"], "A, B, C and D"),
        (["A", "B", "C", "D", "E"], "A, B, C and two more"),
        ([*"ABCDEFGHIJKLMNOPQ"], "A, B, C and 14 more"),
    ],
)
def test_a_headline_names_four_at_most(names: list[str], text: str) -> None:
    """And says how many more there are."""
    assert some(names) == text
