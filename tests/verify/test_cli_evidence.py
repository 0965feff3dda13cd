"""Evidence on the command line: receipts, the vault's keeper, openings, and the offline audit."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from campaign.store.ledger import Ledger
from campaign.verify.witness import digests_in
from support.command_line import Shell

SALT = re.compile(r"salt|(?<![0-9a-f])[0-9a-f]{32}(?![0-9a-f])")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A club whose board takes ballots; anna plays Germany, eve only watches."""
    folder = tmp_path_factory.mktemp("evidence")
    with Ledger(folder / "campaign.db") as ledger:
        assert ledger.open("club", scenario="global-war")["accepted"]
        for command in (
            {"command": "EnrolMember", "member": "anna", "name": "Anna", "roles": ["player"]},
            {"command": "EnrolMember", "member": "eve", "name": "Eve", "roles": ["observer"]},
            {"command": "AssignPower", "power": "germany", "member": "anna"},
            {"command": "OpenReinforcement"},
            {"command": "DrawLeader"},
        ):
            assert ledger.submit("club", command)["accepted"]
    return folder


@pytest.fixture
def shell(table: Path, tmp_path: Path) -> Shell:
    """A folder of its own with that club in it."""
    for name in ("campaign.db", "campaign.vault"):
        shutil.copy(table / name, tmp_path)
    return Shell(tmp_path)


VETO = '{"choice": "veto", "power": "germany", "command": "SealBallot", "by": "anna", "draw": 1}'


def laid(shell: Shell) -> tuple[str, str, str]:
    """Anna's veto for Germany: her receipt's id, its salt and the time it tells."""
    file = shell.folder / "ballot.receipt"
    out = shell.fine(
        "ballot", "club", "germany", "veto", "--as", "anna", "--receipt", "ballot.receipt"
    )
    line = out.splitlines()[-1]
    found = re.fullmatch(
        r" {7}receipt (club/\d+), in at (\d\d:\d\d:\d\d) UTC; its salt is in ballot\.receipt", line
    )
    assert found, out
    salt = json.loads(file.read_text())["receipt"]["salt"]
    file.unlink()
    return found[1], salt, found[2]


# --- the quiet line -----------------------------------------------------------------------------


def test_a_ballot_is_answered_with_a_receipt_and_its_salt(shell: Shell) -> None:
    """One line behind the sentence: id, time and salt; the choice stands nowhere."""
    name, salt, at = laid(shell)
    assert name == "club/6"
    told = json.loads(shell.fine("receipt", name, "--json"))
    assert told["at"][11:19] == at and told["by"] == "anna" and told["command"] == "SealBallot"
    out = shell.fine("receipt", name) + shell.fine("receipts", "club")
    assert salt not in out and "veto" not in out


def test_what_an_event_tells_whole_needs_no_salt(shell: Shell) -> None:
    """Where it is asked for: the id and the time alone."""
    told = shell.fine("entropy", "club", "grey geese", CAMPAIGN_RECEIPTS="yes")
    lines = told.splitlines()
    assert re.fullmatch(r" {7}receipt club/6, in at \d\d:\d\d:\d\d UTC", lines[-1])


def test_a_refusal_names_its_receipt(shell: Shell) -> None:
    """In its line where it is a ballot's or asked for, and no salt on the screen."""
    done = shell("turn", "club", CAMPAIGN_RECEIPTS="yes")
    assert done.error.startswith("refused (Ruling 7): ") and done.error.endswith("[receipt club/6]")
    assert done.out == ""
    done = shell("ballot", "club", "ussr", "veto", "--as", "anna")
    assert done.error.startswith("refused (Members)") and done.error.endswith("[receipt club/7]")
    assert done.out == "" and not SALT.search(done.err)


def test_a_receipt_is_quiet_where_nothing_is_secret(shell: Shell) -> None:
    """Accepted or refused, an open command's line is its event or its reason; --receipt asks."""
    assert "receipt" not in shell.fine("entropy", "club", "grey geese")
    assert "receipt" not in shell("turn", "club").error
    told = shell.fine("entropy", "club", "white geese", "--receipt", "geese.receipt")
    assert re.search(r"receipt club/8, in at \d\d:\d\d:\d\d UTC; its salt is in geese", told)


