"""What the tools for authors of extensions need: folders, archives, the kits, validation, and a service over HTTP."""
