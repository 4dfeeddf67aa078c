"""XMP: a namespace counts and its prefix does not; a rendition has what is still true of it."""

from __future__ import annotations

import time
from xml.etree import ElementTree

import pytest

from facetry.imaging.metadata.xmp import properties
from facetry.imaging.metadata.xmp_rendition import packet_for_rendition

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
DC, XMP = "http://purl.org/dc/elements/1.1/", "http://ns.adobe.com/xap/1.0/"
TIFF, EXIF = "http://ns.adobe.com/tiff/1.0/", "http://ns.adobe.com/exif/1.0/"
CAMERA = "http://ns.google.com/photos/1.0/camera/"
CONTAINER, ITEM = "http://ns.google.com/photos/1.0/container/", "http://ns.google.com/photos/1.0/container/item/"
PANORAMA = "http://ns.google.com/photos/1.0/panorama/"
GAIN_MAP, NOTE = "http://ns.adobe.com/hdr-gain-map/1.0/", "http://ns.adobe.com/xmp/note/"


def packet(attributes: str = "", body: str = "", **names: str) -> bytes:
    spaces = " ".join(f'xmlns:{prefix}="{uri}"' for prefix, uri in names.items())
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        f'<rdf:RDF xmlns:rdf="{RDF}"><rdf:Description rdf:about="" {spaces} {attributes}>{body}</rdf:Description>'
        '</rdf:RDF></x:xmpmeta>\n<?xpacket end="w"?>'
    ).encode()


def rendition(data: bytes) -> bytes:
    return packet_for_rendition(data, (30, 40))


@pytest.mark.parametrize("prefix", ["xmp", "xap", "ns1", "x-y.z", "é"])
def test_the_prefix_has_no_meaning(prefix: str) -> None:
    names = {prefix: XMP}
    as_attribute = packet(f'{prefix}:Rating="4"', **names)
    as_element = packet(body=f"<{prefix}:Rating>4</{prefix}:Rating>", **names)
    assert properties([as_attribute]) == properties([as_element]) == {"xmp:Rating": "4"}


def test_a_default_namespace_is_one() -> None:
    assert properties([packet(body=f'<title xmlns="{DC}">Heron</title>')]) == {"dc:title": "Heron"}


@pytest.mark.parametrize("prefix", ["n{}", "n"])
def test_many_namespaces_take_no_time(prefix: str) -> None:
    elements = "".join(
        f'<{prefix.format(n)}:x xmlns:{prefix.format(n)}="urn:{n}">{n}</{prefix.format(n)}:x>' for n in range(1_000)
    )
    spaces = " ".join(f'xmlns:m{n}="urn:m{n}"' for n in range(20_000))
    data = packet(spaces, elements)
    began = time.process_time()
    found = properties([data])
    assert time.process_time() - began < 3
    assert len(found) == 1_000
    assert list(found.values())[:3] == ["0", "1", "2"]


def test_an_old_name_of_the_subject_is_no_property() -> None:
    data = packet('xmp:Rating="4"', xmp=XMP).replace(b'rdf:about=""', b'about="uuid:7"')
    assert properties([data]) == {"xmp:Rating": "4"}


def test_what_another_writer_makes_of_a_packet_is_read() -> None:
    """ElementTree calls all namespaces ns0, ns1 and so on."""
    written = packet('xmp:Rating="4"', "<dc:title>Heron</dc:title>", xmp=XMP, dc=DC)
    root = ElementTree.fromstring(written)  # noqa: S314  # from above
    assert properties([ElementTree.tostring(root)]) == {"xmp:Rating": "4", "dc:title": "Heron"}


def test_a_usual_prefix_of_a_foreign_namespace_is_foreign() -> None:
    foreign = packet('dc:title="foreign" own:dc="x"', dc="urn:foreign", own="urn:own")
    assert properties([foreign]) == {"dc2:title": "foreign", "own:dc": "x"}
    both = packet('dc:title="foreign" right:title="right"', dc="urn:foreign", right=DC)
    assert properties([both]) == {"dc2:title": "foreign", "dc:title": "right"}
    one_prefix_twice = packet(body='<a:x xmlns:a="urn:1">1</a:x><a:x xmlns:a="urn:2">2</a:x>')
    assert properties([one_prefix_twice]) == {"a:x": "1", "a2:x": "2"}


@pytest.mark.parametrize(
    "body",
    [
        '<dc:source rdf:parseType="Resource"><rdf:value>Heron</rdf:value><own:by>me</own:by></dc:source>',
        "<dc:source><rdf:Description><rdf:value>Heron</rdf:value><own:by>me</own:by></rdf:Description></dc:source>",
        '<dc:source><rdf:Description rdf:value="Heron" own:by="me"/></dc:source>',
        '<dc:source rdf:value="Heron" own:by="me"/>',
    ],
)
def test_a_value_with_qualifiers_is_the_value(body: str) -> None:
    assert properties([packet(body=body, dc=DC, own="urn:own")]) == {"dc:source": "Heron"}


