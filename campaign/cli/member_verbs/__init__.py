"""The verbs about members: who plays, their keys, and their mail."""
