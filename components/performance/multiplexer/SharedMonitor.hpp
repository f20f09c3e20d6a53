#pragma once

#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>

#include <memory>
#include <string>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// The ports Monitor and PerfParam of whichever backends measure. A call is recorded by the
/// backends that measured when it began, also where they leave before it ends. Each record is read
/// from, and written to its file by, the first backend, in the order of the ports, that has it;
/// with no backend there is no record, and nothing is an error.
class SharedMonitor final : public Monitor, public PerfParam {
public:
    explicit SharedMonitor(std::shared_ptr<BackendSet> shared) : shared_(std::move(shared)) {}

    void startMonitoring(const std::string& rname) override;
    void stopMonitoring(const std::string& rname, const sidl::array<std::string>& paramNames,
                        const sidl::array<double>& paramValues) override;
    /// To all backends: each keeps the name.
    void setFileName(const std::string& rname, const std::string& fname) override;
    /// Where no backend has the record, all are asked, and the first error is thrown.
    void dumpData(const std::string& rname) override;
    void dumpDataFileName(const std::string& rname, const std::string& fname) override;
    /// On all backends that have it.
    void destroyRecord(const std::string& rname) override;

    /// reset drops the rows of all backends.
    std::int32_t getPerformanceData(const std::string& rname, sidl::array<double, 2>& data,
                                    bool reset) override;
    /// Of all backends, each once.
    std::int32_t getCompMethNames(sidl::array<std::string>& cm_names) override;
    std::int32_t getPerformanceColumns(const std::string& rname,
                                       sidl::array<std::string>& names) override;
    std::int64_t getNumDroppedCalls(const std::string& rname) override;

private:
    std::shared_ptr<BackendSet> shared_;
};

}  // namespace performance::multiplexer
