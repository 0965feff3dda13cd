"""`campaign us-entry`: every verb does what its command does, and no value is seen too early."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from campaign.lif.us_entry.verbs.family import US_ENTRY
from campaign.lif.us_entry.verbs.sheets import CHART_COLUMNS
from support.command_line import Shell

pytestmark = pytest.mark.further

HEX = re.compile(r"[0-9a-f]{16,}…?|the store is\s+\S+")
CHART = "\n".join(
    [
        ",".join(CHART_COLUMNS),
        "option,12,,green,,2,3,4,",
        "option,18,,gray,,0,10,,",
        "option,32,,red,,1,,7,",
        "option,34,,gray,,0,10,,",
        "option,46,,red,,0,,10,",
        "option,70,Our own option,red,,0,,10,yes",
        "action,3,,,japan,,5,27,",
        "action,10,,,japan,,,10,",
        "action,12,,,japan,,,-9,",
        "action,17,,,germany,,10,,",
        "action,71,Our own action,,japan,,,-10,",
    ]
)
COUNTERS = (
    "id,power,type,name,combat,movement,cost,size,available,guards_banner,starts\n"
    "p-36,usa,FTR,,,,,,,no,pool\nnei-inf,netherlands,INF,,1,3,2,,,no,pool\n"
)


def opened(folder: Path, *more: str) -> Shell:
    """A store with the summer of 1940, where ben plays the USA, and the club's chart."""
    shell = Shell(folder)
    shell.fine("open", "club", "--scenario", "end-of-the-beginning", *more)
    shell.fine("enrol", "club", "ben", "--name", "Ben", "--role", "player")
    shell.fine("assign", "club", "usa", "ben")
    shell.fine("us-entry", "import", "club", "-", typed=CHART)
    shell.fine("counters", "import", "club", "-", typed=COUNTERS)
    shell.fine("counters", "move", "club", "nei-inf", "map")
    return shell


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """The store three times: chits not stocked, in a cup at the table, and the ledger's."""
    chart = opened(tmp_path_factory.mktemp("chart")).folder
    cup = opened(
        tmp_path_factory.mktemp("cup"), "--ruling", "entry_chits=table", "--ruling", "draws=table"
    )
    cup.fine("us-entry", "stock", "club", "--table")
    ledger = tmp_path_factory.mktemp("ledger")
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(chart / name, ledger)
    Shell(ledger).fine("us-entry", "stock", "club", "-", typed="value,count,year\n1,40,\n")
    return {"chart": chart, "cup": cup.folder, "ledger": ledger}


def copy_of(folder: Path, into: Path) -> Shell:
    """A folder of its own with a store's campaign in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(folder / name, into)
    return Shell(into)


@pytest.fixture
def fresh(tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """Nothing is stocked yet."""
    return copy_of(tables["chart"], tmp_path_factory.mktemp("chart"))


@pytest.fixture
def cup(tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The chits lie in a cup at the table, and the club rolls its own dice."""
    return copy_of(tables["cup"], tmp_path_factory.mktemp("cup"))


