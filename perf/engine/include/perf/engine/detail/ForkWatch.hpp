#pragma once

namespace gantry::perf {

/// Something that must know of forks. The functions are called on the forking thread, in the order
/// in which the objects were made; none may throw or allocate.
///
/// pthread_atfork() registers functions without an argument, and for ever: so there is one list for
/// the process, under a mutex that is held from before a fork until after it. clone() and _Fork()
/// do not call them.
class ForkWatch {
public:
    ForkWatch(const ForkWatch&) = delete;
    ForkWatch& operator=(const ForkWatch&) = delete;

    /// Takes every mutex that the child will need.
    virtual void beforeFork() noexcept = 0;
    /// Gives them back.
    virtual void afterForkInParent() noexcept = 0;
    /// The same in the child. usable: false where beforeFork() was left out, because the fork was
    /// made by a signal handler inside a use of the engine; what it protects is then lost.
    virtual void afterForkInChild(bool usable) noexcept = 0;

protected:
    ForkWatch() = default;
    ~ForkWatch() = default;

    /// From here to unwatch() the functions above are called. Throws std::bad_alloc. Not in a
    /// constructor that may still throw: there is no unwatch() then.
    void watch();
    /// Waits for a fork that is going on; runs `last` while none can begin.
    template <class Last>
    void unwatch(Last last) noexcept {
        lockForks();
        last();
        unlink();
        unlockForks();
    }

private:
    // Of the list's mutex, for the template above.
    static void lockForks() noexcept;
    static void unlockForks() noexcept;
    void unlink() noexcept;
    // What pthread_atfork() is given.
    static void prepare() noexcept;
    static void inParent() noexcept;
    static void inChild() noexcept;

    ForkWatch* next_ = nullptr;
};

}  // namespace gantry::perf
