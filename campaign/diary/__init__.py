"""The war diary: what members write about a campaign, as far as the record knows of it. Pure."""
