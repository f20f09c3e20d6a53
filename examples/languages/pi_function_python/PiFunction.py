"""The function 4 / (1 + x^2), whose integral is pi, on [0, 1]."""
import math

from gantry import Component, timed
from numeric import FunctionPort


class PiFunctionPython(Component, FunctionPort):
    @timed
    def evaluate(self, x):
        return 4 / (1 + x * x)

    def getBounds(self):
        return 0.0, 1.0

    def hasExactIntegral(self):
        return True

    def getExactIntegral(self, lowBound, upBound):
        return 4 * (math.atan(upBound) - math.atan(lowBound))

    def getFormula(self):
        return "4 / (1 + x^2)"
