"""The files of a space: written atomically, named with their checksums in a manifest, and read as private copies."""
