"""How a turn and the campaign so far are told: one source of words for every output. Pure."""
