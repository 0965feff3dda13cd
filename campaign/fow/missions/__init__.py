"""FoW Mission Selector: the missions, which is fought, and who attacks. Pure."""
