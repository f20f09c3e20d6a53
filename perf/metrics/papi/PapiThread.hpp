#pragma once

namespace gantry::perf {

/// While there is one, PAPI knows the calling thread: without that it must not be asked for an
/// event by its name. With the last one of a thread PAPI forgets it again, but for the first thread
/// of the process. Belongs to one thread.
class PapiThread final {
public:
    PapiThread() noexcept;
    ~PapiThread();
    PapiThread(const PapiThread&) = delete;
    PapiThread& operator=(const PapiThread&) = delete;

    /// The process was forked from the one that made it, whose PAPI must be left alone.
    void abandon() noexcept { abandoned_ = true; }

private:
    bool abandoned_ = false;
};

}  // namespace gantry::perf
