#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/runs/RunTimeline.hpp>

#include <stdexcept>
#include <utility>

namespace gantry::perf {

std::optional<Timeline> timelineForPage(const std::string& file, const Notes& notes,
                                        CheckedArchive* archive) {
    TimelineRequest request;
    request.archive = archive;
    request.words = {file};
    try {
        OpenedTimeline opened = openTimeline(request);
        for (const std::string& note : opened.notes) {
            notes(base::printable(note));
        }
        return std::move(opened.timeline);
    } catch (const base::InputError& error) {
        // A profile in JSON is neither a trace nor damaged.
        if (error.kind() != base::InputError::Kind::WrongKind) {
            notes("no timeline: " + base::printable(error.what()));
        }
    } catch (const std::runtime_error&) {
        // There is no trace, and the view of the timeline says so.
    }
    return std::nullopt;
}

}  // namespace gantry::perf
