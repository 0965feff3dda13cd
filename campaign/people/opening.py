"""Opens the people of a store: the one place that knows in which databases they can be. IO."""

from campaign.people.protocol import Part, PeopleDatabase
from campaign.store.place import Where, place_of


def open_people(store: Where, parts: tuple[Part, ...]) -> PeopleDatabase:
    """The people of a store, with these parts; looked at when they are first used."""
    place = place_of(store)
    if place.is_database:
        from campaign.people.postgres import PostgresPeople  # its libraries are slow to load

        return PostgresPeople(place, parts)
    from campaign.people.database import PeopleFile, people_path

    return PeopleFile(people_path(place.file), parts, place)
