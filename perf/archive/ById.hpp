#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Values by the ids of a table, which nearly always follow each other: those are in a vector, and
/// cost no hashing; others are in a map.
template <class Value>
class ById final {
public:
    /// False, and nothing changes, if there is one of that id.
    bool add(std::int64_t id, Value value) {
        if (values_.empty() && others_.empty()) {
            first_ = id;
        }
        if (find(id) != nullptr) {
            return false;
        }
        // Without a sign: the ids of a damaged file may be as far apart as numbers can.
        if (id >= first_ && distance(id) == values_.size()) {
            values_.push_back(std::move(value));
            return true;
        }
        return others_.emplace(id, std::move(value)).second;
    }

    /// Null: there is none.
    [[nodiscard]] const Value* find(std::int64_t id) const {
        if (id >= first_ && distance(id) < values_.size()) {
            return &values_[distance(id)];
        }
        const auto found = others_.find(id);
        return found == others_.end() ? nullptr : &found->second;
    }

private:
    [[nodiscard]] std::size_t distance(std::int64_t id) const {
        return static_cast<std::uint64_t>(id) - static_cast<std::uint64_t>(first_);
    }

    std::int64_t first_ = 0;
    std::vector<Value> values_;
    std::unordered_map<std::int64_t, Value> others_;
};

}  // namespace gantry::perf
