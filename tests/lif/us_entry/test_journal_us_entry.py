"""Sentences about US entry: only what was shown has its value told."""

import msgspec
import pytest

from campaign.lif.names import Names
from campaign.lif.roster import kit
from campaign.lif.system import sentence
from campaign.lif.us_entry.sentences import SENTENCES, chits
from events import codec
from events.base import Event
from events.lif import aftermath
from events.lif import us_entry as entry

NAMES = Names(kit(), {})
HEX = "ab" * 32


def laid(*numbers: int) -> tuple[entry.Chit, ...]:
    """Chits face-down."""
    return tuple(entry.Chit(f"c{number}", HEX) for number in numbers)


TOLD: list[tuple[Event, str]] = [
    (entry.EntryOpened(mode="ledger"), "The ledger keeps the chits of US entry."),
    (entry.EntryOpened(mode="table", options=(entry.Taken(11), entry.Taken(18, "commonwealth")),
                       actions=(entry.Taken(7),),
                       due={"entry-japan": 2, "tension-japan": 0, "tension-germany-italy": 1}),
     "The chits of US entry lie in a cup at the table; taken before the campaign: options 11 and "
     "18 for the Commonwealth; action 7; to be drawn: 2 for the Japan entry pool and 1 for the "
     "Germany/Italy tension pool."),
    (entry.ScenarioStated(title="The End of the Beginning", facts=(("Reserves", "called out"),)),
     "The scenario The End of the Beginning states 1 fact."),
    (entry.ScenarioStated(title="Late", facts=(("A", "b"), ("C", "d")),
                          asks=(("resources", "Who gets them?"),)),
     "The scenario Late states 2 facts and leaves 1 question open."),
    (entry.ScenarioStated(title="Late", facts=(), asks=(("resources", "Who gets them?"),)),
     "The scenario Late leaves 1 question open."),
    (entry.ScenarioStated(title="Late", facts=()), "The scenario Late was laid out."),
    (entry.ScenarioAnswered(question="option-18", answer="the commonwealth",
                            options=(entry.Taken(18, "commonwealth"),)),
     "The scenario’s question option-18 was answered: the commonwealth; so taken before the "
     "campaign: option 18 for the Commonwealth."),
    (entry.ScenarioAnswered(question="repair", answer="Lille"),
     "The scenario’s question repair was answered: Lille."),
    (entry.EntryChartImported(source="chart.csv", rows=(
        entry.ChartRow(kind="option", number=12, level=20),
        entry.ChartRow(kind="action", number=3))),
     "The chart of US entry took in option 12 and action 3 from chart.csv."),
    (entry.EntryChartImported(source="chart.csv", rows=(
        *(entry.ChartRow(kind="option", number=number) for number in (1, 2, 3, 4)),
        entry.ChartRow(kind="action", number=3))),
     "The chart of US entry took in 4 options and 1 action from chart.csv."),
    (entry.EntryChitsStocked(rows=(entry.StockRow(1, 10), entry.StockRow(3, 5, 1941),
                                   entry.StockRow(4, 1, 1940)),
                             commitment=HEX, sealed="ff", source="chits.csv"),
     "The common pool was stocked with 16 chits from chits.csv; those of 1940 and 1941 from "
     "their year on; the secret that hides the chits is sealed until the campaign’s end."),
    (entry.EntryChitsStocked(rows=(entry.StockRow(1, 1),), commitment=HEX, sealed="ff"),
     "The common pool was stocked with 1 chit; the secret that hides the chits is sealed until the "
     "campaign’s end."),
    (entry.EntryChitsStocked(rows=(), commitment=HEX, sealed="ff"),
     "The common pool stands ready in its cup at the table; the secret that hides the chits is "
     "sealed until the campaign’s end."),
    (entry.EntryChitsJoined(year=1941, count=12),
     "The 12 chits of 1941 joined the common pool."),
    (entry.EntrySecretOpened(secret=HEX),
     "The secret of the common pool was opened; anybody can check every chit ever drawn."),
    (entry.EntryChitsDealtAnew(commitment=HEX, sealed="ff", chits=laid(1, 4, 5, 6),
                               kept=("c1",), draw=9),
     "The chits of US entry have a secret of the what-if’s own: chit c1 keeps its value and "
     "chits c4, c5 and c6 were drawn anew."),
    (entry.EntryChitsDealtAnew(commitment=HEX, sealed="ff", chits=laid(1, 2), kept=("c1", "c2"),
                               due=("c4",)),
     "The chits of US entry have a secret of the what-if’s own: chits c1 and c2 keep their values "
     "and chit c4 is to be entered anew."),
    (entry.EntryChitsDealtAnew(commitment=HEX, sealed="ff", chits=laid(1, 2), kept=("c1", "c2"),
                               renewal=True),
     "The chits of US entry have a new secret: chits c1 and c2 keep their values."),
    (entry.EntryChitsDealtAnew(commitment=HEX, sealed="ff", chits=()),
     "The chits of US entry have a secret of the what-if’s own: no chit lies on the table."),
    (entry.EntryChitsDrawn(pool="entry-germany-italy", chits=laid(1, 2, 3, 4, 5, 6),
                           cause="set-up", draw=1),
     "Chits c1 to c6 came face-down into the Germany/Italy entry pool, to begin with."),
    (entry.EntryChitsDrawn(pool="entry-japan", chits=laid(7), cause="step", draw=7),
     "Chit c7 came face-down into the Japan entry pool, in the US entry step."),
    (entry.EntryChitsDrawn(pool="tension-japan", chits=laid(8, 9), cause="action", draw=8,
                           reason="option 32"),
     "Chits c8 and c9 came face-down into the Japan tension pool (option 32)."),
    (entry.EntryChitsDrawn(pool="tension-germany-italy", chits=laid(8), cause="other"),
     "Chit c8 came face-down into the Germany/Italy tension pool, from the cup at the table."),
    (entry.EntryChitsDue(pool="entry-japan", count=2, reason="action 3"),
     "2 chits are to be drawn from the cup into the Japan entry pool (action 3)."),
    (entry.EntryChitsDue(pool="entry-japan", count=1),
     "1 chit is to be drawn from the cup into the Japan entry pool."),
    (entry.EntryChitsReturned(pool="entry-germany-italy", chits=("c3", "c5"), draw=9,
                              reason="ability 25"),
     "Chits c3 and c5 went back unseen from the Germany/Italy entry pool to the common pool "
     "(ability 25)."),
    (entry.EntryChitsReturned(pool="entry-japan", chits=("c3",)),
     "Chit c3 went back unseen from the Japan entry pool to the common pool."),
    (entry.EntryChitsMoved(pool="entry-japan", to="tension-japan", chits=("c4",), draw=10,
                           reason="option 32"),
     "Chit c4 went face-down from the Japan entry pool to the Japan tension pool (option 32)."),
    (entry.EntryChitsShown(chits={"c1": entry.ShownChit(3, HEX), "c4": entry.ShownChit(7, HEX)},
                           to=("germany", "italy"), reason="option 12"),
     "The USA showed Germany and Italy chits c1 (3) and c4 (7), together 10 (option 12)."),
    (entry.EntryChitsShown(chits={"c1": entry.ShownChit(0, HEX)}, to=()),
     "The USA showed everybody chit c1, worth 0."),
    (entry.EntryChitsShown(chits={"c1": entry.ShownChit(2, HEX)},
                           to=("germany", "italy", "japan", "ussr", "commonwealth", "france",
                               "china")),
     "The USA showed everybody chit c1, worth 2."),
    (entry.PoolBelowZero(pool="entry-japan", missing=2, chits=laid(9, 10), draw=11,
                         reason="action 3"),
     "The Japan entry pool lacked 2 chits (action 3); chits c9 and c10 were put aside face-down."),
    (entry.PoolBelowZero(pool="tension-japan", missing=1, chits=laid(9), draw=11),
     "The Japan tension pool lacked 1 chit; chit c9 was put aside face-down."),
    (entry.PoolBelowZero(pool="entry-japan", missing=1),
     "The Japan entry pool lacked 1 chit; it is to be drawn from the cup and put aside "
     "face-down."),
    (entry.PoolBelowZero(pool="entry-japan", missing=3),
     "The Japan entry pool lacked 3 chits; they are to be drawn from the cup and put aside "
     "face-down."),
    (entry.AsideChitsEntered(pool="entry-japan", chits=laid(9)),
     "Chit c9 was put aside face-down for what the Japan entry pool lacked."),
    (entry.EntryChitsPlaced(pool="entry-japan", to="entry-germany-italy", chits=("c9",)),
     "Having seen chit c9, the USA put it into the Germany/Italy entry pool instead of the Japan "
     "entry pool."),
    (entry.EntryChitsPlaced(pool="entry-germany-italy", to="entry-japan", chits=("c2", "c3")),
     "Having seen chits c2 and c3, the USA put them into the Japan entry pool instead of the "
     "Germany/Italy entry pool."),
    (entry.EntryTakenBack(chits=("c9",)), "Chit c9, entered by mistake, was taken back."),
    (entry.EntryTakenBack(chits=("c2", "c3")),
     "Chits c2 and c3, entered by mistake, were taken back."),
    (entry.EntryChitsDrawn(pool="entry-japan", chits=laid(9), cause="action", draw=4, wanting=2),
     "Chit c9 came face-down into the Japan entry pool; 2 more the common pool did not hold."),
    (entry.EntryChitsDrawn(pool="entry-japan", chits=(), cause="action", wanting=1),
     "1 chit was to come into the Japan entry pool, but the common pool held none."),
    (entry.AsideChitsReturned(kind="entry", chits=("c9", "c10")),
     "Chits c9 and c10, put aside for the entry pools, went back to the common pool; the USA may "
     "draw entry chits again."),
    (entry.AsideChitsReturned(kind="tension", chits=("c9",)),
     "Chit c9, put aside for the tension pools, went back to the common pool; the USA may pick "
     "options again."),
    (entry.EntryOptionPicked(option=18, target="commonwealth", level=12, outcomes={
        "germany-italy": entry.Outcome(23, 3, entry.Roll(2, "ledger", 12))}),
     "The USA picked entry option 18 (Resources to Allies) for the Commonwealth at entry level "
     "12; tension Germany/Italy 23: 3 chits, with a 2 rolled."),
    (entry.EntryOptionPicked(option=60, outcomes={"japan": entry.Outcome(10, 1)}),
     "The USA picked entry option 60; tension Japan 10: 1 chit."),
    (entry.EntryOptionPicked(option=32, level=5, outcomes={
        "japan": entry.Outcome(4, 0, entry.Roll(9, "table"))}, stated={"fleet": "yes"}),
     "The USA picked entry option 32 (Pacific fleet to Singapore) at entry level 5; tension "
     "Japan 4: no chit, with a 9 rolled at the table; stated: fleet yes."),
    (entry.EntryOptionPicked(option=34, removed=10, gives={"commonwealth": 6, "france": 4}),
     "The USA picked entry option 34 (Reflagged merchant ships); 10 convoy points off the map, "
     "given to the Commonwealth 6 and France 4."),
    (entry.EntryOptionPicked(option=34, removed=1),
     "The USA picked entry option 34 (Reflagged merchant ships); 1 convoy point off the map."),
    (entry.EntryOptionPicked(option=44, militia=("mil-1", "mil-2"), draw=15),
     "The USA picked entry option 44 (National Guard mobilized); mobilized by lot: mil-1 and "
     "mil-2."),
    (entry.EntryOptionPicked(option=44, militia=("mil-1", "mil-2")),
     "The USA picked entry option 44 (National Guard mobilized); mobilized mil-1 and mil-2."),
    (entry.CountersTransferred(counters={"f4f-3": "commonwealth", "h-81a": "china",
                                         "p-36": "commonwealth"}, reason="option 12"),
     "Counters went to other force pools for good (option 12): f4f-3 and p-36 to the "
     "Commonwealth; h-81a to China."),
    (entry.EntryActionTaken(action=3, power="japan", target="netherlands-east-indies", outcomes={
        "germany-italy": entry.Outcome(-13, -2, entry.Roll(3, "ledger", 13)),
        "japan": entry.Outcome(30, 3)}, stated={"oil": "no", "vichy": "yes"}),
     "Japan took US entry action 3 (New Caledonia or NEI occupied), aimed at the Netherlands East "
     "Indies; entry Germany/Italy -13: 2 chits removed, with a 3 rolled; entry Japan 30: 3 chits; "
     "stated: oil no, vichy yes."),
    (entry.EntryActionTaken(action=12, power="japan", target="P1234", outcomes={
        "japan": entry.Outcome(-10, -1)}),
     "Japan took US entry action 12 (Poison gas in China), aimed at P1234; entry Japan -10: 1 "
     "chit removed."),
    (entry.EntryActionTaken(action=12, power="japan", target="P1234", outcomes={
        "japan": entry.Outcome(9, 1, entry.Roll(8, "ledger", 3))}),
     "Japan took US entry action 12 (Poison gas in China), aimed at P1234; entry Japan 9: 1 "
     "chit, with an 8 rolled."),
    (entry.EntryActionTaken(action=8, power=""), "US entry action 8 was taken."),
    (aftermath.PartisanNumberSet(country="china", number=15, reason="action 10"),
     "The partisan number of China is 15 for the rest of the game (action 10)."),
    (aftermath.PartisanNumberSet(country="vichy-france", number=10, reason=""),
     "The partisan number of Vichy France is 10 while it stands."),
    (aftermath.SupplySourceGained(place="nanking", power="japan"),
     "Nanking became a secondary supply source for Japan."),
    (aftermath.SupplySourceGained(place="canadian-cities", power="usa", rank="primary"),
     "Each Canadian city became a primary supply source for the USA."),
    (aftermath.SupplySourceLost(place="zagreb", power="germany"),
     "Zagreb is a supply source for Germany no longer, for the rest of the game."),
    (aftermath.GovernmentDissolved(action=11, city="vladivostok"),
     "Vladivostok was retaken, and the government set up there was dissolved (action 11)."),
    (aftermath.PoisonGasEnded(enemy="commonwealth"),
     "At war with the Commonwealth, Japan uses poison gas no more."),
    (aftermath.SpainJoined(offensive_chits=2),
     "Germany aligned Spain for 2 offensive chits; Italy no longer co-operates with Germany."),
    (aftermath.NeutralMinorEntered(leader="rommel", minor="turkey", ability=25,
                               roll=entry.Roll(3, "ledger", 14)),
     "Rommel led his stack into neutral Turkey (ability 25, Over the border); a 3 was rolled."),
    (aftermath.NeutralMinorEntered(leader="rommel", minor="turkey", ability=25,
                               roll=entry.Roll(8, "ledger", 14)),
     "Rommel led his stack into neutral Turkey (ability 25, Over the border); an 8 was rolled."),
    (aftermath.NeutralMinorEntered(leader="rommel", minor="spain", ability=999,
                               roll=entry.Roll(10, "table")),
     "Rommel led his stack into neutral Spain (ability 999); a 10 was rolled at the table."),
]  # fmt: skip


