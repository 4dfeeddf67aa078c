"""Hooks, deliveries and front ends of extensions."""