def test_programs_have_it_in_the_answer(shell: Shell) -> None:
    """--json and submit: id, time, salt and digest, accepted or refused."""
    answers = [
        shell.fine("ballot", "club", "germany", "veto", "--as", "anna", "--json"),
        shell("turn", "club", "--json").out,
        shell("submit", "club", typed="{").out,
    ]
    for number, answer in enumerate(answers, 6):
        receipt = json.loads(answer)["receipt"]
        assert receipt["id"] == f"club/{number}"
        assert set(receipt) == {"id", "at", "salt", "digest"}
        assert (
            json.loads(shell.fine("receipt", f"club/{number}", "--json"))["digest"]
            == (receipt["digest"])
        )


# --- receipt ------------------------------------------------------------------------------------


def test_a_receipt_proves_that_a_ballot_was_in(shell: Shell) -> None:
    """When, whose, which event, and what it proves, for everybody to see."""
    name, _, at = laid(shell)
    version = json.loads(shell.fine("show", "club", "--json"))["version"]
    out = shell.fine("receipt", name)
    lines = dict(re.findall(r"^(\S+(?: in)?) {2,}(.*)$", out, re.MULTILINE))
    assert lines["Receipt"] == name and at in lines["Came in"] and "UTC" in lines["Came in"]
    assert lines["From"] == "anna, SealBallot"
    assert lines["Answer"] == f"accepted, event {version}"
    assert f"before anything behind event {version}" in lines["Proves"] and at in lines["Proves"]
    assert re.fullmatch("[0-9a-f]{64}", lines["Digest"])


def test_a_kept_answer_brings_id_and_salt(shell: Shell) -> None:
    """The line that `submit` printed, in a file."""
    (shell.folder / "mine.json").write_text(VETO)
    (shell.folder / "answer.json").write_text(shell.fine("submit", "club", "mine.json"))
    assert "very text" in shell.fine("receipt", "answer.json", "--sent", "mine.json")
    assert shell.fine("receipt", "answer.json").startswith("Receipt     club/6")
    (shell.folder / "two.json").write_text((shell.folder / "answer.json").read_text() * 2)
    assert "holds 2 answers with a receipt" in shell("receipt", "two.json").error
    assert "holds no answers with a receipt" in shell("receipt", "mine.json").error


def test_a_refused_one_shows_its_time_to_others_and_all_to_its_sender(shell: Shell) -> None:
    """--as MEMBER opens what he was told; the host sees no more than anybody."""
    shell("ballot", "club", "ussr", "veto", "--as", "anna")
    for who in ("host", "eve"):
        out = shell.fine("receipt", "club/6", "--as", who)
        assert "sealed for its sender" in out and "Answer      recorded nothing\n" in out
        assert "SealBallot" not in out and "Members" not in out and "anna" not in out
        told = json.loads(shell.fine("receipt", "club/6", "--json", "--as", who))
        assert (told["accepted"], told["by"], told["command"]) == (False, None, None)
        assert "reason" not in told
    out = shell.fine("receipt", "club/6", "--as", "anna")
    assert "From        anna, SealBallot" in out and "refused (Members): " in out
    told = json.loads(shell.fine("receipt", "club/6", "--json", "--as", "anna"))
    assert told["rule"] == "Members" and "the USSR" in told["reason"]


def test_what_was_unreadable_has_a_receipt_too(shell: Shell) -> None:
    """It names no command; a malformed one has no rule."""
    shell("submit", "club", typed='{"by": "anna"}')
    answer = json.loads(shell("submit", "club", typed="{").out)["receipt"]
    out = shell.fine("receipt", "club/6", "--as", "anna")
    assert "anna, something unreadable" in out and "refused: command: missing" in out
    assert "sealed for its sender" in shell.fine("receipt", answer["id"], "--as", "anna")
    proved = shell.fine("receipt", answer["id"], "--sent", "-", "--salt", answer["salt"], typed="{")
    assert "very text" in proved


