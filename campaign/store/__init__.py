"""The store: the only writer, its readers, and the files beside it. IO."""
