#pragma once

#include <atomic>

// What is asked of the system fails in this test program when a test says so: Faults.cpp is in
// for operator new, and for the system calls of the libraries under test.
namespace faults {

enum class Kind { Memory, System };

/// From the numbered request of that kind on (1: the next), of any thread, so many fail, while this
/// object is there.
class Failing final {
public:
    static constexpr int kAll = 1 << 30;

    Failing(Kind kind, int first, int howMany = kAll);
    ~Failing();
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    /// Whether one has failed.
    [[nodiscard]] bool happened() const;

private:
    Kind kind_;
};

}  // namespace faults
