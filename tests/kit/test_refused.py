"""What is refused of a campaign by a club's own rules, each with its rule and its words."""

from pathlib import Path
from typing import Any

import pytest

from kit.club import WHY, Club
from support.command_line import Shell

RULES = """kit = 1
title = "The Pot"
[turns]
last = 2
[phases.gifts]
play = "together"
[phases.feast]
title = "The feast"
play = "in order"
[campaign]
columns = { pot = "0..20" }
[sides]
rows = { red = "Red", blue = "Blue" }
[seats]
enrol = 3
columns = { gold = "0..5 = 3" }
[seats.rows]
ada = { name = "Ada", side = "red" }
ben = { name = "Ben", side = "blue" }
[things.trees]
one = "tree"
rows = { oak = "Oak", elm = "Elm" }
[things.stones]
one = "stone"
rows = { flint = "Flint" }
[decks.wood]
of = "trees"
copies = { oak = 1, elm = 0 }
[acts.give]
does = "Give"
rule = "Pot 1"
by = "seat"
when = "gifts"
secret = true
missing = { coins = 0 }
fields = { coins = "0..9" }
do = ["me.gold -= coins", "campaign.pot += coins"]
[acts.fell]
does = "Fell a tree"
rule = "Pot 2"
by = "seat"
when = "feast"
fields = { card = "draw wood" }
do = ["keep card"]
[acts.toast]
does = "Toast somebody"
rule = "Pot 3"
by = "seat"
once = "phase"
confirm = "whom"
fields = { whom = { is = "seat", where = "it != me" } }
"""
WATCH = """kit = 1
title = "The Watch"
[turns]
one = "watch"
last = 2
[seats]
rows = { ada = "Ada" }
[acts.ask]
does = "Ask"
rule = "Watch 1"
by = "seat"
confirm = "referee"
"""


