"""Publishing: pages, pictures and the feed, and nothing that is not everybody's."""

import json
import re
import zipfile
from pathlib import Path
from xml.etree import ElementTree

import pytest

from campaign.reports import pages, publishing
from campaign.reports.book import StoredLog, read
from campaign.reports.publishing import AddressError, feed, with_address, without_address
from campaign.store.branches import branch
from campaign.store.ledger import Ledger
from campaign.text.english import width, wrapped
from support import table
from support.command_line import Shell
from support.disputed import first_turn, second_turn, third_turn
from support.table import FIRST_TURN, HOSTILE, MAIL, NAME, TO_1940

ATOM = "{http://www.w3.org/2005/Atom}"
ADDRESS = "https://example.org/club/"


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Ledger:
    """The short campaign in January 1940."""
    made = table.opened(tmp_path_factory.mktemp("club"))
    table.play(made, FIRST_TURN + TO_1940)
    return made


@pytest.fixture(scope="module")
def site(book: Ledger, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What is published of it."""
    folder = tmp_path_factory.mktemp("site")
    publishing.publish(book, NAME, folder, ADDRESS, draw=False)
    return folder


def test_pages_pictures_and_feed_are_there(book: Ledger, site: Path) -> None:
    """A page for each turn and the game's own, a picture a turn, one feed."""
    names = {path.name for path in site.iterdir()}
    written = {page.file for page in pages.pages(book.history(NAME))}
    pictures = {f"{turn}-picture.svg" for turn in ("1939-SO", "1939-ND", "1940-JF")}
    assert names == written | pictures | {"turns.atom"}


def test_a_published_page_is_the_written_one_but_for_its_address(book: Ledger, site: Path) -> None:
    """So whoever saves it can have it compared with the record."""
    for page in pages.pages(book.history(NAME)):
        published = (site / page.file).read_bytes()
        assert published != page.html.encode()
        assert without_address(published) == page.html.encode()


def test_an_address_is_compared_away_and_nothing_else(book: Ledger) -> None:
    """A changed word stays changed, and a picture from elsewhere is an address."""
    page = pages.pages(book.history(NAME))[0].html
    there = with_address(page, "1939-SO.html", "1939-SO-picture.png", ADDRESS)
    assert '<meta property="og:url" content="https://example.org/club/1939-SO.html">' in there
    image = "https://example.org/club/1939-SO-picture.png"
    assert f'<meta property="og:image" content="{image}">' in there
    assert without_address(there.encode()) == page.encode()
    assert without_address(there.replace("Balbo", "Rommel").encode()) != page.encode()
    assert with_address(page, "1939-SO.html", "x.png", "") == page


def test_verify_compares_what_was_published(tmp_path: Path) -> None:
    """Byte for byte, though each page names its address."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    shell.fine("turn", "club", "--yes")
    shell.fine("publish", "club", "site", "--address", ADDRESS, "--no-png")
    found = json.loads(shell.fine("verify", "club", "--reports", "site", "--json"))
    assert {row["outcome"] for row in found["reports"]} == {"same"}


def test_the_feed_has_an_entry_for_each_turn_that_is_over(book: Ledger, site: Path) -> None:
    """The newest first, with headline and news as text; the turn in play is none yet."""
    root = ElementTree.parse(site / "turns.atom").getroot()
    entries = root.findall(f"{ATOM}entry")
    titles = [entry.findtext(f"{ATOM}title") or "" for entry in entries]
    assert [title.partition(":")[0] for title in titles] == [
        "November/December 1939", "September/October 1939",
    ]  # fmt: skip
    assert titles[1] == "September/October 1939: Germany declares war on Poland."
    assert entries[1].findtext(f"{ATOM}content") == (
        "- Balbo (Italy) and Chiang (China) were promoted.\n"
        "- The Commonwealth and France vetoed Guderian. Germany vetoed Cunningham.\n"
        "- 21 leaders went into the cup. Veto points: Germany 5, Italy 2, Japan 3, the USSR 3,"
        " the Commonwealth 3, France 2, the USA 1 and China 1."
    )
    assert entries[0].findtext(f"{ATOM}content") == "- The Promotions Board did not meet."
    links = [entry.find(f"{ATOM}link") for entry in entries]
    assert [link.get("href") for link in links if link is not None] == [
        f"{ADDRESS}1939-ND.html", f"{ADDRESS}1939-SO.html",
    ]  # fmt: skip
    ids = [entry.findtext(f"{ATOM}id") or "" for entry in (*entries, root)]
    assert len(set(ids)) == 3 and all(re.fullmatch(r"urn:uuid:[0-9a-f-]{36}", one) for one in ids)


def test_ids_stay_and_equal_records_give_equal_bytes(
    book: Ledger, site: Path, tmp_path: Path
) -> None:
    """At another address too the entries are the same; a ZIP written twice is the same file."""
    publishing.publish(book, NAME, tmp_path / "elsewhere", "https://example.net/", draw=False)

    def ids(folder: Path) -> list[str | None]:
        return [one.text for one in ElementTree.parse(folder / "turns.atom").iter(f"{ATOM}id")]

    assert ids(tmp_path / "elsewhere") == ids(site)
    for name in ("one.zip", "two.ZIP"):
        publishing.publish(book, NAME, tmp_path / name, ADDRESS, draw=False)
    assert (tmp_path / "one.zip").read_bytes() == (tmp_path / "two.ZIP").read_bytes()
    with zipfile.ZipFile(tmp_path / "one.zip") as archive:
        assert archive.namelist()[0] == "index.html"
        assert {*archive.namelist()} == {path.name for path in site.iterdir()}
        assert archive.read("1939-SO.html") == (site / "1939-SO.html").read_bytes()


def test_the_feed_stays_byte_for_byte_until_a_turn_ends(tmp_path: Path) -> None:
    """What happens in the turn being played is not in it yet."""
    made = table.opened(tmp_path)
    table.play(made, [*FIRST_TURN, *TO_1940[:5], table.ADVANCE])
    before = feed(read(StoredLog(made, NAME)), ADDRESS)
    table.play(made, [{"command": "DeclareWar", "attacker": "germany", "target": "denmark"}])
    assert feed(read(StoredLog(made, NAME)), ADDRESS) == before
    table.play(made, [table.ADVANCE])
    after = ElementTree.fromstring(feed(read(StoredLog(made, NAME)), ADDRESS))
    (entry,) = ElementTree.fromstring(before).findall(f"{ATOM}entry")
    assert ElementTree.tostring(entries_of(after)[1]) == ElementTree.tostring(entry)
    made.close()


def test_ids_are_of_the_campaign_and_not_of_its_name(tmp_path: Path) -> None:
    """Two clubs of one name have feeds that no reader takes for one; a correction keeps the id."""
    ids: list[set[str | None]] = []
    for seed in (1, 2):
        made = table.opened(tmp_path / str(seed), seed)
        table.play(made, [table.ADVANCE])
        root = feed_of(made)
        ids.append({one.text for one in root.iter(f"{ATOM}id")})
        made.close()
    assert len(ids[0]) == len(ids[1]) == 2 and not ids[0] & ids[1]
    session = first_turn(tmp_path)
    second_turn(session)
    (first,) = entries_of(feed_of(session.ledger))
    third_turn(session)
    older = entries_of(feed_of(session.ledger))[1]
    assert older.findtext(f"{ATOM}id") == first.findtext(f"{ATOM}id")
    assert older.findtext(f"{ATOM}content") != first.findtext(f"{ATOM}content")


def test_a_corrected_turn_is_new_to_feed_readers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It names the turn of the last correction, and has its time; so has the feed."""
    session = first_turn(tmp_path)
    second_turn(session)
    root = feed_of(session.ledger)
    (first,) = entries_of(root)
    assert first.findtext(f"{ATOM}content", "").startswith("Corrected in November/December 1939.\n")
    monkeypatch.setattr(session.ledger, "_clock", lambda: "1999-02-01T20:00:00.000Z")
    third_turn(session)
    root = feed_of(session.ledger)
    newer, older = entries_of(root)
    assert older.findtext(f"{ATOM}content", "").startswith(
        "Corrected in January/February 1940.\n- "
    )
    ruled = newer.findtext(f"{ATOM}content", "")
    assert "Corrected" not in ruled
    assert ruled.startswith("- A ruling corrected “") and "” (d1).\n" in ruled
    assert "A ruling" not in older.findtext(f"{ATOM}content", "")
    assert older.findtext(f"{ATOM}updated") == "1999-02-01T20:00:00.000Z"
    assert root.findtext(f"{ATOM}updated") == "1999-02-01T20:00:00.000Z"
    assert newer.findtext(f"{ATOM}updated", "").startswith("1999-01-01T")


def test_a_what_if_is_one_wherever_it_is_shared(tmp_path: Path) -> None:
    """In the feed's title and each entry's, on the picture, and in words for who sees none."""
    made = table.opened(tmp_path)
    table.play(made, FIRST_TURN + TO_1940)
    branch(made, NAME, None, "anna", "club-if")
    publishing.publish(made, "club-if", tmp_path / "site", draw=False)
    root = ElementTree.parse(tmp_path / "site/turns.atom").getroot()
    assert root.findtext(f"{ATOM}title") == "club-if (a what-if of club)"
    assert root.findtext(f"{ATOM}author/{ATOM}name") == "club-if (a what-if of club)"
    assert entries_of(root)[1].findtext(f"{ATOM}title") == (
        "A what-if of club. September/October 1939: Germany declares war on Poland."
    )
    text = (tmp_path / "site/1939-SO-picture.svg").read_text()
    assert ">September/October 1939, a what-if<" in text
    assert '<title id="t">club-if, September/October 1939, a what-if: Germany' in text
    publishing.publish(made, NAME, tmp_path / "true", draw=False)
    for name in ("turns.atom", "1939-SO-picture.svg"):
        assert "what-if" not in (tmp_path / "true" / name).read_text()


def feed_of(ledger: Ledger) -> ElementTree.Element:
    """The feed of a campaign."""
    return ElementTree.fromstring(feed(read(StoredLog(ledger, NAME)), ADDRESS))


def entries_of(root: ElementTree.Element) -> list[ElementTree.Element]:
    """Its entries, the newest first."""
    return root.findall(f"{ATOM}entry")


def test_nothing_private_is_published_nor_lies_there(book: Ledger, tmp_path: Path) -> None:
    """No address of a member; and a folder with somebody's own page is refused whole."""
    publishing.publish(book, NAME, tmp_path / "site", draw=False)
    assert not any(MAIL.encode() in path.read_bytes() for path in (tmp_path / "site").iterdir())
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    (mixed / "us-entry-anna.html").write_text("for Anna alone")
    with pytest.raises(pages.ReportError) as refused:
        publishing.publish(book, NAME, mixed, draw=False)
    assert str(refused.value) == (
        f"us-entry-anna.html in {mixed} is a member's private page; publish to another folder,"
        " or move it away. Nothing was written"
    )
    assert [path.name for path in mixed.iterdir()] == ["us-entry-anna.html"]


OTHERS = b'<meta name="campaign-facts" content="{&quot;campaign&quot;:&quot;friday&quot;}">'
"""A page of the whole campaign, of another one."""


def test_another_campaigns_pages_stay(book: Ledger, tmp_path: Path) -> None:
    """In a folder or a ZIP, before anything is written; where it lies is up to its club."""
    (tmp_path / "site").mkdir()
    (tmp_path / "site" / "index.html").write_bytes(OTHERS)
    with zipfile.ZipFile(tmp_path / "site.zip", "w") as archive:
        archive.writestr("index.html", OTHERS)
    before = (tmp_path / "site.zip").read_bytes()
    for out in (tmp_path / "site", tmp_path / "site.zip"):
        with pytest.raises(pages.ReportError) as refused:
            publishing.publish(book, NAME, out, draw=False)
        assert str(refused.value) == (
            f"{out} has the pages of another campaign, 'friday'; publish to another place, or move"
            " them away. Nothing was written"
        )
    assert (tmp_path / "site.zip").read_bytes() == before
    assert [one.name for one in (tmp_path / "site").iterdir()] == ["index.html"]


def test_what_is_no_page_is_no_campaigns(book: Ledger, tmp_path: Path) -> None:
    """A page of somebody's own, a broken ZIP, and the campaign's own pages are written over."""
    for out in (tmp_path / "site", tmp_path / "site.zip"):
        (tmp_path / "site").mkdir(exist_ok=True)
        (out / "index.html" if out.is_dir() else out).write_text("mine")
        publishing.no_others(out, NAME)
    publishing.publish(book, NAME, tmp_path / "site", draw=False)
    publishing.no_others(tmp_path / "site", NAME)


@pytest.mark.parametrize("address", ["club", "ftp://example.org", "https://a b/", 'https://"x"/'])
def test_what_is_no_address_is_refused(book: Ledger, tmp_path: Path, address: str) -> None:
    """Before anything is written."""
    with pytest.raises(AddressError) as refused:
        publishing.publish(book, NAME, tmp_path / "site", address, draw=False)
    text = f"{address!r} is no address of a web page; it looks like https://example.org/club/"
    assert str(refused.value) == text
    assert not (tmp_path / "site").exists()


def test_a_folder_that_takes_nothing(book: Ledger, tmp_path: Path) -> None:
    """One line, with the reason."""
    (tmp_path / "site").write_text("a file")
    with pytest.raises(pages.ReportError) as refused:
        publishing.publish(book, NAME, tmp_path / "site", draw=False)
    assert str(refused.value) == f"cannot publish to {tmp_path / 'site'}: File exists"


# --- pictures -----------------------------------------------------------------------------------


def test_a_picture_shows_headline_points_and_leaders(site: Path) -> None:
    """As text, so that it can be searched; what people typed is no markup."""
    text = (site / "1939-SO-picture.svg").read_text()
    root = ElementTree.fromstring(text)
    assert root.get("viewBox") == "0 0 1200 630"
    shown = " ".join(element.text or "" for element in root.iter() if element.text)
    assert "September/October 1939" in shown
    assert "Balbo" in shown and "Chiang" in shown and "★★★★★" in shown
    assert HOSTILE not in text
    assert not re.search(r"href|<script|<image|url\(", text)


def test_without_a_program_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And nothing fails."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert publishing.png_renderer() == ()


# --- the verb -----------------------------------------------------------------------------------


def test_the_verb_says_what_it_wrote_and_what_would_help(tmp_path: Path) -> None:
    """Pages and pictures counted; without a renderer, how to have one."""
    shell = Shell(tmp_path)
    shell.fine("open", "club", "--system", "lif", "--scenario", "global-war")
    shell.env["PATH"] = str(tmp_path)
    done = shell("publish", "club", "club.zip")
    assert done.status == 0
    assert re.fullmatch(r"\d+ pages and 1 SVG picture in club\.zip\n", done.out)
    assert done.err == (
        "campaign: the pictures are SVG only; to have PNG too, install rsvg-convert"
        " (Debian: librsvg2-bin) or chromium\n"
        "Feed readers need the folder’s address; name it with --address\n"
    )
    with zipfile.ZipFile(tmp_path / "club.zip") as archive:
        assert "index.html" in archive.namelist()


# --- lines that fit -----------------------------------------------------------------------------


def test_a_text_is_broken_where_it_fits() -> None:
    """No line is wider than the room; a long word is cut; what is too much ends in an ellipsis."""
    text = "Japan strikes: war with the USA and the Commonwealth."
    lines = wrapped(text, 60, 700, 3)
    assert " ".join(lines) == text and len(lines) > 1
    assert all(width(line, 60) <= 700 for line in lines)
    assert wrapped(text, 60, 700, 1)[0].endswith("…")
    assert width(wrapped(text, 60, 700, 1)[0], 60) <= 700
    assert "".join(wrapped("W" * 40, 60, 700, 9)) == "W" * 40
    assert wrapped("", 60, 700, 2) == ()
