#pragma once

#include <string>

#include "assembly/Assembly.hpp"
#include "judging/judge.hpp"

namespace optimizer {

/// The calls of a trial: what a candidate is connected to, how it is called, and how good its
/// results are. One trial at a time: begin(), then call() and result() in turn, then end().
class Workload {
public:
    virtual ~Workload() = default;
    Workload(const Workload&) = delete;
    Workload& operator=(const Workload&) = delete;

    /// Connects the candidate to the subject. Throws if that is not possible: the trial fails.
    virtual void begin(const Assembly::Provider& candidate, const std::string& subject) = 0;
    /// The call that is measured; nothing else. What it throws makes the trial fail.
    virtual void call() = 0;
    /// The result of the last call, verified if that is possible.
    [[nodiscard]] virtual WorstCall result() = 0;
    /// Whether errors are those against an exact value.
    [[nodiscard]] virtual bool isExact() const = 0;
    /// Breaks the connections of begin().
    virtual void end() noexcept = 0;

    /// Connects the candidate as the user's run needs it, and the user's port to it. If it throws,
    /// the user's port is connected as before.
    virtual void adopt(const Assembly::Provider& candidate) = 0;

protected:
    Workload() = default;
};

}  // namespace optimizer
