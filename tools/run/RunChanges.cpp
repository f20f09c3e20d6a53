#include "RunChanges.hpp"

#include <base/text/Printable.hpp>

#include <chrono>
#include <cmath>
#include <new>
#include <stdexcept>

namespace gantry::tools {

namespace {

perf::ArchivedChange archived(const framework::Change& change, double beganAt) {
    constexpr double kNsPerSecond = 1e9;
    const std::chrono::duration<double> time = change.time.time_since_epoch();
    perf::ArchivedChange row;
    // Negative for a change of before the measurement.
    row.timeNs = std::llround((time.count() - beganAt) * kNsPerSecond);
    row.action = framework::toText(change.action);
    row.cause = change.cause;
    row.user = change.subject.user;
    row.usesPort = change.subject.usesPort;
    row.provider = change.subject.provider;
    row.providesPort = change.subject.providesPort;
    row.command = change.command;
    row.implied = change.implied;
    return row;
}

}  // namespace

RunChanges::RunChanges(framework::Framework& assembly, Request request)
    : assembly_(assembly), request_(std::move(request)) {
    if (request_.file) {
        stream_.open(*request_.file, std::ios::binary | std::ios::trunc);
        stream_ << "#!ccaffeine\n# Every change of the assembly of "
                << base::printable(request_.script)
                << "; run as a script it builds the assembly again.\n"
                << std::flush;
        if (!stream_) {
            throw std::runtime_error("'" + request_.file->string() +
                                     "' cannot be written; name a file in a folder that exists");
        }
    }
    if (request_.file || request_.keep) {
        assembly_.observeChanges([this](const framework::Change& change) { observe(change); });
    }
}

RunChanges::~RunChanges() {
    if (request_.file || request_.keep) {
        assembly_.observeChanges(nullptr);
    }
}

// Runs on the thread that makes the change, under the lock of all commands, and must not throw: a
// file that cannot be written is reported by end(), by the state of its stream.
void RunChanges::observe(const framework::Change& change) {
    if (request_.file) {
        stream_ << framework::toScript(change) << std::flush;
    }
    if (!request_.keep) {
        return;
    }
    const std::lock_guard lock(mutex_);
    try {
        kept_.push_back(change);
        if (kept_.size() > request_.mostKept) {
            // The newest are kept: they explain the state at the end of the run.
            kept_.pop_front();
            ++dropped_;
        }
    } catch (const std::bad_alloc&) {
        ++dropped_;
    }
}

std::vector<perf::ArchivedChange> RunChanges::changes(double beganAt, std::int64_t& leftOut) const {
    // Any thread may change the assembly meanwhile.
    const std::lock_guard lock(mutex_);
    leftOut += dropped_;
    std::vector<perf::ArchivedChange> rows;
    for (const framework::Change& change : kept_) {
        rows.push_back(archived(change, beganAt));
    }
    return rows;
}

void RunChanges::end() {
    if (!request_.file && !request_.keep) {
        return;
    }
    assembly_.observeChanges(nullptr);
    if (!request_.file) {
        return;
    }
    stream_.close();
    if (!stream_) {
        throw std::runtime_error("not all changes could be written to '" + request_.file->string() +
                                 "'; is the disk full?");
    }
}

}  // namespace gantry::tools
