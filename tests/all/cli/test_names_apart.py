"""Names apart at the keyboard: commands say numbers, screens and pages names."""

from pathlib import Path

from support.command_line import Shell

ZOE, IGOR, WANDA = "Zoe Quixwold", "Igor Pfefferminz", "Wanda Ypsilon"


def test_names_stay_in_the_people_s_file(tmp_path: Path) -> None:
    """Enrolled one by one and from a sheet; verified; erased by leaving."""
    store = tmp_path / "club.db"
    shell = Shell(tmp_path, CAMPAIGN_STORE=str(store))
    shell.fine("start", "club", "--scenario", "global-war", "--names", "apart")
    done = shell("enrol", "club", "zoe", "--name", ZOE)
    assert f"{ZOE} is m2 in commands" in done.err and ZOE in done.out
    shell.fine("assign", "club", "germany", "m2")
    sheet = tmp_path / "sheet.tsv"
    sheet.write_text(f"name\tplays\n{IGOR}\tussr\n{WANDA}\t\n")
    shell.fine("enrol", "club", "--from", "sheet.tsv")
    shell.fine("turn", "club", "--yes")
    for verb in ("members", "log"):
        said = shell.fine(verb, "club")
        assert all(name in said for name in (ZOE, IGOR, WANDA)) and "Member 3" not in said, verb
    assert IGOR in shell.fine("status", "club")
    shell.fine("report", "club", "--out", "reports")
    pages = "".join(page.read_text() for page in (tmp_path / "reports").glob("*.html"))
    assert ZOE in pages and "Member 2" not in pages
    shell.fine("export", "club", "club.jsonl")
    assert shell("verify", "club").status == 0
    assert shell("verify", "--file", "club.jsonl").status == 0
    shell.fine("leave", "club", "m2")
    sheet.unlink()
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    names = (ZOE.encode(), IGOR.encode(), WANDA.encode(), b"zoe")
    found = {file for file, content in kept.items() for name in names if name in content}
    assert found == {"club.people.db"} and ZOE.encode() not in kept["club.people.db"]


def test_a_position_is_taken_over_with_names_apart(tmp_path: Path) -> None:
    """As in the browser: the members of the sheet are numbers in the record."""
    shell = Shell(tmp_path, CAMPAIGN_STORE=str(tmp_path / "club.db"))
    sheet = f"turn;12\n\nName;Plays\n{ZOE};Germany\n{IGOR};ussr\n\nPower;Points\nU.S.A.;3\n"
    (tmp_path / "war.csv").write_text(sheet)
    shell.fine("take-over", "club", "war.csv", "--names", "apart", "--yes")
    said = shell.fine("members", "club")
    assert ZOE in said and IGOR in said
    (tmp_path / "war.csv").unlink()
    kept = {file.name: file.read_bytes() for file in tmp_path.iterdir() if file.is_file()}
    found = {file for file, text in kept.items() if ZOE.encode() in text or IGOR.encode() in text}
    assert found == {"club.people.db"}
