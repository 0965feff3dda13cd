"""The demos of the front page: what they hold, and a copy of their own for each visitor."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Thread

import pytest
from starlette.datastructures import Headers

from campaign.extensions.clubs import demos as module
from campaign.extensions.clubs.demos import build
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from looks import browser, judges
from looks.in_process import barriers, fetched
from support.open_door import Stage, Visitor
from support.web import words

BOARD = "https://demo-board.clubs.example"
VETO = {"power": "italy", "choice": "veto"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demos, built once."""
    folder = tmp_path_factory.mktemp("demos") / "built"
    assert build(folder) == ["axis", "board", "war"]
    return folder


@pytest.fixture
def stage(tmp_path: Path, built: Path) -> Iterator[Stage]:
    """A door with its demos."""
    made = Stage(tmp_path, built)
    made.demos.anew()
    yield made
    made.close()


def as_member(stage: Stage, member: str, address: str = "192.0.2.7") -> Visitor:
    """A visitor who looks at the Board as a member."""
    visitor = stage.visitor(address)
    page = visitor.get(f"{BOARD}/demo/as/{member}")
    assert page.status_code == 200 and page.url.path == "/c/war"
    return visitor


def seal(visitor: Visitor, **fields: str) -> int:
    """Seals a ballot; the status of the answer."""
    page = visitor.get(f"{BOARD}/c/war/board")
    return visitor.send(page, {**VETO, **fields}, "/c/war/do/SealBallot").status_code


WANTED = {
    "war": ("GuardsPromoted", "CombatReported", "LeaderRecalled", "EntryChitsStocked",
            "EntryActionTaken", "EntryChitsDrawn", "LeaderVetoed", "LeaderPromoted",
            "RulingGiven", "EventAmended"),
    "board": ("BallotSealed", "EventAmended"),
    "axis": ("BattleBegun", "ResultReported"),
}  # fmt: skip


@pytest.mark.parametrize("name", WANTED)
def test_a_demo_holds_what_it_says(built: Path, name: str) -> None:
    """Counted by the types of its events."""
    card = module.msgspec.json.decode((built / name / "demo.json").read_bytes(), type=module.Card)
    with Ledger(built / name / "club.db") as ledger:
        live = ledger.live(card.campaign)
        kinds = Counter(type(event).__name__ for _, event in ledger.log(card.campaign))
    assert all(kinds[kind] for kind in WANTED[name]), kinds
    assert {one.member for one in card.seats} == set(live.state.campaign.members)
    if name == "axis":
        assert live.state.campaign.turn == "round-05"
        assert kinds["ResultReported"] == kinds["ResultConfirmed"] + 1
        return
    arriving = [who for who, one in live.state.leaders.items() if one == "arriving"]
    assert arriving == []
    if name == "board":
        assert live.state.board.leader == "eisenhower" and len(live.state.board.markers) == 1


def test_the_front_page_lists_the_demos(stage: Stage) -> None:
    """Each at an address of its own, where a visitor picks a member."""
    visitor = stage.visitor()
    page = visitor.get("/")
    for name in ("war", "board", "axis"):
        assert f'href="https://demo-{name}.clubs.example/demo"' in page.text
    page = visitor.get(f"{BOARD}/")
    assert "Be Anna" in words(page) and "Germany" in words(page)
    assert page.headers["x-robots-tag"] == "noindex"
    assert visitor.get(f"{BOARD}/demo/as/nobody").url.path == "/demo"


@pytest.mark.needs(*browser.NAMES)
@pytest.mark.needs(str(judges.AXE))
def test_nothing_bars_anybody_at_the_demos(stage: Stage) -> None:
    """The front page that lists them, and the page where a visitor picks a member."""
    visitor = stage.visitor()
    kept = fetched([visitor.get("/"), visitor.get(f"{BOARD}/")], visitor.get)
    with browser.browser() as started:
        found = barriers(started, kept)
    assert len(found) == 2 and {url: wrong for url, wrong in found.items() if wrong} == {}


def test_looking_makes_no_copy_and_sending_one_of_ones_own(stage: Stage) -> None:
    """Nobody sees another's ballot; looking goes on beside it."""
    ben, other = as_member(stage, "ben"), as_member(stage, "ben", "198.51.100.4")
    assert len(stage.copies()) == 1
    before = other.get(f"{BOARD}/c/war/board").text
    assert seal(ben) == 200 and len(stage.copies()) == 2
    assert "sealed" in words(ben.get(f"{BOARD}/c/war/board"))
    assert seal(ben, choice="no-veto") == 200 and len(stage.copies()) == 2
    after = other.get(f"{BOARD}/c/war/board").text
    assert _without_ids(before) == _without_ids(after)
    mine = {path for path in stage.copies() if _ballots(path) == 2}
    assert len(mine) == 1


