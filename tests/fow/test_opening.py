"""FoW Campaign Types: how a campaign opens."""

from pathlib import Path

from fow.support import war


def test_anzio_begins_as_the_book_says(tmp_path: Path) -> None:
    """p. 233: in the Factory, Hold the Line, the Allies attack, nobody has points."""
    with war(tmp_path, games=8, players={"anna": "allies", "ben": "axis"}) as club:
        shown = club.show()
        line = shown["lines"]["anzio"]
        assert (shown["system"], shown["kind"], shown["turn"]) == ("fow", "axis", "round-01")
        assert shown["last_turn"] == "round-08" and shown["limits"] == {"games": 8, "points": 1500}
        assert (line["sectors"], line["sector"], line["sector_id"]) == (7, 4, "factory")
        assert (line["mission"], line["how"], line["phase"]) == (
            "hold-the-line",
            "campaign",
            "preparation",
        )
        assert (line["attacker"], line["defender"], line["game"]) == ("allies", "axis", 1)
        assert line["commanders"] == {"allies": "anna", "axis": "ben"}
        assert shown["sides"]["allies"] == {"name": "Allies", "speaker": "", "players": ["anna"]}
        assert line["victory_points"]["axis"] == {"won": 0, "spent": 0, "balance": 0, "last": 0}
        assert club.doubted() == []
        assert club.refused("AdvanceTurn").startswith("FoW Campaign Sequence: Anzio still waits")
