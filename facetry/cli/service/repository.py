"""`facetry repository`: the folders that a running service serves."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any, get_args

from facetry.cli.opening import CommandError
from facetry.cli.service.operations import add_operation
from facetry.cli.service.output import date_text, print_json, print_page, print_record, print_table
from facetry.cli.service.verbs import add_noun, add_page_arguments, add_verb, path_of
from facetry.imaging.skipped_kinds import SkippedKind

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "repository", "add, scan, watch and remove the folders of a library")
    verb = partial(add_operation, verbs, identify=_id_of)
    verb("list", "repositoryList", "list the repositories", show=_print_repositories)
    show = verb("show", "repositoryGet", "show a repository", show=_print_repository)
    verb(
        "activities",
        "repositoryActivities",
        "show what the repositories do, and how their last scans ended",
        show=_print_activities,
    )
    create = add_verb(
        verbs,
        "add",
        _add,
        "add a folder or a bucket",
        "Its first scan begins at once. Scans never change files.",
        has_json=True,
    )
    create.add_argument(
        "folder",
        metavar="FOLDER",
        help="a folder on the machine of the service, its file:// URL, or s3://BUCKET/PREFIX",
    )
    create.add_argument("--name", metavar="TEXT", help="its name in the library (default: that of the folder)")
    create.add_argument("--comment", metavar="TEXT", help="a remark")
    create.add_argument("--technical-id", metavar="TEXT", help="an identifier for programs")
    create.add_argument("--watch", action="store_true", help="record changes of the folder as they happen")
    update = add_verb(
        verbs, "update", _update, "change the name, the comment or the folder of a repository", has_json=True
    )
    update.add_argument("--name", metavar="TEXT", help="the new name")
    update.add_argument("--comment", metavar="TEXT", help="the new remark; empty for none")
    update.add_argument("--folder", metavar="FOLDER", help="where the folder lies now; its images keep their facets")
    scan = verb(
        "scan",
        "repositorySynchronize",
        "scan a repository",
        "The scan goes on after the command: `facetry repository activities`.",
        done="the scan has begun. To follow: facetry repository activities",
    )
    scan.add_argument(
        "--maximum-removals",
        dest="maximumRemovals",
        type=int,
        metavar="COUNT",
        help="how many images it may forget whose files are gone",
    )
    scan.add_argument(
        "--verify", action="store_true", help="read known files again too, and compare their bytes with the record"
    )
    watch = verb(
        "watch",
        "repositoryWatch",
        "record changes of a folder as they happen",
        given={"isStart": "true"},
        done="{repository} is watched",
    )
    unwatch = verb(
        "unwatch",
        "repositoryWatch",
        "record changes of a folder in scans only",
        given={"isStart": "false"},
        done="{repository} is no longer watched",
    )
    unreadable = verb(
        "unreadable", "repositoryUnreadableFiles", "list the files that cannot be read", show=_print_unreadable
    )
    skipped = verb("skipped", "repositorySkippedFiles", "list the files that are not read", show=_print_skipped)
    skipped.add_argument("--kind", choices=get_args(SkippedKind), help="only files of this kind")
    for parser in (unreadable, skipped):
        add_page_arguments(parser)
    retry = verb(
        "retry-unreadable",
        "repositoryRetryUnreadableFiles",
        "read unreadable files again",
        done="the files are read again. To follow: facetry repository activities",
    )
    for parser in (unreadable, retry):
        parser.add_argument("--rule", metavar="RULE", help="only files that broke this rule")
    verb(
        "stop-scans",
        "repositoryStartOrStop",
        "stop all scans and watchers",
        "They run again after `start-scans` or a restart.",
        given={"isStart": "false"},
        done="scans and watchers are stopped, until `facetry repository start-scans` or a restart of the service",
    )
    verb(
        "start-scans",
        "repositoryStartOrStop",
        "let scans and watchers run again",
        given={"isStart": "true"},
        done="scans and watchers may run",
    )
    remove = verb(
        "remove",
        "repositoryDelete",
        "remove a repository from the library",
        "Everything that was written about its images is deleted. Its files stay.",
        question="Remove {repository}, and everything that was written about its images?",
        done="{repository} is removed; its files stay",
    )
    for parser in (show, update, scan, watch, unwatch, unreadable, skipped, retry, remove):
        parser.add_argument("repository", metavar="REPOSITORY", help="its id or its name")


def _print_repositories(repositories: list[dict[str, Any]]) -> None:
    print_table(
        ("id", "name", "state", "watched", "folder"),
        [(each["id"], each["name"], each["state"], each["watch"], each["url"]) for each in repositories],
        "there are no repositories; `facetry repository add FOLDER` adds one",
    )


def _print_repository(repository: dict[str, Any]) -> None:
    print_record(
        [
            ("id", repository["id"]),
            ("name", repository["name"]),
            ("state", repository["state"]),
            ("watched", repository["watch"]),
            ("folder", repository["url"]),
            ("technical id", repository.get("technicalId")),
            ("comment", repository.get("comment")),
            ("created", date_text(repository["creationDate"])),
            ("changed", date_text(repository["modificationDate"])),
        ]
    )


def _print_activities(activities: list[dict[str, Any]]) -> None:
    counts = ("found", "done", "added", "updated", "moved", "removed", "unreadable", "skipped")
    rows = []
    for each in activities:
        progress = each.get("progress", {})
        ended = date_text(each.get("endDate"))
        numbers = (*(progress.get(name, 0) for name in counts), each["missing"])
        rows.append((each["id"], each["kind"], *numbers, ended, each.get("error")))
    print_table(("id", "activity", *counts, "missing", "ended", "error"), rows, "there are no repositories")


def _add(service: ServiceClient, arguments: argparse.Namespace) -> None:
    url = _folder_url(arguments.folder)
    made = service.post(
        "/repository/create",
        type="s3" if url.startswith("s3://") else "file",
        url=url,
        name=arguments.name if arguments.name is not None else _folder_name(url),
        comment=arguments.comment,
        watch="true" if arguments.watch else None,
        technicalId=arguments.technical_id,
    )
    _print_changed(arguments, made)


def _folder_url(folder: str) -> str:
    """The URL of a folder or bucket. The service may be on another machine, so absolute paths are taken as they are."""
    from pathlib import Path
    from urllib.parse import quote

    if not folder:
        raise CommandError("the name of the folder is empty", code=2)
    if folder.startswith("file://"):
        return folder
    if folder.startswith("s3://"):
        return quote(folder, safe="/:")
    path = Path(folder).expanduser()
    return (path if path.is_absolute() else path.resolve()).as_uri()


def _folder_name(url: str) -> str:
    from urllib.parse import unquote

    return unquote(url.rstrip("/").rpartition("/")[2])


def _update(service: ServiceClient, arguments: argparse.Namespace) -> None:
    url = None if arguments.folder is None else _folder_url(arguments.folder)
    path = path_of("repository", _id_of(service, arguments), "update")
    _print_changed(arguments, service.put(path, name=arguments.name, comment=arguments.comment, url=url))


def _print_changed(arguments: argparse.Namespace, repository: dict[str, Any]) -> None:
    (print_json if arguments.json else _print_repository)(repository)


def _print_unreadable(page: dict[str, Any]) -> None:
    print_page(
        page,
        "files",
        ("path", "bytes", "date", "rule", "reason"),
        lambda each: (each["path"], each["sizeInBytes"], date_text(each["date"]), each["rule"], each["reason"]),
        "there are none",
    )


def _print_skipped(page: dict[str, Any]) -> None:
    columns = ("path", "kind", "bytes")
    print_page(page, "files", columns, lambda each: (each["path"], each["kind"], each["sizeInBytes"]), "there are none")


def _id_of(service: ServiceClient, arguments: argparse.Namespace) -> object:
    """The id of the named repository. Raises `CommandError` when no repository has that name."""
    from uuid import UUID

    from facetry.schema.text_forms import normal

    wanted = arguments.repository
    try:
        return UUID(wanted)
    except ValueError:
        found = [(each["name"], each["id"]) for each in service.get("/repository/list")]
        ids = [id for name, id in found if name == wanted] or [
            id for name, id in found if normal(name) == normal(wanted)
        ]
    if not ids:
        raise CommandError(f"there is no repository {wanted}; `facetry repository list` shows them")
    return ids[0]