def test_without_the_key_a_refused_one_stays_sealed(shell: Shell) -> None:
    """Said in one line on standard error; the rest is shown."""
    shell("turn", "club", "--yes")
    (shell.folder / "campaign.vault").unlink()
    done = shell("receipt", "club/6")
    assert done.status == 0 and "sealed for its sender" in done.out
    assert "what was refused stays sealed" in done.error and "vault key" in done.error
    shell("board", "club")
    done = shell("receipts", "club")
    assert done.status == 0 and done.error.count("vault key") == 1
    assert "not kept: there was no key to seal it with" in shell("receipt", "club/7").out


def test_a_receipt_can_be_asked_of_an_export(shell: Shell) -> None:
    """On any machine: the sender proves what he sent, without store or key."""
    name, salt, _ = laid(shell)
    shell("turn", "club", "--yes")
    shell.fine("export", "club", "club.jsonl")
    elsewhere = Shell(shell.folder, CAMPAIGN_STORE="nothing.db")
    asked = ("receipt", name, "--file", "club.jsonl")
    assert "very text" in elsewhere.fine(*asked, "--sent", "-", "--salt", salt, typed=VETO)
    assert "sealed for its sender" in elsewhere.fine("receipt", "club/7", "--file", "club.jsonl")
    assert "no receipt club/99" in elsewhere("receipt", "club/99", "--file", "club.jsonl").error
    assert "holds club, not other" in elsewhere("receipt", "other/1", "--file", "club.jsonl").error
    export = shell.folder / "club.jsonl"
    export.write_text(export.read_text().replace('"by":"anna","command"', '"by":"eva","command"'))
    done = elsewhere(*asked)
    assert done.status == 1 and "was changed; `campaign verify --file " in done.error


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("receipt", "club"), "is no receipt's id; it looks like club/17"),
        (("receipt", "club/0"), "is no receipt's id"),
        (("receipt", "club/x"), "is no receipt's id"),
        (("receipt", "club/99"), "there is no receipt club/99; the last is club/5"),
        (("receipt", "clbu/1"), "did you mean club"),
        (("receipt", "club/1", "--salt", "00"), "give --sent and --salt together"),
        (("receipt", "club/1", "--sent", "-"), "give --sent and --salt together"),
        (("receipts", "clbu"), "did you mean club"),
        (("keeper", "club"), "name a member, or say --nobody"),
        (("keeper", "club", "eve", "--nobody"), "name a member, or say --nobody"),
        (("opening", "ask", "club", "7"), "Reason is missing; give it as --reason"),
        (
            ("opening", "consent", "club", "7", "--reason", "x"),
            "no such option '--reason'",
        ),
        (("opening", "open", "club", "7"), "unseal has no verb 'open'"),
        (("opening", "ask", "club", "0", "--reason", "x"), "VERSION"),
        (("verify",), "say what to verify"),
        (("verify", "club", "--against", "abc"), "is no digest (64 hex digits)"),
        (("verify", "club", "--against", "plain.txt"), "there is no digest (64 hex digits) in"),
        (("verify", "club", "--reports", "nowhere"), "--reports"),
    ],
)
def test_wrong_usage_is_told_in_one_line(
    shell: Shell, arguments: tuple[str, ...], told: str
) -> None:
    """Exit status 2."""
    (shell.folder / "plain.txt").write_text("milk, bread, a box of counters")
    done = shell(*arguments)
    assert done.status == 2 and told in done.error, done


# --- receipts -----------------------------------------------------------------------------------


