# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Computes the polynomial coefficients of the f32 math bodies: weighted least
# squares whose weights are moved towards the largest errors until the fit is
# nearly minimax (Lawson's iteration); the coefficients are rounded to f32 from
# the lowest power up, and the rest fitted again after each. The functions
# themselves are evaluated with mpmath in 80 digits. Prints, per function, the
# largest weighted error and the coefficients from the lowest power up.

import mpmath as mp
import numpy as np

mp.mp.dps = 80


def lawson(x, target, weight, powers):
    """Nearly minimax coefficients c of sum c_i x^powers[i], error times weight."""
    scale = np.abs(x).max()
    basis = np.stack([(x / scale) ** p for p in powers], 1)
    w = np.full(len(x), 1.0 / len(x))
    best, bestErr = None, np.inf
    for _ in range(300):
        s = np.sqrt(w) * weight
        c = np.linalg.lstsq(basis * s[:, None], target * s, rcond=None)[0]
        err = np.abs((basis @ c - target) * weight)
        if err.max() < bestErr:
            best, bestErr = c, err.max()
        w = w * err
        w /= w.sum()
    return [v / scale**p for v, p in zip(best, powers)]


def fit(name, f, weight, degree, lo, hi):
    """Fits f on [lo, hi] by a polynomial of the degree with f32 coefficients."""
    lo, hi = float(lo), float(hi)
    x = (lo + hi) / 2 - (hi - lo) / 2 * np.cos(np.pi * (np.arange(1000) + 0.5) / 1000)
    value = np.array([float(f(mp.mpf(v))) for v in x])
    weights = np.array([float(weight(mp.mpf(v))) for v in x])
    fixed = []
    while len(fixed) <= degree:
        rest = value - sum(c * x**i for i, c in enumerate(fixed))
        c = lawson(x, rest, weights, list(range(len(fixed), degree + 1)))
        fixed.append(float(np.float32(c[0])))
    err = np.abs(weights * (sum(c * x**i for i, c in enumerate(fixed)) - value)).max()
    print(f"{name}: 2^{np.log2(err):.2f}")
    print("  " + ", ".join(c.hex().replace("0000000p", "p") + "f" for c in fixed))


half = mp.log(2) / 2 * 1.003
# e^r = 1 + r + r^2 Q(r); the error is relative to e^r, or to e^r - 1.
Q = lambda r: (mp.expm1(r) - r) / r**2
fit("exp", Q, lambda r: r**2 / mp.exp(r), 4, -half, half)
fit("expm1", Q, lambda r: abs(r**2 / mp.expm1(r)), 5, -half, half)
# 2^r = 1 + r Q(r), relative.
fit("exp2", lambda r: mp.expm1(r * mp.log(2)) / r, lambda r: abs(r) / 2**r, 5, -0.5, 0.5)
# log(1+f) = f - f^2/2 + f^3 P(f), relative.
P = lambda f: (mp.log1p(f) - f + f * f / 2) / f**3
fit("log", P, lambda f: abs(f**3 / mp.log1p(f)), 7, mp.sqrt(0.5) - 1, mp.sqrt(2) - 1)
# log2(1+f) = f/log(2) + f^2 P(f), relative.
P2 = lambda f: (mp.log1p(f) - f) / mp.log(2) / f**2
fit("log2", P2, lambda f: abs(f**2 * mp.log(2) / mp.log1p(f)), 8, mp.sqrt(0.5) - 1, mp.sqrt(2) - 1)
# L(x) = -log(erfc(x)) = x (c0 + R(x)) with c0 = 2/sqrt(pi) rounded. A relative
# error d of L is the relative error d L e^-L / (1 - e^-L) of erf.
c0 = mp.mpf(float(np.float32(2 / mp.sqrt(mp.pi))))
R = lambda x: -mp.log(mp.erfc(x)) / x - c0
W = lambda x: x * mp.erfc(x) / mp.erf(x)
fit("erf", R, W, 9, 0, 3.93)
# e^(t^2) erfc(t) = P(q)/(t + 2), q = (t - 2)/(2t + 4), relative.
t = lambda q: 2 * (q + 0.5) / (0.5 - q)
scaled = lambda q: mp.exp(t(q) ** 2) * mp.erfc(t(q)) * (t(q) + 2)
fit("erfc", scaled, lambda q: 1 / scaled(q), 10, -0.5, mp.mpf(11) / 13 - 0.5)
# sin(r) = r + r^3 S(r^2), cos(r) = 1 - r^2/2 + r^4 C(r^2), relative; z = r^2.
quarter = (mp.pi / 4 * 1.001) ** 2
sinc = lambda z: mp.sin(mp.sqrt(z)) / mp.sqrt(z)
fit("sin", lambda z: (sinc(z) - 1) / z, lambda z: z / sinc(z), 2, 0, quarter)
cosine = lambda z: mp.cos(mp.sqrt(z))
fit("cos", lambda z: (cosine(z) - 1 + z / 2) / z**2, lambda z: z**2 / cosine(z), 2, 0, quarter)
# The words of 2/pi that sin and cos multiply by, from 30 bits below the point on.
print("2/pi:", ", ".join(hex(int(mp.floor(2 / mp.pi * mp.mpf(2) ** (30 + 32 * i))) % 2**32) for i in range(7)))
