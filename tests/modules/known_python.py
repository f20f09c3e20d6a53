"""A program whose calls are known. Each case is a word of its command line."""
import os
import sys
import threading


def inner(n):
    total = 0
    for i in range(n):
        total += i * i % 7
    return total


class Solver:
    def step(self, n):
        return sum(inner(1000) for _ in range(n))


def work():
    for _ in range(10):
        Solver().step(300)
    print("worked")


def calls():
    for _ in range(5):
        Solver().step(3)


def down(n):
    return 0 if n == 0 else 1 + down(n - 1)


def deep():
    sys.setrecursionlimit(1000000)
    print(down(100000 if sys.version_info >= (3, 11) else 900))
    try:
        sys.setrecursionlimit(200)
        down(1000)
    except RecursionError:
        print("refused")


def raises(n):
    if n == 0:
        raise ValueError("bottom")
    raises(n - 1)


def leave():
    def generator():
        try:
            yield 1
            yield 2
        finally:
            print("closed")
    for value in generator():
        print(value)
        break
    thrown = generator()
    next(thrown)
    try:
        thrown.throw(KeyError("thrown"))
    except KeyError:
        print("caught")
    for _ in range(3):
        try:
            raises(20)
        except ValueError as error:
            print(error)


def threads():
    threading.stack_size(65536)
    results = []
    started = [threading.Thread(target=lambda: results.append(Solver().step(300))) for _ in range(3)]
    started.append(threading.Thread(target=down, args=(400,)))
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    print(results)


def fork():
    for _ in range(2):
        if os.fork() == 0:
            work()
            sys.stdout.flush()
            os._exit(3)
        print(os.WEXITSTATUS(os.wait()[1]))


def profiled():
    import cProfile
    import pstats
    profile = cProfile.Profile()
    profile.runcall(calls)
    counts = {name[2]: figures[0] for name, figures in pstats.Stats(profile).stats.items()}
    print(counts["inner"], counts["step"], sys.getprofile(), sys.gettrace())
    events = {}

    def trace(frame, event, argument):
        events[event] = events.get(event, 0) + 1
        return trace
    sys.settrace(trace)
    calls()
    sys.settrace(None)
    print(events)


def texts():
    for i in range(3000):
        eval(compile("inner(1)", "text", "eval"))
    for i in range(400):
        scope = {}
        exec("def made_%d(): return 1" % i, scope)
        scope["made_%d" % i]()
    exec(compile("inner(3000000)", "odd (name):\t\u00e9\udcff", "exec"))


def killed():
    work()
    os.kill(os.getpid(), 9)


def restarted():
    work()
    os.execv(sys.executable, [sys.executable, __file__, "work"])


globals()[sys.argv[1]]()
