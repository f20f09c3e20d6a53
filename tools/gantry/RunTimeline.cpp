#include "RunTimeline.hpp"

#include <base/InputError.hpp>
#include <base/text/Printable.hpp>
#include <perf/recording/TimelineSource.hpp>

#include <iostream>
#include <stdexcept>
#include <utility>

namespace gantry::tools {

std::optional<perf::Timeline> timelineForPage(const std::string& file) {
    perf::TimelineRequest request;
    request.words = {file};
    try {
        perf::OpenedTimeline opened = perf::openTimeline(request);
        for (const std::string& note : opened.notes) {
            std::cerr << "gantry: " << base::printable(note) << '\n';
        }
        return std::move(opened.timeline);
    } catch (const base::InputError& error) {
        // A profile in JSON is neither a trace nor damaged.
        if (error.kind() != base::InputError::Kind::WrongKind) {
            std::cerr << "gantry: no timeline: " << base::printable(error.what()) << '\n';
        }
    } catch (const std::runtime_error&) {
        // There is no trace, and the view of the timeline says so.
    }
    return std::nullopt;
}

}  // namespace gantry::tools
