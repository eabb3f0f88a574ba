"""How everything under assets/ was made. Run it again only to renew an asset; the game needs what is committed.

    python tools/fetch_assets.py fonts icons licenses
    python tools/fetch_assets.py sounds --wad /path/to/freedoom1.wad

Fonts and icons come out of npm packages (`npm pack` must work), converted, never subset. Sounds come out of the
WAD of the Freedoom project (Debian package `freedoom`) and out of tools/synth_sounds.py. Needs fontTools with
brotli, and numpy.
"""
from __future__ import annotations

import argparse
import io
import json
import struct
import subprocess
import tarfile
import tempfile
import wave
from pathlib import Path

import numpy as np
import synth_sounds
from fontTools.merge import Merger
from fontTools.ttLib import TTFont

ASSETS = Path(__file__).resolve().parent.parent / "assets"
PLEX = ("Regular", "Text", "Medium", "SemiBold", "Bold", "Italic")
OXANIUM = (500, 600, 700, 800)
LICENSES = {
    "ibm-plex-sans-OFL.txt": ("@ibm/plex-sans", "LICENSE.txt"),
    "oxanium-OFL.txt": ("@fontsource/oxanium", "LICENSE"),
    "lucide-ISC.txt": ("lucide", "LICENSE"),
}
# our name: (lump of the WAD, seconds kept, gain)
LUMPS = {
    "shot": ("DSPISTOL", 0.5, 0.9),
    "shot_heavy": ("DSSHOTGN", 0.9, 0.9),
    "launch": ("DSRLAUNC", 0.9, 0.8),
    "energy": ("DSPLASMA", 0.7, 0.8),
    "flame": ("DSFIRSHT", 1.1, 0.8),
    "explosion": ("DSBAREXP", 1.02, 1.0),
    "blade": ("DSCLAW", 0.44, 0.9),
    "punch": ("DSPUNCH", 0.24, 0.9),
    "hurt": ("DSPOPAIN", 0.39, 0.8),
    "hurt_heavy": ("DSDMPAIN", 0.8, 0.8),
    "death": ("DSPODTH2", 0.74, 0.8),
    "death_heavy": ("DSPODTH3", 0.79, 0.8),
    "door_open": ("DSBDOPN", 0.84, 0.8),
    "door_close": ("DSBDCLS", 0.73, 0.8),
    "switch": ("DSSWTCHX", 0.39, 0.8),
    "teleport": ("DSTELEPT", 1.0, 0.7),
    "reload": ("DSSGCOCK", 0.46, 0.8),
}
RATE = 22050


def package(name: str) -> dict[str, bytes]:
    """The files of the newest npm package `name`, by path inside it."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(["npm", "pack", "--silent", name], cwd=folder, check=True, capture_output=True, text=True)
        with tarfile.open(Path(folder) / done.stdout.strip().splitlines()[-1]) as tar:
            return {m.name.removeprefix("package/"): _bytes(tar, m) for m in tar.getmembers() if m.isfile()}


def _bytes(tar: tarfile.TarFile, member: tarfile.TarInfo) -> bytes:
    handle = tar.extractfile(member)
    return handle.read() if handle else b""


def fonts() -> None:
    """IBM Plex Sans as it is; Oxanium's latin and latin-ext files merged, so that Polish is whole."""
    out = ASSETS / "fonts"
    out.mkdir(parents=True, exist_ok=True)
    plex = package("@ibm/plex-sans")
    for style in PLEX:
        font = TTFont(io.BytesIO(plex[f"fonts/complete/woff2/IBMPlexSans-{style}.woff2"]))
        font.flavor = None
        font.save(out / f"IBMPlexSans-{style}.ttf")
    oxanium = package("@fontsource/oxanium")
    for weight in OXANIUM:
        _merge_oxanium(oxanium, weight, out / f"Oxanium-{weight}.ttf")


def _merge_oxanium(files: dict[str, bytes], weight: int, target: Path) -> None:
    with tempfile.TemporaryDirectory() as folder:
        parts = []
        for subset in ("latin", "latin-ext"):
            font = TTFont(io.BytesIO(files[f"files/oxanium-{subset}-{weight}-normal.woff2"]))
            font.flavor = None
            parts.append(f"{folder}/{subset}.ttf")
            font.save(parts[-1])
        Merger().merge(parts).save(target)


