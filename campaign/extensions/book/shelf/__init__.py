"""The club's shelf: its finished campaigns, who played them, and figures over all of them."""
