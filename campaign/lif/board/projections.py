"""LiF 4: read tables of leaders, the cup, veto points and the Promotions Board. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.board.history import BoardHistory, Draw
from campaign.lif.names import country
from campaign.lif.roster import POWERS
from campaign.lif.state import State
from campaign.lif.tables import DRAW, LEADER, POWER
from events.campaign import TurnBegan
from events.lif.board import LeaderValuesSet
from events.lif.cup import LeaderCounter

LEADERS = projections.projection(
    "leaders",
    "Every leader counter and where it stands now",
    {
        "leader": LEADER,
        "name": (str, "Name"),
        "power": (str, "Power or minor country on the counter"),
        "country": (str, "Its name"),
        "rank": (int, "Rank in stars"),
        "year": (int, "Year of arrival, if one is printed"),
        "mark": (str, "Reserve mark, if one is printed"),
        "allegiance": (str, "free-france or vichy-france, if marked"),
        "abilities": (str, "Numbers of his abilities"),
        "status": (str, "aside reserve cup drawn arriving map circle dead removed"),
        "location": (str, "Where he is: E1429, sea:north-sea/3 or dot:canada; empty off the map"),
        "face_up": (int, "1 where he lies face-up, 0 face-down; empty off the map"),
        "arrives": (str, "The turn in which he comes off the production circle"),
    },
    ("leader",),
    optional=("year", "location", "face_up", "arrives"),
    indexes=(("status",),),
    label="name",
)
CUP = projections.projection(
    "cup",
    "The leaders in the cup now",
    {"leader": LEADER, "name": (str, "Name"), "power": (str, "Power"), "rank": (int, "Stars")},
    ("leader",),
)
VETO_POINTS = projections.projection(
    "veto_points",
    "Veto points of each power at the end of each turn; of the turn in play, as they stand",
    {"turn": projections.TURN, "power": POWER, "points": (int, "Veto points")},
    ("turn", "power"),
)
VETO_POINT_CHANGES = projections.projection(
    "veto_point_changes",
    "The account book: every veto point gained or paid, with its cause",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "power": POWER,
        "change": (int, "Points gained, or paid if below zero"),
        "reason": (str, "What for"),
        "balance": (int, "Points after it"),
    },
    ("version", "power"),
    indexes=(("power",),),
)
PROMOTIONS = projections.projection(
    "promotions",
    "Every draw of the Promotions Board and what came of it",
    {
        "draw": DRAW,
        "turn": projections.TURN,
        "leader": LEADER,
        "result": (str, "promoted, vetoed, or open while the board decides"),
        "source": (str, "ledger, or table for a draw from a real cup"),
        "unforeseeable": (int, "1 where not even the holder of the vault key could foresee it"),
        "version": (int, "Number of the event that drew him"),
        "settled": (int, "Number of the event that settled it"),
        "sequel": (str, "continued, or why the board closed after it"),
    },
    ("draw",),
    {("version",): "events"},
    optional=("settled",),
    indexes=(("turn",), ("leader",)),
    label="leader",
)
LEADER_VALUES = projections.projection(
    "leader_values",
    "Every value that the club gave a leader, for veto advice",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "leader": LEADER,
        "power": (str, "For which power, by id; empty for all that have no value of their own"),
        "value": (int, "What he is worth from here on, in hundredths of a value point"),
    },
    ("version", "leader", "power"),
    indexes=(("leader",),),
)
VETO_ACCURACY = projections.projection(
    "veto_accuracy",
    "Ruling 63: what each answer gave away, in value points; worked out behind the answers",
    {
        "version": projections.VERSION,
        "power": POWER,
        "member": (str, "Who answered, by id; host for a power without a player"),
        "lost": (float, "Lost against the advised mixes, by the club's values"),
        "low": (float, "The least lost by values up to 30 % off"),
        "high": (float, "The most"),
        "chance": (float, "How likely the advice was to pay"),
        "paid": (int, "Points paid"),
        "algorithm": (int, "Number of the method; other figures, another number"),
    },
    ("version", "power"),
)
_LAID = {
    "how": (str, "sealed, device, withheld, absent or cannot-pay"),
    "paid": (int, "Veto points paid"),
    "laid_by": (str, "Member who laid it, if anybody did"),
    "in_name": (int, "1 where the host laid it in the player's name"),
    "version": (int, "Number of the event that opened it"),
}
BALLOTS = projections.projection(
    "ballots",
    "Veto markers after they were shown; never before",
    {
        "draw": DRAW,
        "power": POWER,
        "choice": (str, "veto or no-veto, as it is recorded"),
        "said": (str, "veto, no-veto, or support: a veto by the leader's own side"),
        "counts": (int, "1 where it is a veto or support that took effect"),
        "supports": (int, "1 where the power is on the leader's own side"),
        "price": (int, "What a veto on this leader, or support, costs the power"),
        **_LAID,
    },
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events"},
    optional=("laid_by",),
)
VOTES = projections.projection(
    "votes",
    "Votes on drawing another leader after they were shown; never before",
    {"draw": DRAW, "power": POWER, "choice": (str, "another, stop or abstain"), **_LAID},
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events"},
    optional=("laid_by",),
)


# --- LiF 4: draws, ballots and veto points with their names, and what people ask about them -----

_SAID = """(
    SELECT group_concat(powers.name, ', ') FROM ballots JOIN powers ON powers.id = ballots.power_id
    WHERE ballots.draw_id = promotions.id AND counts AND said = '{}'
  )"""
DRAWS = projections.TableView(
    "draws",
    "Every draw of the Promotions Board in words: who vetoed, who supported, what came of it",
    {
        "draw": "Number of the draw in the campaign",
        "turn": "Game turn",
        "leader": "The leader",
        "country": "His country",
        "stars": "His rank",
        "vetoed_by": "Powers whose veto took effect",
        "supported_by": "Powers of his own side whose support took effect",
        "result": "promoted, vetoed, or open while the Board decides",
        "version": "Number of the event that drew him",
    },
    f"""
