from gantry import Component
from gov.cca import CCAException
from gov.cca.ports import GoPort


class RaisesSidlException(Component, GoPort):
    def go(self):
        raise CCAException("the tank is empty; fill it")