@pytest.mark.parametrize(("event", "told"), TOLD, ids=lambda value: type(value).__name__)
def test_an_event_of_us_entry_is_a_sentence(event: Event, told: str) -> None:
    """LiF 5.3: pools, options and powers as a reader says them."""
    assert sentence(event, NAMES) == told


def test_ruling_57_action_18_tells_what_stands_through_vichy() -> None:
    """Ruling 57: rail, overflight, supply, garrisons and partisans, while Vichy France stands."""
    text = sentence(entry.EntryActionTaken(action=18, power="germany"), NAMES)
    for word in ("rail", "flies", "supply", "garrison", "partisans", "while Vichy France stands"):
        assert word in text
    other = sentence(entry.EntryActionTaken(action=17, power="germany"), NAMES)
    assert "garrison" not in other


def test_every_event_of_us_entry_is_told_and_tested() -> None:
    """No event of its vocabulary is without words, and none without a test of them."""
    vocabulary = {*codec.events_of(entry), *codec.events_of(aftermath)}
    assert vocabulary
    assert set(SENTENCES) == vocabulary == {type(event) for event, _ in TOLD}


def test_no_commitment_nonce_or_secret_is_told() -> None:
    """LiF 5.3: nothing that could be tried against a commitment stands in the journal."""
    for event, _ in TOLD:
        assert HEX not in sentence(event, NAMES)
        assert "sealed=" not in sentence(event, NAMES)


def test_a_chit_s_words_tell_nothing_of_its_value() -> None:
    """LiF 5.3.2: two chits that differ in their commitment alone are told alike."""
    told = {
        sentence(msgspec.structs.replace(event, chits=(entry.Chit("c1", commitment),)), NAMES)
        for event in (entry.EntryChitsDrawn(pool="entry-japan", chits=(), cause="step", draw=1),)
        for commitment in ("00" * 32, "11" * 32)
    }
    assert told == {"Chit c1 came face-down into the Japan entry pool, in the US entry step."}


@pytest.mark.parametrize(
    ("ids", "told"),
    [
        (["c1"], "chit c1"),
        (["c1", "c2"], "chits c1 and c2"),
        (["c1", "c2", "c3"], "chits c1, c2 and c3"),
        (["c9", "c10", "c11", "c12"], "chits c9 to c12"),
        (["c4", "c3", "c2", "c1"], "chits c4, c3, c2 and c1"),
        (["c1", "c2", "c3", "c5"], "chits c1, c2, c3 and c5"),
    ],
)
def test_chits_in_a_row(ids: list[str], told: str) -> None:
    """Four or more in a row are told by the first and the last."""
    assert chits(ids) == told
