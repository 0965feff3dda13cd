"""The guides of `docs/`, word by word: each is a story in one shell and a new store.

What takes longer, waits or starts something, beside `house/test_guides.py`.
"""

import json
import re
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from campaign.accounts.settings import read_settings
from campaign.store.ledger import Ledger
from support.command_line import Shell
from support.guides import blocks, chapter, typed
from support.served import served
from tests.house.test_guides import shell, started, told

__all__ = ["shell"]


def test_the_hosts_guide_from_the_first_campaign_to_the_backup(shell: Shell) -> None:
    """Nothing is set up before it: what a block needs, an earlier one has made."""
    us_entry, *_ = blocks("host", "US entry")
    first = told("host", "Start a campaign at the keyboard", "Leaders on the map")
    said = typed(shell, "\n".join((first, us_entry, told("operator", "Backups"))))
    for text in (
        "Rommel was placed at W2214",
        "Combat 1939-SO-1 (land) at E1429",
        "USSR INF 6-4 became the Guards Banner army 7th Guards",
        "Japan took US entry action 10",
        "The USA picked entry option 1 at",
    ):
        assert text in said
    assert {"club", "east", "front"} <= set(shell.fine("list").split())
    assert shell("verify", "club").status == 0 and shell("verify", "front").status == 0


def test_what_is_shared_of_a_turn(shell: Shell) -> None:
    """Pages, a folder and a ZIP for the web, a text for the chat, figures; all of it proved."""
    started(shell)
    shell.fine("turn", "club", "--yes")
    said = typed(shell, told("host", "Tell the others"))
    for name in ("reports/story.html", "site/turns.atom", "site/1939-SO-picture.svg", "club.zip"):
        assert (shell.folder / name).exists(), name
    assert "September/October 1939, turn 1 of 36" in said
    assert "_September/October 1939, turn 1 of 36_" in said


def test_the_guide_to_mail_from_the_settings_to_the_files(shell: Shell) -> None:
    """Anna's two messages without a server: the turn that has ended, and that turn by its name."""
    started(shell)
    shell.fine("turn", "club", "--yes")
    (settings,) = re.findall("^```toml\n(.*?)^```$", chapter("operator", "Mail"), re.M | re.S)
    (shell.folder / "club.toml").write_text(settings)
    (shell.folder / "mail-password").write_text("not asked for")
    (shell.folder / "mail-password").chmod(0o600)
    said = typed(shell, told("operator", "Mail", "Answers by mail"))
    turn = "Anna: club: September/October 1939"
    assert f"{turn}: would be sent\n" in said and f"{turn}: written\n1 message in letters" in said
    written = {file.name for file in (shell.folder / "letters").iterdir()}
    previewed = {file.name for file in (shell.folder / "preview").iterdir()}
    assert written == {"anna-1939-SO.eml"}
    assert previewed == {"anna-1939-SO.txt", "anna-1939-SO.html", "1939-SO.html"}
    found = read_settings(Path(shell.env["CAMPAIGN_STORE"]), {})
    assert (found.mail.host, found.mail.usual_port) == ("smtp.example.org", 587)
    assert found.mail.password_file == str(shell.folder / "mail-password")
    assert found.mail.address == "club@example.org"


def test_the_players_guide_proves_what_was_sent(shell: Shell) -> None:
    """Anna types her choice unseen; the receipt with its salt proves it."""
    started(shell)
    shell.fine("board", "club")
    shell.fine("draw", "club")
    said = typed(shell, told("player"), lines="no-veto\n")
    assert "Proved      this very text was sent" in said
    assert "Mail to Anna rests" in said
    assert (shell.folder / "mine.receipt").stat().st_mode & 0o077 == 0


