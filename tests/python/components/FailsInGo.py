from gantry import Component
from gov.cca.ports import GoPort


class FailsInGo(Component, GoPort):
    def go(self):
        return self.divide(1, 0)

    def divide(self, a, b):
        return a // b