SELECT promotions.campaign, draw, turns.name AS turn, leaders.name AS leader, country,
  rank AS stars, {_SAID.format("veto")} AS vetoed_by, {_SAID.format("support")} AS supported_by,
  result, version
FROM promotions JOIN leaders ON leaders.id = promotions.leader_id
  JOIN turns ON turns.id = promotions.turn_id
ORDER BY promotions.campaign, draw
""",
)
MARKERS = projections.TableView(
    "markers",
    "Every veto marker in words, after it was shown: veto, support or no veto",
    {
        "draw": "Number of the draw in the campaign",
        "turn": "Game turn",
        "power": "Whose marker",
        "said": "veto, support (a veto by the leader's own side) or no-veto",
        "leader": "On whom",
        "country": "His country",
        "counts": "1 where the veto or support took effect",
        "paid": "Veto points paid",
        "how": "sealed, device, withheld, absent or cannot-pay",
        "laid_by": "Who laid it",
    },
    """
SELECT ballots.campaign, ballots.draw, turns.name AS turn, powers.name AS power, said,
  leaders.name AS leader, country, counts, paid, how, members.name AS laid_by
FROM ballots JOIN promotions ON promotions.id = ballots.draw_id
  JOIN turns ON turns.id = promotions.turn_id
  JOIN leaders ON leaders.id = promotions.leader_id
  JOIN powers ON powers.id = ballots.power_id
  LEFT JOIN members ON members.id = ballots.campaign || '_' || ballots.laid_by
ORDER BY ballots.campaign, ballots.draw, powers.rowid
""",
)
_POINTS = ",\n  ".join(
    f"sum(points) FILTER (WHERE power = '{power}') AS {power}" for power in POWERS
)
POINTS_BY_TURN = projections.TableView(
    "points_by_turn",
    "Veto points at the end of each turn, a column for each power",
    {
        "number": "The turn's place in the campaign, from 1",
        "turn": "Game turn",
        **dict.fromkeys(POWERS, "Veto points at its end"),
    },
    f"""
SELECT turns.campaign, turns.number, turns.name AS turn,
  {_POINTS}
FROM veto_points JOIN turns ON turns.id = veto_points.turn_id
GROUP BY turns.id ORDER BY turns.campaign, turns.number
""",
)
VIEWS = (DRAWS, MARKERS, POINTS_BY_TURN)

_VETO = "counts AND said = 'veto'"
_SUPPORT = "counts AND said = 'support'"
QUERIES = (
    projections.SavedQuery(
        "who-vetoed-whom",
        "Who vetoed whom",
        "Every veto that took effect, with what it cost. Support is not among them.",
        f"""
SELECT turn, power, leader, country, paid, draw FROM markers
WHERE campaign = :campaign AND {_VETO} ORDER BY draw, power
""",
    ),
    projections.SavedQuery(
        "vetoes-head-to-head",
        "Vetoes and support, power by power",
        "How often each power vetoed, and supported, the leaders of each country.",
        f"""
SELECT power, country AS leaders_of, count(*) FILTER (WHERE {_VETO}) AS vetoes,
  count(*) FILTER (WHERE {_SUPPORT}) AS supports, sum(paid) AS points
FROM markers WHERE campaign = :campaign AND counts
GROUP BY power, country ORDER BY vetoes DESC, supports DESC, power, country
""",
    ),
    projections.SavedQuery(
        "points-over-time",
        "Veto points over time",
        "The points of each power at the end of each turn; of the turn in play, as they are now.",
        f"""
SELECT turn, {", ".join(POWERS)} FROM points_by_turn WHERE campaign = :campaign ORDER BY number
""",
    ),
    projections.SavedQuery(
        "points-spent",
        "What the veto points went on",
        "For each power: points received, and points paid for vetoes, support and votes.",
        """
