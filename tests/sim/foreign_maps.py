"""Maps of other programs made by hand, in the shape of real ones: what tests import, whole or broken."""
import base64
import json
import os
import struct
import zlib
from pathlib import Path

DATA = Path(__file__).parents[1] / "data" / "maps"
ROOT = Path(__file__).parents[2]


def samples():
    """Real files that lie beside the project, where they do: they are not ours to ship."""
    folder = Path(os.environ.get("FIRING_ARC_SAMPLES", ROOT.parent / "shared" / "samples"))
    ends = (".dd2vtt", ".uvtt", ".df2vtt", ".tmj", ".tmx")
    return sorted(p for p in folder.glob("*/*") if p.suffix in ends or p.parent.name == "tiled") \
        if folder.is_dir() else []


def png(wide=2, high=2):
    """A picture of one colour; only its head for a size that nobody wants to make."""
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 2, 0, 0, 0))
    if wide * high > 1_000_000:
        return head
    rows = b"".join(b"\0" + b"\x20\x60\xa0" * wide for _ in range(high))
    return head + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def jpeg(wide=2, high=2):
    """A JPEG without its picture: an application segment, a table, the frame, the end."""
    app = b"\xff\xe0\x00\x10JFIF\0\1\1\0\0\1\0\1\0\0"
    table = b"\xff\xc4\x00\x05\0\0\0"
    frame = b"\xff\xc0\x00\x0b\x08" + struct.pack(">HH", high, wide) + b"\1\1\x11\0"
    return b"\xff\xd8" + app + table + frame + b"\xff\xda\x00\x02\xff\xd9"


def webp(kind, wide=2, high=2):
    """The head of a WebP of one of its three kinds."""
    body = {
        b"VP8X": b"\0\0\0\0" + struct.pack("<I", wide - 1)[:3] + struct.pack("<I", high - 1)[:3],
        b"VP8L": b"\x2f" + struct.pack("<I", (wide - 1) | (high - 1) << 14),
        b"VP8 ": b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", wide, high),
    }[kind]
    data = b"WEBP" + kind + struct.pack("<I", len(body)) + body
    return b"RIFF" + struct.pack("<I", len(data)) + data


def points(*pairs):
    return [{"x": x, "y": y} for x, y in pairs]


def vtt():
    """A room cut out of a larger level: its origin is (10, 5), half of its walls lie elsewhere."""
    return {
        "format": 0.3,
        "resolution": {"map_origin": {"x": 10, "y": 5}, "map_size": {"x": 8, "y": 6}, "pixels_per_grid": 70},
        "line_of_sight": [
            points((11, 6), (11, 10), (14, 10)), points((14, 10), (17, 10)), points((9, 7), (12, 7)),
            points((30, 30), (31, 30)), points((40, 2), (40, 3), (41, 3)),
        ],
        "objects_line_of_sight": [points((15, 6), (16, 6), (16, 7), (15, 7), (15, 6)), points((12, 8), (13, 8))],
        "portals": [
            {"position": {"x": 17.5, "y": 8}, "bounds": points((17, 8), (18, 8)), "rotation": 0, "closed": True},
            {"position": {"x": 12, "y": 9}, "bounds": points((12, 8.5), (12, 9.5)), "closed": False},
            {"position": {"x": 50, "y": 50}, "bounds": points((50, 50), (51, 50)), "closed": True},
        ],
        "environment": {"baked_lighting": True, "ambient_light": "ffffffff"},
        "lights": [{"position": {"x": 12, "y": 7}, "range": 3}],
        "image": base64.b64encode(png(560, 420)).decode(),
    }


def tiled(*things, **changes):
    """A map of Tiled, 12 x 10 squares of 32 pixels, with these objects on one layer called "terrain"."""
    layer = {"id": 1, "type": "objectgroup", "name": "terrain", "objects": [
        {"id": number, "x": 0, "y": 0, "width": 0, "height": 0, "rotation": 0, "name": "", "type": "", **thing}
        for number, thing in enumerate(things, 1)]}
    return {"type": "map", "orientation": "orthogonal", "width": 12, "height": 10, "tilewidth": 32, "tileheight": 32,
            "infinite": False, "layers": [layer], "version": "1.10",
            "properties": [prop("pixels_per_inch", 32.0)], **changes}


def prop(name, value):
    kind = {bool: "bool", int: "int", float: "float"}.get(type(value), "string")
    return {"name": name, "type": kind, "value": value}


def every_layer():
    """Every kind of layer and of object that Tiled knows."""
    group = {"id": 9, "type": "group", "name": "group", "offsetx": 32, "layers": [
        {"id": 10, "type": "objectgroup", "name": "wall", "offsety": 64, "objects": [
            {"id": 90, "x": 0, "y": 0, "width": 64, "height": 32}]}]}
    found = tiled(
        {"type": "water", "x": 32, "y": 32, "width": 96, "height": 64},
        {"type": "crater", "x": 200, "y": 200, "width": 64, "height": 64, "ellipse": True},
        {"type": "wood", "x": 300, "y": 40, "polygon": points((0, 0), (60, 0), (60, 50))},
        {"type": "fence", "x": 10, "y": 300, "polyline": points((0, 0), (100, 0), (100, -50))},
        {"type": "terminal", "x": 100, "y": 280, "point": True},
        {"type": "", "x": 100, "y": 100, "text": {"text": "Here"}},
        {"type": "crates", "gid": 3, "x": 64, "y": 192, "width": 32, "height": 32},
        {"type": "exit", "gid": 3, "x": 64, "y": 192, "width": 32, "height": 32},
    )
    found["layers"] += [
        {"id": 2, "type": "tilelayer", "name": "tiles", "data": [1, 2, 3], "width": 3, "height": 1},
        {"id": 3, "type": "imagelayer", "name": "picture", "image": "gone.png"}, group,
    ]
    return found


def as_bytes(data):
    return data if isinstance(data, bytes) else json.dumps(data).encode()


def whole_maps():
    """A sound map of each kind, by the name of its file."""
    return {"room.dd2vtt": as_bytes(vtt()), "layers.json": as_bytes(every_layer()),
            "shapes.tmj": (DATA / "rotated_shapes.tmj").read_bytes(),
            "shapes.tmx": (DATA / "rotated_shapes.tmx").read_bytes(),
            "plan.png": png(40, 30), "plan.jpg": jpeg(40, 30), "plan.webp": webp(b"VP8X", 40, 30)}

