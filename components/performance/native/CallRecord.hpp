#pragma once

#include <perf/document/CallTableFile.hpp>
#include <perf/model/Metric.hpp>
#include <sidl/array.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace performance::native {

/// What one call took, and how much of that the recorded calls directly inside it.
struct CallCost {
    gantry::perf::MetricValues taken{};
    gantry::perf::MetricValues inChildren{};
};

/// The recorded calls of one name. Any thread may use it; each method takes its lock.
class CallRecord final {
public:
    struct Identity {
        std::string name;
        /// What is measured, in the engine's order.
        std::vector<gantry::perf::Metric> metrics;
        /// The most rows it keeps.
        std::size_t limit = 0;
    };

    explicit CallRecord(Identity identity) : identity_(std::move(identity)) {}

    [[nodiscard]] const std::string& name() const noexcept { return identity_.name; }

    /// A call ended. names and values are of one length; what one has more is left out.
    void add(const sidl::array<std::string>& names, const sidl::array<double>& values,
             const CallCost& cost, std::uint32_t thread);
    /// A start without a stop, or a stop without a start.
    void countUnmatched() noexcept;

    void setFileName(const std::string& fileName);
    /// Empty until it is set.
    [[nodiscard]] std::string fileName() const;

    [[nodiscard]] std::vector<std::string> columns() const;
    [[nodiscard]] std::uint64_t dropped() const;
    /// Everything as it is now; reset drops the rows and both counts.
    gantry::perf::CallTable table(bool reset = false);

private:
    [[nodiscard]] std::size_t parameter(const std::string& name);
    [[nodiscard]] std::size_t costColumns() const noexcept {
        return 2 * identity_.metrics.size() + 1;
    }
    [[nodiscard]] std::vector<std::string> columnNames() const;
    void widen();

    const Identity identity_;
    mutable std::mutex mutex_;
    std::string fileName_;
    std::vector<std::string> parameters_;
    std::size_t rows_ = 0;
    /// Row after row, each as long as parameters_.
    std::vector<double> values_;
    /// Row after row, each as long as costColumns().
    std::vector<double> costs_;
    std::uint64_t dropped_ = 0;
    std::uint64_t unmatched_ = 0;
};

}  // namespace performance::native
