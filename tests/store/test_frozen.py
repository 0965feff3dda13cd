"""What version 0.1.0 wrote is opened, proved, reported and replayed as it was, for ever."""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from campaign.history.walk import Replay
from campaign.proof.verify import compare
from campaign.reports import pages
from campaign.reports.compare import compare as compare_pages
from campaign.store.export import Export, audit_of, export, import_
from campaign.store.ledger import Ledger
from support.frozen import ARCHIVES, CAMPAIGNS, Frozen, missing

PLACES = ("first", "middle", "last")
RECORDED = [name for name in ARCHIVES if name.startswith("lif-")]
STANDINGS = ("veto_points", "cup", "leaders", "at_war", "conquest", "vichy")
EACH = [(archive, name) for archive in ARCHIVES for name in CAMPAIGNS[archive]]
SOME = ("lif-1998-us-entry-table", "lif-list-leaders-in-play")
BY_DAY = [(archive, name) for archive, name in EACH if archive in SOME or archive not in RECORDED]
"""Of the whole campaigns two, and all the short ones; by night every one."""


class Shelf:
    """Archives unpacked once a session, each with a ledger on it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: dict[str, tuple[Frozen, Ledger]] = {}

    def __getitem__(self, archive: str) -> tuple[Frozen, Ledger]:
        if archive not in self._open:
            frozen = Frozen(archive, self._folder / archive)
            self._open[archive] = (frozen, frozen.ledger())
        return self._open[archive]

    def close(self) -> None:
        """Lets go of the stores."""
        for _, ledger in self._open.values():
            ledger.close()


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shelf]:
    """The archives, read only by these tests."""
    made = Shelf(tmp_path_factory.mktemp("frozen"))
    yield made
    made.close()


def as_json(shown: dict[str, Any]) -> dict[str, Any]:
    """What was shown, as it is printed."""
    return dict(json.loads(json.dumps(shown)))


def test_the_archives_are_those_that_were_promised() -> None:
    """Six campaigns, three disputes, a what-if with the campaign that it was made of."""
    assert len(RECORDED) == 6
    assert set(ARCHIVES) == set(CAMPAIGNS) and len(ARCHIVES) == 10


@pytest.mark.parametrize(("archive", "name"), EACH)
def test_a_frozen_campaign_opens_and_verifies_clean(shelf: Shelf, archive: str, name: str) -> None:
    """The same events under the same digest; no finding, from the store and from the export."""
    frozen, ledger = shelf[archive]
    last, then = list(frozen.shown[name].items())[-1]
    live = ledger.live(name)
    assert (live.version, live.head) == (last, then["head"])
    audit = audit_of(ledger, name)
    assert list(audit.findings(ledger.store.rows(name))) == []
    assert list(compare(audit, live.version, live.head, live.state)) == []
    assert audit.papers is not None
    source = Export(frozen.export(name))
    assert (audit.checked, audit.head) == (source.header.events, source.header.head)
    assert audit.papers.checked == source.header.receipts > 0
    assert list(source.rows()) == list(ledger.store.rows(name))
    assert list(source.receipts()) == list(ledger.store.receipts(name))


@pytest.mark.parametrize(("archive", "name"), EACH)
def test_a_frozen_campaign_is_shown_and_replayed_as_then(
    shelf: Shelf, archive: str, name: str
) -> None:
    """The first, the middle and the last version; more may be shown today, nothing else."""
    frozen, ledger = shelf[archive]
    system = ledger.live(name).system
    replay = Replay(system, ledger.log(name))
    assert len(frozen.shown[name]) == len(PLACES)
    for version, then in frozen.shown[name].items():
        assert missing(then, as_json(ledger.show(name, version))) == [], version
        place = replay.place_of(version)
        assert place is not None
        told = {key: value for key, value in then.items() if key not in ("version", "head")}
        found = as_json(replay.shown(place))
        if name == "running-if":  # what it shares with its origin was that campaign's
            for key in ("campaign", "branch_of"):
                told.pop(key, None)
        assert missing(told, found) == [], version


@pytest.mark.parametrize("archive", RECORDED)
def test_a_frozen_campaign_stands_as_worked_out_without_the_program(
    shelf: Shelf, archive: str
) -> None:
    """Points, cup and leaders at the end of the first, the middle and the last turn."""
    frozen, ledger = shelf[archive]
    spans, turns = ledger.spans(archive), frozen.expected["turns"]
    assert list(spans) == list(turns)
    names = list(turns)
    for turn in (names[0], names[len(names) // 2], names[-1]):
        last = spans[turn][1] - (turn == names[-1])  # before the campaign is closed
        shown = ledger.show(archive, last)
        assert shown["turn"] == turn
        shown["leaders"] = {who: leader["status"] for who, leader in shown["leaders"].items()}
        found = {key: shown[key] for key in STANDINGS if key in turns[turn]}
        assert "veto_points" in found and "at_war" in found
        assert {key: turns[turn][key] for key in found} == found, turn


@pytest.mark.parametrize(("archive", "name"), BY_DAY)
def test_the_pages_of_0_1_0_are_equal_or_judged_by_digest_and_turn(
    shelf: Shelf, archive: str, name: str
) -> None:
    """Equal byte by byte while the pages are those of 0.1.0.

    Who changes words or form on purpose sets `reports.PAGES` to the coming version.
    """
    known_again(*shelf[archive], name)


def known_again(frozen: Frozen, ledger: Ledger, name: str) -> None:
    """Compares the pages that an archive has of a campaign with its record."""
    found = list(compare_pages(list(ledger.history(name)), frozen.pages(name)))
    spans = ledger.spans(name)
    assert [one.file for one in found] == [
        *(f"{turn}.html" for turn in sorted(spans)),
        "index.html",
    ]
    wanted = "same" if pages.PAGES == "0.1.0" else "judged"
    assert {one.outcome for one in found} == {wanted}, [
        one.file for one in found if one.outcome != wanted
    ]
    assert {one.written_by for one in found} == {"0.1.0"}


def test_a_frozen_export_is_taken_in(shelf: Shelf, tmp_path: Path) -> None:
    """Into a store of today, with the same head, and out with the same bytes but the rules."""
    frozen, _ = shelf["late-ballot"]
    with Ledger(tmp_path / "campaign.db") as ledger:
        name, _ = import_(ledger, frozen.export("club"))
        export(ledger, name, tmp_path / "again.jsonl")
    again = (tmp_path / "again.jsonl").read_bytes()
    assert again.replace(b',"rules":1', b"", 1) == frozen.export("club").read_bytes()


# --- pages of another version -------------------------------------------------------------------


def outcomes(ledger: Ledger, name: str, folder: Path) -> dict[str, tuple[str, str]]:
    """Each page's outcome, and by which version it says it was written."""
    found = compare_pages(list(ledger.history(name)), folder)
    return {one.file: (one.outcome, one.written_by) for one in found}


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> str:
    """A day on which the pages have other words, and so another version."""
    monkeypatch.setattr(pages, "PAGES", "0.9.0")
    return "0.9.0"


