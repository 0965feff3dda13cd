"""Forged records of Flames of War: what is not listed as people's knowledge has to be found.

`forgeries/fow_fields.toml` is written from the rules; every run audits one in
fifty, `all/` a twelfth, `nightly/` all.
"""

from pathlib import Path

import pytest

from campaign.systems import SYSTEMS
from forgeries import conditions, conditions_of_war, evening, forge, recorded, score, table
from forgeries.table_of_war import FILE
from support.driver import Club

OF_GAME = {name for name in SYSTEMS["fow"].codec.events if name.startswith("fow.")}


@pytest.fixture(scope="module")
def tried() -> score.Slice:
    """One forgery in fifty."""
    return score.Slice("fow", score.SLICE)


@pytest.mark.parametrize("name", score.GAMES["fow"])
def test_a_forgery_that_contradicts_is_found(tried: score.Slice, name: str) -> None:
    """There is no list of known misses: each is found."""
    missed = tried.missed(name)
    assert not missed, f"\n{score.misses(missed)}"


def test_many_are_tried(tried: score.Slice) -> None:
    """Of every record some."""
    assert len(tried.told) > 80
    assert {one.record for one in tried.told} == set(score.GAMES["fow"])


TAKEN_OVER = {"fow.PositionStated"}
"""None of them was taken over from paper; what it says is the club's word, whole."""


def test_the_records_hold_every_event_of_the_game(tmp_path: Path) -> None:
    """So that each is forged: the recorded campaigns, the evening, or a case that says `forged`."""
    found = set()
    for name in score.GAMES["fow"]:
        for act in recorded.play(name).acts:
            found |= {str(body["type"]) for body in act.events}
    assert found >= OF_GAME - TAKEN_OVER


def test_the_evening_is_a_record_that_holds(tmp_path: Path) -> None:
    """Every act of it would be decided so again, and `verify` finds nothing."""
    club = Club.__new__(Club)
    club._ledger = evening.play(tmp_path)
    with club:
        assert club.doubted() == [] and club.rejudged() == []


def test_every_row_of_the_table_is_about_a_field_that_there_is() -> None:
    """A reason stands beside each, and each condition is one that can be asked."""
    more = {"act", "event", "by", "command", *forge.STAMP}
    for topic, field in table.rows(FILE):
        fields = SYSTEMS["fow"].codec.events[topic].__struct_fields__ if topic else ()
        assert field.partition(".")[0] in {*fields, *more}, f"{topic}: {field} is no field"
    asked = {case[1:].partition(":")[0] for row in table.rows(FILE).values()
             for case in row.special if case.startswith("?")}  # fmt: skip
    assert asked == set(conditions_of_war.CONDITIONS)
    assert not set(conditions.CONDITIONS) & set(conditions_of_war.CONDITIONS) - {"open_act"}
