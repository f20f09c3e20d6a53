from gantry import Component
from gov.cca import CCAException
from gov.cca.ports import GoPort


class Good(Component, GoPort):
    def setServices(self, services):
        print("this is", services.getComponentID().getInstanceName())

    def go(self):
        try:
            with self.port("function") as function:
                print("f(1) =", function.evaluate(1.0))
        except CCAException as error:
            print("caught:", error.getNote())
        return 0

    def releaseServices(self, services):
        print("released", services.getComponentID().getInstanceName())
