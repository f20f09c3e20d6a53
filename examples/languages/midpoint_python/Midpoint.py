"""Integrates by the composite midpoint rule."""
import math

from gantry import Component, timed
from numeric import IntegratorPort

GAIN = 9  # by which the error of a smooth function falls where the panels are tripled


class MidpointPython(Component, IntegratorPort):
    @timed
    def integrate(self, lowBound, upBound, count):
        if count < 1:
            raise ValueError(f"count is {count}: this rule needs at least 1 evaluation")
        with self.port("function") as function:
            integrand = Integrand(function, lowBound, upBound)
            if integrand.width == 0:
                return 0.0
            return sum(map(integrand, midpoints(count))) * integrand.width / count

    @timed
    def integrateToAccuracy(self, lowBound, upBound, accuracy, maxEvaluations):
        if not 0 < accuracy < math.inf:
            raise ValueError(f"accuracy is {accuracy}: it must be a positive, finite number")
        if maxEvaluations < 1:
            raise ValueError(f"maxEvaluations is {maxEvaluations}: 1 is the least")
        with self.port("function") as function:
            integrand = Integrand(function, lowBound, upBound)
            if integrand.width == 0:
                return 0.0, 0.0, 0
            value, error = refine(integrand, accuracy, maxEvaluations)
            return value, error, integrand.evaluations


class Integrand:
    """The function over the interval, by the share of it: 0 is lowBound, 1 is upBound."""

    def __init__(self, function, low, up):
        self.function, self.low, self.width = function, low, up - low
        self.evaluations = 0
        if not math.isfinite(low) or not math.isfinite(up) or not math.isfinite(self.width):
            raise ValueError(f"bounds {low} and {up}: they and their distance must be finite")

    def __call__(self, share):
        x = self.low + share * self.width
        value = self.function.evaluate(x)
        self.evaluations += 1
        if not math.isfinite(value):
            raise ArithmeticError(f"the function is {value} at x = {x}")
        return value


def midpoints(panels):
    return ((i + 0.5) / panels for i in range(panels))


def refine(integrand, accuracy, limit):
    """Triples the panels, where old midpoints stay such, until Richardson's rule is content."""
    panels, total = 1, integrand(0.5)
    value = total * integrand.width
    observed, change, expected, error = GAIN, math.inf, math.inf, math.inf
    while 2 * panels <= limit - integrand.evaluations:
        panels *= 3
        total += sum(integrand((i + 0.5) / panels) for i in range(panels) if i % 3 != 1)
        before, value = value, total * integrand.width / panels
        before_change, change = change, abs(value - before)
        seen = GAIN if change == 0 else min(max(before_change / change, 1.5), GAIN)
        gain = min(seen, observed)
        error = max(change / (gain - 1), expected / gain)
        expected, observed = change / (gain - 1), seen
        if panels >= 16 and error <= accuracy:
            break
    return value, error
