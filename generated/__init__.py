# Generated from specs/ by `python -m codegen`. Do not edit.
"""Generated from specs/: the description of Facetry, its models, operations, limits, topics and schemas."""
