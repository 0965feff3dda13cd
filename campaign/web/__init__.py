"""The service: members play from their own devices. It has no rules and writes through the desk."""
