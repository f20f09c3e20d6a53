#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "Links.hpp"

namespace parallel::local {

/// Agreements of all ranks. Each rank sends rank 0 what it brings; rank 0 takes it on its reading
/// thread, so also while it does something else, and sends the outcome when the last one has come.
class Meeting final {
public:
    explicit Meeting(Links& links) : links_(links) {}

    /// The maxima over all ranks. Throws gantry::Error where ranks brought numbers of values or
    /// kinds that differ, where some rank does not come in time, and while an earlier one is open.
    std::vector<double> maximum(const std::vector<double>& values, double kind, double timeout);

    /// The ranks that were missing when the last one timed out, or because they have ended.
    [[nodiscard]] const std::vector<std::int32_t>& missing() const { return missing_; }

    /// What a rank has brought; on rank 0 only. Any thread.
    void arrive(int rank, const std::string& bytes);

    /// The rank has ended; on rank 0 only. An agreement to which all others have come, or come
    /// later, fails on each of them. Any thread.
    void leave(int rank);

private:
    using Brought = std::map<int, std::vector<double>>;

    /// Takes what ranks brought where all have come or ended; `gone` gets who did not come. With
    /// the mutex held.
    Brought takeIfAll(std::vector<double>& gone);
    void end(const Brought& all, const std::vector<double>& gone);
    void tell(const std::vector<double>& outcome);
    void finish(const Brought& all);
    std::vector<std::int32_t> absent();

    Links& links_;
    bool open_ = false;
    std::vector<std::int32_t> missing_;
    std::mutex mutex_;
    Brought present_;
    std::set<int> gone_;
};

}  // namespace parallel::local
