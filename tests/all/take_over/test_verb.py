"""`campaign take-over`: a sheet becomes a campaign that goes on in its turn, in both games."""

import json
import re
import zipfile
from pathlib import Path

import pytest

from campaign.fow.opening import taking_over as axis
from campaign.lif.scenarios import taking_over as war
from support.command_line import Shell

SHEETS = Path(__file__).parents[2] / "take_over" / "sheets"


@pytest.fixture
def shell(tmp_path: Path) -> Shell:
    """An empty folder."""
    return Shell(tmp_path)


def test_turn_12_stays_turn_12(shell: Shell) -> None:
    """LiF 6: Global War has 36 turns; the twelfth is July/August 1941."""
    (shell.folder / "war.tsv").write_text(
        war.EXAMPLE.replace("1941-JF", "12").replace("1941-MJ", "1941-SO")
    )
    shell.fine("take-over", "club", "war.tsv", "--yes")
    assert "July/August 1941" in shell.fine("status", "club")
    assert "turn 12 of 36" in shell.fine("post", "club")


@pytest.mark.parametrize("rulebook", ["lif-1998", "lif-list"])
def test_turn_12_stays_turn_12_everywhere(shell: Shell, rulebook: str) -> None:
    """By both rulebooks: in the pages, of which there is none of an earlier turn, in the post and
    the mail; and `verify` has no finding.
    """
    sheet = f"turn;12\nrulebook;{rulebook}\n\nPower;Veto points\nGermany;3\n"
    (shell.folder / "war.csv").write_text(sheet)
    shell.fine("take-over", "club", "war.csv", "--yes")
    shell.fine("report", "club", "--out", "pages")
    pages = {file.name: file.read_text() for file in (shell.folder / "pages").rglob("*.html")}
    assert any("1941-JA" in name for name in pages)
    assert not any(re.search(r"19(39|40)-|1941-(JF|MA|MJ)", name) for name in pages)
    assert "12 of 36" in next(text for name, text in pages.items() if "1941-JA" in name)
    assert "12 of 36" in shell.fine("post", "club")
    assert "12 of 36" in shell.fine("mail", "preview", "club", "host")
    assert "no findings" in shell.fine("verify", "club")


def test_what_was_taken_over_verifies_and_is_listed_as_trust(shell: Shell) -> None:
    (shell.folder / "war.tsv").write_text(war.EXAMPLE)
    shell.fine("take-over", "club", "war.tsv", "--yes")
    said = shell.fine("verify", "club")
    assert "positions taken over" in said


def test_a_round_stays_the_round(shell: Shell) -> None:
    """FoW Campaign Types: round 5 of 8, with the sector and the points of the sheet."""
    (shell.folder / "axis.tsv").write_text(axis.EXAMPLE)
    shell.fine("take-over", "spring", "axis.tsv", "--system", "fow", "--yes")
    said = shell.fine("status", "spring")
    assert "ound 5" in said
    assert shell.read("show", "spring")["turn"] == "round-05"
    shell.fine("verify", "spring")


def test_a_sheet_that_is_not_plain_records_nothing(shell: Shell) -> None:
    """Every cell is listed; the exit status says that nothing was done."""
    done = shell("take-over", "club", str(SHEETS / "german.csv"), "--yes")
    assert done.status == 2
    assert "13 cells are not plain yet" in done.err
    assert "C12 (where): Berlin is no place; write W2214" in done.out
    assert not shell.store.exists()


@pytest.mark.parametrize("system", ["lif", "fow"])
def test_the_sheet_as_it_was_read_needs_no_matching(shell: Shell, system: str) -> None:
    """Taken over again it gives the same position, cell by cell."""
    example = {"lif": war.EXAMPLE, "fow": axis.EXAMPLE}[system]
    (shell.folder / "one.tsv").write_text(example)
    shell.fine("take-over", "a", "one.tsv", "--system", system, "--write", "two.tsv")
    shell.fine("take-over", "one", "one.tsv", "--system", system, "--yes")
    shell.fine("take-over", "two", "two.tsv", "--system", system, "--yes")
    assert "no findings" in shell.fine("verify", "two")
    shown = [shell.read("show", name) for name in ("one", "two")]
    for state in shown:
        for key in ("campaign", "head", "id"):
            state.pop(key, None)
    assert shown[0] == shown[1]


@pytest.mark.parametrize("name", ["two.toml", "two.csv", "two"])
def test_a_sheet_is_written_as_its_name_says_or_not_at_all(shell: Shell, name: str) -> None:
    (shell.folder / "one.csv").write_text("turn;12\n")
    done = shell("take-over", "club", "one.csv", "--write", name)
    assert done.status == 2
    assert "the sheet has tabs between its cells: --write two.tsv. Nothing was" in done.err
    assert not (shell.folder / name).exists()


