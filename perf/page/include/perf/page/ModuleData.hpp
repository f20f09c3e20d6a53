#pragma once

#include <perf/document/JsonValues.hpp>
#include <perf/model/Profile.hpp>

namespace gantry::perf {

/// The member `modules` of a run of docs/formats/page.md: what each module recorded, with the
/// fields as the module described them, and the report that it brings. Of any module, also one that
/// this program knows nothing of. Records of one name are one. Of the largest records as many as
/// the limits of that page allow, which bounds the data to some 1.5 MB.
Json moduleData(const Profile& profile);

}  // namespace gantry::perf
