from gantry import Component


class DoesNotDerive(Component):
    def go(self):
        return 0
