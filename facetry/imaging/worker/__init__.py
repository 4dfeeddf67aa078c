"""The worker process that decodes and renders pictures, and its confinement."""