def test_a_visitor_stays_in_their_copy_as_another_member(stage: Stage) -> None:
    """They pick whom they are as often as they like."""
    visitor = as_member(stage, "ben")
    assert seal(visitor) == 200
    visitor.get(f"{BOARD}/demo/as/clara")
    assert seal(visitor, power="ussr", choice="no-veto") == 200
    assert len(stage.copies()) == 2
    assert {_ballots(path) for path in stage.copies()} == {1, 3}


@pytest.mark.parametrize(
    "path",
    ["/c/war/members/invite", "/me", "/me/keys", "/c/war/talk", "/c/war/do/PostNotice",
     "/c/war/do/EnrolMember", "/c/war/do/CloseCampaign", "/c/war/hooks", "/take-along", "/new",
     "/api/v1/campaigns/war/commands", "/in/x", "/c/war/disputes/d1", "/c/war/what-ifs"],
)  # fmt: skip
def test_what_is_not_on_the_list_is_closed(stage: Stage, path: str) -> None:
    """Members, devices, programs, notices and words; no copy is made for it."""
    visitor = as_member(stage, "host")
    page = visitor.send(visitor.get(f"{BOARD}/c/war"), {"text": "x"}, path)
    assert page.status_code == 403 and "this is closed in a demo" in page.text
    assert len(stage.copies()) == 1


CLOSED = ("/hooks", "/me/push", "/me/keys", "/me/data", '"/new', "/guests", "/do/EnrolMember",
          "/members/sheet", "/members/invite", "/leave", "/requests", "/take-along")  # fmt: skip


@pytest.mark.parametrize(
    "path", ["/me", "/me/notices/war", "/c/war", "/c/war/host", "/c/war/members", "/c/war/record",
             "/c/war/record?word=member", "/c/war/do"],
)  # fmt: skip
def test_what_is_closed_is_not_offered(stage: Stage, path: str) -> None:
    """Neither as a link nor as a form, to the host who could do it in a club of their own."""
    page = as_member(stage, "host").get(f"{BOARD}{path}")
    assert page.status_code == 200
    assert [one for one in CLOSED if one in page.text] == []


