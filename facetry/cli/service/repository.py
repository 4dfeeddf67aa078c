"""`facetry repository`: the folders that a running service serves."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any, get_args

from facetry.cli.opening import CommandError, print_message
from facetry.cli.service.verbs import add_noun, add_verb, confirm, path_of
from facetry.imaging.skipped_kinds import SkippedKind

if TYPE_CHECKING:
    from facetry.authoring.service import ServiceClient

_PAGE_SIZE = 1_000


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Declare the subcommands."""
    verbs = add_noun(commands, "repository", "add, scan, watch and remove the folders of a library")
    add_verb(verbs, "list", _list, "list the repositories", has_json=True)
    show = add_verb(verbs, "show", _show, "show a repository", has_json=True)
    add_verb(
        verbs, "activities", _activities, "show what the repositories do, and how their last scans ended", has_json=True
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
    scan = add_verb(
        verbs,
        "scan",
        _scan,
        "scan a repository",
        "The scan goes on after the command: `facetry repository activities`.",
    )
    scan.add_argument(
        "--maximum-removals", type=int, metavar="COUNT", help="how many images it may forget whose files are gone"
    )
    scan.add_argument(
        "--verify", action="store_true", help="read known files again too, and compare their bytes with the record"
    )
    watch = add_verb(verbs, "watch", _watch, "record changes of a folder as they happen")
    unwatch = add_verb(verbs, "unwatch", _unwatch, "record changes of a folder in scans only")
    unreadable = add_verb(verbs, "unreadable", _unreadable, "list the files that cannot be read", has_json=True)
    skipped = add_verb(verbs, "skipped", _skipped, "list the files that are not read", has_json=True)
    skipped.add_argument("--kind", choices=get_args(SkippedKind), help="only files of this kind")
    for parser in (unreadable, skipped):
        parser.add_argument(
            "--take", type=int, default=_PAGE_SIZE, metavar="COUNT", help=f"how many (default: {_PAGE_SIZE})"
        )
        parser.add_argument(
            "--skip", type=int, default=0, metavar="COUNT", help="how many to leave out before the first"
        )
    retry = add_verb(verbs, "retry-unreadable", _retry_unreadable, "read unreadable files again")
    for parser in (unreadable, retry):
        parser.add_argument("--rule", metavar="RULE", help="only files that broke this rule")
    add_verb(
        verbs,
        "stop-scans",
        _stop_scans,
        "stop all scans and watchers",
        "They run again after `start-scans` or a restart.",
    )
    add_verb(verbs, "start-scans", _start_scans, "let scans and watchers run again")
    remove = add_verb(
        verbs,
        "remove",
        _remove,
        "remove a repository from the library",
        "Everything that was written about its images is deleted. Its files stay.",
        is_destructive=True,
    )
    for parser in (show, update, scan, watch, unwatch, unreadable, skipped, retry, remove):
        parser.add_argument("repository", metavar="REPOSITORY", help="its id or its name")


def _list(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import print_json, print_table

    repositories = service.get("/repository/list")
    if arguments.json:
        print_json(repositories)
        return
    print_table(
        ("id", "name", "state", "watched", "folder"),
        [(each["id"], each["name"], each["state"], each["watch"], each["url"]) for each in repositories],
        "there are no repositories; `facetry repository add FOLDER` adds one",
    )


def _show(service: ServiceClient, arguments: argparse.Namespace) -> None:
    _print_repository(arguments, service.get(_path(service, arguments, "get")))


def _print_repository(arguments: argparse.Namespace, repository: dict[str, Any]) -> None:
    from facetry.cli.service.output import date_text, print_json, print_record

    if arguments.json:
        print_json(repository)
        return
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


def _activities(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import date_text, print_json, print_table

    activities = service.get("/repository/activities")
    if arguments.json:
        print_json(activities)
        return
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
    _print_repository(arguments, made)


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
    path = _path(service, arguments, "update")
    _print_repository(arguments, service.put(path, name=arguments.name, comment=arguments.comment, url=url))


def _scan(service: ServiceClient, arguments: argparse.Namespace) -> None:
    verify = "true" if arguments.verify else None
    path = _path(service, arguments, "synchronize")
    service.put(path, maximumRemovals=arguments.maximum_removals, verify=verify)
    print_message("the scan has begun. To follow: facetry repository activities")


def _watch(service: ServiceClient, arguments: argparse.Namespace) -> None:
    service.put(_path(service, arguments, "watch"), isStart="true")
    print_message(f"{arguments.repository} is watched")


def _unwatch(service: ServiceClient, arguments: argparse.Namespace) -> None:
    service.put(_path(service, arguments, "watch"), isStart="false")
    print_message(f"{arguments.repository} is no longer watched")


def _unreadable(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import date_text, print_json, print_table

    path = _path(service, arguments, "unreadableFiles")
    page = service.get(path, rule=arguments.rule, take=arguments.take, skip=arguments.skip)
    if arguments.json:
        print_json(page)
        return
    print_table(
        ("path", "bytes", "date", "rule", "reason"),
        [
            (each["path"], each["sizeInBytes"], date_text(each["date"]), each["rule"], each["reason"])
            for each in page["items"]
        ],
        "there are none",
    )
    if len(page["items"]) < page["totalCount"]:
        print_message(f"{len(page['items'])} of {page['totalCount']} files are shown; --skip shows others")


def _skipped(service: ServiceClient, arguments: argparse.Namespace) -> None:
    from facetry.cli.service.output import print_json, print_table

    path = _path(service, arguments, "skippedFiles")
    page = service.get(path, kind=arguments.kind, take=arguments.take, skip=arguments.skip)
    if arguments.json:
        print_json(page)
        return
    rows = [(each["path"], each["kind"], each["sizeInBytes"]) for each in page["items"]]
    print_table(("path", "kind", "bytes"), rows, "there are none")
    if len(page["items"]) < page["totalCount"]:
        print_message(f"{len(page['items'])} of {page['totalCount']} files are shown; --skip shows others")


def _retry_unreadable(service: ServiceClient, arguments: argparse.Namespace) -> None:
    service.put(_path(service, arguments, "retryUnreadableFiles"), rule=arguments.rule)
    print_message("the files are read again. To follow: facetry repository activities")


def _stop_scans(service: ServiceClient, _: argparse.Namespace) -> None:
    service.put("/repository/startOrStop", isStart="false")
    print_message("scans and watchers are stopped, until `facetry repository start-scans` or a restart of the service")


def _start_scans(service: ServiceClient, _: argparse.Namespace) -> None:
    service.put("/repository/startOrStop", isStart="true")
    print_message("scans and watchers may run")


def _remove(service: ServiceClient, arguments: argparse.Namespace) -> None:
    path = _path(service, arguments, "delete")
    confirm(arguments, f"Remove {arguments.repository}, and everything that was written about its images?")
    service.delete(path)
    print_message(f"{arguments.repository} is removed; its files stay")


def _path(service: ServiceClient, arguments: argparse.Namespace, operation: str) -> str:
    """The path of an operation on the named repository. Raises `CommandError` when no repository has that name."""
    from uuid import UUID

    from facetry.schema.text_forms import normal

    wanted = arguments.repository
    try:
        return path_of("repository", UUID(wanted), operation)
    except ValueError:
        found = [(each["name"], each["id"]) for each in service.get("/repository/list")]
        ids = [id for name, id in found if name == wanted] or [
            id for name, id in found if normal(name) == normal(wanted)
        ]
    if not ids:
        raise CommandError(f"there is no repository {wanted}; `facetry repository list` shows them")
    return path_of("repository", ids[0], operation)
