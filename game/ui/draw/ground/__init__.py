"""The table's static layer: terrain painted once, off the frame's time. Start with `layer.StaticLayer`."""
