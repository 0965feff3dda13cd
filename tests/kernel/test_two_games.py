"""Two games side by side: neither is read for the other, and neither's kept states rest on it."""

import pytest

from campaign.projections import database, projector
from campaign.store import snapshots
from campaign.systems import BUILT_IN, SYSTEMS, commands
from events.codec import CodecOfGames, UnreadableEventError

PAIRS = [(mine, other) for mine in BUILT_IN for other in BUILT_IN if mine != other]


@pytest.mark.parametrize(("mine", "other"), PAIRS)
def test_a_change_in_one_game_leaves_the_others_kept_states(mine: str, other: str) -> None:
    """The label of a snapshot, and that of the tables, is of the game's own code alone."""
    package = BUILT_IN[other].package
    folds = {*snapshots.fold_modules(SYSTEMS[mine]), *projector.row_modules(SYSTEMS[mine])}
    assert any(module.startswith(BUILT_IN[mine].package) for module in folds)
    assert not [module for module in folds if module.startswith((package, f"events.{other}"))]
    assert snapshots.fingerprint(mine) != snapshots.fingerprint(other)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_number_of_a_games_tables_is_that_of_today(game: str) -> None:
    """It stands in `systems.py`, so that nobody reads the game to know it. Where tables change, so
    does it, and the files made with the older ones are made again.
    """
    assert BUILT_IN[game].tables == database.number_of_game(game)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_game_refers_to_no_shared_table_that_nothing_shared_refers_to(game: str) -> None:
    """So its rows are written without asking what another game refers to."""
    shared = database.all_tables([])
    own = database.all_tables([SYSTEMS[game]])
    named = database.named_by_others(own) & shared.keys()
    assert named == database.named_by_others(shared)


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
