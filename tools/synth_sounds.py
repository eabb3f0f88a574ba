"""The interface's own sounds, synthesised: clicks, dice, confirm, refuse. Mono floats in [-1, 1], seeded."""
from __future__ import annotations

import numpy as np

Samples = np.ndarray


def everything(rate: int) -> dict[str, Samples]:
    """Every synthesised sound by name."""
    return {
        "click": knock(rate, 2100, 0.035, 0.35),
        "hover": knock(rate, 3200, 0.018, 0.12),
        "key": knock(rate, 1300, 0.045, 0.30),
        "step": knock(rate, 180, 0.09, 0.45),
        "confirm": notes(rate, (587, 880), 0.085, 0.34),
        "refuse": notes(rate, (220, 165), 0.11, 0.36),
        "turn": notes(rate, (392, 523, 659), 0.10, 0.30),
        "undo": notes(rate, (660, 494), 0.07, 0.28),
        "victory": notes(rate, (392, 523, 659, 784, 1047), 0.16, 0.34),
        "dice": rattle(rate, 0.68, 15, 0.55),
        "dice_one": rattle(rate, 0.42, 6, 0.5),
        "dice_rest": knock(rate, 620, 0.07, 0.40),
    }


def _decay(rate: int, seconds: float, sharpness: float = 6.0) -> Samples:
    t = np.arange(int(rate * seconds)) / (rate * seconds)
    return np.exp(-sharpness * t) * np.minimum(1, t * 40) * np.minimum(1, (1 - t) * 12)


def knock(rate: int, pitch: float, seconds: float, gain: float, seed: int = 1) -> Samples:
    """A short hit: a falling tone with a breath of noise."""
    t = np.arange(int(rate * seconds)) / rate
    tone = np.sin(2 * np.pi * pitch * t * (1 - 0.25 * t / seconds))
    noise = np.random.default_rng(seed).normal(0, 0.4, len(t))
    return gain * (0.75 * tone + 0.25 * noise) * _decay(rate, seconds)


def notes(rate: int, pitches: tuple[float, ...], each: float, gain: float) -> Samples:
    """Plucked notes one after another, the last one ringing."""
    out = np.zeros(int(rate * (each * len(pitches) + 0.22)))
    for i, pitch in enumerate(pitches):
        length = each * 1.5 if i < len(pitches) - 1 else each + 0.2
        t = np.arange(int(rate * length)) / rate
        voice = np.sin(2 * np.pi * pitch * t) + 0.35 * np.sin(4 * np.pi * pitch * t) * np.exp(-9 * t)
        start = int(rate * each * i)
        part = (gain * voice * _decay(rate, length, 4.5))[: len(out) - start]
        out[start : start + len(part)] += part
    return np.clip(out, -1, 1)


def rattle(rate: int, seconds: float, hits: int, gain: float, seed: int = 7) -> Samples:
    """Dice on felt over wood: knocks that thin out, soften and come to rest."""
    rng = np.random.default_rng(seed)
    out = np.zeros(int(rate * (seconds + 0.08)))
    for i in range(hits):
        at = seconds * (i / hits) ** 1.25 + rng.uniform(0, 0.02)
        part = knock(rate, rng.uniform(700, 1700), rng.uniform(0.025, 0.05), gain * (1 - 0.6 * i / hits), int(i) + seed)
        start = int(at * rate)
        part = part[: len(out) - start]
        out[start : start + len(part)] += part
    return np.clip(out, -1, 1)
