#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/CallReplay.hpp>
#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

#include <optional>

namespace gantry::perf {

namespace {

bool recognises(std::string_view beginning) {
    const std::vector<std::string> names = firstNames(beginning);
    const bool isObject = !names.empty() && names.front() != "[";
    return isObject && !hasName(names, "traceEvents") &&
           (hasName(names, "profiles") || hasName(names, "shared") ||
            beginning.find("speedscope.app/file-format-schema") != std::string_view::npos);
}

// A profile of the file, as far as it comes before its samples or events.
struct Head {
    std::string name;
    std::string type;
    std::string unit = "none";
    std::optional<std::size_t> samples{};  // offsets
    std::optional<std::size_t> weights{};
    std::optional<std::size_t> events{};
};

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), profile_(file) {}

    ImportedPart read() {
        // Offsets: the members may be in any order, and profiles need the frames before.
        std::optional<std::size_t> profiles;
        std::optional<std::size_t> shared;
        JsonCursor json(file_);
        json.enterObject();
        for (std::string name; json.nextMember(name);) {
            if (name == "profiles") {
                profiles = json.offset();
            } else if (name == "shared") {
                shared = json.offset();
            } else if (name == "exporter" && json.kind() == JsonCursor::Kind::Text) {
                exporter_ = json.text();
                profile_.addFact("exporter", exporter_);
                continue;
            }
            json.skip();
        }
        json.end();
        if (!profiles || !shared) {
            file_.failInText(0,
                             "the document lacks 'profiles' or 'shared', which hold the data "
                             "and the names; write it again");
        }
        readShared(*shared);
        readProfiles(*profiles);
        if (const std::string text = unbalanced_.text(); !text.empty()) {
            profile_.addMissing(text);
        }
        ImportedPart part;
        part.trace = profile_.finishTrace();
        part.profile = profile_.finish();
        return part;
    }

private:
    void readShared(std::size_t offset) {
        JsonCursor json(file_, offset);
        json.enterObject();
        for (std::string name; json.nextMember(name);) {
            if (name != "frames") {
                json.skip();
                continue;
            }
            json.enterArray();
            while (json.nextElement()) {
                readFrame(json);
            }
        }
    }

    void readFrame(JsonCursor& json) {
        std::string name;
        std::string file;
        json.enterObject();
        for (std::string member; json.nextMember(member);) {
            const bool isText = json.kind() == JsonCursor::Kind::Text;
            if (member == "name") {
                name = json.text();
            } else if (member == "file" && isText) {
                file = json.text();
            } else {
                json.skip();
            }
        }
        frames_.push_back(profile_.timer(name, {}, file));
    }

    void readProfiles(std::size_t offset) {
        JsonCursor json(file_, offset);
        json.enterArray();
        while (json.nextElement()) {
            readProfile(json);
        }
    }

    void readProfile(JsonCursor& json) {
        Head head;
        const std::size_t begin = json.offset();
        json.enterObject();
        for (std::string member; json.nextMember(member);) {
            if (member == "name") {
                head.name = json.text();
            } else if (member == "type") {
                head.type = json.text();
            } else if (member == "unit") {
                head.unit = json.text();
            } else {
                const std::size_t place = json.offset();
                if (member == "samples") {
                    head.samples = place;
                } else if (member == "weights") {
                    head.weights = place;
                } else if (member == "events") {
                    head.events = place;
                }
                json.skip();
            }
        }
        profile_.at(begin);
        const std::size_t thread = threadOf(head);
        if (head.type == "evented" && head.events) {
            readEvents(*head.events, thread);
        } else if (head.type == "sampled" && head.samples && head.weights) {
            readSamples(head, thread);
        } else {
            profile_.fail(
                "the profile is neither 'evented' with 'events' nor 'sampled' with "
                "'samples' and 'weights'");
        }
    }

    struct Unit {
        std::string_view name;
        const char* metric;
        const char* unit;
        int shift;
    };

    Unit unitNamed(const std::string& name) {
        for (const Unit& known :
             {Unit{"nanoseconds", "time", "ns", 0}, Unit{"microseconds", "time", "ns", 3},
              Unit{"milliseconds", "time", "ns", 6}, Unit{"seconds", "time", "ns", 9},
              Unit{"bytes", "bytes", "bytes", 0}, Unit{"none", "weight", "samples", 0}}) {
            if (known.name == name) {
                return known;
            }
        }
        profile_.fail("there is no unit '" + name + "' in this format");
    }

    // Each profile is a thread.
    std::size_t threadOf(const Head& head) {
        const Unit unit = unitNamed(head.unit);
        shift_ = unit.shift;
        if (exporter_ == "gantry" && head.type == "sampled" &&
            head.name.find(": ") != std::string::npos) {
            return threadOfGantry(head.name, unit.unit);
        }
        metric_ = profile_.metric(unit.metric, unit.unit);
        return profile_.thread(std::to_string(profile_.profile().threads.size()), head.name);
    }

