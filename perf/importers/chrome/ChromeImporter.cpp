// Chrome's trace events as a profile. Events of a file come in any order, so calls are collected by
// thread, sorted by time, and replayed.

#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/CallReplay.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

#include <algorithm>

#include "ChromeEvents.hpp"

namespace gantry::perf {

namespace {

bool recognises(std::string_view beginning) {
    const std::vector<std::string> names = firstNames(beginning);
    if (names.empty()) {
        return false;
    }
    // An array alone says little; "ph", the phase of an event, is in all of them.
    return names.front() == "["
               ? hasName(names, "ph")
               : hasName(names, "traceEvents") || hasName(names, "displayTimeUnit");
}

class Reader final {
public:
    explicit Reader(const ImportFile& file)
        : file_(file), profile_(file), events_(profile_), metric_(profile_.metric("time", "ns")) {}

    ImportedPart read() {
        JsonCursor json(file_);
        if (json.kind() == JsonCursor::Kind::Array) {
            readArray(json, true);
        } else {
            bool hasEvents = false;
            json.enterObject();
            for (std::string name; json.nextMember(name);) {
                if (name == "traceEvents" && !hasEvents) {
                    readArray(json, false);
                    hasEvents = true;
                } else {
                    json.skip();
                }
            }
            if (!hasEvents) {
                file_.failInText(0, "the document lacks 'traceEvents'; write it again");
            }
        }
        json.end();
        replay();
        for (const std::string& text : {unbalanced_.text(), events_.skippedText()}) {
            if (!text.empty()) {
                profile_.addMissing(text);
            }
        }
        ImportedPart part;
        part.trace = profile_.finishTrace();
        part.profile = profile_.finish();
        return part;
    }

private:
    // The format lets the closing bracket of a plain array be missing.
    void readArray(JsonCursor& json, bool mayBeCut) {
        json.enterArray();
        bool isCut = false;
        while (mayBeCut ? json.nextElementOrCut(isCut) : json.nextElement()) {
            events_.read(json);
        }
        if (isCut) {
            profile_.addMissing("the trace ends without its closing bracket");
        }
    }

    void replay() {
        for (ChromeThread& thread : events_.threads()) {
            sortByTime(thread.calls);
            const std::size_t place = profile_.thread(thread.key, events_.nameOf(thread));
            CallReplay replay(profile_, place, metric_);
            std::int64_t last = 0;
            for (const ChromeCall& call : thread.calls) {
                profile_.at(call.offset);
                switch (call.phase) {
                    case ChromeCall::Phase::Begin:
                        replay.begin(call.timer, call.time);
                        break;
                    case ChromeCall::Phase::Whole:
                        replay.call(call.timer, call.time, call.end);
                        break;
                    case ChromeCall::Phase::End:
                        replay.end(call.timer, call.time);
                        break;
                    case ChromeCall::Phase::EndInnermost:
                        replay.end(call.time);
                        break;
                }
                // What is open counts up to the last moment of its own thread.
                last = std::max(last, std::max(call.time, call.end));
            }
            replay.finish(last);
            unbalanced_ += replay.unbalanced();
        }
    }

    const ImportFile& file_;
    ImportedProfile profile_;
    ChromeEvents events_;
    std::size_t metric_;
    Unbalanced unbalanced_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back(Reader(file).read());
    return parts;
}

}  // namespace

Importer chromeImporter() {
    return {"chrome", "Chrome's trace-event JSON: browsers, Kokkos, PyTorch, -ftime-trace of clang",
            "the times of counters; asynchronous events, flows, samples, most arguments",
            recognises, read};
}

}  // namespace gantry::perf
