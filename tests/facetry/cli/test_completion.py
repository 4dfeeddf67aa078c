"""`facetry completion`: scripts that shells accept and that complete what the commands declare."""

import shutil
import subprocess
from pathlib import Path

import pytest
import shtab

from facetry.cli import COMMANDS, main
from facetry.cli.completion import SHELLS

ASK = """
source "$1"
COMP_WORDS=({words}); COMP_CWORD={last}; COMP_LINE="{line}"; COMP_POINT=${{#COMP_LINE}}
compopt() {{ :; }}
_shtab_facetry facetry "{current}" "{previous}"
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.fixture
def bash(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    assert main(["completion", "bash"]) == 0
    script = tmp_path / "facetry.bash"
    script.write_text(capsys.readouterr().out)
    return script


def completions(script: Path, *words: str) -> list[str]:
    """What bash offers for the last of the words."""
    quoted = " ".join(f'"{word}"' for word in ("facetry", *words))
    line = " ".join(("facetry", *words))
    ask = ASK.format(words=quoted, last=len(words), line=line, current=words[-1], previous=("facetry", *words)[-2])
    done = subprocess.run(
        ["bash", "-c", ask, "bash", str(script)],
        cwd=script.parent,
        capture_output=True,
        text=True,
        check=True,
        timeout=30,
    )
    assert done.stderr == ""
    return done.stdout.split()


def test_bash_completes_commands_verbs_flags_and_files(bash: Path) -> None:
    assert sorted(completions(bash, "")) == sorted(COMMANDS)
    assert completions(bash, "repo") == ["repository"]
    assert completions(bash, "key", "re") == ["revoke"]
    verbs = ["redrive", "register", "restart", "resume", "retry"]
    assert sorted(completions(bash, "extension", "re")) == verbs
    assert completions(bash, "collection", "create", "--fi") == ["--filter"]
    assert completions(bash, "completion", "z") == ["zsh"]
    assert "facetry.bash" in completions(bash, "collection", "create", "--filter", "fac")


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_gets_a_script(shell: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert shell in shtab.SUPPORTED_SHELLS
    assert main(["completion", shell]) == 0
    script = tmp_path / "script"
    script.write_text(capsys.readouterr().out)
    assert "unregister" in script.read_text()
    if shutil.which(shell) and shell != "tcsh":
        subprocess.run([shell, "-n", str(script)], check=True, timeout=30)


def test_another_shell_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["completion", "fish"])
    assert ended.value.code == 2
    assert "fish" in capsys.readouterr().err