    // Gantry writes a profile for each metric of a thread, under a name as "thread 0 worker: wall"
    // or "thread 0: faults [page faults]".
    std::size_t threadOfGantry(const std::string& title, std::string unit) {
        // From the end, since the name of a thread may have a colon as well.
        constexpr std::string_view kThread = "thread ";
        const std::size_t colon = title.rfind(": ");
        std::string metric = title.substr(colon + 2);
        const std::size_t bracket = metric.rfind(" [");
        if (bracket != std::string::npos && metric.ends_with(']')) {
            unit = metric.substr(bracket + 2, metric.size() - bracket - 3);
            metric.resize(bracket);
        }
        metric_ = profile_.metric(metric, unit);
        const std::string thread = title.substr(0, colon);
        std::string name = thread;
        if (thread.starts_with(kThread)) {
            const std::size_t blank = thread.find(' ', kThread.size());
            name = blank == std::string::npos ? "" : thread.substr(blank + 1);
        }
        return profile_.thread(thread, name);
    }

    // Decimal digits are shifted, not multiplied as a double: 0.1 s is exactly 100,000,000 ns.
    std::int64_t value(JsonCursor& json) {
        profile_.at(json.offset());
        const std::optional<std::int64_t> value = scaledDecimal(json.number(), shift_);
        if (!value) {
            profile_.fail("the number is beyond 2^63 in the unit of the profile");
        }
        return *value;
    }

    std::uint32_t frame(JsonCursor& json) {
        profile_.at(json.offset());
        const std::optional<std::uint64_t> place = countNumber(json.number());
        if (!place || *place >= frames_.size()) {
            profile_.fail("there is no such frame: 'shared' has " +
                          counted(frames_.size(), "frame"));
        }
        return frames_[static_cast<std::size_t>(*place)];
    }

    void readSamples(const Head& head, std::size_t thread) {
        JsonCursor samples(file_, *head.samples);
        // Two cursors side by side, so that neither list is kept in memory.
        JsonCursor weights(file_, *head.weights);
        samples.enterArray();
        weights.enterArray();
        while (samples.nextElement()) {
            ImportedProfile::Node node = ImportedProfile::kTop;
            samples.enterArray();
            while (samples.nextElement()) {
                node = profile_.child(thread, node, frame(samples));
            }
            if (!weights.nextElement()) {
                weights.fail("there are more samples than weights; the file is damaged");
            }
            const std::int64_t weight = value(weights);
            // A sample without a stack belongs to no call.
            if (node != ImportedProfile::kTop) {
                profile_.add(thread, node, metric_, weight);
            }
        }
        if (weights.nextElement()) {
            weights.fail("there are more weights than samples; the file is damaged");
        }
    }

    void readEvents(std::size_t offset, std::size_t thread) {
        CallReplay replay(profile_, thread, metric_);
        std::optional<std::int64_t> last;
        JsonCursor json(file_, offset);
        json.enterArray();
        while (json.nextElement()) {
            const std::size_t place = json.offset();
            std::string type;
            std::optional<std::int64_t> time;
            std::optional<std::uint32_t> timer;
            json.enterObject();
            for (std::string member; json.nextMember(member);) {
                if (member == "type") {
                    type = json.text();
                } else if (member == "at") {
                    time = value(json);
                } else if (member == "frame") {
                    timer = frame(json);
                } else {
                    json.skip();
                }
            }
            profile_.at(place);
            if (!time || !timer || (type != "O" && type != "C")) {
                profile_.fail("an event has a type O or C, a frame and a time");
            }
            // The format demands it, and a replay needs it.
            if (last && *time < *last) {
                profile_.fail("the event is earlier than the one before; sort the events by time");
            }
            last = time;
            if (type == "O") {
                replay.begin(*timer, *time);
            } else {
                replay.end(*timer, *time);
            }
        }
        replay.finish(last.value_or(0));
        unbalanced_ += replay.unbalanced();
    }

    const ImportFile& file_;
    ImportedProfile profile_;
    std::string exporter_;
    std::vector<std::uint32_t> frames_;
    std::size_t metric_ = 0;
    int shift_ = 0;
    Unbalanced unbalanced_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back(Reader(file).read());
    return parts;
}

}  // namespace

Importer speedscopeImporter() {
    return {"speedscope", "speedscope's own JSON: py-spy, rbspy, speedscope, many others",
            "the times of samples; files and lines of frames except as the group", recognises,
            read};
}

}  // namespace gantry::perf
