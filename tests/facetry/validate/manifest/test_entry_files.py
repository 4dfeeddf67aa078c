"""Files that programs are started with, and that the extension does not have."""

import pytest

from tests.facetry.validate.test_manifests import FILES, findings_of

EXECUTION = "/instructions/0/execution"


def places(executable: str, *arguments: object, files: tuple[str, ...] = FILES) -> list[str]:
    """The pointers of missing files, below the execution."""
    runtimes = [("/runtimes", [{"environment": "node"}])] if "node" in executable else []
    program = {"executable": executable, "arguments": [*arguments]}
    found = findings_of((EXECUTION, program), *runtimes, file_names=files)
    assert {finding.level for finding in found if finding.rule == "manifest.entry"} <= {"warning"}
    return [f.pointer.removeprefix(f"{EXECUTION}/") for f in found if f.rule == "manifest.entry"]


@pytest.mark.parametrize(
    "arguments",
    [
        ["main.py"],
        ["./main.py", "--port", "8080"],
        ["-u", "main.py"],
        ["-W", "ignore", "-X", "dev", "-OO", "main.py"],
        ["${extensionDirectoryPath}/main.py"],
        ["-m", "tagger"],
        ["-c", "print()"],
        ["--unknown", "other.py"],
        ["-"],
        ["icons"],
        ["main.py", "other.py"],
        ["main.py", "/etc/hosts", "../x", "${extensionDirectoryPath}"],
        ["/usr/lib/tool.py"],
        ["../tool.py"],
        ["${extensionId}.py"],
        ["main.py", "--icons=${extensionDirectoryPath}/icons/convert.svg", "${extensionDirectoryPath}/icons/"],
        [3],
        [],
    ],
)
def test_arguments_of_python_that_lead_to_no_missing_file(arguments: list[object]) -> None:
    assert places("${python}", *arguments) == []


@pytest.mark.parametrize(
    ("arguments", "index"),
    [
        (["tagger.py"], 0),
        (["-u", "tagger.py"], 1),
        (["-X", "dev", "tagger.py"], 2),
        (["-uB", "src/main.py"], 1),
        (["icons/main.py"], 0),
        (["main.pyc"], 0),
        (["main"], 0),
        (["main.py", "--model=${extensionDirectoryPath}/model.bin"], 1),
        (["-m", "tagger", "${extensionDirectoryPath}/icon"], 2),
        (["main.py", 3, "${extensionDirectoryPath}/main.p"], 2),
    ],
)
def test_arguments_of_python_that_lead_to_a_missing_file(arguments: list[object], index: int) -> None:
    assert places("${python}", *arguments) == [f"arguments/{index}"]
    assert places("${venvPython}", *arguments) == [f"arguments/{index}"]


def test_a_folder_with_a_main_module_is_a_program() -> None:
    assert places("${python}", "app", files=(*FILES, "app/__main__.py")) == []


@pytest.mark.parametrize(
    ("arguments", "missing"),
    [
        (["main.js"], []),
        (["main"], []),
        (["src"], []),
        (["--enable-source-maps", "--max-old-space-size=512", "--no-warnings", "main.mjs"], []),
        (["--require", "x", "other.js"], []),
        (["other.js"], ["arguments/0"]),
        (["--enable-source-maps", "other.js"], ["arguments/1"]),
        (["other"], ["arguments/0"]),
    ],
)
def test_arguments_of_node(arguments: list[str], missing: list[str]) -> None:
    assert places("${node}", *arguments, files=(*FILES, "main.js", "main.mjs", "src/index.js")) == missing


def test_a_program_of_the_extension_itself() -> None:
    files = (*FILES, "bin/tagger")
    assert places("./bin/tagger", files=files) == []
    assert places("bin/tagger", "other.py", files=files) == []
    assert places("${extensionDirectoryPath}/bin/tagger", files=files) == []
    assert places("/usr/bin/tagger", files=files) == []
    assert places("./bin/tager", files=files) == ["executable"]
    assert places("tagger", files=files) == []  # an error of another rule


def test_the_most_similar_file_is_suggested() -> None:
    (found,) = findings_of((f"{EXECUTION}/arguments", ["mian.py"]))
    assert found.detail == "The extension has no file mian.py, with which its program is started."
    assert (found.value, found.remedy, found.edit) == ("mian.py", "Did you mean main.py?", None)
    (other,) = findings_of((f"{EXECUTION}/arguments", ["start/app.py"]))
    assert other.remedy == "Add the file, unless the installation of dependencies makes it."


def test_without_known_files_nothing_is_missing() -> None:
    assert findings_of((f"{EXECUTION}/arguments", ["mian.py"]), file_names=None) == []
