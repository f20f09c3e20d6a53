from gov.cca.ports import GoPort


class Plain(GoPort):
    def go(self):
        print("plain", self.services.getComponentID().getInstanceName())
        return 0
