from gantry import Component
from gov.cca.ports import GoPort


class MethodIsMissing(Component, GoPort):
    pass
