"""Renders view documents as text for terminals."""
