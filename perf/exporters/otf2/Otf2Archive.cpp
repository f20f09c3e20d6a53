#include "Otf2Archive.hpp"

#include <base/files/FileError.hpp>
#include <base/text/Printable.hpp>

#include <algorithm>
#include <cstdarg>
#include <cstdio>

#include "Otf2Terms.hpp"

namespace gantry::perf {

namespace {

// Full buffers are written to the files, so that memory does not grow with the trace.
OTF2_FlushType flushAlways(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                           void* /*caller*/, bool /*final*/) {
    return OTF2_FLUSH;
}

// The library would print its errors.
// NOLINTNEXTLINE(readability-function-size): the library prescribes the parameters
OTF2_ErrorCode keepMessage(void* user, const char* /*file*/, std::uint64_t /*line*/,
                           const char* /*function*/, OTF2_ErrorCode code, const char* format,
                           va_list values) {
    char text[256] = "";
    (void)std::vsnprintf(text, sizeof text, format, values);
    auto& problem = *static_cast<std::string*>(user);
    // The first one is the cause; later ones follow from it.
    if (problem.empty()) {
        problem = std::string(OTF2_Error_GetDescription(code)) + ": " + text;
    }
    return code;
}

// The names in the order of their numbers, from 0 on, in which readers expect the definitions.
template <class Name, class Number>
std::vector<Name> inOrder(const std::map<Name, Number>& numbers) {
    std::vector<Name> names(numbers.size());
    for (const auto& [name, number] : numbers) {
        names[number] = name;
    }
    return names;
}

constexpr const char* kMachine = "machine";
constexpr const char* kRanks = "ranks";
constexpr const char* kOneSided = "one-sided operations";

std::string nameOfRank(std::uint32_t rank) {
    return "rank " + std::to_string(rank);
}

std::string nameOfHost(const std::string& host) {
    return host.empty() ? kMachine : host;
}

}  // namespace

Otf2Archive::Otf2Archive(const std::filesystem::path& folder, Communicators communicators)
    : folder_(folder),
      before_(OTF2_Error_RegisterCallback(keepMessage, &problem_)),
      communicators_(std::move(communicators)) {
    archive_ = OTF2_Archive_Open(
        folder.c_str(), "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
        OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive_ == nullptr) {
        OTF2_Error_RegisterCallback(before_, nullptr);
        throw base::FileError("cannot write " + folder_.string() + ": " + problem_);
    }
    static const OTF2_FlushCallbacks kCallbacks{flushAlways, nullptr};
    check(OTF2_Archive_SetFlushCallbacks(archive_, &kCallbacks, nullptr));
    check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    check(OTF2_Archive_SetCreator(archive_, "gantry"));
    check(OTF2_Archive_OpenEvtFiles(archive_));
    // Reference 0 is the empty text, which definitions without a description refer to.
    (void)string("");
}

Otf2Archive::~Otf2Archive() {
    if (archive_ != nullptr) {
        (void)OTF2_Archive_Close(archive_);
    }
    OTF2_Error_RegisterCallback(before_, nullptr);
}

void Otf2Archive::check(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS) {
        throw base::FileError("cannot write " + folder_.string() + ": " +
                              (problem_.empty() ? OTF2_Error_GetDescription(code) : problem_));
    }
}

OTF2_StringRef Otf2Archive::string(const std::string& text) {
    return strings_.try_emplace(base::printable(text), static_cast<OTF2_StringRef>(strings_.size()))
        .first->second;
}

OTF2_RegionRef Otf2Archive::region(const Trace& trace, std::uint32_t timer) {
    const auto [known, isNew] =
        regions_.try_emplace({trace.timerName(timer), timerGroup(trace, timer)},
                             static_cast<OTF2_RegionRef>(regions_.size()));
    if (isNew) {
        operations_[known->second] = trace.timerOperation(timer);
    }
    return known->second;
}

OTF2_MetricRef Otf2Archive::metric(const std::string& name) {
    return metrics_.try_emplace(name, static_cast<OTF2_MetricRef>(metrics_.size())).first->second;
}

void Otf2Archive::writeThread(const RankTrace& rank, std::uint32_t thread, ExportWindow window) {
    const Trace& trace = *rank.trace;
    if (trace.tables().clock) {
        startUtcNs_ = trace.tables().clock->startUtcNs;
    }
    // A location's number is its place in locations_.
    OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive_, locations_.size());
    if (writer == nullptr) {
        throw base::FileError("cannot write " + folder_.string() + ": " + problem_);
    }
    CallMessages calls(trace, thread, window);
    paths_.begin();
    oneSided_ = 0;
    for (CallSteps call; calls.next(call);) {
        writeCall(writer, rank, call);
    }
    std::uint64_t events = 0;
    check(OTF2_EvtWriter_GetNumberOfEvents(writer, &events));
    check(OTF2_Archive_CloseEvtWriter(archive_, writer));
    const std::string name = threadName(trace, thread);
    locations_.push_back(
        {rank.rank, "thread " + std::to_string(thread) + (name.empty() ? "" : " " + name), events});
}

