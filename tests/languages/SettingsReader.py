from gantry import Component
from gov.cca.ports import GoPort


class SettingsReader(Component, GoPort):
    """go returns the number of settings that the port it uses has."""

    def go(self):
        with self.port("settings") as settings:
            return len(settings.readConfigurationKeys())
