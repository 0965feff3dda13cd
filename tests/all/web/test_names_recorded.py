"""Names, never ids: what readers see of the pages of play calls everything by its name."""

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from campaign.store.ledger import Ledger
from campaign.store.vault import Vault
from support import recorded
from support.web import WebClub

PAGES = ("", "/board", "/record", "/record?word=a", "/do", "/members", "/host", "/undo")
AS_WORDS = {"host"}
"""Ids that are words of their own; a combat has no name but its id."""


def visible(page: str) -> str:
    """The text that a reader sees."""
    without = re.sub(r"<(head|script|style|code)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", without))


def ids_of(state: Any) -> set[str]:
    """The ids of seats, members, turns and pieces."""
    shared = state.campaign
    found = {*shared.seats, *shared.members, shared.turn, shared.first_turn, shared.last_turn}
    if shared.system == "lif":
        return {*found, *state.sheet, *state.play.counters} - AS_WORDS
    return {*found, *state.lines, *state.forces, *state.battles} - AS_WORDS


@pytest.mark.rotating(3)
@pytest.mark.parametrize(
    "folder", [*recorded.FOLDERS, *recorded.FOW], ids=lambda folder: folder.name
)
def test_no_page_of_play_shows_an_id(folder: Path, tmp_path: Path) -> None:
    """To the host, who sees all pages; in upper and lower case as ids are written."""
    store = recorded.played(folder, tmp_path)
    made = WebClub.on(Ledger(store, Vault(store.with_suffix(".vault"))), name=recorded.NAME)
    try:
        live = made.house.ledger.live(recorded.NAME)
        tiles = [f"/record?tile={tile.id}" for tile in live.system.recording.tiles]
        names = sorted(filter(None, ids_of(live.state)), key=len, reverse=True)
        is_id = re.compile(rf"(?<![\w’-])({'|'.join(map(re.escape, names))})(?![\w-])")
        host, shown = made.browser("host"), {}
        for path in (*PAGES, *tiles):
            page = host.get(f"/c/{recorded.NAME}{path}")
            if found := set(is_id.findall(visible(page.text))):
                shown[path] = found
        assert shown == {}
    finally:
        made.close()