def test_a_packet_is_extended_by_another_one() -> None:
    main = packet('xmp:Rating="4"', xmp=XMP)
    more = packet('a:Rating="5" a:Label="red"', a=XMP)
    assert properties([main, more]) == {"xmp:Rating": "4", "xmp:Label": "red"}


# Renditions


@pytest.mark.parametrize("prefix", ["tiff", "ns3", "exif"])
def test_a_rendition_is_upright_by_any_prefix(prefix: str) -> None:
    names = {prefix: TIFF, "e": EXIF}
    attributes = (
        f"""{prefix}:Orientation="6" {prefix}:ImageWidth = '4000' e:PixelXDimension="4000" {prefix}:Make="A>B" """
    )
    elements = (
        f"<{prefix}:Orientation>6</{prefix}:Orientation><{prefix}:ImageLength> 3000 </{prefix}:ImageLength>"
        f"<e:PixelYDimension>3000</e:PixelYDimension><{prefix}:Model>of 6</{prefix}:Model>"
    )
    expected = {"tiff:Orientation": "1", "tiff:ImageWidth": "30", "exif:PixelXDimension": "30", "tiff:Make": "A>B"}
    assert properties([rendition(packet(attributes, **names))]) == expected
    expected = {"tiff:Orientation": "1", "tiff:ImageLength": "40", "exif:PixelYDimension": "40", "tiff:Model": "of 6"}
    assert properties([rendition(packet(body=elements, **names))]) == expected


def test_an_orientation_of_a_foreign_namespace_stays() -> None:
    data = packet('tiff:Orientation="6"', tiff="urn:foreign")
    assert rendition(data) == data


def test_a_prefix_that_is_not_declared_has_its_usual_meaning() -> None:
    assert rendition(b'<d tiff:Orientation="6"/>') == b'<d tiff:Orientation="1"/>'


def test_statements_about_the_layout_of_the_file_do_not_stay() -> None:
    directory = (
        "<Container:Directory><rdf:Seq>"
        '<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="image/jpeg" Item:Semantic="Primary"/></rdf:li>'
        '<rdf:li rdf:parseType="Resource"><Container:Item Item:Mime="video/mp4" Item:Length="4000"/></rdf:li>'
        "</rdf:Seq></Container:Directory><dc:title>Heron</dc:title>"
    )
    data = packet(
        'g:MicroVideo="1" g:MotionPhoto="1" g:MicroVideoOffset="4000" m:Version="1.0" n:HasExtendedXMP="A>B" '
        'p:UsePanoramaViewer="True" p:FullPanoWidthPixels="8000" p:CroppedAreaLeftPixels="7" '
        'p:ProjectionType="cylindrical"',
        directory,
        g=CAMERA,
        Container=CONTAINER,
        Item=ITEM,
        m=GAIN_MAP,
        n=NOTE,
        p=PANORAMA,
        dc=DC,
    )
    written = rendition(data)
    assert properties([written]) == {
        "GPano:UsePanoramaViewer": "True",
        "GPano:ProjectionType": "cylindrical",
        "dc:title": "Heron",
    }
    for word in (b"MotionPhoto=", b"MicroVideo", b"Directory", b"4000", b"HasExtendedXMP", b"8000"):
        assert word not in written


def test_nested_and_empty_elements_are_removed_as_a_whole() -> None:
    body = (
        "<g:A><g:B><dc:title>inner</dc:title></g:B></g:A><g:C/><g:D></g:D>"
        "<dc:subject><rdf:Bag><rdf:li>bird</rdf:li></rdf:Bag></dc:subject>"
    )
    assert properties([rendition(packet(body=body, g=CAMERA, dc=DC))]) == {"dc:subject": ["bird"]}


def test_all_other_bytes_stay() -> None:
    data = packet(
        'dc:rights="© Zoë &amp; Co &lt;1&gt;"', "<!-- <g:x/> --><dc:title>\U0001f305</dc:title>", dc=DC, g=CAMERA
    )
    assert rendition(data) == data


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no packet",
        b"<a>" * 5_000,
        b"<a><b></a></b>",
        b'<!DOCTYPE x [<!ENTITY l "haha">]><x>&l;</x>',
        b'<a b="\xff"/>',
        packet()[:-40],
    ],
)
def test_what_is_no_packet_is_left_out(data: bytes) -> None:
    assert rendition(data) == b""
