"""A worker that answers what it is asked to, as one would that hostile bytes have taken over.

The path of a request is what it says, with `\\n` at the end, unless it is one of the words below.
"""

import json
import os
import sys
import time

PICTURE = {
    "format": "PNG",
    "width": 1,
    "height": 1,
    "hash": "0" * 64,
    "metadata": {},
    "size": 1,
    "created_ms": 1,
    "modified_ns": 1,
}


def say(answer: object) -> None:
    os.write(1, (answer if isinstance(answer, str) else json.dumps(answer)).encode() + b"\n")


def main() -> None:
    lines = iter(sys.stdin)
    next(lines)
    say({"ready": True, "sandbox": []})
    for line in lines:
        request = json.loads(line)
        match request["path"]:
            case "picture":
                say(PICTURE)
            case "twice":
                os.write(1, 2 * (json.dumps(PICTURE) + "\n").encode())
            case "pieces":
                for byte in (json.dumps(PICTURE) + "\n").encode():
                    os.write(1, bytes([byte]))
                    time.sleep(0.0005)
            case "endless":
                while True:
                    os.write(1, b"x" * 65_536)
            case "always heavy":
                say({"heavy": True})
            case "leave":
                return
            case "silent":
                os.close(1)
                time.sleep(60)
            case other:
                say(other)


if __name__ == "__main__":
    main()
