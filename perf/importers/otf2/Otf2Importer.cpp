#include <base/InputError.hpp>
#include <gantry/IsolatedCall.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/CallReplay.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>

#include <cstdarg>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <memory>
#include <optional>

#include "Otf2Definitions.hpp"

namespace gantry::perf {

namespace {

bool recognises(std::string_view beginning) {
    return beginning.starts_with(
        "\x03"
        "BOTF2");
}

// The library would print what it finds.
// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_ErrorCode keepMessage(void* user, const char* /*file*/, std::uint64_t /*line*/,
                           const char* /*function*/, OTF2_ErrorCode code, const char* format,
                           va_list arguments) {
    auto& message = *static_cast<std::string*>(user);
    char text[512] = "";
    std::vsnprintf(text, sizeof text, format, arguments);
    if (code != OTF2_SUCCESS && message.empty()) {
        message = std::string(OTF2_Error_GetDescription(code)) + ": " + text;
    }
    return code;
}

// The callback for errors is one for the whole process; the one before is put back.
class Messages final {
public:
    Messages() : before_(OTF2_Error_RegisterCallback(keepMessage, &text_)) {}
    ~Messages() { OTF2_Error_RegisterCallback(before_, nullptr); }
    Messages(const Messages&) = delete;
    Messages& operator=(const Messages&) = delete;
    [[nodiscard]] const std::string& text() const { return text_; }

private:
    std::string text_;
    OTF2_ErrorCallback before_;
};

// One process of the run.
struct Process {
    explicit Process(const ImportFile& file)
        : profile(file), metric(profile.metric("time", "ns")) {}
    ImportedProfile profile;
    std::size_t metric;
    Unbalanced unbalanced{};
};

// The events of one location.
struct LocationReading {
    const Otf2Definitions& definitions;
    Process& process;
    CallReplay replay;
    std::int64_t last = 0;
    Otf2Failure failure{};
};

std::int64_t timeOf(LocationReading& reading, OTF2_TimeStamp ticks) {
    __extension__ using Wide = unsigned __int128;
    const Otf2Definitions& definitions = reading.definitions;
    const std::uint64_t since = ticks > definitions.firstTick ? ticks - definitions.firstTick : 0;
    // In whole numbers: a double would lose ns of long runs.
    const Wide ns = Wide{since} * 1'000'000'000U / definitions.ticksPerSecond;
    if (ns > static_cast<Wide>(std::numeric_limits<std::int64_t>::max())) {
        reading.process.profile.fail("a time is beyond 2^63 ns; the archive is damaged");
    }
    const auto time = static_cast<std::int64_t>(ns);
    if (time < reading.last) {
        reading.process.profile.fail("events are not in the order of time; the archive is damaged");
    }
    reading.last = time;
    return time;
}

std::uint32_t timerOf(LocationReading& reading, OTF2_RegionRef region) {
    const auto found = reading.definitions.regions.find(region);
    if (found == reading.definitions.regions.end()) {
        reading.process.profile.fail("there is no region " + std::to_string(region) +
                                     "; the archive is damaged");
    }
    const Otf2Definitions& all = reading.definitions;
    const std::string& group = all.text(found->second.group);
    return reading.process.profile.timer(all.text(found->second.name), {},
                                         group.empty() ? all.text(found->second.file) : group);
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode enter(OTF2_LocationRef /*location*/, OTF2_TimeStamp time,
                        std::uint64_t /*position*/, void* user, OTF2_AttributeList* /*attributes*/,
                        OTF2_RegionRef region) {
    auto& reading = *static_cast<LocationReading*>(user);
    return reading.failure.guard([&] {
        const std::int64_t at = timeOf(reading, time);
        reading.replay.begin(timerOf(reading, region), at);
    });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode leave(OTF2_LocationRef /*location*/, OTF2_TimeStamp time,
                        std::uint64_t /*position*/, void* user, OTF2_AttributeList* /*attributes*/,
                        OTF2_RegionRef region) {
    auto& reading = *static_cast<LocationReading*>(user);
    return reading.failure.guard([&] {
        const std::int64_t at = timeOf(reading, time);
        reading.replay.end(timerOf(reading, region), at);
    });
}

std::optional<double> numberOf(OTF2_Type type, const OTF2_MetricValue& value) {
    switch (type) {
        case OTF2_TYPE_INT64:
            return static_cast<double>(value.signed_int);
        case OTF2_TYPE_UINT64:
            return static_cast<double>(value.unsigned_int);
        case OTF2_TYPE_DOUBLE:
            return value.floating_point;
        default:
            return std::nullopt;
    }
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeMetric(OTF2_LocationRef /*location*/, OTF2_TimeStamp /*time*/,
                             std::uint64_t /*position*/, void* user,
                             OTF2_AttributeList* /*attributes*/, OTF2_MetricRef metric,
                             std::uint8_t number, const OTF2_Type* types,
                             const OTF2_MetricValue* values) {
    auto& reading = *static_cast<LocationReading*>(user);
    return reading.failure.guard([&] {
        const auto known = reading.definitions.metrics.find(metric);
        if (known == reading.definitions.metrics.end()) {
            return;
        }
        for (std::size_t i = 0; i < number && i < known->second.size(); ++i) {
            const auto member = reading.definitions.members.find(known->second[i]);
            const std::optional<double> value = numberOf(types[i], values[i]);
            if (member != reading.definitions.members.end() && value &&
                *value - *value == 0.0) {  // finite
                reading.process.profile.addEvent(reading.definitions.text(member->second), *value);
            }
        }
    });
}

// Whether the file ends as the library writes it: with an end mark of the file and one of its
// chunk. It does not look for them, and reads what is in its memory where a file was cut. True also
// for a file that is not there, as those of a compressed archive have other names.
bool hasEnd(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    char end[2] = {2, 1};
    stream.seekg(-2, std::ios::end);
    stream.read(end, sizeof end);
    return !std::filesystem::exists(file) || (stream && end[0] == 2 && end[1] == 1);
}

class Reader final {
public:
    explicit Reader(const ImportFile& file)
        : file_(file), reader_(OTF2_Reader_Open(file.path().c_str()), OTF2_Reader_Close) {}

    std::vector<ImportedPart> read() {
        require(reader_ != nullptr);
        check(OTF2_Reader_SetSerialCollectiveCallbacks(reader_.get()));
        check(readOtf2Definitions(reader_.get(), definitions_));
        if (definitions_.ticksPerSecond == 0) {
            file_.fail(0, "the clock of the archive has 0 ticks in a second");
        }
        for (const auto& [location, about] : definitions_.locations) {
            check(OTF2_Reader_SelectLocation(reader_.get(), location));
        }
        // An archive may lack local definitions.
        const bool hasLocal = OTF2_Reader_OpenDefFiles(reader_.get()) == OTF2_SUCCESS;
        check(OTF2_Reader_OpenEvtFiles(reader_.get()));
        for (const auto& [location, about] : definitions_.locations) {
            if (hasLocal) {
                readLocal(location);
            }
            readEvents(location, about);
        }
        checkEnds();
        if (hasLocal) {
            (void)OTF2_Reader_CloseDefFiles(reader_.get());
        }
        (void)OTF2_Reader_CloseEvtFiles(reader_.get());
        return parts();
    }

private:
    void check(OTF2_ErrorCode code) {
        if (code != OTF2_SUCCESS) {
            fail(OTF2_Error_GetDescription(code));
        }
    }

    void require(bool holds) {
        if (!holds) {
            fail("the OTF2 library cannot read the archive");
        }
    }

    [[noreturn]] void fail(const std::string& what) {
        file_.fail(0, (messages_.text().empty() ? what : messages_.text()) +
                          "; copy its whole folder again");
    }

    void checkEnds() {
        const std::filesystem::path anchor = file_.path();
        std::filesystem::path name = anchor;
        name.replace_extension(".def");
        const bool isWhole = hasEnd(name);
        for (const auto& [location, about] : definitions_.locations) {
            name = anchor.parent_path() / anchor.stem() / (std::to_string(location) + ".evt");
            if (!isWhole || !hasEnd(name)) {
                processes_.at(about.group)
                    .profile.addMissing((isWhole ? name : anchor.stem()).filename().string() +
                                        " has no end mark: it may be cut short");
            }
        }
    }

    // The library maps references of the location by them.
    void readLocal(OTF2_LocationRef location) {
        if (OTF2_DefReader* const source = OTF2_Reader_GetDefReader(reader_.get(), location)) {
            std::uint64_t number = 0;
            check(OTF2_Reader_ReadAllLocalDefinitions(reader_.get(), source, &number));
            check(OTF2_Reader_CloseDefReader(reader_.get(), source));
        }
    }

    void readEvents(OTF2_LocationRef location, const Otf2Definitions::Location& about) {
        Process& process = processes_.try_emplace(about.group, file_).first->second;
        const auto group = definitions_.groups.find(about.group);
        const std::string name =
            (group == definitions_.groups.end() ? ""
                                                : definitions_.text(group->second.name) + ": ") +
            definitions_.text(about.name);
        const std::size_t thread = process.profile.thread(std::to_string(location), name);
        LocationReading reading{definitions_, process,
                                CallReplay(process.profile, thread, process.metric)};
        OTF2_EvtReader* const source = OTF2_Reader_GetEvtReader(reader_.get(), location);
        require(source != nullptr);
        const std::unique_ptr<OTF2_EvtReaderCallbacks, decltype(&OTF2_EvtReaderCallbacks_Delete)>
            callbacks(OTF2_EvtReaderCallbacks_New(), OTF2_EvtReaderCallbacks_Delete);
        OTF2_EvtReaderCallbacks_SetEnterCallback(callbacks.get(), enter);
        OTF2_EvtReaderCallbacks_SetLeaveCallback(callbacks.get(), leave);
        OTF2_EvtReaderCallbacks_SetMetricCallback(callbacks.get(), takeMetric);
        check(OTF2_Reader_RegisterEvtCallbacks(reader_.get(), source, callbacks.get(), &reading));
        std::uint64_t number = 0;
        const OTF2_ErrorCode code = OTF2_Reader_ReadAllLocalEvents(reader_.get(), source, &number);
        reading.failure.rethrow();
        check(code);
        check(OTF2_Reader_CloseEvtReader(reader_.get(), source));
        reading.replay.finish(reading.last);
        process.unbalanced += reading.replay.unbalanced();
    }

    std::vector<ImportedPart> parts() {
        std::vector<ImportedPart> parts;
        std::uint32_t rank = 0;
        for (auto& [group, process] : processes_) {
            if (const std::string text = process.unbalanced.text(); !text.empty()) {
                process.profile.addMissing(text);
            }
            ImportedPart& part = parts.emplace_back();
            part.trace = process.profile.finishTrace();
            part.profile = process.profile.finish();
            // Location groups are the processes; their references, in ascending order, become
            // ranks.
            part.rank = rank++;
        }
        if (parts.empty()) {
            file_.fail(0, "there is no location in the archive");
        }
        return parts;
    }

    const ImportFile& file_;
    Messages messages_;
    std::unique_ptr<OTF2_Reader, decltype(&OTF2_Reader_Close)> reader_;
    Otf2Definitions definitions_;
    std::map<OTF2_LocationGroupRef, Process> processes_;
};

// More than the library needs for the files of the archive, so that a run beyond it has no end.
double secondsFor(const std::filesystem::path& anchor) {
    std::uintmax_t bytes = 0;
    std::error_code ignored;
    const std::filesystem::path folder = anchor.parent_path() / anchor.stem();
    for (const auto& entry : std::filesystem::directory_iterator(folder, ignored)) {
        const std::uintmax_t size = entry.file_size(ignored);
        bytes += ignored ? 0 : size;
    }
    return 30.0 + static_cast<double>(bytes) / 1e6;
}

// The library trusts the numbers in the files: a damaged archive may end the process that reads it.
// A child process reads it first, so that this process reads only what can be read.
void readInChild(const ImportFile& file) {
    const auto outcome = callIsolated(
        [&file] {
            (void)Reader(file).read();
            return std::string();
        },
        {.seconds = secondsFor(file.path())});
    switch (outcome.end) {
        case IsolatedOutcome::End::Returned:
            return;
        case IsolatedOutcome::End::Threw:
            throw base::InputError(base::InputError::Kind::Damaged, outcome.cause);
        default:
            file.fail(0, "the OTF2 library cannot read the archive (" + outcome.cause +
                             "): it is damaged; copy its whole folder again");
    }
}

std::vector<ImportedPart> read(const ImportFile& file) {
    readInChild(file);
    return Reader(file).read();
}

}  // namespace

Importer otf2Importer() {
    return {"otf2", "the anchor of an OTF2 archive, traces.otf2: Score-P, EZTrace, TAU",
            "the times of metrics; messages, collectives, attributes", recognises, read};
}

}  // namespace gantry::perf
