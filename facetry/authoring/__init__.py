"""What the tools for authors of extensions stand on: folders, archives, the kits, validation, and a service over HTTP."""