def test_the_referees_guide_from_the_claim_to_the_audit(shell: Shell) -> None:
    """LiF 4.1(2): Japan pays 1 against Franco, who is on nobody's side; the referee says 3.

    Event 21 is that payment: five events of the start, Anna, Ref and Germany, the Board, the draw,
    eight ballots, the fixing, the opening.
    """
    started(shell, "--ruling", "draws=table")
    shell.fine("board", "club")
    shell.fine("draw", "club", "franco")
    shell.fine("ballots", "club", "japan=veto", "rest=no")
    shell.fine("reveal", "club")
    find, dispute, *rest = blocks("referee")
    said = typed(shell, f"{find}\n{dispute}")
    preview = re.search(r"veto points japan  2 → 0 \(−2\).*(--seen [0-9a-f]{8})\n", said, re.S)
    assert preview
    typed(shell, dispute.splitlines()[-1] + f" {preview[1]}")
    assert json.loads(shell.fine("show", "club", "--json"))["veto_points"]["japan"] == 0
    assert "no findings" in typed(shell, "\n".join(rest))


def test_chits_seen_before_their_pool_is_chosen(shell: Shell) -> None:
    """With the ruling that the guide names, and nothing drawn yet."""
    started(shell, "--ruling", "entry_look=before")
    shell.fine("us-entry", "stock", "club", "-", typed="value,count,year\n5,60,\n")
    _, look, _ = blocks("host", "US entry")
    said = typed(shell, look)
    assert "c1=5" in said and "c2" in said


def test_chits_in_a_cup_whose_values_the_player_types_unseen(shell: Shell) -> None:
    """With the example of a chart, and dice of the table."""
    started(shell, "--ruling", "entry_chits=table", "--ruling", "draws=table")
    typed(shell, "campaign us-entry template chart.csv --example")
    shell.fine("us-entry", "import", "club", "chart.csv")
    shell.fine("us-entry", "stock", "club", "--table")
    _, _, cup = blocks("host", "US entry")
    *before, enter = cup.splitlines()
    said = typed(shell, "\n".join(before), lines="2\n0\n")
    assert "Japan took US entry action 10" in said
    assert "c3" in typed(shell, enter, lines="1\n")


def test_the_guide_to_the_war_diary(shell: Shell) -> None:
    """What it says is removed is removed; the rest is read again."""
    started(shell)
    typed(shell, told("diary"))
    read = shell.fine("diary", "club")
    assert "It rained for two weeks." in read and "The ford was held." not in read
    assert shell("verify", "club").status == 0


def test_the_guide_for_witnesses_on_their_own_machine(shell: Shell, tmp_path: Path) -> None:
    """All that is needed is the export."""
    started(shell)
    shell.fine("export", "club", "club.jsonl")
    own = Shell(tmp_path / "annas")
    own.folder.mkdir()
    (own.folder / "club.jsonl").write_bytes((shell.folder / "club.jsonl").read_bytes())
    head = json.loads(shell.fine("show", "club", "--json"))["head"]
    assert head in typed(own, told("referee", "Witnesses"))


def test_a_program_speaks_json_lines(shell: Shell) -> None:
    """The command is accepted, and the lists are JSON."""
    started(shell)
    answer, *lists = typed(shell, told("programs", "JSON at the keyboard")).split("\n", 1)
    assert json.loads(answer)["events"][0]["type"] == "campaign.EntropyAdded"
    decoder = json.JSONDecoder()
    commands, end = decoder.raw_decode(lists[0])
    events, _ = decoder.raw_decode(lists[0][end:].lstrip())
    assert commands and events


def test_the_guide_to_the_tables_names_the_file_that_is_written(shell: Shell) -> None:
    """Beside the store, for the campaign."""
    started(shell)
    said = typed(shell, told("programs", "Tables"))
    assert f"12 saved queries: {shell.folder / 'club-datasette.json'}" in said
    assert f"datasette {shell.folder / 'club-tables.db'} --metadata" in said


