"""The pages that the game adds to the turns and the index. Pure."""

from collections.abc import Iterator

from campaign.kernel.pages import MorePage
from campaign.leaders_in_flames.politics.report.state_of_war import war_page
from campaign.leaders_in_flames.statistics.report.leader_pages import leader_pages
from campaign.leaders_in_flames.story.so_far import story_page
from campaign.leaders_in_flames.turn_notes import Context


def further_pages(context: Context) -> Iterator[MorePage]:
    """The story, the state of the war, and the leaders."""
    yield story_page(context)
    yield war_page(context)
    yield from leader_pages(context)
