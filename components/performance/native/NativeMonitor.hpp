#pragma once

#include <gantry/Parameters.hpp>
#include <performance/Monitor.hpp>
#include <performance/PerfParam.hpp>

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "CallRecorder.hpp"
#include "SharedEngine.hpp"

namespace performance::native {

/// The ports Monitor and PerfParam over the records of one engine, which is asked for at the first
/// use. Files follow docs/formats/monitor-record.md; in a run of several ranks the rank stands
/// before the ending of a file's name.
class NativeMonitor final : public Monitor, public PerfParam {
public:
    NativeMonitor(std::function<std::shared_ptr<SharedEngine>()> shared,
                  std::shared_ptr<gantry::Parameters> parameters)
        : makeSession_(std::move(shared)), parameters_(std::move(parameters)) {}

    void startMonitoring(const std::string& rname) override;
    void stopMonitoring(const std::string& rname, const sidl::array<std::string>& paramNames,
                        const sidl::array<double>& paramValues) override;
    void setFileName(const std::string& rname, const std::string& fname) override;
    void dumpData(const std::string& rname) override;
    void dumpDataFileName(const std::string& rname, const std::string& fname) override;
    void destroyRecord(const std::string& rname) override;

    std::int32_t getPerformanceData(const std::string& rname, sidl::array<double, 2>& data,
                                    bool reset) override;
    std::int32_t getCompMethNames(sidl::array<std::string>& cm_names) override;
    std::int32_t getPerformanceColumns(const std::string& rname,
                                       sidl::array<std::string>& names) override;
    std::int64_t getNumDroppedCalls(const std::string& rname) override;

private:
    CallRecorder& recorder();
    std::shared_ptr<CallRecord> require(const std::string& rname);
    void write(CallRecord& record, std::filesystem::path path);

    std::function<std::shared_ptr<SharedEngine>()> makeSession_;
    std::shared_ptr<gantry::Parameters> parameters_;
    std::once_flag made_;
    std::shared_ptr<SharedEngine> shared_;
    std::unique_ptr<CallRecorder> recorder_;
};

}  // namespace performance::native
