"""A seccomp filter that denies the system calls that a worker does not need (Linux on x86-64 and ARM64).

A worker reads files, decodes, and writes answers to an open pipe. Network, other processes, other programs, and every
change to the file system fail with EPERM, even when hostile bytes control the decoder.
"""

from __future__ import annotations

import ctypes
import os
import struct
import sys
from collections.abc import Iterable, Iterator
from typing import Final

# Name, number on x86-64, number on ARM64; "-" where the call does not exist. Numbers from 424 on are the same.
DENIED_CALLS: Final = """
socket 41 198 | socketpair 53 199 | connect 42 203 | bind 49 200 | listen 50 201 | accept 43 202 | accept4 288 242
sendto 44 206 | sendmsg 46 211 | sendmmsg 307 269 | recvfrom 45 207 | recvmsg 47 212 | recvmmsg 299 243
shutdown 48 210 | setsockopt 54 208
execve 59 221 | execveat 322 281 | fork 57 - | vfork 58 -
kill 62 129 | tkill 200 130 | rt_sigqueueinfo 129 138 | rt_tgsigqueueinfo 297 240 | pidfd_open 434 434
pidfd_getfd 438 438 | pidfd_send_signal 424 424 | ptrace 101 117 | process_vm_readv 310 270
process_vm_writev 311 271 | process_madvise 440 440 | process_mrelease 448 448 | kcmp 312 272
move_pages 279 239 | migrate_pages 256 238 | setpriority 141 140 | ioprio_set 251 30 | sched_setaffinity 203 122
sched_setscheduler 144 119 | sched_setparam 142 118 | sched_setattr 314 274
creat 85 - | unlink 87 - | unlinkat 263 35 | rename 82 - | renameat 264 38 | renameat2 316 276 | mkdir 83 -
mkdirat 258 34 | rmdir 84 - | link 86 - | linkat 265 37 | symlink 88 - | symlinkat 266 36 | mknod 133 -
mknodat 259 33 | truncate 76 45 | ftruncate 77 46 | fallocate 285 47
chmod 90 - | fchmod 91 52 | fchmodat 268 53 | fchmodat2 452 452 | chown 92 - | lchown 94 - | fchown 93 55
fchownat 260 54 | utime 132 - | utimes 235 - | futimesat 261 - | utimensat 280 88 | file_setattr 469 469
setxattr 188 5 | lsetxattr 189 6 | fsetxattr 190 7 | setxattrat 463 463
removexattr 197 14 | lremovexattr 198 15 | fremovexattr 199 16 | removexattrat 466 466
flock 73 32 | memfd_create 319 279 | memfd_secret 447 447 | inotify_init 253 - | inotify_init1 294 26
fanotify_init 300 262 | fanotify_mark 301 263 | shmget 29 194 | shmat 30 196 | shmctl 31 195 | semget 64 190
semop 65 193 | semtimedop 220 192 | semctl 66 191 | msgget 68 186 | msgsnd 69 189 | msgrcv 70 188 | msgctl 71 187
mq_open 240 180 | mq_unlink 241 181 | io_setup 206 0 | io_submit 209 2
io_uring_setup 425 425 | io_uring_enter 426 426 | io_uring_register 427 427 | bpf 321 280
perf_event_open 298 241 | userfaultfd 323 282 | add_key 248 217 | request_key 249 218 | keyctl 250 219
open_by_handle_at 304 265 | name_to_handle_at 303 264
mount 165 40 | umount2 166 39 | pivot_root 155 41 | chroot 161 51 | unshare 272 97 | setns 308 268
open_tree 428 428 | open_tree_attr 467 467 | move_mount 429 429 | fsopen 430 430 | fsconfig 431 431
fsmount 432 432 | fspick 433 433 | mount_setattr 442 442 | swapon 167 224 | swapoff 168 225 | quotactl 179 60
quotactl_fd 443 443 | acct 163 89 | reboot 169 142 | kexec_load 246 104 | kexec_file_load 320 294
init_module 175 105 | finit_module 313 273 | delete_module 176 106 | settimeofday 164 170
clock_settime 227 112 | adjtimex 159 171 | clock_adjtime 305 266 | sethostname 170 161 | setdomainname 171 162
syslog 103 116 | personality 135 92 | modify_ldt 154 - | iopl 172 - | ioperm 173 - | vhangup 153 58
"""
CONDITIONAL_CALLS: Final = """
open 2 - | openat 257 56 | clone 56 220 | tgkill 234 131 | prlimit64 302 261 | fcntl 72 25 | prctl 157 167
ioctl 16 29 | openat2 437 437 | clone3 435 435
"""
"""Calls that are allowed for some arguments, or denied as if the kernel did not have them."""

MACHINES: Final = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}
"""For each machine, the column of its numbers in the tables, and its `AUDIT_ARCH_*` value."""
_X32_BIT: Final = 0x4000_0000
NEWEST_CALL: Final = 469
"""The highest call number known to the tables. Later calls are unknown and fail with ENOSYS."""

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW: Final = 0x7FFF_0000
_KILL: Final = 0x8000_0000
_ERRNO: Final = 0x0005_0000
_EPERM, _ENOTTY, _ENOSYS = _ERRNO | 1, _ERRNO | 25, _ERRNO | 38

