"""The trash: images that were deleted and can be restored."""
