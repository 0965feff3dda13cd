"""Public news for other services: what is called, when, and its pages."""