@pytest.fixture
def ledger(tables: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """The ledger's chits, each worth 1: 6 and 2 in the entry pools, 1 in each tension pool."""
    return copy_of(tables["ledger"], tmp_path_factory.mktemp("ledger"))


def us(shell: Shell, *arguments: str, **more: Any) -> str:
    """What a verb of US entry printed, which must succeed."""
    return shell.fine("us-entry", *arguments, **more)


def error(shell: Shell, status: int, *arguments: str, **more: Any) -> str:
    """The one line of a verb of US entry that fails with this exit status."""
    done = shell("us-entry", *arguments, **more)
    assert done.status == status, done
    return done.error


# --- the chart ----------------------------------------------------------------------------------


def test_the_chart_s_template_goes_out_and_comes_back(fresh: Shell) -> None:
    """As it is, nobody has filled in a thing; it is not written over by mistake."""
    us(fresh, "template", "chart.csv")
    text = (fresh.folder / "chart.csv").read_text()
    assert us(fresh, "template") == text
    assert "--force" in error(fresh, 2, "template", "chart.csv")
    us(fresh, "template", "chart.csv", "--force")
    done = fresh("us-entry", "import", "club", "chart.csv")
    assert done.out == "27 rows left out, as nobody has filled them in: option 1 to action 27\n"
    unfilled = "campaign: no row of chart.csv is filled in; nothing was recorded"
    assert (done.status, done.error) == (1, unfilled)
    done = fresh("us-entry", "import", "club", "chart.csv", "--check", "--json")
    assert (done.status, done.error) == (1, unfilled)
    assert json.loads(done.out) == {"accepted": False, "bad": []}


def test_rows_are_judged_first_and_one_fault_is_enough(fresh: Shell) -> None:
    """A fault in the last row, and the good first row is not recorded either."""
    typed = f"{','.join(CHART_COLUMNS)}\noption,80,,red,,1,,5,\noption,81,,pink,,1,,5,\n"
    done = fresh("us-entry", "import", "club", "-", typed=typed)
    assert done.status == 1
    assert done.out.startswith("the sheet, line 3, colour: expected one of ")
    assert done.error == "campaign: 1 fault in the sheet; nothing was recorded"
    as_json = fresh("us-entry", "import", "club", "-", "--json", typed=typed)
    told = json.loads(as_json.out)
    assert told["accepted"] is False and told["bad"][0]["column"] == "colour"
    assert "option    80" not in us(fresh, "chart", "club")


def test_a_check_of_the_chart_records_nothing(fresh: Shell) -> None:
    """And the same rows again are known."""
    typed = f"{','.join(CHART_COLUMNS)}\noption,80,,red,,1,,5,\n"
    assert us(fresh, "import", "club", "-", "--check", typed=typed) == "1 good row\n"
    told = json.loads(us(fresh, "import", "club", "-", "--check", "--json", typed=typed))
    assert [row["number"] for row in told["rows"]] == [80]
    assert "took in option 80 from our book" in us(
        fresh, "import", "club", "-", "--source", "our book", typed=typed
    )
    assert "1 row known already, with nothing new: option 80" in us(
        fresh, "import", "club", "-", typed=typed
    )


def test_a_chart_that_is_no_text_is_told_in_one_line(fresh: Shell) -> None:
    """Another encoding, and a file that is not there."""
    (fresh.folder / "old.csv").write_bytes(
        ",".join(CHART_COLUMNS).encode() + b"\noption,80,Caf\xe9"
    )
    assert "old.csv, line 2: is no text in UTF-8" in error(fresh, 2, "import", "club", "old.csv")
    assert "none.csv" in error(fresh, 1, "import", "club", "none.csv")


def test_the_chart_tells_what_is_missing(fresh: Shell) -> None:
    """Ruling 38: of option 33 all but its name, of option 32 nothing any more."""
    lines = {line[:10]: line for line in us(fresh, "chart", "club").splitlines()}
    assert lines["option  33"].endswith("level, colour, number")
    assert lines["option  32"].split()[-3:] == ["red", "1", "7"]
    assert lines["action  16"].endswith("germany                       number")
    assert "option" not in us(fresh, "chart", "club", "--kind", "action")
    rows = json.loads(us(fresh, "chart", "club", "--json"))
    missing = {(row["kind"], row["number"]): row["missing"] for row in rows}
    assert missing["option", 33] == ["level", "colour", "number"]
    assert missing["option", 12] == missing["action", 12] == []
    us(fresh, "import", "club", "-", typed=f"{','.join(CHART_COLUMNS)}\noption,80,,green,,,,5,\n")
    rows = json.loads(us(fresh, "chart", "club", "--json"))
    found = next(row for row in rows if row["number"] == 80)
    assert found["missing"] == ["level", "number"]


# --- the common pool ----------------------------------------------------------------------------


def test_the_common_pool_is_stocked_from_a_sheet(fresh: Shell) -> None:
    """Ruling 38: the chits that the campaign begins with are laid at once: 6, 2, 1 and 1."""
    assert us(fresh, "stock", "--template") == "value,count,year\n"
    typed = "value,count,year\n1,30,\n2,5,1941\n"
    assert "refused (LiF 5.3)" in error(fresh, 1, "draw", "club", "entry-japan")
    assert us(fresh, "stock", "club", "-", "--check", typed=typed) == "2 good rows, 35 chits\n"
    told = json.loads(us(fresh, "stock", "club", "-", "--check", "--json", typed=typed))
    assert told["rows"] == [{"value": 1, "count": 30}, {"value": 2, "count": 5, "year": 1941}]
    told_text = us(fresh, "stock", "club", "-", typed=typed)
    assert "stocked with 35 chits from the sheet; those of 1941 from their year on" in " ".join(
        told_text.split()
    )
    state = json.loads(us(fresh, "state", "club", "--json"))
    assert state["pools"] == {
        "entry-germany-italy": 6, "entry-japan": 2, "tension-germany-italy": 1, "tension-japan": 1,
    }  # fmt: skip
    assert "stocked already" in error(fresh, 1, "stock", "club", "-", typed=typed)


def test_every_fault_of_a_sheet_of_chits_is_told(fresh: Shell) -> None:
    """A value, a count and a year that do not fit; a sheet without rows."""
    typed = "value,count,year\nx,5,\n1,0,\n1,5,41\n1,5,\n"
    done = fresh("us-entry", "stock", "club", "-", typed=typed)
    assert done.status == 1
    assert [line.rpartition(": ")[0] for line in done.out.splitlines()] == [
        "the sheet, line 2, value", "the sheet, line 3, count", "the sheet, line 4, year",
    ]  # fmt: skip
    assert done.error == "campaign: 3 faults in the sheet; nothing was recorded"
    empty = fresh("us-entry", "stock", "club", "-", typed="value,count,year\n")
    assert "there are no chits below the headers" in empty.out
    assert "did you mean count?" in fresh("us-entry", "stock", "club", "-", typed="value,cont").out


def test_stocking_needs_a_sheet_or_a_cup(fresh: Shell, cup: Shell) -> None:
    """Wrong usage says what would be right."""
    assert "give a campaign" in error(fresh, 2, "stock")
    assert "give your sheet of chits" in error(fresh, 2, "stock", "club")
    assert "not both" in error(fresh, 2, "stock", "club", "chits.csv", "--table")
    assert "rows: the ledger needs" in error(fresh, 2, "stock", "club", "--table")


# --- every verb has the effect of its command ---------------------------------------------------

STORY: list[tuple[list[str], str, dict[str, Any]]] = [
    (["answer", "club", "option-18", "france"], "host",
     {"command": "AnswerScenario", "question": "option-18", "answer": "france"}),
    (["enter", "club", "entry-germany-italy", "--values", "2,0,3,1,1,2"], "ben",
     {"command": "EnterEntryChits", "pool": "entry-germany-italy", "values": [2, 0, 3, 1, 1, 2]}),
    (["enter", "club", "ja/entry", "--values", "4 1"], "ben",
     {"command": "EnterEntryChits", "pool": "entry-japan", "values": [4, 1]}),
    (["enter", "club", "tension-germany-italy", "--values", "1"], "ben",
     {"command": "EnterEntryChits", "pool": "tension-germany-italy", "values": [1]}),
    (["enter", "club", "--values", "0"], "ben",
     {"command": "EnterEntryChits", "pool": "tension-japan", "values": [0]}),
    (["draw", "club", "entry-japan", "--values", "1,2", "--reason", "two of them"], "ben",
     {"command": "DrawEntryChits", "pool": "entry-japan", "count": 2, "values": [1, 2],
      "reason": "two of them"}),
    (["shift", "club", "entry-germany-italy", "tension-japan", "--chit", "c1,c3"], "host",
     {"command": "MoveEntryChits", "pool": "entry-germany-italy", "to": "tension-japan",
      "count": 2, "chits": ["c1", "c3"]}),
    (["show-chits", "club", "c1", "c2,c7", "--to", "japan", "--reason", "asked"], "ben",
     {"command": "ShowEntryChits", "chits": ["c1", "c2", "c7"], "to": ["japan"],
      "reason": "asked"}),
    (["pick", "club", "pacific", "--show", "c7", "--say", "pacific-fleet=Honolulu",
      "--roll", "ja=3", "--chit", "c8"], "ben",
     {"command": "PickEntryOption", "option": 32, "show": ["c7"],
      "stated": {"pacific-fleet": "honolulu"}, "rolls": {"japan": 3},
      "chits": {"entry-japan": ["c8"]}}),
    (["pick", "club", "12", "--counter", "p-36=CW", "--roll", "ge/it=9", "--roll", "japan=9"],
     "ben",
     {"command": "PickEntryOption", "option": 12, "counters": {"p-36": "commonwealth"},
      "rolls": {"germany-italy": 9, "japan": 9}}),
    (["pick", "club", "34", "--removed", "10", "--gives", "cw=6", "--chit", "c2"], "ben",
     {"command": "PickEntryOption", "option": 34, "removed": 10, "gives": {"commonwealth": 6},
      "chits": {"entry-germany-italy": ["c2"]}}),
    (["act", "club", "3", "nei", "--say", "oil=NO", "--say", "step=yes", "--unit", "nei-inf",
      "--roll", "germany-italy=6", "--roll", "japan=8"], "host",
     {"command": "TakeEntryAction", "action": 3, "target": "netherlands-east-indies",
      "stated": {"oil": "no", "step": "yes"}, "units": ["nei-inf"],
      "rolls": {"germany-italy": 6, "japan": 8}}),
    (["enter", "club", "entry-japan", "--values", "-"], "ben",
     {"command": "EnterEntryChits", "pool": "entry-japan", "values": [3, 3]}),
    (["act", "club", "poison", "A1234", "--say", "chinese=yes", "--roll", "japan=10"], "host",
     {"command": "TakeEntryAction", "action": 12, "target": "a1234",
      "stated": {"chinese": "yes"}, "rolls": {"japan": 10}}),
    (["act", "club", "10", "--say", "nanking=yes"], "host",
     {"command": "TakeEntryAction", "action": 10, "stated": {"nanking": "yes"}}),
    (["retake", "club", "Nanking"], "host", {"command": "RetakeCity", "city": "nanking"}),
    (["give-back", "club", "tension-germany-italy", "--count", "3"], "host",
     {"command": "ReturnEntryChits", "pool": "tension-germany-italy", "count": 3}),
    (["enter", "club", "tension-germany-italy", "--aside", "--values", "0"], "ben",
     {"command": "EnterEntryChits", "pool": "tension-germany-italy", "values": [0],
      "aside": True}),
    (["ready", "club", "tension"], "ben", {"command": "ReturnAsideChits", "kind": "tension"}),
]  # fmt: skip


def recorded(shell: Shell) -> list[dict[str, Any]]:
    """The events, without what chance and the clock put in."""
    told = []
    for line in shell.fine("log", "club", "--json").splitlines():
        event = json.loads(HEX.sub("…", line))
        told.append({key: event[key] for key in event if key not in ("at", "digest", "id")})
    return told


def test_every_command_of_us_entry_has_a_verb() -> None:
    """And the verb is there."""
    from campaign.lif.us_entry.chapter import CHAPTER

    verbs = {kind.__name__: kind.verb.split() for kind in CHAPTER.decide}
    assert all(first == "us-entry" and verb in US_ENTRY.verbs for first, verb in verbs.values())
    told = {command["command"]: arguments[0] for arguments, _, command in STORY}
    assert all(verbs[command] == ["us-entry", verb] for command, verb in told.items())


# --- what is missing is asked for, or told how to say -------------------------------------------


def test_in_a_pipe_nobody_is_asked(cup: Shell, ledger: Shell) -> None:
    """The refusal says what is missing and how to say it; with --json it is the ledger's own."""
    assert "State nanking with yes or no (--say nanking=yes)" in error(
        ledger, 1, "act", "club", "10"
    )
    us(cup, "enter", "club", "entry-japan", "--values", "4,1", "--as", "ben")
    assert "name the number rolled (--roll japan=N)" in error(
        cup, 2, "act", "club", "poison-gas", "a1234", "--say", "chinese=yes"
    )
    assert "(--removed N)" in error(ledger, 2, "pick", "club", "34", "--as", "ben")
    wrong = error(ledger, 2, "pick", "club", "32", "--as", "ben", "--say", "pacific-fleet=hawaii")
    assert "pacific-fleet: 'hawaii' is not" in wrong and "it is one of honolulu" in wrong
    forbidden = error(ledger, 1, "act", "club", "10", "--say", "nanking=no")
    assert "--say" not in forbidden
    done = ledger("us-entry", "act", "club", "10", "--json")
    assert done.status == 1 and "--say" not in json.loads(done.out)["reason"]
    assert "`campaign us-entry import`" in error(ledger, 1, "act", "club", "99")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["drow", "club", "entry-japan"], "did you mean draw?"),
        (["draw", "club", "entri-japan"], "did you mean entry-japan"),
        (["draw", "club", "berlin"], "it is one of entry-germany-italy, entry-japan"),
        (["pick", "club", "resorces"], "did you mean resources"),
        (["pick", "club", "xyzzy"], "see `campaign us-entry chart club`"),
        (
            ["act", "club", "puppet"],
            "government or Vladivostok puppet government",
        ),
        (["act", "club", "3", "--unit", "nei-imf"], "did you mean nei-inf?"),
        (["act", "club", "10", "--say", "nankin=yes"], "did you mean nanking?"),
        (["act", "club", "10", "--say", "nanking"], "write it as nanking=ANSWER"),
        (["act", "club", "10", "--say", "nanking=yes", "--say", "nanking=no"], "given twice"),
        (["act", "club", "10", "--say", "xyz=yes"], "it asks for nanking"),
        (["act", "club", "3", "--roll", "jpan=4"], "did you mean japan?"),
        (["act", "club", "3", "--roll", "japan=x"], "japan: write a whole number from 1 to 10"),
        (["act", "club", "3", "--chit", "7"], "'7' is no chit"),
        (["act", "club", "3", "--chit", "c70"], "there is no chit c70 on the table"),
        (["pick", "club", "34", "--gives", "cw=many"], "commonwealth: write a whole number"),
        (["pick", "club", "34", "--gives", "comonwealth=6"], "did you mean commonwealth?"),
        (["retake", "club", "nankig"], "did you mean nanking?"),
        (["answer", "club", "option18"], "did you mean option-18?"),
        (["answer", "club", "option-18"], "Give it as ANSWER"),
        (["ready", "club", "tensoin"], "did you mean tension?"),
        (["import", "clubb", "chart.csv"], "did you mean club?"),
    ],
)
def test_a_mistyped_word_is_told_its_neighbour(
    ledger: Shell, arguments: list[str], told: str
) -> None:
    """Wrong usage: one line, exit status 2, and nothing is recorded."""
    before = ledger.fine("status", "club", "--json")
    assert told in error(ledger, 2, *arguments)
    assert ledger.fine("status", "club", "--json") == before


