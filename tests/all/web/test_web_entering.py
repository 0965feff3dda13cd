"""Coming in: an invitation is used by its button alone, a device stays, and a taken seat shows.

What takes longer, waits or starts something, beside `web/test_web_entering.py`.
"""

from campaign.web.auth.invitations import invite
from support.web import NAME, WebClub


def test_two_devices_can_have_two_campaigns(made: WebClub) -> None:
    """The second seat is taken on the first device; the other device then takes either."""
    asked = {"scenario": "global-war", "rulebook": "lif-1998", "title": "Monday club"}
    house = made.house
    assert house.desk.open("monday", **asked)["accepted"]
    phone, laptop = made.browser("anna"), made.nobody()

    def monday() -> str:
        made_one = invite(house.desk, house.doors, house.people, "monday", "host", "host")
        return f"/in/{made_one.token}"

    laptop.come_in(monday())
    phone.come_in(monday(), **{"as": "me"})
    assert laptop.get("/c/monday").status_code == 404, "the seat is the phone's person's now"
    laptop.come_in(made.invitation("anna"))
    for browser in (phone, laptop):
        for path in (f"/c/{NAME}", "/c/monday"):
            assert browser.get(path).status_code == 200, path
