class AnotherName:
    pass
