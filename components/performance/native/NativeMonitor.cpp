#include "NativeMonitor.hpp"

#include <base/files/FileError.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <cctype>
#include <exception>

namespace performance::native {
namespace {

// A record's name as part of a file name.
std::string fileStem(const std::string& name) {
    std::string stem;
    for (const char c : name) {
        const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.';
        if (plain || stem.empty() || stem.back() != '_') {
            stem += plain ? c : '_';
        }
    }
    return stem;
}

}  // namespace

CallRecorder& NativeMonitor::recorder() {
    std::call_once(made_, [this] {
        shared_ = makeSession_();
        recorder_ = std::make_unique<CallRecorder>(
            shared_->engine, static_cast<std::size_t>(parameters_->getLong("record-rows")));
    });
    return *recorder_;
}

std::shared_ptr<CallRecord> NativeMonitor::require(const std::string& rname) {
    if (auto record = recorder().find(rname)) {
        return record;
    }
    std::string known;
    for (const std::string& name : recorder().names()) {
        known += (known.empty() ? "'" : ", '") + name + '\'';
    }
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        "there is no monitor record '" + rname + "'; there " +
                            (known.empty() ? "is none" : "are: " + known));
}

void NativeMonitor::startMonitoring(const std::string& rname) {
    try {
        recorder().start(rname);
    } catch (const std::exception&) {
        // No engine can be made: the measurement port says why.
    }
}

void NativeMonitor::stopMonitoring(const std::string& rname,
                                   const sidl::array<std::string>& paramNames,
                                   const sidl::array<double>& paramValues) {
    try {
        recorder().stop(rname, paramNames, paramValues);
    } catch (const std::exception&) {
        // As for the start.
    }
}

void NativeMonitor::setFileName(const std::string& rname, const std::string& fname) {
    recorder().record(rname)->setFileName(fname);
}

void NativeMonitor::dumpData(const std::string& rname) {
    const auto record = require(rname);
    const std::string named = record->fileName();
    write(*record, named.empty() ? parameters_->getString("prefix") + '.' + fileStem(rname) + ".csv"
                                 : named);
}

void NativeMonitor::dumpDataFileName(const std::string& rname, const std::string& fname) {
    write(*require(rname), fname);
}

void NativeMonitor::destroyRecord(const std::string& rname) {
    require(rname);
    recorder().erase(rname);
}

void NativeMonitor::write(CallRecord& record, std::filesystem::path path) {
    if (const auto rank = shared_->rank()) {
        const std::string ending = path.extension().string();
        path.replace_extension(std::to_string(*rank) + ending);
    }
    try {
        gantry::perf::writeCallTable(path, record.table());
    } catch (const gantry::base::FileError& error) {
        throw gantry::Error(gov::cca::CCAExceptionType::Nonstandard,
                            "monitor record '" + record.name() + "': " + error.what());
    }
}

std::int32_t NativeMonitor::getPerformanceData(const std::string& rname,
                                               sidl::array<double, 2>& data, bool reset) {
    data = {};
    const auto record = recorder().find(rname);
    if (!record) {
        return -1;
    }
    const gantry::perf::CallTable table = record->table(reset);
    data = sidl::array<double, 2>(
        {static_cast<int>(table.rows()), static_cast<int>(table.columns.size())});
    std::copy(table.values.begin(), table.values.end(), data.data());
    return 0;
}

std::int32_t NativeMonitor::getCompMethNames(sidl::array<std::string>& cm_names) {
    cm_names = sidl::array<std::string>(recorder().names());
    return 0;
}

std::int32_t NativeMonitor::getPerformanceColumns(const std::string& rname,
                                                  sidl::array<std::string>& names) {
    names = {};
    const auto record = recorder().find(rname);
    if (!record) {
        return -1;
    }
    names = sidl::array<std::string>(record->columns());
    return 0;
}

std::int64_t NativeMonitor::getNumDroppedCalls(const std::string& rname) {
    const auto record = recorder().find(rname);
    return record ? static_cast<std::int64_t>(record->dropped()) : -1;
}

}  // namespace performance::native
