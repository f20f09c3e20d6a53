from gantry import Component
from gov.cca.ports import GoPort


class FailsInInit(Component, GoPort):
    def __init__(self):
        raise RuntimeError("no paper\nin the printer")
