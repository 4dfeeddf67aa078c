"""Renditions of images, their cache, and the media URLs that show them."""