// Times of OTF2 are unsigned; moments before the measurement began count as its begin.
OTF2_TimeStamp Otf2Archive::timeOf(std::int64_t time) {
    const auto ticks = static_cast<OTF2_TimeStamp>(std::max<std::int64_t>(time, 0));
    first_ = std::min(first_, ticks);
    last_ = std::max(last_, ticks);
    return ticks;
}

// A message is sent when the call begins and received when it ends. Where other calls are inside,
// the begin is written already: then both are at the end.
void Otf2Archive::writeCall(OTF2_EvtWriter* writer, const RankTrace& rank, const CallSteps& call) {
    const Trace& trace = *rank.trace;
    if (call.enter) {
        writeStep(writer, trace, *call.enter);
    }
    writeMessages(writer, rank.rank, call, MessageEvent::Kind::Message);
    writeOneSided(writer, rank.rank, call);
    writeCollective(writer, trace, call, false);
    writeCollective(writer, trace, call, true);
    writeMessages(writer, rank.rank, call, MessageEvent::Kind::Received);
    if (call.leave) {
        writeStep(writer, trace, *call.leave);
    }
    for (const TraceStep& value : call.values) {
        writeStep(writer, trace, value);
    }
}

void Otf2Archive::writeStep(OTF2_EvtWriter* writer, const Trace& trace, const TraceStep& step) {
    const OTF2_TimeStamp time = timeOf(step.time);
    if (step.kind == TraceStep::Kind::Enter) {
        const OTF2_RegionRef entered = region(trace, step.id);
        paths_.enter(entered);
        check(OTF2_EvtWriter_Enter(writer, nullptr, time, entered));
    } else if (step.kind == TraceStep::Kind::Leave) {
        paths_.leave();
        check(OTF2_EvtWriter_Leave(writer, nullptr, time, region(trace, step.id)));
    } else {
        const OTF2_Type type = OTF2_TYPE_DOUBLE;
        OTF2_MetricValue value{};
        value.floating_point = step.value;
        check(OTF2_EvtWriter_Metric(writer, nullptr, time, metric(trace.eventName(step.id)), 1,
                                    &type, &value));
    }
}

void Otf2Archive::finish(const Profile& profile) {
    check(OTF2_Archive_CloseEvtFiles(archive_));
    writeLocalDefinitions();
    definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_);
    if (definitions_ == nullptr) {
        throw base::FileError("cannot write " + folder_.string() + ": " + problem_);
    }
    writeClock(startUtcNs_);
    writeStrings(profile.machine.host);
    writeRegions();
    writeCallPaths();
    writeMetrics();
    writeLocations(profile.machine.host);
    writeCommunicators();
    writeWindows();
    check(OTF2_Archive_CloseGlobalDefWriter(archive_, definitions_));
    // Whether closing succeeds or not, the destructor must not close it a second time.
    OTF2_Archive* const archive = std::exchange(archive_, nullptr);
    check(OTF2_Archive_Close(archive));
}

// Readers want a file of definitions for each location, which here is empty.
void Otf2Archive::writeLocalDefinitions() {
    check(OTF2_Archive_OpenDefFiles(archive_));
    for (std::size_t i = 0; i < locations_.size(); ++i) {
        OTF2_DefWriter* const writer = OTF2_Archive_GetDefWriter(archive_, i);
        check(OTF2_Archive_CloseDefWriter(archive_, writer));
    }
    check(OTF2_Archive_CloseDefFiles(archive_));
}

void Otf2Archive::writeClock(std::int64_t utcNs) {
    constexpr std::uint64_t kPerSecond = 1'000'000'000;
    const std::uint64_t begin = std::min(first_, last_);
    check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, kPerSecond, begin, last_ - begin,
                                                    static_cast<std::uint64_t>(utcNs) + begin));
}

// Before the definitions that name them: otf2-print needs this order.
void Otf2Archive::writeStrings(const std::string& host) {
    for (const auto& [key, region] : regions_) {
        (void)string(key.first);
        (void)string(key.second);
        (void)string(operations_[region].source.file);
    }
    for (const auto& [name, ranks] : communicators_) {
        (void)string(name);
    }
    (void)string(kRanks);
    (void)string(kOneSided);
    for (const auto& [name, metric] : metrics_) {
        (void)string(name);
    }
    for (const Location& location : locations_) {
        (void)string(location.name);
        (void)string(nameOfRank(location.rank));
    }
    (void)string(nameOfHost(host));
    (void)string(kMachine);
    OTF2_StringRef reference = 0;
    for (const std::string& text : inOrder(strings_)) {
        check(OTF2_GlobalDefWriter_WriteString(definitions_, reference++, text.c_str()));
    }
}

