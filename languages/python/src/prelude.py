"""What Gantry adds to Python: the package sidl, the module gantry, and the text of errors."""
import builtins
import dataclasses
import enum
import functools
import os
import traceback


class BaseInterface:
    """The base of every SIDL interface and class."""

    # The C++ object behind this one, if there is any.
    _gantry_object = None
    # The C++ objects that call this one, by SIDL name, as long as they are referenced.
    _gantry_implementations = None

    def __eq__(self, other):
        return self is other or same_object(self, other)

    def __hash__(self):
        return object_hash(self)

    def __repr__(self):
        return f"<{type(self).__module__}.{type(self).__qualname__} object>"


class BaseClass(BaseInterface):
    """The base of every SIDL class."""


class BaseException(BaseInterface, builtins.Exception):
    """The base of every SIDL exception; its text is the note."""

    _gantry_trace = ""

    def getNote(self):
        return str(self)

    def setNote(self, note):
        self.args = (note,)

    def getTrace(self):
        return self._gantry_trace

    def add(self, line):
        self._gantry_trace += line + "\n"


class RuntimeException(BaseException):
    """An exception that any SIDL method may throw without declaring it."""


class SIDLException(BaseException):
    """An exception without further meaning."""


class UsedPort:
    """A uses port in a with statement: fetched at its beginning, released at its end."""

    def __init__(self, services, name):
        self._services = services
        self._name = name

    def __enter__(self):
        return self._services.getPort(self._name)

    def __exit__(self, *error):
        self._services.releasePort(self._name)


def timed(method):
    """Decorates a method of a component that uses a MeasurementPort: its calls are timed."""
    name = method.__name__

    @functools.wraps(method)
    def call(self, *arguments, **named):
        running = start_timer(self._gantry_timers, name)
        try:
            return method(self, *arguments, **named)
        finally:
            stop_timer(running)

    call._gantry_timed = True
    return call


class Component:
    """
    An optional base of a component, in addition to the ports that it provides. The ports in its
    description are registered automatically.
    """

    #: gov.cca.Services, from setServices on to the end.
    services = None
    _gantry_timers = None

    def port(self, name):
        """The uses port of this name, for a with statement."""
        return UsedPort(self.services, name)

    def providedPort(self, name):
        """The object that provides the port of this name: this one unless overridden."""
        return self


def make_class(name, module, bases, documentation):
    return type(name, bases or (BaseInterface,), {"__module__": module, "__doc__": documentation})


def make_exception(kind, note, trace):
    error = kind.__new__(kind, note)
    error.args = (note,)
    error._gantry_trace = trace
    return error


def make_enum(name, module, documentation, values):
    made = enum.IntEnum(name, values, module=module)
    made.__doc__ = documentation
    return made


def make_struct(name, module, documentation, fields):
    made = dataclasses.make_dataclass(
        name,
        [(field, object, dataclasses.field(default=initial)) for field, initial in fields],
    )
    made.__module__ = module
    made.__doc__ = documentation
    return made


def timed_methods(component):
    kind = type(component)
    return [name for name in dir(kind) if hasattr(getattr(kind, name, None), "_gantry_timed")]


def place(frame):
    return f"{os.path.basename(frame.filename)}:{frame.lineno} in {frame.name}"


def describe(error):
    """The note of an exception, with its traceback in one line, and the whole traceback."""
    text = " ".join(str(error).split())
    note = type(error).__name__ + (": " + text if text else "")
    frames = traceback.extract_tb(error.__traceback__)
    places = [place(frame) for frame in frames if not frame.filename.startswith("<frozen ")]
    if len(places) > 8:
        places[2:-5] = ["..."]
    # As Python does it: the most recent call last.
    note += f" ({', '.join(places)})" if places else ""
    return note, "".join(traceback.format_exception(error)).rstrip()


def load(name, path):
    """The module of a component's file, read once; it may import its neighbours with relative imports."""
    import importlib.util
    import sys

    path = os.path.abspath(path)
    number = 0
    whole = name
    while whole in sys.modules:
        if sys.modules[whole].__file__ == path:
            return sys.modules[whole]
        number += 1
        whole = f"{name}_{number}"
    spec = importlib.util.spec_from_file_location(
        whole, path, submodule_search_locations=[os.path.dirname(path)]
    )
    module = importlib.util.module_from_spec(spec)
    sys.modules[whole] = module
    try:
        spec.loader.exec_module(module)
    except builtins.BaseException:
        del sys.modules[whole]
        raise
    return module