def test_a_name_that_may_mean_two_options_means_neither(ledger: Shell) -> None:
    """A word of its name will do where only one has it."""
    rows = [",".join(CHART_COLUMNS), "option,72,Our other option,,,,,,yes"]
    us(ledger, "import", "club", "-", typed="\n".join(rows))
    told = error(ledger, 2, "pick", "club", "our", "--as", "ben")
    assert "'our' may be Our own option or Our other option" in told
    us(ledger, "pick", "club", "our own", "--as", "ben")


def test_a_file_answers_what_a_schema_describes(ledger: Shell) -> None:
    """`--from` a file of TOML or JSON, with what else was typed; a fault is told by its field."""
    schema = json.loads(us(ledger, "act", "club", "10", "--schema"))
    assert set(schema["properties"]) == {
        "action", "power", "target", "rolls", "chits", "stated", "units",
    }  # fmt: skip
    assert schema["required"] == ["action"]
    (ledger.folder / "act.toml").write_text('[stated]\nnanking = "yes"\n')
    (ledger.folder / "wrong.json").write_text('{"stated": {"nanking": 7}}')
    (ledger.folder / "broken.json").write_text("{")
    told = error(ledger, 2, "act", "club", "10", "--from", "wrong.json")
    assert "--say: nanking: '7' is not one of the choices" in told
    told = error(ledger, 2, "act", "club", "10", "--from", "broken.json")
    assert told.startswith("campaign: --from broken.json: not JSON: see line 1")
    (ledger.folder / "more.json").write_text('{"actoin": 3}')
    told = error(ledger, 2, "act", "club", "10", "--from", "more.json")
    assert "there is no 'actoin'; did you mean action?" in told
    done = json.loads(us(ledger, "act", "club", "10", "--from", "act.toml", "--json"))
    assert done["events"][0]["stated"] == {"nanking": "yes"}