def test_all_submissions_are_listed(shell: Shell) -> None:
    """A line each, in their order; of the refused ones a time, and the rest to their sender."""
    laid(shell)
    shell("vote", "club", "germany", "another", "--as", "anna")
    lines = shell.fine("receipts", "club").splitlines()
    assert lines[0].split() == ["receipt", "in", "(UTC)", "from", "command", "answer"]
    assert [line.split()[0] for line in lines[1:]] == [f"club/{n}" for n in range(1, 8)]
    assert re.search(r"Anna +SealBallot +accepted, event \d+$", lines[6])
    assert re.search(r" sealed +recorded nothing$", lines[7])
    mine = shell.fine("receipts", "club", "--as", "anna").splitlines()
    assert re.search(r"Anna +SealVote +refused \(LiF 4.1\): ", mine[7])
    told = [json.loads(one) for one in shell.fine("receipts", "club", "--json").splitlines()]
    assert [one["id"] for one in told] == [f"club/{n}" for n in range(1, 8)]
    assert [one["accepted"] for one in told] == [True] * 6 + [False]


# --- verify, offline ----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """A folder with reports from the first turn and from the second, and an export; no store.

    An event was struck under a ruling meanwhile, so that the log is not what counts.
    """
    folder = tmp_path_factory.mktemp("book")
    shell = Shell(folder)
    for arguments in (
        ("open", "club", "--scenario", "global-war"),
        ("enrol", "club", "anna", "--name", "Anna", "--role", "player"),
        ("enrol", "club", "ref", "--name", "Ref", "--role", "referee"),
        ("assign", "club", "germany", "anna"),
        ("buy", "club", "germany", "10", "--as", "anna"),
        ("board", "club"),
        ("draw", "club"),
        ("ballot", "club", "germany", "no-veto", "--as", "anna"),
        ("reveal", "club", "--absent", "--yes", "--why", "cannot be reached"),
        ("count", "club", "--absent", "--yes", "--why", "cannot be reached"),
        ("report", "club", "--out", "early"),
        ("turn", "club", "--yes"),
        ("board", "club"),
        ("draw", "club"),
    ):
        shell.fine(*arguments)
    bought = next(
        str(json.loads(line)["version"])
        for line in shell.fine("log", "club", "--json").splitlines()
        if "VetoPointsBought" in line
    )
    shell.fine("dispute", "raise", "club", bought, "there were none to buy")
    shell.fine("dispute", "rule", "club", "d1", "upheld", "the sheet says so", "--as", "ref")
    strike = ("correct", "strike-out", "club", "d1", bought, "--as", "ref", "--json")
    seen = json.loads(shell(*strike).out)["preview"]["digest"]
    shell.fine(*strike, "--seen", seen)
    shell.fine("report", "club", "--out", "reports")
    shell.fine("export", "club", "club.jsonl")
    (folder / "points").write_text(shell.fine("show", "club", "--json"))
    for file in folder.glob("campaign.*"):
        file.unlink()
    return shell


def verified(book: Shell, *more: str, status: int = 0) -> dict[str, Any]:
    """The verdict of an audit of the export."""
    done = book("verify", "--file", "club.jsonl", "--json", *more)
    assert done.status == status, done
    told: dict[str, Any] = json.loads(done.out.splitlines()[-1])
    return told


def test_an_export_is_audited_without_store_and_key(book: Shell) -> None:
    """Corrected or not: events, receipts, no finding, and nothing is made by looking."""
    told = verified(book)
    shown = json.loads((book.folder / "points").read_text())
    assert (told["events"], told["head"], told["findings"]) == (
        shown["version"], shown["head"], [],
    )  # fmt: skip
    assert told["receipts"] == 15
    assert not list(book.folder.glob("campaign.*"))


def test_the_standings_are_those_of_the_events_as_they_count(book: Shell) -> None:
    """The points bought were struck: Germany has what `show` told, and every leader is counted."""
    shown = json.loads((book.folder / "points").read_text())
    told = verified(book, "--standings")["standings"]
    assert told["veto_points"] == shown["veto_points"]
    counts: dict[str, int] = {}
    for leader in shown["leaders"].values():
        counts[leader["status"]] = counts.get(leader["status"], 0) + 1
    assert {status: sum(powers.values()) for status, powers in told["leaders"].items()} == counts
    assert (told["turn"], told["version"]) == (shown["turn"], shown["version"])
    lines = book.fine("verify", "--file", "club.jsonl", "--standings").splitlines()
    assert lines[1].split()[:2] == ["power", "points"]
    assert lines[2].split()[:2] == ["Germany", str(shown["veto_points"]["germany"])]
    assert "; no findings" in lines[-1]


def test_reports_of_today_are_the_same_byte_by_byte(book: Shell) -> None:
    """Each with its turn, its last event and the digest that it carries."""
    told = verified(book, "--reports", "reports")
    assert [(one["file"], one["turn"]) for one in told["reports"]][:3] == [
        ("1939-ND.html", "1939-ND"), ("1939-SO.html", "1939-SO"), ("index.html", ""),
    ]  # fmt: skip
    assert {one["outcome"] for one in told["reports"]} == {"same"}
    assert "leader-rommel.html" not in {one["file"] for one in told["reports"]}
    for one in told["reports"]:
        page = (book.folder / "reports" / one["file"]).read_text()
        assert digests_in(page) == [one["head"]]
    assert told["reports"][0]["head"] == told["head"]
    out = book.fine("verify", "--file", "club.jsonl", "--reports", "reports")
    assert ".html" not in out and f"{len(told['reports'])} reports the same" in out


def test_reports_of_an_earlier_day_are_rendered_from_that_day(book: Shell) -> None:
    """Before the next turn, and before the correction: as the record stood at their own digest."""
    told = verified(book, "--reports", "early")
    found = {one["file"]: one["outcome"] for one in told["reports"]}
    assert found.pop("1939-ND.html") == "missing"
    assert {"1939-SO.html", "index.html", "story.html"} < set(found)
    assert set(found.values()) == {"then"}
    out = book.fine("verify", "--file", "club.jsonl", "--reports", "early")
    assert "the same, as the record stood then" in out and "not in the folder" in out
    assert max(map(len, re.findall("[0-9a-f]{9,}", out))) == 16


@pytest.mark.parametrize(
    ("change", "outcome", "words"),
    [
        (("Germany", "Deutschland"), "differs", "changed by hand"),
        (("</body>", " </body>"), "differs", "its facts are the record's"),
        ((r"[0-9a-f]{8} [0-9a-f]{8} ", "00000000 11111111 "), "unknown", "carries no digest"),
    ],
)
def test_a_report_that_was_changed_is_found(
    book: Shell, tmp_path: Path, change: tuple[str, str], outcome: str, words: str
) -> None:
    """A word, a space, or its digest: exit status 1."""
    folder = tmp_path / "changed"
    shutil.copytree(book.folder / "reports", folder)
    page = folder / "1939-SO.html"
    page.write_text(re.sub(change[0], change[1], page.read_text()))
    told = verified(book, "--reports", str(folder), status=1)
    assert len(told["findings"]) == 1
    found = {one["file"]: one["outcome"] for one in told["reports"]}
    assert found.pop("1939-SO.html") == outcome
    assert set(found.values()) == {"same"}
    done = book("verify", "--file", "club.jsonl", "--reports", str(folder))
    assert words in done.out and "; 1 finding" in done.out.splitlines()[-1]


def test_another_club_s_report_is_not_this_one_s(book: Shell, tmp_path: Path) -> None:
    """A page by another name, with a digest of its own."""
    (tmp_path / "1941-JF.html").write_text("<p>" + "12345678 " * 8 + "</p>")
    told = verified(book, "--reports", str(tmp_path), status=1)
    page = next(one for one in told["reports"] if one["file"] == "1941-JF.html")
    assert (page["outcome"], page["head"]) == ("unknown", "12345678" * 8)


def test_a_record_with_findings_is_not_compared(book: Shell, tmp_path: Path) -> None:
    """First things first."""
    broken = tmp_path / "broken.jsonl"
    broken.write_text((book.folder / "club.jsonl").read_text().replace('"Anna"', '"Anne"'))
    reports = str(book.folder / "reports")
    done = book("verify", "--file", str(broken), "--reports", reports)
    assert done.status == 1 and "the reports were not compared" in done.out


def test_a_digest_is_found_with_its_version(book: Shell) -> None:
    """Several at once, in capitals too; the line tells each."""
    lines = (book.folder / "club.jsonl").read_text().splitlines()
    heads = [json.loads(lines[number])["digest"] for number in (3, 9)]
    told = verified(book, "--against", heads[0].upper(), "--against", heads[1])
    assert told["against"] == {heads[0]: 3, heads[1]: 9}
    assert told["contains"] == 3
    out = book.fine("verify", "--file", "club.jsonl", "--against", heads[1])
    assert f"{heads[1][:12]}… is the digest of version 9" in out


@pytest.mark.parametrize("source", ["report", "mail", "pipe"])
def test_a_digest_is_taken_out_of_an_old_text(book: Shell, tmp_path: Path, source: str) -> None:
    """An old page, in groups of eight; a mail that quotes it; the same through a pipe."""
    page = (book.folder / "early" / "1939-SO.html").read_text()
    (head,) = digests_in(page)
    quoted = f"Hi,\n> the club wrote:\n>   {head[:32]}=\n{head[32:]}\n> Regards\n"
    file = tmp_path / "old.txt"
    file.write_text(page if source == "report" else quoted)
    asked = "-" if source == "pipe" else str(file)
    done = book("verify", "--file", "club.jsonl", "--against", asked, "--json", typed=quoted)
    assert done.status == 0, done
    told = json.loads(done.out)["against"]
    assert list(told) == [head] and told[head] < json.loads(done.out)["events"]


def test_a_digest_that_is_not_in_the_history_is_a_finding(book: Shell) -> None:
    """One of a history that was rewritten whole; one that an event tells as something else."""
    told = verified(book, "--against", "0" * 64, status=1)
    assert told["against"] == {"0" * 64: None} and len(told["findings"]) == 1
    text = (book.folder / "club.jsonl").read_text()
    match = re.search(r'"commitment":"([0-9a-f]{64})"', text)
    assert match
    done = book("verify", "--file", "club.jsonl", "--against", match[1])
    assert done.status == 1 and "holds it as something else" in done.out


def test_a_receipt_s_digest_is_found_by_its_number(book: Shell) -> None:
    """What a sender kept of his answer."""
    last = json.loads((book.folder / "club.jsonl").read_text().splitlines()[-1])
    told = verified(book, "--against", last["digest"])
    assert told["against"] == {last["digest"]: f"club/{last['number']}"}
    out = book.fine("verify", "--file", "club.jsonl", "--against", last["digest"])
    assert f"is the digest of receipt club/{last['number']}" in out


def test_a_receipt_taken_out_is_found(book: Shell, tmp_path: Path) -> None:
    """The lines closed up and the first one corrected: the digests know."""
    head, *lines = (book.folder / "club.jsonl").read_text().splitlines()
    told = json.loads(head)
    first = 1 + told["events"]
    less = [*lines[: first + 2], *lines[first + 3 :]]
    file = tmp_path / "less.jsonl"
    file.write_text("\n".join([json.dumps({**told, "receipts": told["receipts"] - 1}), *less]))
    done = book("verify", "--file", str(file))
    assert done.status == 1 and "receipt: number" in done.out


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("nothing", 0),
        ("ab" * 32, 1),
        ("AB" * 32, 1),
        ("ab" * 33, 0),
        ("abababab " * 8, 1),
        ("abababab " * 7, 0),
        ("abababab " * 16, 2),
        ("<b>abababab</b>&nbsp;" * 8, 1),
        ("abab<wbr>abab " * 8, 1),
        ("> abababab abababab abababab abababab\n> abababab abababab abababab abababab\n", 1),
        (f"if x < 5 then {'cd' * 32}\n> quoted", 1),
        (f"{'ab' * 16}=\r\n{'ab' * 16}", 1),
        (f"{'ab' * 32} and again {'ab' * 32}", 1),
    ],
)
def test_digests_are_read_as_people_send_them(text: str, found: int) -> None:
    """Whole or in groups, in pages and quotations; the same one once."""
    if text.startswith("abababab " * 16):
        text = f"{'abababab ' * 8}{'cdcdcdcd ' * 8}"
    assert len(digests_in(text)) == found
