from gantry import Component


class SyntaxIsWrong(Component)
    pass
