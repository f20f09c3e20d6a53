"""Iron, as far as a rod needs to know it."""
from gantry import Component
from thermo import MaterialPort, OutOfRange, Sample, State


class Iron(Component, MaterialPort):
    def at(self, temperature):
        if temperature < 0:
            raise OutOfRange("nothing is colder than 0 K")
        state = State.Solid if temperature < 1811 else State.Liquid
        return Sample(temperature, 420.75 - 0.0625 * temperature, state)

    def table(self, temperatures, conductivities, n):
        for i in range(n):
            conductivities[i] = self.at(temperatures[i]).conductivity
