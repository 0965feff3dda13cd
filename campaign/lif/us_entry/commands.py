"""What a host or player may ask for with US entry played, in the order of LiF 5.3. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import SECRET, Command
from campaign.kernel.members import about
from campaign.text.moments import ONE_LINE
from events.base import Slug
from events.lif.politics import Power
from events.lif.us_entry import ChartRow, Kind, Pool, StockRow, Theatre

MOST = 20
"""Chits that one command may draw, return or move."""
Count = Annotated[int, msgspec.Meta(ge=1, le=MOST, description="how many")]
Value = Annotated[int, msgspec.Meta(ge=0, le=99)]
Die = Annotated[int, msgspec.Meta(ge=1, le=10)]
PoolField = Annotated[Pool, about("the pool", choices="entry_pool")]
TheatreKey = Annotated[Theatre, about("the theatre", choices="entry_theatre")]
ChitId = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^c[1-9][0-9]{0,5}$(?!\n)",
        extra={"form": "a chit like c1", "choices": "entry_chit"},
    ),
]
Which = Annotated[tuple[ChitId, ...], msgspec.Meta(min_length=1, description="which")]
Reason = Annotated[
    str, msgspec.Meta(max_length=120, pattern=rf"^$|{ONE_LINE}", description="why, in a few words")
]
Source = Annotated[
    str, msgspec.Meta(min_length=1, max_length=80, pattern=ONE_LINE, description="where it is from")
]
Stated = Annotated[
    dict[Slug, Annotated[str, msgspec.Meta(max_length=80, pattern=ONE_LINE)]],
    about("what only the map tells: nanking=yes", hint="Does Japan control Nanking?"),
]
Rolls = Annotated[
    dict[TheatreKey, Die],
    about(
        "dice rolled at the table, by theatre: japan=7",
        hint="Roll here, or tap what fell at the table",
    ),
]
Named = Annotated[
    dict[PoolField, tuple[ChitId, ...]],
    about("chits that leave, where they lie at the table: c3,c7", hint="Tap those that leave"),
]


class EntryAct(Command, frozen=True, kw_only=True):
    """LiF 5.3: an act of a campaign that is played with US entry."""

    module = "us-entry"


class PlayersAct(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3: one that is for the holder of a power."""

    who = "holder"


