from gantry import Component
from gov.cca.ports import GoPort


class FailsInSetServices(Component, GoPort):
    def setServices(self, services):
        self.prepare({})

    def prepare(self, settings):
        return settings["missing"]