# --- values, which only the USA's player may see ------------------------------------------------


def test_values_come_through_a_pipe(cup: Shell) -> None:
    """The first line of standard input; what is wrong is not repeated."""
    us(cup, "enter", "club", "entry-japan", "--as", "ben", typed="4, 1\n")
    told = error(cup, 2, "enter", "club", "tension-japan", "--as", "ben", typed="secret\n")
    assert "write a whole number from 0 to 99" in told and "secret" not in told
    told = error(cup, 2, "enter", "club", "tension-japan", "--as", "ben", "--values", "4,seven")
    assert "write a whole number from 0 to 99" in told and "seven" not in told
    told = error(cup, 2, "enter", "club", "--as", "ben", "--values", "1")
    assert told.endswith(
        "give the pool; chits are due for entry-germany-italy, tension-germany-italy, tension-japan"
    )
    nothing = error(cup, 1, "enter", "club", "entry-japan", "--as", "ben", typed="1\n")
    assert nothing.startswith("refused (LiF 5.3.3): no chits are due there, but 6 for ")


def test_help_warns_of_values_on_the_command_line() -> None:
    """Whoever types them there has been told."""
    for verb in ("draw", "enter"):
        assert "shell's history" in " ".join(US_ENTRY.verbs[verb].text.split())


