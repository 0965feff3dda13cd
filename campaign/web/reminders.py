"""The reminders that a host sends from their desk: who can get one, and by what. IO."""

from collections.abc import Iterable

from campaign.desk.waiting import asked, is_away
from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.planning import Known
from campaign.notices.reminding import Reminding, reminding
from campaign.notices.states import MAIL, PUSH
from campaign.notices.trouble import resting
from campaign.people.subscriptions import Subscriptions
from campaign.web.visits import Entered, House


class HostReminders:
    """What of a campaign's deliveries a reminder needs; read once for a page."""

    def __init__(self, house: House, here: Entered) -> None:
        file, campaign = house.people.file, here.campaign
        self._house, self._here = house, here
        self._stores = {channel: StoredDeliveries(file, channel) for channel in (MAIL, PUSH)}
        self._known = {key: one.known(campaign.id) for key, one in self._stores.items()}
        self._choices = house.people.all_choices(campaign)
        self._sends_mail = house.entrance.post.is_set_up()
        self._subscriptions = Subscriptions(file, clock=house.clock)
        mail = self._known[MAIL].values()
        self._resting = resting(mail, self._choices, house.people.secret()) if mail else ()

    def of(self, member: str) -> Reminding | None:
        """Whether a member can be reminded; None where a host needs no button for it."""
        here, now = self._here, self._house.clock()
        is_needless = member == here.member or here.is_what_if
        is_silent = (
            not self._sends_mail and not self._known[PUSH]
        )  # this club tells nobody anything
        if is_needless or is_silent or is_away(here.campaign, member, now[:10]):
            return None
        requests = list(self._requests(member, now))
        return reminding(requests, member, self._ways(member), now) if requests else None

    def send(self, member: str) -> str:
        """Reminds a member; why not, if they can't be."""
        found = self.of(member)
        if found is None:
            return "nothing is asked of them that you could remind them of"
        now, campaign = self._house.clock(), self._here.campaign
        called = campaign.called(member)
        for channel, key in found.keys:
            self._stores[channel].make(campaign.id, [(key, member)], 0, now)
        is_told = found.said.startswith("reminded")
        return "" if found.keys else f"{called} {'was ' if is_told else ''}{found.said}"

    def _requests(self, member: str, now: str) -> Iterable[str]:
        live = self._here.live
        for part in asked(live.system, live.state, now):
            if part.owed.seat and member in part.members:
                yield part.owed.occasion

    def _ways(self, member: str) -> dict[str, Known]:
        """The channels by which a member is told what is asked of them."""
        chosen, campaign = self._choices[member], self._here.campaign
        found: dict[str, Known] = {}
        takes_mail = chosen.address and not chosen.is_stopped and member not in self._resting
        if self._sends_mail and takes_mail and chosen.wants("asked"):
            found[MAIL] = self._known[MAIL]
        person = self._house.people.person_in(campaign.id, member)
        is_woken = not self._house.is_plain and chosen.switched("asked")
        if is_woken and self._subscriptions.of(person):
            found[PUSH] = self._known[PUSH]
        return found
