"""What programs receive, byte for byte: nobody learns by a call what `show` would not tell them."""

from campaign.web.api.description import calls

ASKED = (
    "",
    "?at=3",
    "events",
    "events?after=2&limit=3",
    "waiting",
    *(f"receipts/{number}" for number in range(1, 12)),
    "explain/veto-points?of=germany",
    "explain/leader?of=rommel",
    "diff?from=1",
    "export",
    "reports/1939-SO",
    "/api/v1/campaigns",
    "/api/openapi.json",
)
"""Everything that can be asked for; a call that is new belongs here."""


def test_every_call_is_looked_at() -> None:
    """A new one is added to what the evenings ask for."""
    one = "/api/v1/campaigns/{name}"
    known = {path.partition("?")[0].rstrip("/") for path in ASKED}
    for call in calls():
        if call.method == "POST":
            continue
        below = call.path.removeprefix(one).strip("/") if call.path != one else ""
        first = below.partition("/")[0]
        assert call.path in known or any(path.split("/")[0] == first for path in known), call.path
