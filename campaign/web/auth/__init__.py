"""Who comes in, on which device, and how they show again who they are."""
