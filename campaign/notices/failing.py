"""What of a campaign's notices does not get out, for the first line of the host's desk. IO."""

from campaign.kernel.members import Campaign
from campaign.notices.channels import hook_troubles
from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.trouble import in_trouble
from campaign.people.protocol import PeopleDatabase
from campaign.people.webhooks import Webhooks
from campaign.store.clock import utc_now
from campaign.text.english import listed
from campaign.text.moments import in_words


def has_failed(file: PeopleDatabase, campaign: Campaign) -> bool:
    """Whether mail failed that no host has seen yet."""
    return bool(in_trouble(StoredDeliveries(file).known(campaign.id).values()))


def troubles(file: PeopleDatabase, campaign: Campaign) -> tuple[str, ...]:
    """A line for each thing; the file has the tables of deliveries and webhooks."""
    deliveries = StoredDeliveries(file)
    found = []
    if still := deliveries.standstill(campaign.id):
        found.append(f"no mail could be sent since {in_words(still.since)}: {still.why}")
    if failed := in_trouble(deliveries.known(campaign.id).values()):
        names = listed(dict.fromkeys(campaign.called(row.member) for row in failed))
        found.append(f"mail to {names} may not have arrived")
    return (*found, *hook_troubles(Webhooks(file, clock=utc_now).of(campaign.id)))