@pytest.fixture(scope="module")
def gifts(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A third seat has come, Ada has proposed a toast, and Ben has sealed a gift."""
    club = Club(tmp_path_factory.mktemp("gifts"), "pot", RULES)
    club.do("AddSeat", seat="cem", name="Cem", side="red")
    club.act("toast", "ada", whom="ben")
    club.sealed("give", "ben", coins="1")
    return club


@pytest.fixture(scope="module")
def feast(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """The second phase, in which all are done, and the only tree was felled."""
    club = Club(tmp_path_factory.mktemp("feast"), "pot", RULES)
    club.do("OpenChoices", act_name="give", confirmed=True, why=WHY)
    club.go_on(confirmed=True, why=WHY)
    club.act("fell", "ada")
    return club


CHANGES = {
    "nothing": ("", "", "these are the rules in force already"),
    "the number of turns": ("last = 2", "last = 3", "the campaign ends with turn 2; keep last = 2"),
    "the phase at hand": ("gifts", "alms", "the phase is gifts; keep it"),
    "while choices are sealed": ("Fell a", "Cut a", "choices are sealed; open them first"),
}
LOST = {
    "an act that waits": (
        "acts.toast",
        "acts.cheer",
        "toast waits to be confirmed; keep it, or decline it first",
    ),
    "whoever confirms": (
        'confirm = "whom"',
        'confirm = "host"',
        "toast waits to be confirmed; keep confirm = 'whom', or decline it first",
    ),
    "the field of whoever confirms": (
        "whom",
        "who",
        "toast waits to be confirmed; keep confirm = 'whom', or decline it first",
    ),
    "an answer": (
        'confirm = "whom"\n',
        "",
        "toast waits to be confirmed; keep confirm = 'whom', or decline it first",
    ),
    "a table": ("stone", "rock", "stones are in use; keep them"),
    "room for a seat": ("enrol = 3", "enrol = 2", "there are 3 seats; allow at least so many"),
    "a row": ('flint = "Flint"', 'chalk = "Chalk"', "the row flint of stones is in use; keep it"),
    "a limit": (
        "0..20",
        "0..19",
        "pot of campaign is in use; its type may only take more than before",
    ),
}


@pytest.mark.parametrize(("old", "new", "says"), CHANGES.values(), ids=CHANGES)
def test_a_change_of_the_rules_is_refused(gifts: Club, old: str, new: str, says: str) -> None:
    text = RULES.replace(old, new) if old else RULES
    assert gifts.refused("ChangeRules", text=text, reason="we like it") == ("Rules", says)


@pytest.fixture(scope="module")
def toast(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """Nothing is sealed; a third seat has come, and Ada has proposed a toast."""
    club = Club(tmp_path_factory.mktemp("toast"), "pot", RULES)
    club.do("AddSeat", seat="cem", name="Cem", side="red")
    club.act("toast", "ada", whom="ben")
    return club


GROVE = (
    WATCH.replace('"Ada" }', '"Ada", ben = "Ben" }').replace("[seats]", "[seats]\nenrol = 3")
    + """[things.trees]
one = "tree"
at_most = 3
rows = { oak = "Oak" }
[acts.plant]
does = "Plant"
rule = "Watch 2"
by = "host"
do = ["new tree {}"]
"""
)
SIDED = GROVE.replace("[seats]", '[sides]\nrows = { red = "Red" }\n[seats]')
ON_SIDES = '{ name = "Ada", side = "red" }, ben = { name = "Ben", side = "red" }'
PLANTED = GROVE.replace('one = "tree"', 'one = "tree"\ncolumns = { by = "seat" }').replace(
    "{}", "{ by: seats.ada }"
)
OAK, ASH = '{ name = "Oak", by = "ada" }', 'tree2 = { name = "Ash", by = "ben" }'
NEW_COLUMNS = {
    "a side for a seat that was added": (
        SIDED.replace('"Ada", ben = "Ben"', ON_SIDES),
        "side of seats is new, and cem has none; write cem among the rows",
    ),
    "a side for each": (
        SIDED.replace('"Ada", ben = "Ben"', f'{ON_SIDES}, cem = {{ name = "Cem", side = "red" }}'),
        "",
    ),
    "a row for what an act has made": (
        PLANTED.replace('"Oak"', OAK),
        "by of trees is new, and tree2 has none; write tree2 among the rows",
    ),
    "a row for all": (PLANTED.replace('"Oak"', f"{OAK}, {ASH}"), ""),
}


@pytest.mark.parametrize(("text", "says"), NEW_COLUMNS.values(), ids=NEW_COLUMNS)
def test_each_row_has_a_value_in_a_new_column(tmp_path: Path, text: str, says: str) -> None:
    """A seat that was added, and a tree that was planted, are in no file yet."""
    club = Club(tmp_path, "watch", GROVE)
    club.do("AddSeat", seat="cem", name="Cem")
    club.act("plant")
    sent = {"text": text, "reason": "we like it"}
    if says:
        assert club.refused("ChangeRules", **sent) == ("Rules", says)
    else:
        club.do("ChangeRules", **sent)
        tables = club.state.tables
        assert None not in (*tables["seats"]["cem"], *tables["trees"]["tree2"])


@pytest.mark.parametrize(("old", "new", "says"), LOST.values(), ids=LOST)
def test_what_is_in_use_is_not_lost(toast: Club, old: str, new: str, says: str) -> None:
    text = RULES.replace(old, new)
    assert toast.refused("ChangeRules", text=text, reason="we like it") == ("Rules", says)


PLAYED: dict[str, tuple[str, dict[str, Any], str | None, str]] = {
    "no such act": (
        "ada",
        {"act_name": "giv"},
        None,
        "act_name: there is no act 'giv'; did you mean give?",
    ),
    "a secret act in the open": (
        "ada",
        {"act_name": "give", "values": {"coins": "1"}},
        "Secret",
        "“Give” is sealed: `campaign act seal`",
    ),
    "a field is missing": (
        "cem",
        {"act_name": "toast"},
        None,
        "values: whom is missing; write whom=…",
    ),
    "a row that is barred": (
        "cem",
        {"act_name": "toast", "seat": "cem", "values": {"whom": "cem"}},
        "Pot 3",
        "Whom: this cannot be chosen",
    ),
    "once in a phase, while it waits": (
        "ada",
        {"act_name": "toast", "values": {"whom": "cem"}},
        "Pot 3",
        "this is done once a phase",
    ),
    "in another phase": (
        "ada",
        {"act_name": "fell"},
        "Phase",
        "the phase is Gifts; this belongs to The feast",
    ),
}


@pytest.mark.parametrize(("by", "sent", "rule", "says"), PLAYED.values(), ids=PLAYED)
def test_an_act_is_refused(
    gifts: Club, by: str, sent: dict[str, Any], rule: str | None, says: str
) -> None:
    """By the host where the seat has no player."""
    sender = by if by in ("ada", "ben") else "host"
    seat = {"seat": by} if sender == "host" else {}
    assert gifts.refused("PlayAct", sender, **{**seat, **sent}) == (rule, says)


HOSTED: dict[str, tuple[str, dict[str, Any], str | None, str]] = {
    "a seat twice": (
        "AddSeat",
        {"seat": "ada", "name": "Ada", "side": "red"},
        "Seats",
        "ada is a seat already",
    ),
    "nobody as a seat": (
        "AddSeat",
        {"seat": "none", "name": "Nobody", "side": "red"},
        None,
        "seat: 'none' says that there is no seat; use another name",
    ),
    "more seats than there may be": (
        "AddSeat",
        {"seat": "dora", "name": "Dora", "side": "red"},
        "Seats",
        "there are 3 seats, the most these rules allow",
    ),
    "no such switch": (
        "SetHouseRule",
        {"name": "raids", "value": "no", "reason": "so"},
        None,
        "name: there is no house rule 'raids'; there is none",
    ),
    "what is no sealed choice": (
        "OpenChoices",
        {"act_name": "fell"},
        "Secret",
        "“Fell a tree” is no sealed choice",
    ),
    "the turn before its last phase": (
        "AdvanceTurn",
        {"confirmed": True, "why": WHY},
        "Phase",
        "the phase is Gifts; end it first: `campaign turn phase club`",
    ),
}


@pytest.mark.parametrize(("command", "sent", "rule", "says"), HOSTED.values(), ids=HOSTED)
def test_what_a_host_does_is_refused(
    gifts: Club, command: str, sent: dict[str, Any], rule: str | None, says: str
) -> None:
    assert gifts.refused(command, **sent) == (rule, says)


def test_a_seat_is_on_a_side_where_there_are_sides(tmp_path: Path) -> None:
    club = Club(tmp_path, "pot", RULES)
    sent = {"seat": "cem", "name": "Cem"}
    assert club.refused("AddSeat", **sent) == (None, "side: say which side")
    assert club.refused("AddSeat", side="green", **sent) == (None, "side: say which side")


def test_in_order_means_one_after_another(feast: Club) -> None:
    """Ada, then Ben; then nobody acts, and nothing is left to draw."""
    turn = "it is the turn of Ada"
    assert feast.refused("PassTurn", "ben") == ("Phase", turn)
    assert feast.refused("PlayAct", "ben", act_name="fell") == ("Phase", turn)
    assert feast.refused("PlayAct", "ada", act_name="fell") == ("Pot 2", "no card is left in wood")
    last = "this is the last phase; end the turn instead"
    assert feast.refused("EndPhase", confirmed=True, why=WHY) == ("Phase", last)
    feast.do("PassTurn", "ada")
    feast.do("PassTurn", "ben")
    over = ("Phase", "everybody is done; the host ends the phase")
    assert feast.refused("PassTurn", "ada") == over
    assert feast.refused("PlayAct", "ada", act_name="fell") == over


def test_a_faulty_file_starts_nothing(tmp_path: Path) -> None:
    """48,000 bytes are read, one more is not, letters of two bytes count as two, and the end of the
    last line does not count.
    """
    shell = Shell(tmp_path)
    files = {"full": ("#", 48_000), "long": ("#", 48_001), "wide": ("#é", 48_000)}
    for name, (note, size) in files.items():
        text = f"{RULES}{note}".ljust(size, "#")
        (tmp_path / f"{name}.toml").write_text(text, encoding="utf-8")
    for name in ("long", "wide"):
        refused = shell("start", name, "--rules", f"{name}.toml")
        assert refused.status == 2 and "a file has at most 48,000 bytes" in refused.error
        assert shell("status", name).status
        assert shell("check-rules", f"{name}.toml").status == 1
    with (tmp_path / "full.toml").open("a", encoding="utf-8") as full:
        full.write("\n")
    shell.fine("check-rules", "full.toml")
    shell.fine("start", "full", "--rules", "full.toml")


def test_the_end_asks_for_what_is_owed_in_every_turn(tmp_path: Path) -> None:
    """A referee's answer is owed: in the first turn and in the last, the host has to confirm."""
    club = Club(tmp_path, "watch", WATCH)
    club.act("ask", "ada")
    owed = (
        "the host still has to confirm or decline number 1: Ask;"
        " to go on all the same, confirm it (`--yes`)"
    )
    assert club.refused("CloseCampaign") == ("Phase", owed)
    club.do("AdvanceTurn", confirmed=True)
    assert club.refused("CloseCampaign") == ("Phase", owed)
    club.do("ConfirmAct", "ref", number=1)
    club.do("CloseCampaign")


def test_the_end_before_the_last_turn_may_be_confirmed(tmp_path: Path) -> None:
    club = Club(tmp_path, "watch", WATCH)
    club.act("ask", "ada")
    club.do("CloseCampaign", confirmed=True)


def test_there_is_room_for_rows_that_came_and_rows_of_the_new_file(tmp_path: Path) -> None:
    """Ben came to a table of two; with Cem of the new file there would be three."""
    text = WATCH.replace("[seats]", "[seats]\nenrol = 2")
    club = Club(tmp_path, "watch", text)
    club.do("AddSeat", seat="ben", name="Ben")
    text = text.replace('ada = "Ada"', 'ada = "Ada", cem = "Cem"')
    says = "there are 3 seats; allow at least so many"
    assert club.refused("ChangeRules", text=text, reason="we like it") == ("Rules", says)
    club.do("ChangeRules", text=text.replace("enrol = 2", "enrol = 3"), reason="we like it")


def test_turns_have_the_clubs_own_word(tmp_path: Path) -> None:
    club = Club(tmp_path, "watch", WATCH)
    text = WATCH.replace("last = 2", "last = 3")
    says = "the campaign ends with watch 2; keep last = 2"
    assert club.refused("ChangeRules", text=text, reason="we like it") == ("Rules", says)
