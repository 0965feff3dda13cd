"""Ruling 63, LiF 4.1: where veto advice is, and what it is worked out with."""

import ast
from pathlib import Path

from campaign.lif.rulings import resolve

ROOT = Path(__file__).parents[3]
SENT = ("campaign/notifications", "campaign/extensions/mail_out", "campaign/extensions/mail_in",
        "campaign/extensions/push", "templates/mail")  # fmt: skip
HERE = ROOT / "campaign" / "extensions" / "veto_advice"


def test_it_is_off_until_the_club_wants_it() -> None:
    """The default of the switch."""
    assert all(resolve({}, edition)["advice"] == "off" for edition in ("lif-1998", "lif-list"))


def test_no_mail_or_push_carries_it() -> None:
    """What is sent knows neither the extension nor what triggers it."""
    files = [file for top in SENT for file in (ROOT / top).rglob("*") if file.is_file()]
    texts = [file.read_text() for file in files if file.suffix in (".py", ".html", ".txt")]
    assert len(texts) > 20
    for name in ("veto_advice", "advice at the board", "accuracy below a turn", "lif accuracy"):
        assert not any(name in text for text in texts), name


def test_everybody_gets_the_same_figures() -> None:
    """No powers, whose last bits differ between machines, no random numbers, no numpy."""
    for file in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            assert not isinstance(node, ast.Pow), file
            if isinstance(node, ast.Import):
                assert not {one.name for one in node.names} & {"numpy", "random", "statistics"}
