"""Which requirements would ask a package registry for the kit, and which lead to a file or a URL."""

import json

import pytest

from facetry.validate.manifest import kit_requirements


def found_lines(**files: str) -> list[int]:
    contents = {name.replace("__", "/") + ".txt": text.encode() for name, text in files.items()}
    return [kit.line for kit in kit_requirements.find_in_requirements(lambda name: contents.get(name, b""))]


@pytest.mark.parametrize(
    "line",
    [
        "facetry-extension",
        "  facetry_extension==1.0.0",
        "Facetry.Extension >=1,<2 ; python_version > '3'",
        "FACETRY--extension[views]~=1.0 # the kit",
        "facetry-extension==1.0.0 --hash=sha256:00",
        "facetry-\\\nextension",
        "\ufefffacetry-extension",
    ],
)
def test_a_bare_name_is_found(line: str) -> None:
    assert found_lines(requirements=line) == [1]
    assert found_lines(requirements=f"pillow\r\n{line.removeprefix(chr(0xFEFF))}\r\nnumpy\r\n") == [2]


@pytest.mark.parametrize(
    "line",
    [
        "./vendor/facetry_extension-1.0.0-py3-none-any.whl",
        "vendor/facetry_extension-1.0.0-py3-none-any.whl",
        "facetry_extension-1.0.0-py3-none-any.whl",
        "facetry-extension @ https://example.org/facetry_extension-1.0.0-py3-none-any.whl",
        "facetry-extension/",
        "-e ./facetry-extension",
        "# facetry-extension",
        "facetry-extension-more",
        "my-facetry-extension",
        "-c facetry-extension",
        "",
    ],
)
def test_files_urls_and_other_names_are_not(line: str) -> None:
    assert found_lines(requirements=f"{line}\npillow\n") == []


def test_included_lists_are_read_once_and_only_in_the_folder() -> None:
    assert found_lines(
        requirements="-r a.txt\n-rmore/b.txt\n--requirement=../c.txt\n-r /c.txt\n-r https://example.org/c.txt\n",
        a="-r requirements.txt\n\nfacetry-extension\n",
        more__b="pillow\nfacetry-extension\n--requirement d.txt\n",
        more__d="facetry-extension",
        c="facetry-extension",
    ) == [3, 2, 1]
    many = {f"n{number}": f"-r n{number + 1}.txt\n" for number in range(200)}
    assert found_lines(requirements="-r n0.txt", **many) == []
    assert found_lines(requirements="-r n0.txt", **{**many, "n62": "facetry-extension"}) == [1]  # the file 64
    assert found_lines(requirements="-r n0.txt", **{**many, "n63": "facetry-extension"}) == []


def package_members(package: object) -> list[str]:
    return [kit.text for kit in kit_requirements.find_in_package(lambda _: json.dumps(package).encode())]


@pytest.mark.parametrize("version", ["", "*", "latest", "^1.0.0", ">=1 <2 || 3.x", "npm:facetry-extension@1"])
@pytest.mark.parametrize("member", ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"])
def test_a_version_of_a_registry_is_found(version: str, member: str) -> None:
    package = {member: {"other": "1", "facetry-extension": version}}
    assert package_members(package) == [f'"facetry-extension": "{version}"']


@pytest.mark.parametrize(
    "version",
    [
        "file:vendor/facetry-extension-1.0.0.tgz",
        "./kit",
        "facetry-extension-1.0.0.tgz",
        "https://example.org/kit.tgz",
        "git+https://example.org/kit.git",
        "someone/kit",
        "npm:other-kit@1",
        "npm:@someone/kit@1",
    ],
)
def test_a_place_is_not(version: str) -> None:
    assert package_members({"dependencies": {"facetry-extension": version, "facetry-extension-more": "1"}}) == []


def test_another_name_for_the_kit_of_a_registry_is_found() -> None:
    package = {"dependencies": {"kit": "npm:facetry-extension@^1"}}
    assert package_members(package) == ['"kit": "npm:facetry-extension@^1"']


@pytest.mark.parametrize("package", [[], 5, {"dependencies": []}, {"dependencies": {"facetry-extension": 1}}, {}])
def test_other_shapes_are_left_to_npm(package: object) -> None:
    assert package_members(package) == []
    assert list(kit_requirements.find_in_package(lambda _: b"no JSON")) == []


FILES = {
    "requirements.txt": b"pillow\nfacetry-extension\n",
    "package.json": b'{"dependencies":\n {"facetry-extension": "^1"}}',
}


def test_a_finding_has_the_place_of_the_requirement() -> None:
    found = kit_requirements.findings(lambda name: FILES.get(name, b""))
    places = [(each.file, each.range.start.line, each.range.start.column) for each in found if each.range]
    assert places == [("requirements.txt", 2, 1), ("package.json", 2, 24)]
    assert [(each.finding.rule, each.finding.pointer) for each in found] == [
        ("archive.kit", ""),
        ("archive.kit", "/dependencies/facetry-extension"),
    ]
    assert [each.finding.detail.partition(", which")[0] for each in found] == [
        "requirements.txt requires facetry-extension",
        'package.json requires "facetry-extension": "^1"',
    ]


def test_the_remedy_is_what_to_write_instead() -> None:
    remedies = [
        [
            str(each.finding.remedy).partition(" instead")[0]
            for each in kit_requirements.findings(FILES.__getitem__, *kits)
        ]
        for kits in ((), ("kits/python.whl", "kits/node.tgz"))
    ]
    assert remedies == [
        [
            "Write ./vendor/facetry_extension-VERSION-py3-none-any.whl",
            'Write "facetry-extension": "file:vendor/facetry-extension-VERSION.tgz"',
        ],
        ["Write ./kits/python.whl", 'Write "facetry-extension": "file:kits/node.tgz"'],
    ]


def test_all_requirements_of_a_kit_are_found() -> None:
    found = kit_requirements.find(FILES.__getitem__)
    assert [(kit.file, kit.line, kit.pointer) for kit in found] == [
        ("requirements.txt", 2, ""),
        ("package.json", 0, "/dependencies/facetry-extension"),
    ]
