"""Read tables as a game's files describe them: columns, keys, links, views and questions."""

import pytest

from campaign.kernel.projections import DescribedTables, Projection, SavedQuery, TableView

TABLES = """table,key,label,indexes,links,description
ports,port,name,,,Every port
calls,version port,,port; ship day,ship,"Every call, in order"
in_port,,,,,Ships in port
"""
COLUMNS = """table,column,type,names,empty,meaning
,port,text,ports,,"Port, by id"
,version,number,events,,Number of the event
ports,port,,,,
ports,name,text,,,What it is called
calls,version,,,,
calls,port,,,yes,
calls,ship,text,ships,,Which ship
calls,day,number,,,On which day
in_port,ship,,,,The ship
"""
SQL = """-- view in_port
SELECT ship FROM calls WHERE day = {day}

-- query where: Where are they?
-- Each ship with its port.
SELECT ship, port FROM calls
WHERE campaign = :campaign
"""
FILES = {"read_tables.csv": TABLES, "read_columns.csv": COLUMNS, "read_tables.sql": SQL}
DESCRIBED = DescribedTables(FILES.__getitem__, has_sql=True)


def test_a_table_has_its_own_columns_and_those_that_are_shared() -> None:
    """A link to itself is none; those that the table names stand first among its links."""
    assert DESCRIBED.table("ports") == Projection(
        "ports",
        "Every port",
        {"port": (str, "Port, by id"), "name": (str, "What it is called")},
        ("port",),
        label="name",
    )
    assert DESCRIBED.table("calls") == Projection(
        "calls",
        "Every call, in order",
        {
            "version": (int, "Number of the event"),
            "port": (str, "Port, by id"),
            "ship": (str, "Which ship"),
            "day": (int, "On which day"),
        },
        ("version", "port"),
        {("ship",): "ships", ("version",): "events", ("port",): "ports"},
        optional=("port",),
        indexes=(("port",), ("ship", "day")),
    )
    assert list(DESCRIBED.table("calls").links) == [("ship",), ("version",), ("port",)]


def test_views_and_questions_have_their_sql() -> None:
    sql = "\nSELECT ship FROM calls WHERE day = 3\n"
    view = TableView("in_port", "Ships in port", {"ship": "The ship"}, sql)
    assert DESCRIBED.view("in_port", day="3") == view
    asked = "\nSELECT ship, port FROM calls\nWHERE campaign = :campaign\n"
    question = SavedQuery("where", "Where are they?", "Each ship with its port.", asked)
    assert DESCRIBED.query("where") == question


def test_a_name_that_the_files_do_not_have() -> None:
    """Whoever writes a chapter hears of it at once."""
    for named in (DESCRIBED.table, DESCRIBED.view, DESCRIBED.query):
        with pytest.raises(KeyError):
            named("harbours")