def test_a_page_names_the_version_that_wrote_it(shelf: Shelf, tmp_path: Path, later: str) -> None:
    """In its head; those of 0.1.0 name none. One of today must be equal byte by byte."""
    _, ledger = shelf["late-ballot"]
    pages.write(ledger, "club", tmp_path)
    for page in tmp_path.iterdir():
        head = page.read_text().partition("</head>")[0]
        assert f'<meta name="generator" content="campaign-tracker {later}">' in head
    found = outcomes(ledger, "club", tmp_path)
    assert {"1939-SO.html", "1939-ND.html", "index.html"} < set(found)
    assert set(found.values()) == {("same", later)}
    page = tmp_path / "index.html"
    page.write_text(page.read_text().replace("Anna", "Anne"))
    assert outcomes(ledger, "club", tmp_path)["index.html"] == ("differs", later)


def test_a_page_of_another_version_is_judged_by_digest_and_turn(
    shelf: Shelf, tmp_path: Path, later: str
) -> None:
    """Its words are not compared; a digest of another turn, or of no event, is found."""
    frozen, ledger = shelf["what-if"]
    folder = tmp_path / "pages"
    shutil.copytree(frozen.pages("running"), folder)
    first, second = folder / "1940-JA.html", folder / "1940-SO.html"
    assert set(outcomes(ledger, "running", folder).values()) == {("judged", "0.1.0")}
    second.write_text(
        first.read_text().replace(
            "<title>", '<meta name="generator" content="campaign-tracker 0.8.0">\n<title>', 1
        )
    )
    assert outcomes(ledger, "running", folder)["1940-SO.html"] == ("differs", "0.8.0")
    first.write_text(re.sub(r"[0-9a-f]{8} [0-9a-f]{8} ", "00000000 11111111 ", first.read_text()))
    assert outcomes(ledger, "running", folder)["1940-JA.html"] == ("unknown", "0.1.0")


def test_a_page_of_another_version_with_an_earlier_day_s_digest_is_judged(
    shelf: Shelf, tmp_path: Path, later: str
) -> None:
    """A page of a turn that still ran, as sent around before the turn's end."""
    _, ledger = shelf["lif-list-leaders-in-play"]
    name = "lif-list-leaders-in-play"
    history = list(ledger.history(name))
    first, last = ledger.spans(name)["1942-JA"]
    day = (first + last) // 2
    page = next(one for one in pages.pages(history[:day]) if one.turn == "1942-JA")
    later_form = r"<meta (?:name=.(?:generator|campaign-facts|description)|property).[^>]*>\n"
    text = re.sub(later_form + r'|<nav class="bar"|<details|<link rel="icon"', "", page.html)
    (tmp_path / page.file).write_text(text)
    assert outcomes(ledger, name, tmp_path)[page.file] == ("judged", "0.1.0")


def test_verify_says_which_pages_were_judged_by_digest(
    shelf: Shelf, later: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line a page names the version; nothing is a finding."""
    from campaign.cli import run

    frozen, _ = shelf["late-ballot"]
    told = ["--file", str(frozen.export("club")), "--reports", str(frozen.pages("club"))]
    assert run(["verify", *told, "--allow-unjudged"]) == 0
    lines = [line for line in capsys.readouterr().out.splitlines() if ".html" in line]
    assert len(lines) == 3
    for line in lines:
        assert line.endswith(
            "judged by digest and turn: written by version 0.1.0, whose words are not compared"
        )


def test_what_is_missing_from_what_was_shown_is_found() -> None:
    """The comparison these tests rest on: more is no matter, another value or none is."""
    then = {"a": {"b": [1], "c": 2}}
    assert missing(then, {"a": {"b": [1], "c": 2, "d": 3}, "e": 4}) == []
    assert missing(then, {"a": {"b": [1, 2], "c": 2}}) == ["/a/b: [1, 2] instead of [1]"]
    assert missing(then, {"a": {"b": [1]}}) == ["no /a/c"]