def test_the_usa_s_values_are_its_player_s_alone(cup: Shell) -> None:
    """ben sees them; the host does not, nor does a stranger, until nobody plays the USA."""
    us(cup, "enter", "club", "entry-japan", "--as", "ben", "--values", "4,9")
    us(cup, "enter", "club", "tension-japan", "--as", "ben", "--values", "2")
    us(cup, "show-chits", "club", "c1", "--as", "ben")
    lines = us(cup, "mine", "club", "--as", "ben").splitlines()
    assert lines[2].split() == ["entry-japan", "2", "13", "c1=4*", "c2=9"]
    told = json.loads(us(cup, "mine", "club", "--as", "ben", "--json"))
    assert told["levels"] == {"germany-italy": 0, "japan": 13}
    assert "refused (Members)" in error(cup, 1, "mine", "club")
    assert "refused (Members)" in error(cup, 1, "mine", "club", "--as", "zoe")
    done = cup("us-entry", "mine", "club", "--json")
    assert done.status == 1 and json.loads(done.out)["accepted"] is False
    cup.fine("release", "club", "usa")
    assert "c2=9" in us(cup, "mine", "club")


def test_mine_tells_when_a_wait_is_over(cup: Shell) -> None:
    """LiF 5.3.3: a 3 put aside in July/August 1940 has waited long enough in January 1941."""
    for pool, values in (
        ("entry-japan", "4,9"), ("tension-japan", "2"), ("tension-germany-italy", "1"),
    ):  # fmt: skip
        us(cup, "enter", "club", pool, "--as", "ben", "--values", values)
    us(cup, "give-back", "club", "tension-japan", "--count", "2")
    us(cup, "enter", "club", "tension-japan", "--aside", "--as", "ben", "--values", "3")
    told = us(cup, "mine", "club", "--as", "ben")
    assert "c5=3, put aside for tension-japan in July/August 1940" in told
    assert "you may show them, and pick options, from January/February 1941" in told