void Otf2Archive::writeRegions() {
    OTF2_RegionRef reference = 0;
    for (const auto& [timer, group] : inOrder(regions_)) {
        const OTF2_StringRef name = string(timer);
        const TraceOperation& operation = operations_[reference];
        const OTF2_Paradigm paradigm =
            timer.starts_with("MPI_") ? OTF2_PARADIGM_MPI : OTF2_PARADIGM_USER;
        check(OTF2_GlobalDefWriter_WriteRegion(definitions_, reference++, name, name, string(group),
                                               roleOf(operation), paradigm, OTF2_REGION_FLAG_NONE,
                                               string(operation.source.file), operation.source.line,
                                               operation.source.line));
    }
}

void Otf2Archive::writeCallPaths() {
    const std::vector<Otf2CallPaths::Path>& all = paths_.all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        check(OTF2_GlobalDefWriter_WriteCallpath(definitions_, static_cast<OTF2_CallpathRef>(i),
                                                 all[i].parent, all[i].region));
    }
}

void Otf2Archive::writeMetrics() {
    OTF2_MetricRef reference = 0;
    for (const std::string& name : inOrder(metrics_)) {
        check(OTF2_GlobalDefWriter_WriteMetricMember(
            definitions_, reference, string(name), string(""), OTF2_METRIC_TYPE_OTHER,
            OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE, OTF2_BASE_DECIMAL, 0, string("")));
        check(OTF2_GlobalDefWriter_WriteMetricClass(definitions_, reference, 1, &reference,
                                                    OTF2_METRIC_ASYNCHRONOUS,
                                                    OTF2_RECORDER_KIND_ABSTRACT));
        ++reference;
    }
}

void Otf2Archive::writeLocations(const std::string& host) {
    check(OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, string(nameOfHost(host)),
                                                   string(kMachine),
                                                   OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    std::map<std::uint32_t, OTF2_LocationGroupRef> groups;
    for (std::size_t i = 0; i < locations_.size(); ++i) {
        const Location& location = locations_[i];
        const auto [group, isNew] =
            groups.try_emplace(location.rank, static_cast<OTF2_LocationGroupRef>(groups.size()));
        if (isNew) {
            check(OTF2_GlobalDefWriter_WriteLocationGroup(
                definitions_, group->second, string(nameOfRank(location.rank)),
                OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
        }
        check(OTF2_GlobalDefWriter_WriteLocation(definitions_, i, string(location.name),
                                                 OTF2_LOCATION_TYPE_CPU_THREAD, location.events,
                                                 group->second));
    }
}

// Group 0 has the location of each rank, the first of its threads; the others are communicators, as
// places in group 0.
void Otf2Archive::writeCommunicators() {
    if (communicators_.empty()) {
        return;
    }
    std::map<std::uint32_t, std::uint64_t> places;
    std::vector<std::uint64_t> members;
    for (std::size_t i = 0; i < locations_.size(); ++i) {
        if (places.try_emplace(locations_[i].rank, members.size()).second) {
            members.push_back(i);
        }
    }
    check(OTF2_GlobalDefWriter_WriteGroup(
        definitions_, 0, string(kRanks), OTF2_GROUP_TYPE_COMM_LOCATIONS, OTF2_PARADIGM_MPI,
        OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()), members.data()));
    OTF2_CommRef number = 0;
    for (const auto& [name, ranks] : communicators_) {
        members.clear();
        for (const std::uint32_t rank : ranks) {
            members.push_back(places[rank]);
        }
        check(OTF2_GlobalDefWriter_WriteGroup(
            definitions_, number + 1, string(name), OTF2_GROUP_TYPE_COMM_GROUP, OTF2_PARADIGM_MPI,
            OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()), members.data()));
        check(OTF2_GlobalDefWriter_WriteComm(definitions_, number, string(name), number + 1,
                                             OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
        ++number;
    }
}

// The trace says of which communicator a window is, not which window: there is one for each.
void Otf2Archive::writeWindows() {
    for (const auto& [communicator, window] : windows_) {
        check(OTF2_GlobalDefWriter_WriteRmaWin(definitions_, window, string(kOneSided),
                                               communicator, OTF2_RMA_WIN_FLAG_NONE));
    }
}

}  // namespace gantry::perf
