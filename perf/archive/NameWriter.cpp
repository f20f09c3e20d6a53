#include "NameWriter.hpp"

namespace gantry::perf {

std::int64_t NameWriter::idOf(const std::string& text) {
    const auto [entry, isNew] = ids_.try_emplace(text, static_cast<std::int64_t>(ids_.size()));
    if (isNew) {
        insert_.insert(entry->second, std::string_view(text));
    }
    return entry->second;
}

}  // namespace gantry::perf
