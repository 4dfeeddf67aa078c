"""Warnings on view documents, beyond what their schema says."""
