"""A club's file becomes the rules of its campaign, or a list of everything that is wrong in it."""
