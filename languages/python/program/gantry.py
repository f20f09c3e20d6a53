"""Gantry for any Python program: timers, events, groups, snapshots.

    import gantry

    with gantry.timer("solve", group="numerics"):
        ...

    @gantry.timed
    def assemble():
        ...

Where libgantry.so is not in the process (`gantry exec -- python3 ...` puts it there), or nothing is
to be measured, everything here does nothing. A start and stop take about a microsecond, nearly all
of it Python's own. Of a coroutine or a generator only the call that makes it is timed.
"""
import ctypes
import functools
import json

__all__ = [
    "Event",
    "Timer",
    "enable_group",
    "enable_groups",
    "event",
    "fact",
    "measuring",
    "name_thread",
    "snapshot",
    "timed",
    "timer",
]

_MOST_METRICS = 8


class _Handle(ctypes.Structure):
    _fields_ = [("flags", ctypes.c_void_p), ("id", ctypes.c_uint32)]


class _Values(ctypes.Structure):
    _fields_ = [
        ("calls", ctypes.c_uint64),
        ("child_calls", ctypes.c_uint64),
        ("metrics", ctypes.c_uint32),
        ("running", ctypes.c_uint32),
        ("inclusive", ctypes.c_int64 * _MOST_METRICS),
        ("exclusive", ctypes.c_int64 * _MOST_METRICS),
    ]


class _Metric(ctypes.Structure):
    _fields_ = [("name", ctypes.c_char * 64), ("unit", ctypes.c_char * 32)]


_Seen = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_int, ctypes.c_void_p)


def _function(result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)


def _quick(result, *arguments):
    # Keeps the interpreter's lock, because releasing it takes longer than the call.
    return ctypes.PYFUNCTYPE(result, *arguments)


class _Table(ctypes.Structure):
    """struct gantry_table of gantry.h."""

    _fields_ = [
        ("size", ctypes.c_uint32),
        ("version", ctypes.c_uint32),
        ("measuring", _function(ctypes.c_int)),
        (
            "timer",
            _function(
                None,
                ctypes.c_char_p,
                ctypes.c_char_p,
                ctypes.c_char_p,
                ctypes.POINTER(_Handle),
            ),
        ),
        ("start", _quick(None, ctypes.c_uint32)),
        ("stop", _quick(None, ctypes.c_uint32)),
        ("parameter", _function(None, ctypes.c_uint32, ctypes.c_char_p, ctypes.c_int64)),
        ("event", _function(None, ctypes.c_char_p, ctypes.c_int, ctypes.POINTER(_Handle))),
        ("trigger", _quick(None, ctypes.c_uint32, ctypes.c_double)),
        ("enable_event", _function(ctypes.c_int, ctypes.c_uint32, ctypes.c_int)),
        ("enable_group", _function(ctypes.c_int, ctypes.c_char_p, ctypes.c_int)),
        (
            "enable_groups",
            _function(ctypes.c_int, ctypes.c_char_p, ctypes.c_int, _Seen, ctypes.c_void_p),
        ),
        (
            "values",
            _function(ctypes.c_int, ctypes.c_uint32, ctypes.POINTER(_Values), ctypes.c_size_t),
        ),
        (
            "metric",
            _function(ctypes.c_int, ctypes.c_uint32, ctypes.POINTER(_Metric), ctypes.c_size_t),
        ),
        ("snapshot", _function(ctypes.c_void_p)),
        ("release", _function(None, ctypes.c_void_p)),
        ("fact", _function(ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p)),
        ("name_thread", _function(ctypes.c_int, ctypes.c_char_p)),
    ]


def _find():
    try:
        return _Table.in_dll(ctypes.CDLL(None), "gantry_table_1")
    except (OSError, ValueError):
        return None


_library = _find()
_start = _library.start if _library else None
_stop = _library.stop if _library else None
_trigger = _library.trigger if _library else None


def _bytes(text):
    return str(text).encode("utf-8", "surrogateescape")


def _text(given):
    return given.decode("utf-8", "surrogateescape")


