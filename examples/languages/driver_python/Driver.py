"""Has one integral computed and prints it."""
from gantry import Component
from gov.cca.ports import GoPort


class DriverPython(Component, GoPort):
    def go(self):
        with self.port("integrate") as integrator:
            print(f"Value = {integrator.integrate(0.0, 1.0, 100000):.6f}")
        return 0
