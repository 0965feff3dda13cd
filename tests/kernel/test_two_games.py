"""Two games side by side: neither is read for the other, and neither's kept states rest on it."""

import subprocess
import sys
from pathlib import Path

import pytest

from campaign.store import snapshots
from campaign.systems import GAMES, SYSTEMS, commands
from campaign.tables import follower
from events.codec import CodecOfGames, UnreadableEventError

PAIRS = [(mine, other) for mine in GAMES for other in GAMES if mine != other]
READ = """
import sys
from campaign.cli import run
assert run(sys.argv[1:]) == 0
print(sorted(name for name in sys.modules if name.endswith(".system")), file=sys.stderr)
"""


@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_a_change_in_one_game_leaves_the_others_kept_states(mine: str, other: str) -> None:
    """The label of a snapshot, and that of the tables, is of the game's own code alone."""
    package = GAMES[other].package
    folds = {*snapshots.fold_modules(SYSTEMS[mine]), *follower.row_modules(SYSTEMS[mine])}
    assert any(module.startswith(GAMES[mine].package) for module in folds)
    assert not [module for module in folds if module.startswith((package, f"events.{other}"))]
    assert snapshots.fingerprint(mine) != snapshots.fingerprint(other)


def test_a_call_that_only_reads_asks_the_campaigns_own_game_alone(tmp_path: Path) -> None:
    """So that a second game makes no call of the first slower."""
    store = str(tmp_path / "club.db")
    for name, scenario in (("east", "global-war"), ("beach", "anzio")):
        assert _called(["--store", store, "start", name, "--scenario", scenario])[0] == 0
    for name, own, other in (
        ("east", "leaders_in_flames", "flames_of_war"),
        ("beach", "flames_of_war", "leaders_in_flames"),
    ):
        for call in (["show", name], ["log", name], ["verify", name]):
            status, told = _called(["--store", store, *call])
            assert status == 0 and f"campaign.{own}.system" in told
            assert f"campaign.{other}.system" not in told, call


def _called(words: list[str]) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-c", READ, *words], capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


def test_no_command_has_the_name_of_anothers() -> None:
    """But for those that all games share, which are the same."""
    for mine, other in PAIRS:
        both = SYSTEMS[mine].rules.commands.keys() & SYSTEMS[other].rules.commands.keys()
        for name in both:
            assert SYSTEMS[mine].rules.commands[name] is SYSTEMS[other].rules.commands[name]
    assert set(commands()) >= set(SYSTEMS["lif"].rules.commands)


def test_events_of_any_game_are_read_by_their_own_codec() -> None:
    """What begins with no game's word is read, or refused, by all of them."""
    codec = SYSTEMS.codec
    assert isinstance(codec, CodecOfGames)
    assert set(codec.events) >= {*SYSTEMS["lif"].codec.events, *SYSTEMS["fow"].codec.events}
    assert codec.upcasters.keys() >= SYSTEMS["lif"].codec.upcasters.keys()
    left = codec.decode(b'{"type":"fow.PlayerLeft","member":"anna"}')
    assert left == codec.form({"type": "fow.PlayerLeft", "member": "anna"})
    assert list(
        codec.decode_rows([b'{"type":"fow.PlayerLeft","member":"anna"}\n' + b"0" * 64])
    ) == [left]
    for body in (b'{"type":"chess.Moved"}', b'{"type":"Moved"}', b"[]", b"", b"{"):
        with pytest.raises(UnreadableEventError):
            codec.decode(body)
    with pytest.raises(KeyError):
        codec.form({"type": "chess.Moved"})