def test_no_value_is_told_before_it_is_shown(cup: Shell) -> None:
    """LiF 5.3.2: neither status, state, journal nor JSON has a value, until the chit is shown."""
    us(cup, "enter", "club", "entry-japan", "--as", "ben", "--values", "83,84")
    calls = (
        ["status", "club"], ["status", "club", "--json"], ["show", "club", "--json"],
        ["log", "club"], ["log", "club", "--json"],
        ["us-entry", "state", "club"], ["us-entry", "state", "club", "--json"],
        ["us-entry", "chart", "club"],
    )  # fmt: skip
    hidden = re.compile(r"(?<![\d:.-])8[34](?!\d)")
    for call in calls:
        assert not hidden.search(HEX.sub("", cup.fine(*call))), call
    us(cup, "show-chits", "club", "c1", "--as", "ben")
    assert "chit c1, worth 83" in cup.fine("log", "club")
    assert "84" not in HEX.sub("", cup.fine("log", "club"))
    refused = error(cup, 1, "pick", "club", "12", "--as", "ben", "--roll", "japan=1", "--roll",
                    "germany-italy=1")  # fmt: skip
    assert not hidden.search(refused)


# --- looking ------------------------------------------------------------------------------------


def test_the_state_on_one_screen(ledger: Shell) -> None:
    """Pools by chit, what was taken and what follows from it."""
    us(ledger, "act", "club", "10", "--say", "nanking=yes")
    us(ledger, "pick", "club", "70", "--as", "ben")
    us(ledger, "pick", "club", "46", "nei", "--as", "ben")
    us(ledger, "give-back", "club", "tension-germany-italy", "--count", "3")
    lines = us(ledger, "state", "club").splitlines()
    assert lines[0].split() == ["pool", "chits", "which", "aside", "due"]
    assert lines[1].split() == ["entry-germany-italy", "6", "c1-c6"]
    assert lines[3].split() == ["tension-germany-italy", "0", "c12-c13"]
    page = "\n".join(lines)
    assert "may pick options again once the chits put aside have waited and were shown" in page
    assert "70 Our own option (July/August 1940)" in page
    assert "Partisan numbers: China 15" in page
    assert "Supply for Japan: Nanking (secondary)" in page
    assert "Guaranteed: the Netherlands East Indies; a Japanese attack" in page


def test_what_may_be_taken_next(ledger: Shell) -> None:
    """Action 10 until it was taken; option 46 for both; what lacks its numbers is only counted."""
    told = json.loads(us(ledger, "next", "club", "--json"))
    assert 10 in [one["number"] for one in told["actions"]]
    us(ledger, "act", "club", "10", "--say", "nanking=yes")
    ledger.fine("vichy", "club", "collapse")
    us(ledger, "act", "club", "17")
    page = us(ledger, "next", "club")
    lines = {line[:10]: line for line in page.splitlines()}
    assert "action  10" not in lines
    assert "commonwealth, netherlands-east-indies" in lines["option  46"]
    assert "option  40" not in lines and "option  33" not in lines  # without their numbers
    assert "Germany may align Spain: campaign us-entry spain club\n" in page
    assert page.splitlines()[-1].startswith("Your chart does not say enough of ")
    assert page.endswith(" more options or actions: campaign us-entry chart club\n")


def test_next_tells_its_player_alone_what_the_chits_reach(ledger: Shell) -> None:
    """LiF 5.3.2: 2 chits of 1 against Japan are 2 short of 4; the others see no word of it."""
    more = f"{','.join(CHART_COLUMNS)}\noption,80,Far,red,,4,,0,\noption,81,Near,red,,2,,0,\n"
    us(ledger, "import", "club", "-", typed=more)
    own = us(ledger, "next", "club", "--as", "ben")
    lines = {line[:10]: line for line in own.splitlines()}
    assert "2 short against Japan" in lines["option  80"]
    assert lines["option  81"].rstrip().endswith("enough")
    for who in ((), ("--as", "host")):
        page = us(ledger, "next", "club", *who)
        assert "short" not in page and "enough\n" not in page and "your chits" not in page
        assert "levels" not in json.loads(us(ledger, "next", "club", "--json", *who))
    told = json.loads(us(ledger, "next", "club", "--json", "--as", "ben"))
    assert told["levels"] == {"germany-italy": 6, "japan": 2}


