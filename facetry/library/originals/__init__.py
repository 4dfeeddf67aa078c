"""Originals: the picture files of images, their names and locations, and storing them safely."""
