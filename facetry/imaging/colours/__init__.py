"""The colours of a picture: what its file says of them, and their conversion to sRGB."""
