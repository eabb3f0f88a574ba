"""Tiled's XML (.tmx, .tx) as the same plain data that its JSON (.tmj, .tj) holds.

Entities and document types are refused, so that a file of a few lines cannot grow to gigabytes.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from game.errors import FileError
from game.sim.foreign_fields import Json, clean, number_of
from game.words import say

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

DEEPEST = 30
LAYERS = {"layer": "tilelayer", "objectgroup": "objectgroup", "imagelayer": "imagelayer", "group": "group"}
SHAPES = ("ellipse", "point", "text")


def read_xml(source: str, data: bytes) -> Json:
    """A map or a template. Raises FileError for anything that is no XML, or none of Tiled's."""
    from xml.etree.ElementTree import ParseError  # of the many commands only this one wants XML

    from defusedxml import DefusedXmlException
    from defusedxml.ElementTree import fromstring

    try:
        root = fromstring(data, forbid_dtd=True)
    except DefusedXmlException:
        raise FileError(source, "", "defines XML entities or a document type, which no map of Tiled does; "
                                    "save it anew with Tiled") from None
    except ParseError as error:
        raise FileError(source, "", say("is not XML ({fault}); a map of Tiled is wanted",
                                        fault=clean(str(error)))) from None
    except (ValueError, LookupError, RecursionError):  # an encoding that there is none of
        raise FileError(source, "", "is not XML that can be read; a map of Tiled is wanted") from None
    if root.tag == "map":
        return {**_attributes(root), "type": "map", "layers": _layers(source, root, 0),
                "properties": _properties(root)}
    if root.tag == "template":
        found = root.find("object")
        return {"type": "template", "object": {} if found is None else _object(found)}
    raise FileError(source, "", say("is XML of another kind (<{given}>); a map of Tiled begins with <map>",
                                    given=clean(str(root.tag))))


def _attributes(element: Element) -> Json:
    return dict(element.attrib)


def _layers(source: str, parent: Element, depth: int) -> list[Json]:
    if depth > DEEPEST:
        raise FileError(source, "", "is nested too deeply")
    return [_layer(source, element, depth) for element in parent if element.tag in LAYERS]


def _layer(source: str, element: Element, depth: int) -> Json:
    told = {**_attributes(element), "type": LAYERS[element.tag], "properties": _properties(element)}
    if element.tag == "group":
        told["layers"] = _layers(source, element, depth + 1)
    elif element.tag == "objectgroup":
        told["objects"] = [_object(entry) for entry in element if entry.tag == "object"]
    elif element.tag == "imagelayer":
        image = element.find("image")
        told["image"] = "" if image is None else image.get("source", "")
    return told


def _object(element: Element) -> Json:
    told: Json = {**_attributes(element), "properties": _properties(element)}
    for child in element:
        if child.tag in SHAPES:
            told[child.tag] = True
        elif child.tag in ("polygon", "polyline"):
            told[child.tag] = [_point(pair) for pair in child.get("points", "").split()]
    return told


def _point(pair: str) -> Json:
    x, _, y = pair.partition(",")
    return {"x": x, "y": y}


def _properties(element: Element) -> list[Json]:
    found = element.find("properties")
    return [] if found is None else [_property(entry) for entry in found if entry.tag == "property"]


def _property(element: Element) -> Json:
    text = element.get("value")
    kind = element.get("type", "string")
    value: Any = (element.text or "") if text is None else text
    read = READ.get(kind)
    return {"name": element.get("name", ""), "type": kind, "value": value if read is None else read(value)}


def _number(text: str) -> Any:
    """The number, a whole one as such; the text itself where it is none, for the reader to refuse with its place."""
    number = number_of(text)
    if number is None:
        return text
    return int(number) if number.is_integer() and "." not in text else number


READ: dict[str, Callable[[str], Any]] = {
    "int": _number, "float": _number, "object": _number, "bool": lambda text: text == "true",
}
