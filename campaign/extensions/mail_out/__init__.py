"""E-mail as it leaves: messages, servers, and a campaign's mail."""