def icons() -> None:
    """One JSON a set: {"size": side of the view box, "icons": {name: svg body}}."""
    wanted = icon_names()
    out = ASSETS / "icons"
    out.mkdir(parents=True, exist_ok=True)
    for group, bodies in wanted.items():
        source = json.loads(package(f"@iconify-json/{group}")["icons.json"])
        found = {name: _icon_body(source, name) for name in bodies}
        kept = {name: body for name, body in found.items() if body is not None}
        print(group, len(kept), "icons; unknown:", sorted(set(found) - set(kept)))
        data = {"size": source.get("width", 24), "icons": kept}
        (out / f"{group}.json").write_text(json.dumps(data, indent=0) + "\n", encoding="utf-8")


def icon_names() -> dict[str, list[str]]:
    """The names of icon_names.txt by set, sorted, each once."""
    groups: dict[str, set[str]] = {}
    current: set[str] = set()
    for line in (Path(__file__).parent / "icon_names.txt").read_text(encoding="utf-8").splitlines():
        line = line.partition("#")[0].strip()
        if line.startswith("["):
            current = groups.setdefault(line.strip("[]"), set())
        else:
            current.update(line.split())
    return {group: sorted(names) for group, names in groups.items()}


def _icon_body(source: dict, name: str) -> str | None:
    while name not in source["icons"]:
        if name not in source.get("aliases", {}):
            return None
        name = source["aliases"][name]["parent"]
    return source["icons"][name]["body"]


def sounds(wad: Path) -> None:
    """Freedoom's effects and our own, all mono WAV at 22,050 Hz, 16 bit."""
    out = ASSETS / "sounds"
    out.mkdir(parents=True, exist_ok=True)
    lumps = read_lumps(wad)
    for name, (lump, seconds, gain) in LUMPS.items():
        write_wav(out / f"{name}.wav", trimmed(lumps[lump], seconds) * gain)
    for name, samples in synth_sounds.everything(RATE).items():
        write_wav(out / f"{name}.wav", samples)


def read_lumps(wad: Path) -> dict[str, np.ndarray]:
    """The sampled sounds of a WAD as floats in [-1, 1] at RATE, by lump name."""
    data = wad.read_bytes()
    count, start = struct.unpack("<ii", data[4:12])
    found = {}
    for i in range(count):
        offset, _, raw = struct.unpack("<ii8s", data[start + 16 * i : start + 16 * i + 16])
        name = raw.rstrip(b"\0").decode("ascii", "replace")
        if name.startswith("DS"):
            _, rate, length = struct.unpack("<HHI", data[offset : offset + 8])
            samples = np.frombuffer(data, np.uint8, length, offset + 8)[16:-16].astype(np.float64) / 127.5 - 1
            found[name] = _resampled(samples, rate)
    return found


def _resampled(samples: np.ndarray, rate: int) -> np.ndarray:
    count = int(len(samples) * RATE / rate)
    return np.interp(np.linspace(0, len(samples) - 1, count), np.arange(len(samples)), samples)


def trimmed(samples: np.ndarray, seconds: float) -> np.ndarray:
    """The first `seconds`, at full level, the last 60 ms faded out."""
    kept = samples[: int(seconds * RATE)] - samples.mean()
    fade = np.ones(len(kept))
    tail = min(len(kept), int(0.06 * RATE))
    fade[-tail:] = np.linspace(1, 0, tail)
    return kept * fade / max(1e-9, float(np.abs(kept).max()))


def write_wav(path: Path, samples: np.ndarray) -> None:
    with wave.open(str(path), "wb") as handle:
        handle.setnchannels(1)
        handle.setsampwidth(2)
        handle.setframerate(RATE)
        handle.writeframes((np.clip(samples, -1, 1) * 32000).astype("<i2").tobytes())


def licenses() -> None:
    """The licence texts of what is shipped; Freedoom's is its package's copyright file, kept by hand."""
    out = ASSETS / "licenses"
    out.mkdir(parents=True, exist_ok=True)
    for target, (name, inside) in LICENSES.items():
        (out / target).write_bytes(package(name)[inside])
    spdx = json.loads(package("spdx-license-list")["licenses/CC-BY-3.0.json"])
    (out / "game-icons-CC-BY-3.0.txt").write_text(spdx["licenseText"].rstrip() + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="+", choices=["fonts", "icons", "sounds", "licenses"])
    parser.add_argument("--wad", type=Path, help="freedoom1.wad, for the sounds")
    args = parser.parse_args()
    if "sounds" in args.what and not args.wad:
        parser.error("sounds need --wad")
    for task in args.what:
        sounds(args.wad) if task == "sounds" else {"fonts": fonts, "icons": icons, "licenses": licenses}[task]()


if __name__ == "__main__":
    main()
