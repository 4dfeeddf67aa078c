# Generated from specs/ by `python -m codegen`. Do not edit.
"""The topics of the event log."""

from __future__ import annotations

from typing import Final, Literal

Topic = Literal[
    "image.computeEmbeddings",  # A request to an extension to compute the embeddings of an image.
    "image.computeFeatures",  # A request to an extension to compute the features of an image.
    "image.computeTags",  # A request to an extension to compute the tags of an image.
    "image.created",  # An image was found for the first time.
    "image.deleted",  # An image is gone, with everything that was known about it.
    "image.embeddings.updated",  # The embeddings of an image were set or deleted by an extension.
    "image.features.updated",  # The features of an image were set or ensured by an extension.
    "image.renamed",  # The file of an image was renamed or moved; its content is the same.
    "image.runCommand",  # A request to an extension to run a command on images.
    "image.tags.updated",  # The tags of an image were set or ensured by an extension.
    "image.updated",  # The file of an image has new content.
    "process.runCommand",  # A request to an extension to run a command without images.
    "repository.created",  # A repository was created.
    "repository.deleted",  # A repository was deleted, with the records of its images.
    "repository.synchronize.started",  # The scan of a repository has begun.
    "repository.synchronize.stopped",  # The scan of a repository has ended, whatever came of it.
    "repository.updated",  # The name, the comment, the folder or the watching of a repository changed.
    "repository.watch.started",  # The folder of a repository is watched from now on.
    "repository.watch.stopped",  # The folder of a repository is no longer watched.
    "collection.created",  # A collection was created.
    "collection.deleted",  # A collection was deleted.
    "collection.updated",  # The name, the comment or the filter of a collection changed.
    "extension.error",  # A process of an extension could not be started, or failed too often.
    "extension.installed",  # An extension was registered.
    "extension.paused",  # An extension was paused; it is sent nothing until it is resumed.
    "extension.process.started",  # A process of an extension was started.
    "extension.process.stopped",  # A process of an extension has ended.
    "extension.resumed",  # A paused extension works again.
    "extension.settings",  # The settings of an extension changed, by a user or with another version of the extension.
    "extension.uninstalled",  # An extension was uninstalled or unregistered. What it wrote was removed with it, unless the request kept it.
    "extension.updated",  # An extension was replaced by another version of itself.
]

TOPICS: Final[tuple[Topic, ...]] = (
    "image.computeEmbeddings",  # A request to an extension to compute the embeddings of an image.
    "image.computeFeatures",  # A request to an extension to compute the features of an image.
    "image.computeTags",  # A request to an extension to compute the tags of an image.
    "image.created",  # An image was found for the first time.
    "image.deleted",  # An image is gone, with everything that was known about it.
    "image.embeddings.updated",  # The embeddings of an image were set or deleted by an extension.
    "image.features.updated",  # The features of an image were set or ensured by an extension.
    "image.renamed",  # The file of an image was renamed or moved; its content is the same.
    "image.runCommand",  # A request to an extension to run a command on images.
    "image.tags.updated",  # The tags of an image were set or ensured by an extension.
    "image.updated",  # The file of an image has new content.
    "process.runCommand",  # A request to an extension to run a command without images.
    "repository.created",  # A repository was created.
    "repository.deleted",  # A repository was deleted, with the records of its images.
    "repository.synchronize.started",  # The scan of a repository has begun.
    "repository.synchronize.stopped",  # The scan of a repository has ended, whatever came of it.
    "repository.updated",  # The name, the comment, the folder or the watching of a repository changed.
    "repository.watch.started",  # The folder of a repository is watched from now on.
    "repository.watch.stopped",  # The folder of a repository is no longer watched.
    "collection.created",  # A collection was created.
    "collection.deleted",  # A collection was deleted.
    "collection.updated",  # The name, the comment or the filter of a collection changed.
    "extension.error",  # A process of an extension could not be started, or failed too often.
    "extension.installed",  # An extension was registered.
    "extension.paused",  # An extension was paused; it is sent nothing until it is resumed.
    "extension.process.started",  # A process of an extension was started.
    "extension.process.stopped",  # A process of an extension has ended.
    "extension.resumed",  # A paused extension works again.
    "extension.settings",  # The settings of an extension changed, by a user or with another version of the extension.
    "extension.uninstalled",  # An extension was uninstalled or unregistered. What it wrote was removed with it, unless the request kept it.
    "extension.updated",  # An extension was replaced by another version of itself.
)

STREAMED: Final[tuple[Topic, ...]] = (
    "image.created",  # An image was found for the first time.
    "image.deleted",  # An image is gone, with everything that was known about it.
    "image.embeddings.updated",  # The embeddings of an image were set or deleted by an extension.
    "image.features.updated",  # The features of an image were set or ensured by an extension.
    "image.renamed",  # The file of an image was renamed or moved; its content is the same.
    "image.tags.updated",  # The tags of an image were set or ensured by an extension.
    "image.updated",  # The file of an image has new content.
    "repository.created",  # A repository was created.
    "repository.deleted",  # A repository was deleted, with the records of its images.
    "repository.synchronize.started",  # The scan of a repository has begun.
    "repository.synchronize.stopped",  # The scan of a repository has ended, whatever came of it.
    "repository.updated",  # The name, the comment, the folder or the watching of a repository changed.
    "repository.watch.started",  # The folder of a repository is watched from now on.
    "repository.watch.stopped",  # The folder of a repository is no longer watched.
    "collection.created",  # A collection was created.
    "collection.deleted",  # A collection was deleted.
    "collection.updated",  # The name, the comment or the filter of a collection changed.
    "extension.error",  # A process of an extension could not be started, or failed too often.
    "extension.installed",  # An extension was registered.
    "extension.paused",  # An extension was paused; it is sent nothing until it is resumed.
    "extension.process.started",  # A process of an extension was started.
    "extension.process.stopped",  # A process of an extension has ended.
    "extension.resumed",  # A paused extension works again.
    "extension.uninstalled",  # An extension was uninstalled or unregistered. What it wrote was removed with it, unless the request kept it.
    "extension.updated",  # An extension was replaced by another version of itself.
)
"""The topics of the stream."""
