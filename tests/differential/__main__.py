"""`python -m tests.differential --against COMMIT`: do the answers differ from those of another commit?"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import SystemRandom

from bench.versions import VersionError, old_version, prune_worktrees
from tests.differential import campaign
from tests.differential.campaign import Difference, Result, Size

_BODY_CHARACTERS = 2_000


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a campaign; the exit code is 0 when no answer differs, else 1."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.differential",
        description="Send random requests to a service of another commit and to one of this checkout, and compare the "
        "answers.",
    )
    parser.add_argument("--against", metavar="COMMIT", required=True, help="the commit to compare with")
    parser.add_argument("--requests", metavar="N", type=int, default=50_000, help="requests (%(default)s)")
    parser.add_argument(
        "--images", metavar="N", type=int, default=10_000, help="images without files (default: %(default)s)"
    )
    parser.add_argument("--pictures", metavar="N", type=int, default=60, help="pictures (%(default)s)")
    parser.add_argument("--seed", metavar="N", type=int, help="the seed of the requests (a random one)")
    options = parser.parse_args(arguments)
    seed = SystemRandom().randrange(2**32) if options.seed is None else options.seed
    size = Size(options.images, options.pictures, options.requests)
    print(f"{size.requests:,} requests with the seed {seed}…", flush=True)
    try:
        result = _run_beside(options.against, size, seed)
    except VersionError as error:
        parser.error(str(error))
    _report(result)
    return 1 if result.differences else 0


def _run_beside(commit: str, size: Size, seed: int) -> Result:
    try:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            return campaign.run(folder, size, seed=seed, old_source=old_version(commit, folder).source)
    finally:
        prune_worktrees()


def _report(result: Result) -> None:
    operations = sorted({operation for operation, _ in result.statuses})
    for operation in operations:
        statuses = {status: count for (name, status), count in sorted(result.statuses.items()) if name == operation}
        print(f"{operation:32}" + "  ".join(f"{status}: {count:,}" for status, count in statuses.items()))
    for difference in result.differences:
        _show(difference)
    total = sum(result.statuses.values())
    print(f"\n{total:,} requests, {result.successes:,} successes, {len(result.differences)} differences")


def _show(difference: Difference) -> None:
    request = difference.request
    print(f"\nrequest {difference.number}: {difference.what}\n{request.method} {request.target}")
    print((request.body or b"")[:_BODY_CHARACTERS])
    for name, answer in (("old", difference.old), ("new", difference.new)):
        print(f"{name}: {answer.status} {dict(answer.headers)}\n{answer.body[:_BODY_CHARACTERS]!r}")


if __name__ == "__main__":
    sys.exit(main())
