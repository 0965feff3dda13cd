"""The service's calls for programs: what each answers, to whom, and with which status.

What takes longer, waits or starts something, beside `web/test_service_api.py`.
"""

from support.programs import Club


def test_a_program_that_runs_wild_is_asked_to_wait(fresh: Club) -> None:
    """Six hundred commands in a row, then thirty a second; it may still look."""
    anna = fresh.program("anna")
    tried = [anna.post("commands", b"x").status_code for _ in range(601)]
    assert tried == [422] * 600 + [429]
    assert anna.get("").status_code == 200
    fresh.clock.passes(1)
    assert [anna.post("commands", b"x").status_code for _ in range(31)] == [422] * 30 + [429]