def test_next_names_nothing_that_would_be_refused(ledger: Shell) -> None:
    """LiF 5.3.2, ruling 7: no option whose pool is empty; no action while the board is open."""

    def numbers(kind: str) -> set[int]:
        told = json.loads(us(ledger, "next", "club", "--json"))
        return {one["number"] for one in told[kind]}

    assert {32, 46, 70} <= numbers("options") and {10, 71} <= numbers("actions")
    us(ledger, "give-back", "club", "entry-japan", "--count", "2")
    assert 32 not in numbers("options") and {46, 70} <= numbers("options")
    ledger.fine("board", "club")
    assert numbers("actions") == set() and {46, 70} <= numbers("options")
    assert "(Ruling 7)" in error(ledger, 1, "act", "club", "10", "--say", "nanking=yes")


# --- an ordinary turn ---------------------------------------------------------------------------

LEDGER_TURN = (
    ("draw club entry-japan entry-germany-italy --as ben", ""),
    ("pick club 70 --as ben", ""),
    ("act club 72", ""),
)
TABLE_TURN = (
    ("draw club entry-japan entry-germany-italy --as ben --values -", "2\n0\n"),
    ("pick club 70 --roll japan=9 --as ben", ""),
    ("act club 72", ""),
    ("enter club --as ben", "4\n3 1\n"),
)
"""Both entry pools get a chit, an option is picked, and an action brings chits to both pools.

What is typed behind each: the values drawn from the cup, pool by pool.
"""


@pytest.mark.parametrize("turn", [LEDGER_TURN, TABLE_TURN], ids=["ledger", "table"])
def test_an_ordinary_turn_takes_four_commands(
    ledger: Shell, cup: Shell, turn: tuple[tuple[str, str], ...]
) -> None:
    """LiF 5.3: the entry step, an option, an action; at the end nothing is due or owed."""
    shell = cup if turn is TABLE_TURN else ledger
    if shell is cup:
        us(cup, "enter", "club", "--as", "ben", typed="1 1 1 1 1 1\n1 1\n1\n1\n")
    rows = "action,72,Our turn's action,,japan,,10,20,\noption,70,,red,,1,,8,yes\n"
    us(shell, "import", "club", "-", typed=f"{','.join(CHART_COLUMNS)}\n{rows}")
    before = json.loads(us(shell, "state", "club", "--json"))["pools"]
    assert len(turn) <= 4
    for command, typed in turn:
        us(shell, *command.split(), typed=typed)
    state = json.loads(us(shell, "state", "club", "--json"))
    assert [one["number"] for one in state["options"] if one["turn"] == "1940-JA"] == [70]
    assert [one["number"] for one in state["actions"] if one["turn"] == "1940-JA"] == [72]
    assert state["due"] == [] and state["aside"] == []
    assert waits(shell) == []
    came = {pool: state["pools"][pool] - count for pool, count in before.items()}
    tension = came["tension-japan"]  # by the option's die, out of the entry pool
    assert came["entry-germany-italy"] == 1 + 1 and came["entry-japan"] == 1 + 2 - tension
    if shell is cup:
        mine = json.loads(us(cup, "mine", "club", "--as", "ben", "--json"))["pools"]
        values = {pool: [one["value"] for one in mine[pool]["chits"]] for pool in before}
        assert values["entry-germany-italy"] == [1, 1, 1, 1, 1, 1, 0, 4]
        assert values["entry-japan"] == [1, 1, 2, 3, 1] and tension == 0


def test_the_usa_s_own_page_is_its_player_s_alone(ledger: Shell) -> None:
    """Written for ben, into a file that only its owner can read; refused to the host."""
    assert "refused (Members)" in error(ledger, 1, "page", "club", "--out", "private")
    assert not (ledger.folder / "private").exists()
    written = us(ledger, "page", "club", "--out", "private", "--as", "ben").strip()
    (file,) = (ledger.folder / "private").iterdir()
    assert written == f"private/{file.name}"
    assert file.stat().st_mode & 0o077 == 0
    told = json.loads(us(ledger, "page", "club", "--out", "private", "--as", "ben", "--json"))
    assert told == {"files": [written]}
    missing = error(ledger, 2, "page", "club", "--as", "ben")
    assert missing == "campaign: missing option '--out'; see `campaign us-entry page --help`"


