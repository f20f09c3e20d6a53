// Kinds of misuse in names and sentences. The names are in archives and JSON and never change;
// the sentences are for people and say what to do.

#include <perf/model/Misuse.hpp>

#include <algorithm>

namespace gantry::perf {

std::string_view misuseName(MisuseKind kind) {
    switch (kind) {
        case MisuseKind::Overlap:
            return "overlap";
        case MisuseKind::StopWithoutStart:
            return "stop-without-start";
        case MisuseKind::LeftOpen:
            return "left-open";
        case MisuseKind::ParameterOutside:
            return "parameter-outside";
        case MisuseKind::DepthExceeded:
            return "depth-exceeded";
        case MisuseKind::UnknownId:
            return "unknown-id";
        case MisuseKind::AfterThreadEnd:
            return "after-thread-end";
        case MisuseKind::OutOfMemory:
            return "out-of-memory";
        case MisuseKind::NotFinite:
            return "not-finite";
        case MisuseKind::InsideHandler:
            return "inside-handler";
    }
    return "unknown";
}

std::optional<MisuseKind> misuseFromName(std::string_view name) {
    for (int i = 0; i <= static_cast<int>(kLastMisuseKind); ++i) {
        const auto kind = static_cast<MisuseKind>(i);
        if (name == misuseName(kind)) {
            return kind;
        }
    }
    return std::nullopt;
}

namespace {

// No default: the compiler warns if a kind is added and not described.
std::string sentence(const Misuse& misuse) {
    std::string name = "'" + misuse.name + "'";
    switch (misuse.kind) {
        case MisuseKind::Overlap:
            return name + " was stopped while '" + misuse.other +
                   "', started inside it, still ran; stop the inner timer first";
        case MisuseKind::StopWithoutStart:
            return name + " was stopped without having been started on that thread";
        case MisuseKind::LeftOpen:
            return name + " was never stopped";
        case MisuseKind::ParameterOutside:
            return "a parameter of " + name +
                   " was set while it was not the innermost running timer";
        case MisuseKind::DepthExceeded:
            return name + " was started deeper than the depth limit; those calls are in (other)";
        case MisuseKind::UnknownId:
            return "something that was never registered was used: " + name;
        case MisuseKind::AfterThreadEnd:
            return "the engine was used by a thread that was ending; those calls are not recorded";
        case MisuseKind::OutOfMemory:
            return misuse.name.empty()
                       ? "there was not enough memory for a thread; its calls are not recorded"
                       : "no memory to record " + name + "; those calls are in (other)";
        case MisuseKind::NotFinite:
            return name + " was given a value that is not a finite number; it is not recorded";
        case MisuseKind::InsideHandler:
            return name +
                   " was used by a signal handler that interrupted the engine; those calls are in "
                   "(other), without their time";
    }
    return name;
}

}  // namespace

std::string describe(const Misuse& misuse) {
    std::string text = sentence(misuse) + " (" + std::to_string(misuse.count) +
                       (misuse.count == 1 ? " time" : " times");
    if (misuse.thread >= 0) {
        text += ", thread " + std::to_string(misuse.thread);
    }
    return text + ")";
}

}  // namespace gantry::perf
