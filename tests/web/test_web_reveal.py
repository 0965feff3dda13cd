"""What was opened last on the Board, on the big screen and beside them: no browser needed."""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from campaign.lif.roster import POWERS
from support.evening import BOARD, DESK, press
from support.web import NAME, PLAYERS, URL, WebClub, forms, words

HERE = f"/c/{NAME}"
SCREEN = f"{HERE}/screen"
PLAYS = "data-plays"
TELLS = "Zhukov is vetoed. Germany vetoed and paid 1. Nobody else vetoed."
EVERYWHERE = (BOARD, f"{BOARD}?again=1", SCREEN, HERE)
OWN = re.compile(r'[0-9a-f]{64}|data-(?:who|handle)="[^"]+"')
"""Digests, which tell nothing, and a person's own random ids: others in every run."""
BY = dict(zip(POWERS, PLAYERS, strict=True))


def send(made: WebClub, command: str, by: str = "host", **fields: object) -> None:
    """Somebody's command."""
    sent = {"command": command, "by": by, **fields}
    answer = made.house.ledger.submit(NAME, sent)
    assert answer["accepted"], answer


def all_seal(made: WebClub, **choices: str) -> None:
    """Every player's ballot on Zhukov; whoever is not named lays no veto."""
    for power, player in BY.items():
        send(made, "SealBallot", player, power=power, choice=choices.get(power, "no-veto"))


@pytest.fixture
def made(tmp_path: Path) -> Iterator[WebClub]:
    """A club that has drawn Zhukov at its table; all ballots are in, Germany's is a veto."""
    with closing(WebClub.opened(tmp_path, rulings={"draws": "table"})) as found:
        send(found, "OpenReinforcement")
        send(found, "DrawLeader", leader="zhukov")
        all_seal(found, germany="veto")
        yield found


def test_nothing_is_turned_before_the_opening(made: WebClub) -> None:
    """Who has answered is seen, and by whom it was; what was answered is not."""
    page = made.browser("ben").get(BOARD)
    assert "Germany : Anna, in" in words(page) and "Italy : you, in" in words(page), words(page)
    for path in (BOARD, f"{BOARD}?again=1", SCREEN, HERE):
        text = made.browser("ben").get(path).text
        assert PLAYS not in text and 'class="envs turned"' not in text and "paid 1" not in text
        assert "seen=" not in made.browser("ben").got[-1].decode()


def test_a_sealed_choice_changes_no_byte_for_others(tmp_path: Path) -> None:
    """Two clubs of one clock and chance, which differ in Germany's choice: alike until it opens."""
    pages: list[list[str]] = []
    for choice in ("veto", "no-veto"):
        folder = tmp_path / choice
        folder.mkdir()
        with closing(WebClub.opened(folder, rulings={"draws": "table"})) as made:
            send(made, "OpenReinforcement")
            send(made, "DrawLeader", leader="zhukov")
            all_seal(made, germany=choice)
            looks = [(who, path) for who in ("host", "ben", "olga") for path in EVERYWHERE]
            found = [made.browser(who).get(path).text for who, path in looks]
            send(made, "OpenBallots")
            pages.append(
                [*(OWN.sub("#", text) for text in found), made.browser("ben").get(BOARD).text]
            )
    assert pages[0][:-1] == pages[1][:-1]
    assert "Vetoed by Germany" in pages[0][-1] and "Nobody vetoed" in pages[1][-1]


def test_an_opening_is_played_once_on_each_page_of_a_device(made: WebClub) -> None:
    """The whole result stands in one line from the first moment; `again` repeats it."""
    send(made, "OpenBallots")
    ben = made.browser("ben")
    first = ben.get(BOARD)
    assert PLAYS in first.text
    line = first.headers["set-cookie"]
    assert line.startswith("seen=ballot-1-") and f"Path={BOARD}" in line and "Secure" in line
    assert f'role="status">{TELLS}</p>' in first.text
    assert "Germany : paid 1" in words(first) and "✕ Veto" in words(first)
    assert PLAYS not in ben.get(BOARD).text
    assert PLAYS in ben.get(f"{BOARD}?again=1").text
    assert PLAYS in ben.get(SCREEN).text and PLAYS not in ben.get(SCREEN).text
    assert PLAYS in made.browser("cora").get(BOARD).text


def test_an_old_opening_is_turned_already(made: WebClub) -> None:
    """Ten minutes after it, nobody waits for envelopes; they stay until the next draw."""
    send(made, "OpenBallots")
    ben = made.browser("ben")
    ben.at("1999-01-01T00:50:00.000Z")
    page = ben.get(BOARD)
    assert PLAYS not in page.text and TELLS in words(page)
    assert "set-cookie" not in page.headers
    ben.at("1999-01-01T09:00:00.000Z")
    found = ben.get(f"{BOARD}?again=1").headers.get_list("set-cookie")
    names = [line.partition("=")[0] for line in found]
    assert names == ["seen", "__Host-device"], "the device's own cookie is given again beside it"


def test_after_a_veto_every_page_says_who_it_was_until_the_next_draw(made: WebClub) -> None:
    """Now, the Board, the desk and the big screen: his name, who vetoed, and at what price."""
    send(made, "OpenBallots")
    host = made.browser("host")
    for path in (HERE, BOARD, DESK, SCREEN):
        assert TELLS in words(host.get(path)), path
    assert "Vetoed by Germany" in words(host.get(SCREEN))
    send(made, "DrawLeader", leader="zhukov")
    for path in (HERE, BOARD, DESK, SCREEN):
        assert "vetoed and paid" not in words(host.get(path)), path


def test_the_host_runs_the_turn_from_the_board(made: WebClub) -> None:
    """The stages stand there, and whoever presses comes back; players do not see them."""
    host = made.browser("host")
    page = host.get(BOARD)
    assert "You are the host" in words(page)
    form = next(one for one in forms(page.text) if "step" in one.offered)
    assert form.action == DESK and form.text == "Open the ballots"
    done = host.post(form.action, form.fields | {"step": form.offered["step"][0]})
    assert str(done.url) == f"{URL}{BOARD}" and PLAYS in done.text and TELLS in words(done)
    again = host.post(form.action, form.fields | {"step": form.offered["step"][0]})
    assert str(again.url) == f"{URL}{BOARD}", "sent twice, it counts once"
    assert 'class="stages"' not in made.browser("anna").get(BOARD).text


def test_the_desk_goes_on_working(made: WebClub) -> None:
    done = press(made.browser("host"), "Open the ballots")
    assert str(done.url) == f"{URL}{DESK}" and TELLS in words(done)


def test_a_form_that_a_page_sends_is_told_where_the_outcome_is(made: WebClub) -> None:
    """The script goes there by itself, so that the browser's way back is as without it."""
    host = made.browser("host")
    form = next(one for one in forms(host.get(BOARD).text) if "step" in one.offered)
    site = {"sec-fetch-site": "same-origin", "origin": URL, "x-follows": "yes"}
    done = host.post(form.action, form.fields | {"step": form.offered["step"][0]}, **site)
    assert (done.status_code, done.headers["x-place"], done.content) == (204, BOARD, b"")
    assert "location" not in done.headers and not done.history
    page = made.browser("anna").get(BOARD, **{"x-follows": "yes"})
    assert page.status_code == 200 and "x-place" not in page.headers