def test_state_of_a_campaign_that_plays_no_us_entry(tmp_path: Path) -> None:
    """Refused in one line, and status tells nothing of it."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war", "--no-module", "us-entry")
    for verb in ("state", "next", "mine"):
        assert "refused (Module us-entry)" in error(shell, 1, verb, "club")
    assert "US entry" not in shell.fine("status", "club")
    assert json.loads(shell.fine("status", "club", "--json"))["us_entry"] is None
    assert us(shell, "answer", "club") == "the scenario leaves no question open\n"
    assert "it leaves nothing open" in error(shell, 2, "answer", "club", "x", "y")


# --- status -------------------------------------------------------------------------------------


def waits(shell: Shell) -> list[str]:
    """What status tells of US entry."""
    lines = shell.fine("status", "club").splitlines()
    return [line.removeprefix("US entry   ") for line in lines if line.startswith("US entry")]


def test_status_tells_what_us_entry_waits_for(fresh: Shell, tmp_path: Path) -> None:
    """The pool to be stocked, the wait, its end; and the questions in one line."""
    told = json.loads(fresh.fine("status", "club", "--json"))
    assert told["us_entry"]["stock"] is True and "option-18" in told["scenario_asks"]
    assert waits(fresh) == ["the common pool is to be stocked: campaign us-entry stock club FILE"]
    (line,) = [one for one in fresh.fine("status", "club").splitlines() if "Scenario " in one]
    assert "option-18" in line and line.endswith("campaign us-entry answer club")
    us(fresh, "stock", "club", "-", typed="value,count,year\n1,40,\n")
    assert waits(fresh) == []
    us(fresh, "give-back", "club", "entry-japan", "--count", "3")
    line = (
        "the USA may draw entry chits again once its chits put aside have waited; then: campaign "
        "us-entry ready club entry --as ben"
    )
    assert waits(fresh) == [line]
    fresh.fine("turn", "club")
    assert waits(fresh) == [line]  # ruling 54: a turn tells nobody
    assert "entry chits again" in us(fresh, "ready", "club", "entry", "--as", "ben")
    assert waits(fresh) == []


def test_status_tells_which_chits_are_to_be_entered(cup: Shell) -> None:
    """Ruling 38: the four pools at first, then what is put aside."""
    assert waits(cup) == [
        "USA (Ben) enters chits from the cup, 6 for the Germany/Italy entry pool, 2 for the Japan "
        "entry pool, 1 for the Germany/Italy tension pool and 1 for the Japan tension pool: "
        "campaign us-entry enter club POOL --as ben"
    ]
    for pool, values in (
        ("entry-germany-italy", "1,1,1,1,1,1"), ("entry-japan", "1,1"),
        ("tension-germany-italy", "1"), ("tension-japan", "1"),
    ):  # fmt: skip
        us(cup, "enter", "club", pool, "--as", "ben", "--values", values)
    assert waits(cup) == []
    us(cup, "give-back", "club", "tension-japan", "--count", "2")
    assert waits(cup)[0].startswith("USA (Ben) enters chits from the cup, 1 aside for the Japan")
    state = json.loads(cup.fine("status", "club", "--json"))["us_entry"]
    assert (state["draw"], state["choose"]) == ("free", "enters")
    assert "before the chits put aside are entered" in us(cup, "state", "club")


def test_status_is_quiet_where_us_entry_was_never_begun(tmp_path: Path) -> None:
    """One hint in the first turn of the global war, and nothing after it."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--scenario", "global-war")
    assert waits(shell) == ["not begun; campaign us-entry stock club FILE begins it"]
    assert "Scenario " not in shell.fine("status", "club")
    shell.fine("turn", "club")
    assert waits(shell) == []
    us(shell, "import", "club", "-", typed=CHART)
    assert waits(shell) == ["the common pool is to be stocked: campaign us-entry stock club FILE"]


# --- help ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(US_ENTRY.verbs))
def test_every_verb_of_us_entry_has_help_and_an_example_of_itself(name: str) -> None:
    """A verb says what it does, and its example, which is run with the others, calls it."""
    found = US_ENTRY.verbs[name]
    assert found.text and found.line
    assert f"campaign us-entry {name}" in found.example
    for line in found.example.strip().splitlines():
        assert line.strip() in US_ENTRY.example


def test_help_lists_every_verb_by_its_group(ledger: Shell) -> None:
    """The group's page has them all, with the first calls of a campaign."""
    page = ledger.fine("help", "us-entry")
    for title, verbs in US_ENTRY.sections.items():
        assert f"{title}:" in page
        assert all(f"  {verb.last_word} " in page for verb in verbs)
    assert all(line.strip() in page for line in US_ENTRY.first_example.strip().splitlines())
    assert sorted(US_ENTRY.story) == sorted(US_ENTRY.verbs)
    assert len(page.splitlines()) <= 48
    assert "missing command" in error(ledger, 2)