SELECT powers.name AS power, members.name AS played_now_by,
  (SELECT coalesce(sum(change), 0) FROM veto_point_changes AS account
    WHERE account.power_id = powers.id AND change > 0) AS received,
  (SELECT coalesce(sum(paid), 0) FROM ballots
    WHERE ballots.power_id = powers.id AND said = 'veto') AS on_vetoes,
  (SELECT coalesce(sum(paid), 0) FROM ballots
    WHERE ballots.power_id = powers.id AND said = 'support') AS on_support,
  (SELECT coalesce(sum(paid), 0) FROM votes WHERE votes.power_id = powers.id) AS on_votes,
  veto_points AS left_over
FROM powers LEFT JOIN members ON members.id = powers.member_id
WHERE powers.campaign = :campaign ORDER BY powers.rowid
""",
    ),
    projections.SavedQuery(
        "the-board-by-turn",
        "The Promotions Board, turn by turn",
        "How many leaders were drawn, vetoed and promoted in each turn, and who.",
        """
SELECT turns.name AS turn, count(draws.draw) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  group_concat(leader, ', ') FILTER (WHERE result = 'promoted') AS promoted
FROM turns LEFT JOIN draws ON draws.campaign = turns.campaign AND draws.turn = turns.name
WHERE turns.campaign = :campaign GROUP BY turns.id ORDER BY number
""",
    ),
    projections.SavedQuery(
        "most-vetoed-leaders",
        "The leaders most often vetoed",
        "How often each leader was drawn, vetoed and promoted.",
        """
SELECT leader, country, stars, count(*) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  count(*) FILTER (WHERE result = 'promoted') AS promoted
FROM draws WHERE campaign = :campaign
GROUP BY leader, country ORDER BY vetoed DESC, drawn DESC, leader
""",
    ),
    projections.SavedQuery(
        "leaders-never-drawn",
        "Leaders who were never drawn",
        "Who has not come before the Board yet, and where he waits.",
        """
SELECT name AS leader, country, rank AS stars, year, status FROM leaders
WHERE campaign = :campaign AND id NOT IN (SELECT leader_id FROM promotions)
ORDER BY rank DESC, name
""",
    ),
)


# --- Rows of the read tables of leaders, veto points and the Promotions Board -------------------


def rows() -> projections.RowMaker[State]:
    """A maker of rows that remembers the current draw."""
    board = BoardHistory()

    def made(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
        on_board = board.follow(step)
        if step.record.struck_by:
            return
        for change in on_board.changes:
            yield VETO_POINT_CHANGES.of(step, change)
        if on_board.changes or isinstance(step.record.event, TurnBegan):
            for power in POWERS:
                points = step.after.veto_points.get(power, 0)
                yield VETO_POINTS.of(step, power=power, points=points)
        if isinstance(event := step.record.event, LeaderValuesSet):
            for row in event.values:
                yield LEADER_VALUES.of(step, row, power=row.power or "")
        if on_board.draw is not None:
            yield from _of_draw(on_board.draw)

    return made


def _of_draw(draw: Draw) -> Iterator[projections.TableRow]:
    yield PROMOTIONS.of(draw, draw=draw.number, version=draw.drawn)
    for ballot in draw.ballots:
        yield BALLOTS.of(ballot, draw=draw.number, version=draw.opened)
    for vote in draw.votes:
        yield VOTES.of(vote, draw=draw.number, version=draw.voted)


def current(state: State) -> projections.Current:
    """LiF 2, 4: every leader's place, and who is in the cup."""
    leaders = [
        _leader(state, who, counter) for who, counter in state.sheet.items() if who in state.leaders
    ]
    yield LEADERS, leaders
    in_cup = [leader for leader in leaders if leader["status"] == "cup"]
    yield CUP, [{column: leader[column] for column in CUP.columns} for leader in in_cup]


def _leader(state: State, who: str, counter: LeaderCounter) -> projections.Row:
    """LiF 3.1: a leader, and where he is."""
    placement = state.play.placements.get(who)
    on_circle = state.leaders.get(who) == "circle"
    return LEADERS.row(
        counter,
        leader=who,
        country=country(counter.power),
        status=state.leaders[who],
        location=placement.location if placement else None,
        face_up=placement.face_up if placement else None,
        arrives=state.play.circle.get(who) if on_circle else None,
    )


def since(state: State) -> str:
    """LiF 4.1: while a leader is before the board, the draw is read again from its event on."""
    return "" if state.board.phase in ("closed", "draw") else PROMOTIONS.name


TABLES = projections.Projections[State](
    tables=(
        LEADERS,
        CUP,
        VETO_POINTS,
        VETO_POINT_CHANGES,
        PROMOTIONS,
        BALLOTS,
        VOTES,
        LEADER_VALUES,
        VETO_ACCURACY,
    ),
    rows=rows,
    current=current,
    made_from=lambda state: (state.sheet, state.leaders, state.play.placements, state.play.circle),
    since=since,
    views=VIEWS,
    queries=QUERIES,
)
