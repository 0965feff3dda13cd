"""The read tables that every campaign has, in any game, as `tables/` describes them. IO: reads."""

from pkgutil import get_data

from campaign.kernel.projections import DescribedTables


def _text_of(name: str) -> str:
    content = get_data("campaign.projections", f"tables/{name}")
    assert content is not None
    return content.decode()


_DESCRIBED = DescribedTables(_text_of, has_sql=True)
_table = _DESCRIBED.table

CAMPAIGNS, TURNS, EVENTS = _table("campaigns"), _table("turns"), _table("events")
MEMBERS, DEADLINES, ABSENCES = _table("members"), _table("deadlines"), _table("absences")
SHARED_TABLES = (CAMPAIGNS, TURNS, EVENTS, MEMBERS, DEADLINES, ABSENCES)
"""A table after those that it refers to; a game's own follow, then those of disputes."""

DISPUTES, DISPUTED_EVENTS = _table("disputes"), _table("disputed_events")
DISPUTE_ENTRIES, DISPUTE_RULINGS = _table("dispute_entries"), _table("dispute_rulings")
CORRECTIONS, STRUCK_DRAWS = _table("corrections"), _table("struck_draws")
MEMBER_KEYS, COUNTERSIGNED = _table("member_keys"), _table("countersigned")
RECORD_TABLES = (
    DISPUTES,
    DISPUTED_EVENTS,
    DISPUTE_ENTRIES,
    DISPUTE_RULINGS,
    CORRECTIONS,
    STRUCK_DRAWS,
    MEMBER_KEYS,
    COUNTERSIGNED,
)
"""Every table of disputes, corrections and keys, a table after those it refers to."""

SHARED_VIEWS = (_DESCRIBED.view("journal"),)
SHARED_QUERIES = (_DESCRIBED.query("what-happened"),)
