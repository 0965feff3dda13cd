"""Pictures for the war diary: each is opened and written anew in a process of its own."""
