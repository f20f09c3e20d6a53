#pragma once

#include <perf/segment/Layout.hpp>

#include <array>

namespace gantry::perf {

/// What a segment says of its own records.
std::array<RecordType, kRecordTypes> storeTypes() noexcept;

}  // namespace gantry::perf
