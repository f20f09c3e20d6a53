#pragma once

#include <StoreFile.hpp>
#include <string>
#include <vector>

namespace records {

/// The rows of a tuning store as a table for people; ports and machines have columns where there
/// are several. A last line says so where the store has no checksum. Each text ends with a line
/// feed.
std::string storeText(const std::vector<StoredRow>& rows, bool hasChecksum);

/// The rows as the JSON document gantry-tuning (docs/formats/tuning-store.md), without a line feed
/// at the end. A cost is null where nothing was measured.
std::string storeJson(const std::vector<StoredRow>& rows, bool hasChecksum);

}  // namespace records