def test_no_file_is_written_over_unasked(shell: Shell) -> None:
    (shell.folder / "one.tsv").write_text("turn;12\n")
    done = shell("take-over", "club", "one.tsv", "--write", "one.tsv")
    assert done.status == 2
    assert "one.tsv is there already; --force writes over it" in done.err
    assert (shell.folder / "one.tsv").read_text() == "turn;12\n"
    shell.fine("take-over", "club", "one.tsv", "--write", "one.tsv", "--force")
    assert (shell.folder / "one.tsv").read_text().startswith("turn\t12")


def test_a_spreadsheet_is_refused_whole(shell: Shell) -> None:
    (shell.folder / "war.xlsx").write_bytes(b"PK\x03\x04\0\0")
    done = shell("take-over", "club", "war.xlsx")
    assert "save as CSV, or paste the cells" in done.err
    assert done.status == 2


def test_a_file_in_windows_1252_is_read_and_said(shell: Shell) -> None:
    text = "turn;12\n\nLeader;State\nDönitz;cup\n"
    (shell.folder / "war.csv").write_bytes(text.encode("cp1252"))
    done = shell("take-over", "club", "war.csv", "--write", "read.tsv")
    assert "war.csv was read as Windows-1252, not as UTF-8" in done.err
    assert (shell.folder / "read.tsv").read_text().endswith("donitz\tcup")


AGAIN = [
    ("lif", "Germany;3", "Germany;5", ""),
    ("lif", "map;E1440", "reserve;", ""),
    ("lif", "Balbo;dead", "Balbo;cup", ""),
    ("fow", "Anzio;3;", "Anzio;4;", ""),
    ("fow", ";6;4", ";7;4", ""),
    ("lif", "half_rounds;down", "half_rounds;up", "turns, scenario and house rulings stay as"),
    ("lif", "turn;1941-JF", "turn;1941-MA", "turns, scenario and house rulings stay as"),
    ("lif", "german-aircraft-03", "german-aircraft-04", "set-up and forces stay as they were"),
    ("fow", "combat;250;3", "combat;240;3", "set-up and forces stay as they were"),
    ("fow", "Hold the Line", "Breakthrough", "set-up and forces stay as they were"),
    ("lif", "Rommel;map", "Rommel;map", "says that already"),
]


@pytest.mark.parametrize(("system", "was", "now", "why"), AGAIN, ids=[row[2] for row in AGAIN])
def test_a_position_is_stated_again(
    shell: Shell, system: str, was: str, now: str, why: str
) -> None:
    """What the sheet says otherwise counts; the campaign is what it would have been at once."""
    example = {"lif": war.EXAMPLE, "fow": axis.EXAMPLE}[system]
    assert was in example
    (shell.folder / "one.csv").write_text(example)
    (shell.folder / "two.csv").write_text(example.replace(was, now))
    shell.fine("take-over", "club", "one.csv", "--system", system, "--yes")
    before = shell.read("show", "club")
    done = shell("take-over", "club", "two.csv", "--again", "--yes")
    if why:
        assert done.status != 0 and why in done.err
        assert shell.read("show", "club") == before
        return
    assert done.status == 0, done
    shell.fine("verify", "club")
    shell.fine("take-over", "other", "two.csv", "--system", system, "--yes")
    shown = [shell.read("show", name) for name in ("club", "other")]
    for state in shown:
        for key in ("campaign", "head", "id", "version"):
            state.pop(key, None)
    assert shown[0] == shown[1] != before


def test_whoever_states_it_again_is_on_record(shell: Shell) -> None:
    """Each time with a digest of its own."""
    sheet = "turn;12\n\nName;Role\nAnna;host\nBen;host\n\nPower;Points\nGermany;3\n"
    (shell.folder / "one.csv").write_text(sheet)
    (shell.folder / "two.csv").write_text(sheet.replace("Germany;3", "Germany;5"))
    shell.fine("take-over", "club", "one.csv", "--yes")
    shell.fine("--as", "ben", "take-over", "club", "two.csv", "--again", "--yes")
    shell.fine("export", "club", "club.jsonl")
    form = r'"stated_by":"(\w+)","source":"[\w.]+","digest":"(\w{64})"'
    stated = dict(re.findall(form, (shell.folder / "club.jsonl").read_text()))
    assert list(stated) == ["host", "ben"]
    assert stated["host"] != stated["ben"]
    assert "no findings" in shell.fine("verify", "club")


