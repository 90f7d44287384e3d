"""The composition root: the only place that knows host and client alike."""
