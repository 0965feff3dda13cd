"""LiF 4: what the report says of the Promotions Board, the leaders and the veto points. Pure."""
