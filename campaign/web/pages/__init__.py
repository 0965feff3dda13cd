"""The screens of the service, each a view and its route."""
