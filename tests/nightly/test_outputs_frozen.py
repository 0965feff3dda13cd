"""What the program shows of the recorded campaigns is what is frozen (`scripts/frozen --check`)."""

import outputs


def test_no_output_has_changed_without_a_reason() -> None:
    """Pages, posts, mails, journal, figures and tables of each campaign; help and descriptions."""
    now = outputs.digests(outputs.outputs())
    then = outputs.read()["outputs"]
    assert sorted(name for name in {*then, *now} if then.get(name) != now.get(name)) == []
