"""Models and clients of the API in Python and TypeScript, for the extension kits and the page."""