_WRITE_FLAGS: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CLONE_THREAD: Final = 0x0001_0000
# F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC: no lock, no owner.
_FCNTL_COMMANDS: Final = (0, 1, 2, 3, 4, 1030)
_PR_SET_NAME: Final = 15

_PR_SET_SECCOMP: Final = 22
_SECCOMP_MODE_FILTER: Final = 2

Instruction = tuple[int, int, int, int]


def call_numbers(table: str, column: int) -> dict[str, int]:
    """The numbers of the calls in a table by name, on x86-64 (column 0) or ARM64 (column 1)."""
    entries = (entry.split() for line in table.strip().splitlines() for entry in line.split("|"))
    return {name: int(number) for name, *both in entries if (number := both[column]) != "-"}


def restrict() -> bool:
    """Deny the calls permanently to the calling thread and all that it starts. Needs `PR_SET_NO_NEW_PRIVS`.

    Returns False without effect where the kernel or the machine does not support the filter.
    """
    machine = MACHINES.get(os.uname().machine) if sys.platform == "linux" and sys.maxsize > 2**32 else None
    if machine is None:
        return False
    instructions = list(filter_program(*machine, os.getpid()))
    code = b"".join(struct.pack("=HBBI", *instruction) for instruction in instructions)
    buffer = ctypes.create_string_buffer(code, len(code))
    program = struct.pack("@HP", len(instructions), ctypes.addressof(buffer))
    libc = ctypes.CDLL(None, use_errno=True)
    return bool(libc.prctl(_PR_SET_SECCOMP, _SECCOMP_MODE_FILTER, program, 0, 0) == 0)


def filter_program(column: int, architecture: int, pid: int) -> Iterator[Instruction]:
    """The filter as BPF instructions: operation, jump if true, jump if false, value.

    A jump is the number of instructions to skip. `column` and `architecture` are those of `MACHINES`. The process `pid`
    may signal itself.
    """
    yield _LOAD, 0, 0, 4  # architecture
    yield _EQUAL, 1, 0, architecture
    yield _RETURN, 0, 0, _KILL
    yield _LOAD, 0, 0, 0  # number of the call
    if column == 0:
        yield from _return_if(_AT_LEAST, _X32_BIT, _KILL)
    yield from _return_if(_AT_LEAST, NEWEST_CALL + 1, _ENOSYS)
    for number in call_numbers(DENIED_CALLS, column).values():
        yield from _return_if(_EQUAL, number, _EPERM)
    conditional = call_numbers(CONDITIONAL_CALLS, column)
    yield from _return_if(_EQUAL, conditional["ioctl"], _ENOTTY)  # the usual error for files and pipes
    # A filter cannot see the arguments of these two, and every caller falls back to the older call.
    yield from _return_if(_EQUAL, conditional["openat2"], _ENOSYS)
    yield from _return_if(_EQUAL, conditional["clone3"], _ENOSYS)
    if "open" in conditional:
        yield from _allow_call_if(conditional["open"], 1, [_none_of(_WRITE_FLAGS)])
    yield from _allow_call_if(conditional["openat"], 2, [_none_of(_WRITE_FLAGS)])
    yield from _allow_call_if(conditional["clone"], 0, [_any_of(_CLONE_THREAD)])  # a thread, never a process
    yield from _allow_call_if(conditional["tgkill"], 0, [_equal(pid)])  # abort() is a signal to itself
    yield from _allow_call_if(conditional["prlimit64"], 0, [_equal(0)])
    yield from _allow_call_if(conditional["fcntl"], 1, [_equal(command) for command in _FCNTL_COMMANDS])
    yield from _allow_call_if(conditional["prctl"], 0, [_equal(_PR_SET_NAME)])
    yield _RETURN, 0, 0, _ALLOW


def _return_if(test: int, value: int, action: int) -> Iterator[Instruction]:
    yield test, 0, 1, value
    yield _RETURN, 0, 0, action


def _allow_call_if(number: int, argument: int, conditions: Iterable[Instruction]) -> Iterator[Instruction]:
    """Deny call `number` unless one of the conditions holds for an argument."""
    tests = [instruction for test in conditions for instruction in (test, (_RETURN, 0, 0, _ALLOW))]
    yield _EQUAL, 0, len(tests) + 2, number
    yield _LOAD, 0, 0, 16 + 8 * argument  # the lower half of the argument has all flags and numbers that are tested
    yield from tests
    yield _RETURN, 0, 0, _EPERM


def _equal(value: int) -> Instruction:
    return _EQUAL, 0, 1, value


def _any_of(bits: int) -> Instruction:
    return _ANY_BIT, 0, 1, bits


def _none_of(bits: int) -> Instruction:
    return _ANY_BIT, 1, 0, bits
