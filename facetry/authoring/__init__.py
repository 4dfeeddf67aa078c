"""What the tools for authors of extensions stand on: folders, archives, the kits, and a service over HTTP."""
