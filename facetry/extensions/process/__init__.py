"""Processes of extensions: started by a guardian, supervised, limited, logged and ended."""