@pytest.mark.needs("curl")
def test_the_guide_for_programs_against_a_running_service(shell: Shell) -> None:
    """Each call answers; the command counts once, and both answers are the same."""
    started(shell)
    with served(shell) as (_, url):
        said = typed(shell, told("programs", "HTTP").replace("http://127.0.0.1:8720", url))
        assert '"name":"club"' in said and '"waiting":[]' in said
        assert '"figure":"veto-points"' in said
        answer = json.loads((shell.folder / "answer").read_text())
        assert answer["accepted"] and answer["receipt"]["salt"]
        token = (shell.folder / "token").read_text().strip()
        asked = Request(f"{url}/api/v1/campaigns/club/events/live")
        asked.add_header("Authorization", f"Bearer {token}")
        with urlopen(asked, timeout=120) as stream:
            live = b"".join(stream.readline() for _ in range(6)).decode()
    version = answer["version"]
    assert live == f"retry: 3000\n\nid: {version}\nevent: version\ndata: {version}\n\n"
    log = shell.fine("log", "club")
    assert log.count("grey geese") == 1


def test_the_operators_guide_to_many_clubs(shell: Shell, tmp_path: Path) -> None:
    """From two clubs in a folder to one that is handed over and comes back."""
    (tmp_path / "elsewhere").mkdir()
    said = typed(shell, told("operator", "Several clubs"))
    for text in (
        "thursday is added; its store is ",
        "thursday: 12 campaigns, 120 commands a minute, 500 mails a day and 200 MB",
        "thursday: 12 campaigns, 120 commands a minute and 200 MB",
        "friday is closed\nfriday is open\n",
        "friday is in ",
        "friday is deleted; 0 campaigns and its people are kept in",
    ):
        assert text in said, text
    with Ledger(tmp_path / "clubs" / "thursday" / "club.db") as ledger:
        assert ledger.names() == ["winter"]
    assert (tmp_path / "clubs" / "friday" / "club.db").is_file()


def test_a_war_on_paper_is_taken_over_from_its_guide_alone(shell: Shell) -> None:
    """The example sheet of January/February 1941, whose turn is the ninth of 36."""
    said = typed(shell, told("taking-over"))
    assert "January/February 1941" in said
    shell.fine("report", "thursday", "--out", "reports")
    pages = [page.name for page in (shell.folder / "reports").glob("19*.html")]
    assert pages == ["1941-JF.html"]
    text = (shell.folder / "reports" / pages[0]).read_text()
    assert "9 of 36" in text
    assert "The position was taken over from the table, on the club’s word." in text
    shell.fine("turn", "thursday", "--yes")
    assert "March/April 1941" in shell.fine("status", "thursday")
    assert shell("verify", "thursday").status == 0


def test_a_member_leaves_as_their_guide_says(shell: Shell) -> None:
    """With their data first; pages of every turn call them otherwise, the record does not."""
    shell.fine("start", "thursday", "--scenario", "global-war")
    for who in ("anna", "kim"):
        shell.fine("enrol", "thursday", who)
    shell.fine("assign", "thursday", "germany", "anna")
    shell.fine("turn", "thursday", "--yes")
    said = typed(shell, told("leaving"))
    assert "left the campaign; the host plays on for them." in said
    assert (shell.folder / "anna.zip").stat().st_mode & 0o077 == 0
    assert "anna.zip is there already" in shell("my-data", "thursday", "anna.zip").error
    shell.fine("report", "thursday", "--out", "reports")
    pages = [page.read_text() for page in (shell.folder / "reports").glob("*.html")]
    assert any("A guest" in page for page in pages) and not any("Anna" in page for page in pages)
    shell.fine("export", "thursday", "t.jsonl")
    assert "Anna" in (shell.folder / "t.jsonl").read_text()
    assert shell("verify", "thursday").status == 0
    refused = shell("leave", "thursday", "--as", "anna")
    assert refused.status == 1 and "has left; a host enrols them again" in refused.error
