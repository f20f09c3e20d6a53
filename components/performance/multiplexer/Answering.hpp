#pragma once

#include <performance/null/Query.hpp>

#include <memory>
#include <utility>

#include "BackendSet.hpp"

namespace performance::multiplexer {

/// The query of the first backend that measures something; where none does, one without answers.
/// The visit lasts as long as the question, so that a backend that leads back here finds nobody.
class Answering final {
public:
    explicit Answering(BackendSet& shared) : visit_(shared.board()) {
        for (const auto& backend : visit_.backends()) {
            auto query = backend->query();
            if (query && !query->getCounterNames().empty()) {
                query_ = std::move(query);
                return;
            }
        }
    }
    Query* operator->() const noexcept { return query_ ? query_.get() : &none_; }

    /// The same at every question as long as that backend answers; null where none does.
    [[nodiscard]] const std::shared_ptr<Query>& backend() const noexcept { return query_; }

private:
    Visit visit_;
    std::shared_ptr<Query> query_;
    mutable null::Query none_;
};

}  // namespace performance::multiplexer
