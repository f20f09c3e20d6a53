#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/model/Profile.hpp>
#include <perf/page/RunPage.hpp>

namespace gantry::perf {

/// The member `timeline` of a run of docs/formats/page.md. The profile knows where processes ran.
Json timelineData(const Timeline& timeline, const Profile& profile, PageTimeline use);

}  // namespace gantry::perf