def test_all_copies_are_in_use_and_one_is_dropped_after_an_hour(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who comes then can look around; a copy that is looked at stays."""
    monkeypatch.setattr(module, "MOST", 1)
    ben, clara = as_member(stage, "ben"), as_member(stage, "clara", "198.51.100.4")
    assert seal(ben) == 200
    page = clara.send(clara.get(f"{BOARD}/c/war"), {}, "/c/war/do/SealBallot")
    assert page.status_code == 503 and page.text.startswith("all copies are in use; look around")
    stage.looks.at += 3000
    ben.get(f"{BOARD}/c/war")
    stage.looks.at += 3000
    stage.demos.tidy()
    assert len(stage.copies()) == 2
    stage.looks.at += 700
    stage.demos.tidy()
    assert len(stage.copies()) == 1
    assert seal(clara, power="ussr") == 200


def test_a_copy_takes_sixty_commands_a_minute(stage: Stage) -> None:
    """Refused ones count too; in the next minute it goes on."""
    own = module.InADemo(stage.looks)
    assert [own.command() for _ in range(60)] == [None] * 60
    no = own.command()
    assert no is not None and no.reason.startswith("a demo takes 60 commands a minute")
    stage.looks.at += 60
    assert own.command() is None and own.campaign(0) is not None


def test_the_demos_are_made_anew_each_night(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    """Under load nobody loses their copy; a night that fails leaves yesterday's, and says why."""
    ben = as_member(stage, "ben")
    assert seal(ben) == 200
    first = (stage.demos.built / "day").read_text()
    stage.night = "2026-12-02T02:59:00.000Z"
    stage.demos.anew()
    assert (stage.demos.built / "day").read_text() == first == "2026-12-01"
    stage.night, stage.why = "2026-12-02T03:00:00.000Z", "the disk is full"
    stage.demos.anew()
    stage.demos.anew()
    assert caplog.messages.count("the demos were not built: the disk is full") == 1
    assert (stage.demos.built / "day").read_text() == first
    assert as_member(stage, "clara", "198.51.100.4").get(f"{BOARD}/c/war").status_code == 200
    stage.night, stage.why = "2026-12-03T03:00:00.000Z", ""
    stage.demos.anew()
    assert (stage.demos.built / "day").read_text() == "2026-12-03"
    assert "sealed" in words(ben.get(f"{BOARD}/c/war/board"))
    assert as_member(stage, "clara", "198.51.100.5").get(f"{BOARD}/c/war").status_code == 200
    assert not list(stage.demos.folder.glob("old")) and not list(stage.demos.folder.glob("fresh"))


def test_who_looks_around_at_night_is_let_in_to_the_new_stores(
    stage: Stage, tmp_path: Path
) -> None:
    """The night's stores differ from the day's: other ids, another key. In a copy of their own too
    a visitor can still be anybody.
    """
    looks, plays = as_member(stage, "ben"), as_member(stage, "ben", "198.51.100.4")
    assert seal(plays) == 200
    day = stage.pristine
    stage.pristine, stage.night = tmp_path / "other", "2026-12-02T03:00:00.000Z"
    build(stage.pristine)
    vaults = [(one / "board" / "club.vault").read_bytes() for one in (day, stage.pristine)]
    assert vaults[0] != vaults[1]
    stage.demos.anew()
    for path in ("/", "/c/war", "/c/war/board"):
        page = looks.get(f"{BOARD}{path}")
        assert page.status_code == 200 and page.url.path != "/demo", path
    assert "Ben" in words(looks.get(f"{BOARD}/me"))
    plays.get(f"{BOARD}/demo/as/clara")
    assert seal(plays, power="ussr", choice="no-veto") == 200
    assert sorted(map(_ballots, stage.copies())) == [1, 3]


@pytest.mark.parametrize("path", ["/", "/c/war", "/c/war/board", "/me"])
def test_whom_a_copy_does_not_know_picks_a_member(stage: Stage, path: str) -> None:
    """As with a device of before; a program is told as ever."""
    visitor, device = stage.visitor(), "__Host-device=of-another-year"
    page = visitor.get(f"{BOARD}{path}", cookie=device)
    assert (page.status_code, page.url.path) == (200, "/demo") and "Be Anna" in words(page)
    page = visitor.get(f"{BOARD}/api/v1/campaigns/war", cookie=device)
    assert page.status_code == 401 and not page.history


def test_a_card_can_be_read_while_the_stores_are_swapped(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever comes between the two renames waits for the second."""
    (board,) = (one for one in stage.demos.every() if one.name == "board")
    read, threads, rename = [], [], Path.rename

    def slow(self: Path, to: Path) -> Path:
        moved = rename(self, to)
        if to.name == "old":
            threads.append(Thread(target=lambda: read.append(board.card())))
            threads[0].start()
        return moved

    stage.night = "2026-12-02T03:00:00.000Z"
    with monkeypatch.context() as patched:
        patched.setattr(module.Path, "rename", slow)
        stage.demos.anew()
    threads[0].join()
    assert [one is not None and one.campaign for one in read] == ["war"]


def test_each_demo_has_a_key_of_its_own(built: Path) -> None:
    """Whoever had that of one could open nothing of another."""
    keys = {(built / name / "club.vault").read_bytes() for name in WANTED}
    assert len(keys) == len(WANTED)


def test_the_process_that_builds_them_says_why_it_did_not(tmp_path: Path) -> None:
    """In the line that goes into the log; where they are to lie is a file."""
    (tmp_path / "demo").touch()
    why = module.in_a_process(tmp_path / "demo" / "fresh")
    assert why.startswith(("NotADirectoryError", "FileExistsError"))


def test_before_they_are_built_the_demos_say_so(tmp_path: Path, built: Path) -> None:
    """And the front page lists none."""
    made = Stage(tmp_path, built)
    try:
        visitor = made.visitor()
        assert "Look around first" not in words(visitor.get("/"))
        assert visitor.get(f"{BOARD}/demo").status_code == 503
    finally:
        made.close()


def test_a_script_that_the_rules_refuse_is_told(tmp_path: Path) -> None:
    """With its command and the reason; nothing half built takes the place of yesterday's."""
    scripts = tmp_path / "scripts"
    scripts.mkdir()
    opening = '{"about":"","name":"war","title":"x","system":"lif","scenario":"global-war"}'
    (scripts / "war.jsonl").write_text(opening + '\n{"command":"OpenVotes"}\n')
    with pytest.raises(StoreError, match="the demo war, command 1: "):
        build(tmp_path / "built", scripts)


def test_no_page_of_a_member_has_what_another_sealed(stage: Stage) -> None:
    """Every page that links lead to, as the players whose ballots are out: the same bytes whether
    Anna sealed a veto or none, and no key.
    """
    key = (stage.pristine / "board" / "club.vault").read_bytes().strip()
    for member in ("ben", "clara", "olga"):
        visitor = as_member(stage, member)
        for path in ("", "/board", "/record", "/war", "/journal", "/members", "/proof", "/mine"):
            page = visitor.get(f"{BOARD}/c/war{path}")
            body = page.content + str(Headers(page.headers)).encode()
            assert key not in body
            assert b"Anna sealed a veto" not in body and b'"choice":"veto"' not in body
        export = visitor.get(f"{BOARD}/api/v1/campaigns/war/export").content
        last = export[export.rindex(b"LeaderDrawn") :] if b"LeaderDrawn" in export else export
        assert key not in export and b"no-veto" not in last and b'"veto"' not in last


def _without_ids(page: str) -> str:
    """A page without the ids of its forms, which differ each time."""
    return module.re.sub(r'name="id" value="[^"]*"', "", page)


def _ballots(folder: Path) -> int:
    with Ledger(folder / "club.db") as ledger:
        return len(ledger.live("war").state.board.markers)
