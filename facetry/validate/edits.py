"""Edits that mend findings. Their types stand beside the schemas, whose violations have them as well."""

from facetry.schema.edits import (
    AddItem,
    AddMember,
    Edit,
    MoveMember,
    RemoveMember,
    RenameKey,
    ReplaceText,
    SetValue,
)

__all__ = ["AddItem", "AddMember", "Edit", "MoveMember", "RemoveMember", "RenameKey", "ReplaceText", "SetValue"]
