"""Primaries and transfers by their numbers in ITU-T H.273, as browsers know them, and the arithmetic of colours."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Matrix = tuple[tuple[float, float, float], tuple[float, float, float], tuple[float, float, float]]
Point = tuple[float, float]
D65: Final[Point] = (0.3127, 0.3290)
_C: Final[Point] = (0.310, 0.316)
_D50: Final = (0.9642, 1.0, 0.8249)
"""The white of profiles, in XYZ."""
_BRADFORD: Final[Matrix] = ((0.8951, 0.2664, -0.1614), (-0.7502, 1.7135, 0.0367), (0.0389, -0.0685, 1.0296))
_SMALLEST_AREA: Final = 1e-4


@dataclass(frozen=True, slots=True)
class Chromaticities:
    """Where white and the primaries lie in the CIE diagram of 1931."""

    white: Point
    red: Point
    green: Point
    blue: Point

    @property
    def are_sound(self) -> bool:
        """Whether the primaries span colours, and all have a luminance."""
        (rx, ry), (gx, gy), (bx, by) = self.red, self.green, self.blue
        area = abs((gx - rx) * (by - ry) - (bx - rx) * (gy - ry))
        points = (self.white, self.red, self.green, self.blue)
        return area > _SMALLEST_AREA and all(y > 0 for _, y in points) and min(self._weights()) > 0

    def to_xyz(self) -> Matrix:
        """The matrix from linear light to XYZ, whose white is that of profiles (Bradford's adaptation)."""
        weights = self._weights()
        columns = [_xyz(point) for point in (self.red, self.green, self.blue)]
        matrix = _matrix([[columns[k][i] * weights[k] for k in range(3)] for i in range(3)])
        return product(_adaptation(_xyz(self.white)), matrix)

    def _weights(self) -> tuple[float, float, float]:
        columns = [_xyz(point) for point in (self.red, self.green, self.blue)]
        return apply(inverse(_matrix([[columns[k][i] for k in range(3)] for i in range(3)])), _xyz(self.white))


@dataclass(frozen=True, slots=True)
class Transfer:
    """How a sample, 0 to 1, becomes light: ((a x + b) ** exponent) from `start` on, and x * slope below.

    These are the parameters of a parametric curve of type 3 in ICC.1. `kind` names those of a high dynamic range,
    which have no such curve.
    """

    exponent: float = 1.0
    a: float = 1.0
    b: float = 0.0
    slope: float = 0.0
    start: float = 0.0
    kind: Literal["curve", "pq", "hlg"] = "curve"


def power(exponent: float) -> Transfer:
    """Light is this power of the sample."""
    return Transfer(exponent)


_DISPLAY: Final = power(2.4)
"""What a display makes of video (BT.1886), which browsers take for the light of BT.709 and its relatives."""
_CINEMA: Final = Transfer(2.6, (52.37 / 48) ** (1 / 2.6))
_SMPTE_240: Final = Transfer(1 / 0.45, 1 / 1.1115, 0.1115 / 1.1115, 1 / 4.0, 0.0913)
SRGB: Final = Transfer(2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045)
PRIMARIES: Final = {
    1: Chromaticities(D65, (0.64, 0.33), (0.30, 0.60), (0.15, 0.06)),
    4: Chromaticities(_C, (0.67, 0.33), (0.21, 0.71), (0.14, 0.08)),
    5: Chromaticities(D65, (0.64, 0.33), (0.29, 0.60), (0.15, 0.06)),
    6: Chromaticities(D65, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070)),
    7: Chromaticities(D65, (0.630, 0.340), (0.310, 0.595), (0.155, 0.070)),
    8: Chromaticities(_C, (0.681, 0.319), (0.243, 0.692), (0.145, 0.049)),
    9: Chromaticities(D65, (0.708, 0.292), (0.170, 0.797), (0.131, 0.046)),
    11: Chromaticities((0.314, 0.351), (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    12: Chromaticities(D65, (0.680, 0.320), (0.265, 0.690), (0.150, 0.060)),
    22: Chromaticities(D65, (0.630, 0.340), (0.295, 0.605), (0.155, 0.077)),
}
"""BT.709, BT.470 M, BT.470 BG, BT.601, SMPTE 240, film, BT.2020, DCI-P3, Display P3, EBU 3213."""
TRANSFERS: Final = {
    1: _DISPLAY,
    4: power(2.2),
    5: power(2.8),
    6: _DISPLAY,
    7: _SMPTE_240,
    8: power(1.0),
    11: _DISPLAY,
    13: SRGB,
    14: _DISPLAY,
    15: _DISPLAY,
    17: _CINEMA,
    16: Transfer(kind="pq"),
    18: Transfer(kind="hlg"),
}
"""Those that still pictures have."""


def product(left: Matrix, right: Matrix) -> Matrix:
    """The matrix that applies `right`, then `left`."""
    return _matrix([[sum(left[i][k] * right[k][j] for k in range(3)) for j in range(3)] for i in range(3)])


def apply(matrix: Matrix, vector: tuple[float, float, float]) -> tuple[float, float, float]:
    """The vector times the matrix."""
    x, y, z = (sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix)
    return x, y, z


def inverse(matrix: Matrix) -> Matrix:
    """The inverse; zeros for a matrix that has none."""
    (a, b, c), (d, e, f), (g, h, i) = matrix
    determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    if determinant == 0:
        return ((0.0, 0.0, 0.0), (0.0, 0.0, 0.0), (0.0, 0.0, 0.0))
    rows = (
        (e * i - f * h, c * h - b * i, b * f - c * e),
        (f * g - d * i, a * i - c * g, c * d - a * f),
        (d * h - e * g, b * g - a * h, a * e - b * d),
    )
    return _matrix([[value / determinant for value in row] for row in rows])


def _adaptation(white: tuple[float, float, float]) -> Matrix:
    source, target = apply(_BRADFORD, white), apply(_BRADFORD, _D50)
    scales = [t / s if s else 0.0 for s, t in zip(source, target, strict=True)]
    scaled = _matrix([[scales[i] * _BRADFORD[i][j] for j in range(3)] for i in range(3)])
    return product(inverse(_BRADFORD), scaled)


def _xyz(point: Point) -> tuple[float, float, float]:
    x, y = point
    return (x / y, 1.0, (1 - x - y) / y) if y else (0.0, 0.0, 0.0)


def _matrix(rows: list[list[float]]) -> Matrix:
    first, second, third = ((row[0], row[1], row[2]) for row in rows)
    return first, second, third