def test_a_sheet_with_its_salt_is_held_to_the_record(shell: Shell) -> None:
    """Of each statement its own, from the store and from an export; whoever has both can try."""
    sheet = "turn;12\n\nPower;Points\nGermany;3\n"
    (shell.folder / "one.csv").write_text(sheet)
    (shell.folder / "two.csv").write_text(sheet.replace("Germany;3", "Germany;5"))
    shell.fine("take-over", "club", "one.csv", "--yes")
    shell.fine("take-over", "club", "two.csv", "--again", "--yes")
    shell.fine("my-data", "club", "host.zip")
    with zipfile.ZipFile(shell.folder / "host.zip") as archive:
        salts = [row["salt"] for row in json.loads(archive.read("club/people.json"))["sheet"]]
    (shell.folder / "one.csv").write_bytes(sheet.replace("\n", "\r\n").encode())
    shell.fine("export", "club", "club.jsonl")
    proved = {}
    for name in ("one.csv", "two.csv"):
        for salt in salts:
            typed = ("--sheet", name, "--salt", salt)
            at_home, away = (
                shell("verify", "club", *typed),
                shell("verify", "--file", "club.jsonl", *typed),
            )
            assert (at_home.status, at_home.out) == (away.status, away.out)
            wrong = f"sheet: no position on record was stated by {name} with this salt"
            assert (wrong in at_home.out) is (at_home.status == 1)
            if at_home.status == 0:
                found = json.loads(shell.fine("verify", "club", *typed, "--json"))["sheet"]
                said = f"{name} is the sheet that Host stated, event {found['version']}"
                assert said in at_home.out
                proved[name] = (salt, found["stated_by"], found["version"])
    assert sorted(salt for salt, _, _ in proved.values()) == sorted(salts)
    assert {by for _, by, _ in proved.values()} == {"host"}
    log = shell.fine("log", "club", "--json").splitlines()
    kinds = {name: json.loads(log[at - 1])["type"] for name, (_, _, at) in proved.items()}
    assert kinds == {"one.csv": "lif.PositionStated", "two.csv": "campaign.EventAmended"}


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        (("--sheet", "one.csv"), "--sheet and --salt go together: the digest on record is of both"),
        (("--salt", "a" * 64), "--sheet and --salt go together: the digest on record is of both"),
        (("--sheet", "one.csv", "--salt", "abc"), "--salt: 'abc' is no salt (64 hex digits)"),
        (("--sheet", "none.csv", "--salt", "a" * 64), "cannot read none.csv: No such file"),
    ],
)
def test_a_sheet_is_compared_with_its_salt(shell: Shell, typed: tuple[str, ...], why: str) -> None:
    (shell.folder / "one.csv").write_text("turn;12\n")
    shell.fine("take-over", "club", "one.csv", "--yes")
    done = shell("verify", "club", *typed)
    assert done.status == 2 and why in done.err


def test_a_position_is_not_stated_again_once_more_is_recorded(shell: Shell) -> None:
    (shell.folder / "one.csv").write_text(war.EXAMPLE)
    shell.fine("take-over", "club", "one.csv", "--yes")
    shell.fine("entropy", "club", "three grey geese")
    (shell.folder / "two.csv").write_text(war.EXAMPLE.replace("Germany;3", "Germany;5"))
    done = shell("take-over", "club", "two.csv", "--again", "--yes")
    assert done.status != 0
    assert "more is on record by now; raise a dispute about the position" in done.err


def test_a_campaign_by_rules_of_ones_own_goes_on(shell: Shell) -> None:
    """A file of the club's own, changed from an example; the sheet to begin with is of its rules.

    Stated again, the rules are those on record.
    """
    shell.fine("new-rules", "ours.toml", "--like", "league")
    rules = shell.folder / "ours.toml"
    rules.write_text(rules.read_text().replace("last = 6", "last = 9"))
    sheet = shell.fine("take-over", "x", "--rules", "ours.toml", "--example")
    assert "Mudford Moles;0;0;0;0;100" in sheet
    mended = sheet.replace("round;1", "round;7").replace("Moles;0;0", "Moles;9;6")
    (shell.folder / "ours.csv").write_text(f"{mended}+Bolt;toads;0;fit;60;0\n")
    shell.fine("take-over", "club", "ours.csv", "--rules", "ours.toml", "--yes")
    assert "Round 7 (turn-07), 7 of 9" in shell.fine("status", "club")
    assert "positions taken over 1" in shell.fine("verify", "club")
    (shell.folder / "better.csv").write_text(mended.replace("Moles;9;6", "Moles;8;6"))
    shell.fine("take-over", "club", "better.csv", "--again", "--yes")
    assert "Mudford Moles  Anna      8" in shell.fine("status", "club")
    assert "no findings" in shell.fine("verify", "club")
    done = shell("take-over", "other", "ours.csv", "--system", "kit", "--yes")
    assert "give the file with the rules" in done.err and done.status == 2
