# Generated from specs/ by `python -m codegen`. Do not edit.
"""The event topics."""

from __future__ import annotations

from typing import Final, Literal

Topic = Literal[
    "image.created",  # An image was found for the first time.
    "image.updated",  # The file of an image has new content.
    "image.renamed",  # The file of an image was renamed or moved; its content is the same.
    "image.deleted",  # An image is gone, with everything that was known about it.
    "image.tags.updated",  # The tags of an image were set or ensured by an extension.
    "image.features.updated",  # The features of an image were set or ensured by an extension.
    "image.embeddings.updated",  # The embeddings of an image were set or deleted by an extension.
    "image.computeTags",  # An extension is asked to compute the tags of an image.
    "image.computeFeatures",  # An extension is asked to compute the features of an image.
    "image.computeEmbeddings",  # An extension is asked to compute the embeddings of an image.
    "image.runCommand",  # An extension is asked to run a command on images.
    "text.computeEmbeddings",  # An extension is asked to compute the embedding of a text.
    "process.runCommand",  # An extension is asked to run a command of its own.
    "repository.created",  # A repository was created.
    "repository.updated",  # The name, the comment, the folder or the watching of a repository changed.
    "repository.deleted",  # A repository was deleted, with the records of its images.
    "repository.synchronize.started",  # The scan of a repository has begun.
    "repository.synchronize.stopped",  # The scan of a repository has ended, whatever came of it.
    "extension.installed",  # An extension was registered.
    "extension.updated",  # An extension was replaced by another version of itself.
    "extension.uninstalled",  # An extension was removed, with everything that it wrote.
    "extension.paused",  # An extension was paused; it is sent nothing until it is resumed.
    "extension.resumed",  # A paused extension works again.
    "extension.settings",  # An extension has other settings, or is told of them for the first time.
    "extension.process.started",  # A process of an extension was started.
    "extension.process.stopped",  # A process of an extension has ended.
    "extension.error",  # A process of an extension could not be started, or failed too often.
    "collection.created",  # A collection was created.
    "collection.updated",  # The name, the comment, the filter or the images of a collection changed.
    "collection.deleted",  # A collection was deleted.
]

TOPICS: Final[tuple[Topic, ...]] = (
    "image.created",  # An image was found for the first time.
    "image.updated",  # The file of an image has new content.
    "image.renamed",  # The file of an image was renamed or moved; its content is the same.
    "image.deleted",  # An image is gone, with everything that was known about it.
    "image.tags.updated",  # The tags of an image were set or ensured by an extension.
    "image.features.updated",  # The features of an image were set or ensured by an extension.
    "image.embeddings.updated",  # The embeddings of an image were set or deleted by an extension.
    "image.computeTags",  # An extension is asked to compute the tags of an image.
    "image.computeFeatures",  # An extension is asked to compute the features of an image.
    "image.computeEmbeddings",  # An extension is asked to compute the embeddings of an image.
    "image.runCommand",  # An extension is asked to run a command on images.
    "text.computeEmbeddings",  # An extension is asked to compute the embedding of a text.
    "process.runCommand",  # An extension is asked to run a command of its own.
    "repository.created",  # A repository was created.
    "repository.updated",  # The name, the comment, the folder or the watching of a repository changed.
    "repository.deleted",  # A repository was deleted, with the records of its images.
    "repository.synchronize.started",  # The scan of a repository has begun.
    "repository.synchronize.stopped",  # The scan of a repository has ended, whatever came of it.
    "extension.installed",  # An extension was registered.
    "extension.updated",  # An extension was replaced by another version of itself.
    "extension.uninstalled",  # An extension was removed, with everything that it wrote.
    "extension.paused",  # An extension was paused; it is sent nothing until it is resumed.
    "extension.resumed",  # A paused extension works again.
    "extension.settings",  # An extension has other settings, or is told of them for the first time.
    "extension.process.started",  # A process of an extension was started.
    "extension.process.stopped",  # A process of an extension has ended.
    "extension.error",  # A process of an extension could not be started, or failed too often.
    "collection.created",  # A collection was created.
    "collection.updated",  # The name, the comment, the filter or the images of a collection changed.
    "collection.deleted",  # A collection was deleted.
)
