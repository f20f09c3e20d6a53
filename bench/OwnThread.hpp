#pragma once

#include <condition_variable>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>

namespace gantry::bench {

/// A thread that does what it is given, one thing after the other, on the core of the caller, who
/// sleeps meanwhile: so it meets what the caller would have met there. For what a thread can have
/// only once. One caller at a time.
class OwnThread final {
public:
    OwnThread();
    ~OwnThread();
    OwnThread(const OwnThread&) = delete;
    OwnThread& operator=(const OwnThread&) = delete;

    /// Calls the function in that thread and returns when it is done. Throws what it throws.
    void run(const std::function<void()>& work);

private:
    void serve();
    void comeToCaller();

    std::mutex mutex_;
    std::condition_variable changed_;
    const std::function<void()>* work_ = nullptr;
    std::exception_ptr thrown_;
    bool isOver_ = false;
    int core_ = -1;
    std::thread thread_;
};

}  // namespace gantry::bench
