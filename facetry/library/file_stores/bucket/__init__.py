"""Buckets of S3-compatible object stores as file stores."""