class Timer:
    """A timer, for any number of with statements, also nested and on several threads."""

    __slots__ = ("_id", "name")

    def __init__(self, name, type="", group=""):
        self.name = name
        self._id = None
        if _library:
            made = _Handle()
            _library.timer(_bytes(name), _bytes(type), _bytes(group), ctypes.byref(made))
            if made.flags:
                self._id = made.id

    def start(self):
        """Begins a call on this thread, inside the call begun last."""
        if self._id is not None:
            _start(self._id)

    def stop(self):
        """Ends the call that was begun last."""
        if self._id is not None:
            _stop(self._id)

    __enter__ = start

    def __exit__(self, *error):
        if self._id is not None:
            _stop(self._id)

    def parameter(self, name, value):
        """Records the rest of the running call also under the value of a parameter, a whole number."""
        if self._id is not None:
            _library.parameter(self._id, _bytes(name), int(value))

    def values(self):
        """
        The statistics up to now: calls, child_calls, running, and for each metric, by its name, a pair
        (inclusive, exclusive). None while nothing measures. Costs a snapshot of all timers.
        """
        found = _Values()
        if self._id is None or not _library.values(
            self._id, ctypes.byref(found), ctypes.sizeof(found)
        ):
            return None
        values = {
            "calls": found.calls,
            "child_calls": found.child_calls,
            "running": bool(found.running),
        }
        for place in range(found.metrics):
            metric = _Metric()
            _library.metric(place, ctypes.byref(metric), ctypes.sizeof(metric))
            values[_text(metric.name)] = (found.inclusive[place], found.exclusive[place])
        return values


class Event:
    """Statistics of the values handed in under a name."""

    __slots__ = ("_id", "name")

    def __init__(self, name, per_call_path=False):
        self.name = name
        self._id = None
        if _library:
            made = _Handle()
            _library.event(_bytes(name), int(per_call_path), ctypes.byref(made))
            if made.flags:
                self._id = made.id

    def trigger(self, value):
        """Hands in one value."""
        if self._id is not None:
            _trigger(self._id, value)


@functools.lru_cache(maxsize=None)
def timer(name, type="", group=""):
    """The timer with that name, type and group; the same one each time."""
    return Timer(name, type, group)


@functools.lru_cache(maxsize=None)
def event(name, per_call_path=False):
    """The event of that name; with per_call_path its values are kept for each call path, too."""
    return Event(name, per_call_path)


def timed(function=None, *, name=None, group=""):
    """Decorates a function: its calls are timed under its name, with its module as the type."""
    if function is None:
        return functools.partial(timed, name=name, group=group)
    its_timer = Timer(name or function.__qualname__, function.__module__, group)
    if its_timer._id is None:
        return function

    @functools.wraps(function)
    def call(*arguments, **named):
        with its_timer:
            return function(*arguments, **named)

    return call


def measuring():
    """Whether this process measures."""
    return bool(_library and _library.measuring())


def enable_group(name, enabled):
    """Switches the timers of a group. Its state before; None while nothing measures."""
    before = _library.enable_group(_bytes(name), int(enabled)) if _library else -1
    return bool(before) if before >= 0 else None


def enable_groups(pattern, enabled):
    """Switches all groups whose name fits the pattern. Their states before, by name."""
    before = {}

    @_Seen
    def note(name, was, _):
        before[_text(name)] = bool(was)

    if _library:
        _library.enable_groups(_bytes(pattern), int(enabled), note, None)
    return before


def snapshot():
    """Everything measured up to now, as docs/formats/profile.md has it; None while nothing measures."""
    address = _library.snapshot() if _library else None
    if not address:
        return None
    try:
        return json.loads(ctypes.string_at(address))
    finally:
        _library.release(address)


def fact(key, value):
    """Notes a fact about the run. Whether there was somebody to note it."""
    return bool(_library and _library.fact(_bytes(key), _bytes(value)))


def name_thread(name):
    """Names the calling thread in reports. Whether there was somebody to do so."""
    return bool(_library and _library.name_thread(_bytes(name)))
