from gantry import Component
from gov.cca.ports import GoPort


class WrongResult(Component, GoPort):
    def go(self):
        return "done"
