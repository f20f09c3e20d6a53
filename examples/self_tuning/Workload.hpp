#pragma once

#include <cstddef>
#include <string>

namespace self_tuning {

/// A sequence of requests of one port that can be repeated from its beginning.
class Workload {
public:
    virtual ~Workload() = default;

    [[nodiscard]] virtual std::size_t numCalls() const = 0;
    /// The phase a call belongs to, for people; calls of a phase follow each other.
    [[nodiscard]] virtual std::string phaseOf(std::size_t call) const = 0;
    /// Back to the beginning.
    virtual void restart() = 0;
    /// What is to be done before a call and is not measured.
    virtual void prepare(std::size_t call) = 0;
    /// The request itself: whether it got a good result.
    virtual bool call() = 0;
};

}  // namespace self_tuning
