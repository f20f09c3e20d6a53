#pragma once

#include <gantry/PortCalls.hpp>
#include <gov/cca/ports/GoPort.hpp>

#include <atomic>
#include <cstdint>
#include <memory>
#include <thread>
#include <vector>

namespace gantry::framework::test {

/// How many calls there were, and the sum of what they returned.
struct Account {
    std::uint32_t calls = 0;
    std::uint32_t sum = 0;

    friend bool operator==(const Account&, const Account&) = default;
};

/// Threads that call a port over and over, every second one in place.
class Callers final {
public:
    using Port = std::shared_ptr<gov::cca::ports::GoPort>;

    Callers(const Port& port, int number) {
        for (int t = 0; t < number; ++t) {
            threads_.emplace_back([this, port, isInPlace = t % 2 == 1] {
                if (isInPlace) {
                    call(gantry::PortCalls<gov::cca::ports::GoPort>(port));
                } else {
                    call(port);
                }
            });
        }
    }
    Account end() {
        stop_ = true;
        for (std::thread& thread : threads_) {
            thread.join();
        }
        threads_.clear();
        return {calls_, sum_};
    }
    ~Callers() { end(); }
    Callers(const Callers&) = delete;
    Callers& operator=(const Callers&) = delete;

private:
    template <class Calls>
    void call(const Calls& calls) {
        Account mine;
        do {
            for (int i = 0; i < 50; ++i) {
                mine.sum += static_cast<std::uint32_t>(calls->go());
                ++mine.calls;
            }
            std::this_thread::yield();
        } while (!stop_);
        calls_ += mine.calls;
        sum_ += mine.sum;
    }

    std::atomic<bool> stop_{false};
    std::atomic<std::uint32_t> calls_{0};
    std::atomic<std::uint32_t> sum_{0};
    std::vector<std::thread> threads_;
};

}  // namespace gantry::framework::test
