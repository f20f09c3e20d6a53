#include "CallRecord.hpp"

#include <algorithm>
#include <limits>

namespace performance::native {
namespace {

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

}  // namespace

void CallRecord::add(const sidl::array<std::string>& names, const sidl::array<double>& values,
                     const CallCost& cost, std::uint32_t thread) {
    const std::lock_guard lock(mutex_);
    // The oldest calls are kept: the file begins with the beginning of the run.
    if (rows_ >= identity_.limit) {
        ++dropped_;
        return;
    }
    const int length = std::min(names.length(), values.length());
    std::vector<double> row(parameters_.size(), kNoValue);
    for (int i = 0; i < length; ++i) {
        const std::size_t column = parameter(names[names.lower() + i]);
        // A name that was not known has made the rows one wider.
        row.resize(parameters_.size(), kNoValue);
        row[column] = values[values.lower() + i];
    }
    // What a row that found no memory left behind goes first.
    values_.resize(rows_ * parameters_.size());
    costs_.resize(rows_ * costColumns());
    values_.insert(values_.end(), row.begin(), row.end());
    // The order is that of columnNames().
    for (const auto& part : {cost.taken, cost.inChildren}) {
        for (std::size_t m = 0; m < identity_.metrics.size(); ++m) {
            costs_.push_back(static_cast<double>(part[m]));
        }
    }
    costs_.push_back(thread);
    ++rows_;
}

std::size_t CallRecord::parameter(const std::string& name) {
    const auto known = std::find(parameters_.begin(), parameters_.end(), name);
    if (known != parameters_.end()) {
        return static_cast<std::size_t>(known - parameters_.begin());
    }
    parameters_.push_back(name);
    widen();
    return parameters_.size() - 1;
}

void CallRecord::widen() {
    const std::size_t width = parameters_.size();
    // Rare: only when a call names a parameter that none has named before.
    std::vector<double> wide(rows_ * width, kNoValue);
    for (std::size_t row = 0; row < rows_; ++row) {
        std::copy_n(values_.begin() + static_cast<std::ptrdiff_t>(row * (width - 1)), width - 1,
                    wide.begin() + static_cast<std::ptrdiff_t>(row * width));
    }
    values_ = std::move(wide);
}

void CallRecord::countUnmatched() noexcept {
    const std::lock_guard lock(mutex_);
    ++unmatched_;
}

void CallRecord::setFileName(const std::string& fileName) {
    const std::lock_guard lock(mutex_);
    fileName_ = fileName;
}

std::string CallRecord::fileName() const {
    const std::lock_guard lock(mutex_);
    return fileName_;
}

std::vector<std::string> CallRecord::columns() const {
    const std::lock_guard lock(mutex_);
    return columnNames();
}

std::vector<std::string> CallRecord::columnNames() const {
    std::vector<std::string> names = parameters_;
    for (const char* part : {"", " in children"}) {
        for (const gantry::perf::Metric& metric : identity_.metrics) {
            names.push_back(metric.name + part + " [" + metric.unit + ']');
        }
    }
    names.emplace_back("thread");
    return names;
}

std::uint64_t CallRecord::dropped() const {
    const std::lock_guard lock(mutex_);
    return dropped_;
}

gantry::perf::CallTable CallRecord::table(bool reset) {
    const std::lock_guard lock(mutex_);
    gantry::perf::CallTable table{identity_.name, columnNames(), {}, dropped_, unmatched_};
    table.values.reserve(values_.size() + costs_.size());
    const auto append = [&](const std::vector<double>& from, std::size_t row, std::size_t width) {
        const auto first = from.begin() + static_cast<std::ptrdiff_t>(row * width);
        table.values.insert(table.values.end(), first, first + static_cast<std::ptrdiff_t>(width));
    };
    for (std::size_t row = 0; row < rows_; ++row) {
        append(values_, row, parameters_.size());
        append(costs_, row, costColumns());
    }
    if (reset) {
        values_.clear();
        costs_.clear();
        rows_ = 0;
        dropped_ = 0;
        unmatched_ = 0;
    }
    return table;
}

}  // namespace performance::native
