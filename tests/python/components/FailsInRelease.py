from gantry import Component
from gov.cca.ports import GoPort


class FailsInRelease(Component, GoPort):
    def go(self):
        return 0

    def releaseServices(self, services):
        raise OSError("the door is locked")
