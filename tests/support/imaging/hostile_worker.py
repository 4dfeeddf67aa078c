"""A worker that sends any answer that a test wants, like one that hostile bytes control.

It sends the path of a request as its answer line, unless the path is one of the words in `main`.
"""

import json
import os
import sys
import time

PICTURE_ANSWER = {
    "format": "PNG",
    "width": 1,
    "height": 1,
    "hash": "0" * 64,
    "metadata": {},
    "size": 1,
    "created_ms": 1,
    "modified_ns": 1,
    "changed_ns": 1,
    "inode": 1,
    "unsettled": False,
}


def write_answer(answer: object) -> None:
    os.write(1, (answer if isinstance(answer, str) else json.dumps(answer)).encode() + b"\n")


def main() -> None:
    lines = iter(sys.stdin)
    next(lines)
    write_answer({"ready": True, "sandbox": []})
    for line in lines:
        request = json.loads(line)
        match request["path"]:
            case "picture":
                write_answer(PICTURE_ANSWER)
            case "twice":
                os.write(1, 2 * (json.dumps(PICTURE_ANSWER) + "\n").encode())
            case "pieces":
                for byte in (json.dumps(PICTURE_ANSWER) + "\n").encode():
                    os.write(1, bytes([byte]))
                    time.sleep(0.0005)
            case "endless":
                while True:
                    os.write(1, b"x" * 65_536)
            case "always heavy":
                write_answer({"heavy": True})
            case "leave":
                return
            case "silent":
                os.close(1)
                time.sleep(60)
            case "hang":
                time.sleep(60)
            case other:
                write_answer(other)


if __name__ == "__main__":
    main()