class ImportEntryChart(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3: takes options, actions and numbers from the club's chart (ruling 38)."""

    verb = "us-entry import"
    rows: Annotated[
        tuple[ChartRow, ...], msgspec.Meta(min_length=1, description="rows of the chart")
    ]
    source: Source


class StockEntryChits(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3: fills the common pool and lays the chits that the campaign begins with.

    With chits at the table there are no rows; the chits to begin with are then due.
    """

    verb = "us-entry stock"
    rows: Annotated[tuple[StockRow, ...], about("value, count and year; none at the table")] = ()
    source: Source = "the club's chart"


class DrawEntryChits(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.3: the US entry step: chits from the common pool go face-down into an entry pool."""

    verb = "us-entry draw POOL…"
    in_short = "Draw chits into an entry pool (the US entry step)."
    example = """
    campaign us-entry draw club entry-japan --count 2
    campaign us-entry draw club entry-japan entry-germany-italy
    """
    pool: PoolField
    count: Count = 1
    values: Annotated[
        Annotated[tuple[Value, ...], msgspec.Meta(max_length=MOST)] | None,
        about("with chits at the table: their values, sealed at once"),
        SECRET,
    ] = None
    reason: Reason = ""


class PlaceEntryChits(PlayersAct, frozen=True, kw_only=True):
    """Ruling 53: the USA puts chits that it drew and saw in this step into the other entry pool.

    With --ruling entry_look=before the USA sees a chit of its entry step before it chooses the
    pool: draw it into either, look at it with mine, and leave it there or put it into the other.
    Everybody sees which chit it was, nobody its value. Until anything is picked, taken, moved or
    shown, and no longer than the turn, it may go back again.
    """

    verb = "us-entry place TO CHIT…"
    in_short = "Put a chit just drawn into the other entry pool."
    example = """
    campaign start look-club --scenario end-of-the-beginning --ruling entry_look=before
    campaign us-entry stock look-club chits.csv
    campaign us-entry draw look-club entry-japan
    campaign us-entry mine look-club
    campaign us-entry place look-club entry-germany-italy c11
    """
    to: Annotated[Pool, about("where they go", choices="entry_pool")]
    chits: Which


class EnterEntryChits(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.3: the USA's player enters the values of chits that are due; sealed at once."""

    verb = "us-entry enter [POOL]"
    in_short = "Enter the values of chits drawn at the table."
    example = """
    campaign start cup-club --scenario end-of-the-beginning --ruling entry_chits=table
    campaign us-entry stock cup-club --table
    echo 2 0 3 1 1 2 | campaign us-entry enter cup-club entry-germany-italy
    """
    unseen = {"values": (0,)}  # noqa: RUF012
    pool: PoolField
    values: Annotated[
        tuple[Value, ...], msgspec.Meta(min_length=1, description="their values"), SECRET
    ]
    aside: Annotated[bool, about("put aside for what the pool lacked")] = False


class TakeBackEntry(PlayersAct, frozen=True, kw_only=True):
    """Ruling 58: the USA's player takes back chits entered at the table by mistake.

    Until anything was drawn, rolled, shown or decided on them. Those that were due are due again.
    """

    verb = "us-entry take-back CHIT…"
    in_short = "Take back chits entered by mistake."
    example = "campaign us-entry take-back cup-club c6"
    chits: Which


class ReturnEntryChits(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3.3: chits leave a pool for the common pool; for those it lacks it is below zero.

    For those that the pool lacks, as many are put aside, and turns must pass before the USA draws
    or picks again.
    """

    verb = "us-entry give-back POOL"
    in_short = "Return chits of a pool to the common pool."
    example = "campaign us-entry give-back club tension-japan --count 2 --reason 'our own rule'"
    options = {"chits": "--chit"}  # noqa: RUF012
    pool: PoolField
    count: Count = 1
    chits: Annotated[
        tuple[ChitId, ...] | None, about("which, where the chits lie at the table")
    ] = None
    reason: Reason = ""


class MoveEntryChits(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3: chits go from one pool to another, as a base rule or an option demands.

    An option moves its chits by itself.
    """

    verb = "us-entry shift POOL TO"
    in_short = "Move chits from one pool to another."
    example = "campaign us-entry shift club entry-japan tension-japan --reason 'our own rule'"
    options = {"chits": "--chit"}  # noqa: RUF012
    pool: PoolField
    to: Annotated[Pool, about("where they go", choices="entry_pool")]
    count: Count = 1
    chits: Annotated[
        tuple[ChitId, ...] | None, about("which, where the chits lie at the table or are chosen")
    ] = None
    reason: Reason = ""


class ShowEntryChits(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.2: the USA turns chits face-up to prove a level; face-down again afterwards.

    Their values stand in the record for everybody from then on. An option shows its chits by
    itself.
    """

    verb = "us-entry show-chits CHIT…"
    in_short = "Turn chits face-up for others to see."
    example = "campaign us-entry show-chits club c1 c2 --to germany --reason 'our own rule'"
    chits: Which
    to: Annotated[tuple[Power, ...], about("to whom; all other powers, where left out")] = ()
    reason: Reason = ""


class ReturnAsideChits(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.3: the turns have passed: shows the chits put aside and returns them.

    The USA may then draw, or pick options, again.
    """

    verb = "us-entry ready KIND"
    in_short = "Show and return the chits put aside."
    example = """
    campaign turn club --yes
    campaign us-entry ready club tension
    """
    kind: Annotated[Kind, about("for the entry or the tension pools")]


CountryField = Annotated[Slug, about("the country", choices="country")]
CountryOrHex = Annotated[
    str,
    msgspec.Meta(
        pattern=r"^([A-Z][0-9]{4}|[a-z0-9][a-z0-9-]{0,62})$(?!\n)",
        extra={"form": "a country, or a hex like A1234"},
    ),
]


class PickEntryOption(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.2: the USA picks an entry option, shows its level and rolls for tension.

    At a terminal you are asked what only the map tells, and before any chit is turned up;
    elsewhere say it with --say.
    """

    verb = "us-entry pick OPTION [TARGET]"
    in_short = "Pick an entry option for the USA."
    example = "campaign us-entry pick club 70"
    options = {  # noqa: RUF012
        "stated": "--say", "rolls": "--roll", "chits": "--chit", "counters": "--counter"
    }  # fmt: skip
    option: Annotated[
        int, msgspec.Meta(ge=1, le=99), about("its number, or a word of its name", "entry_option")
    ]
    target: Annotated[Slug | None, about("the country it is for, where it has one", "country")] = (
        None
    )
    show: Annotated[
        tuple[ChitId, ...] | None, about("chits that prove the level; else as few as do")
    ] = None
    rolls: Rolls = msgspec.field(default_factory=dict)
    chits: Named = msgspec.field(default_factory=dict)
    stated: Stated = msgspec.field(default_factory=dict)
    counters: Annotated[
        dict[Slug, CountryField],
        about(
            "option 12: an aircraft and who adds it: p-36=commonwealth",
            hint="Which aircraft, and who adds it?",
        ),
    ] = msgspec.field(default_factory=dict)
    gives: Annotated[
        dict[Power, Annotated[int, msgspec.Meta(ge=1, le=15)]],
        about("option 34: convoy points for a power: commonwealth=6"),
    ] = msgspec.field(default_factory=dict)
    removed: Annotated[
        int, msgspec.Meta(ge=0, le=15, description="option 34: convoy points taken off the map")
    ] = 0


class TakeEntryAction(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.3: a power takes a US entry action; the roll brings or removes chits.

    At a terminal you are asked what only the map tells; elsewhere say it with --say.
    """

    verb = "us-entry act ACTION [TARGET]"
    in_short = "Take a US entry action for a power."
    example = """
    campaign us-entry act club 71
    echo kind,number,name,colour,power,level,germany_italy,japan,once > actions.csv
    echo action,10,,,japan,,,10, >> actions.csv
    echo action,17,,,germany,,10,, >> actions.csv
    campaign us-entry import club actions.csv
    campaign us-entry act club 10 --say nanking=yes
    """
    options = {  # noqa: RUF012
        "stated": "--say", "rolls": "--roll", "chits": "--chit", "units": "--unit"
    }  # fmt: skip
    when = ("closed",)
    action: Annotated[
        int, msgspec.Meta(ge=1, le=99), about("its number, or a word of its name", "entry_action")
    ]
    power: Annotated[Power | None, about("who takes it, where the chart does not say")] = None
    target: Annotated[CountryOrHex | None, about("the country or hex it is for", "country")] = None
    rolls: Rolls = msgspec.field(default_factory=dict)
    chits: Named = msgspec.field(default_factory=dict)
    stated: Stated = msgspec.field(default_factory=dict)
    units: Annotated[
        tuple[Slug, ...], about("action 3: counters that stand there and go to the force pools")
    ] = ()


class RetakeCity(EntryAct, frozen=True, kw_only=True):
    """LiF 5.3.3: the city of a puppet government is retaken, and what it gave is gone.

    The government is dissolved, its militia leaves the game, and the city supplies its maker no
    more.
    """

    verb = "us-entry retake CITY"
    in_short = "Retake a puppet's city."
    example = "campaign us-entry retake club nanking"
    when = ("closed",)
    city: Annotated[Slug, about("nanking, vladivostok or zagreb", choices="puppet_city")]


class AlignSpain(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3.3: Germany aligns Spain under action 17, for two offensive chits.

    Italy then co-operates with Germany no more.
    """

    verb = "us-entry spain"
    in_short = "Align Spain under action 17."
    example = """
    campaign us-entry act club 17
    campaign us-entry spain club
    """
    when = ("closed",)


class EnterNeutralMinor(PlayersAct, frozen=True, kw_only=True):
    """LiF 5.3, ability 25: a leader's stack marches into a neutral minor country.

    It is rolled for, and may cost a chit of the Germany/Italy entry pool.
    """

    verb = "us-entry enter-minor LEADER MINOR"
    in_short = "Lead a stack into a neutral minor country."
    example = """
    echo 'leaders = {pretelat="map"}' > west.toml
    campaign start west --scenario global-war --setup west.toml
    campaign us-entry stock west chits.csv
    campaign us-entry enter-minor west pretelat belgium
    """
    options = {"chits": "--chit"}  # noqa: RUF012
    when = ("closed",)
    leader: Annotated[Slug, about("the leader", choices="leader")]
    minor: Annotated[Slug, about("the minor country", choices="country")]
    roll: Annotated[Die | None, about("the die, where draws are made at the table")] = None
    chits: Named = msgspec.field(default_factory=dict)


class AnswerScenario(Command, frozen=True, kw_only=True):
    """LiF 6: answers a question that the scenario leaves open."""

    verb = "us-entry answer [QUESTION] [ANSWER]"
    in_short = "Answer what the scenario leaves open."
    example = """
    campaign us-entry answer cup-club
    campaign us-entry answer cup-club option-18 commonwealth
    """
    question: Annotated[Slug, about("which question", choices="scenario_question")]
    answer: Annotated[
        str, msgspec.Meta(min_length=1, max_length=200, pattern=ONE_LINE, description="the answer")
    ]
