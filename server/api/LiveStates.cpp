#include <server/api/LiveStates.hpp>

#include <algorithm>

#include "LiveChannel.hpp"

namespace gantry::server {

void LiveStates::update(perf::Json document, Facts facts) {
    const std::lock_guard lock(mutex_);
    document_.update(std::move(document));
    facts_ = facts;
    texts_.clear();
}

std::shared_ptr<HttpChannel> LiveStates::open(const HttpRequest& request, bool lines) {
    return std::make_shared<LiveChannel>(shared_from_this(), request, lines);
}

std::size_t LiveStates::watchers() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::size_t>(
        std::count_if(channels_.begin(), channels_.end(),
                      [](const LiveChannel* channel) { return channel->rate() > 0; }));
}

double LiveStates::fastestRate() const {
    const std::lock_guard lock(mutex_);
    double rate = 0;
    for (const LiveChannel* channel : channels_) {
        rate = std::max(rate, channel->rate());
    }
    return rate;
}

std::string LiveStates::hello() const {
    return R"({"type":"hello","format":"gantry-live","version":1,"stream":")" + stream_ +
           R"(","id":)" + std::to_string(document_.id()) + R"(,"program":")" +
           nameOf(facts_.program) + R"(","control":)" + (control_ ? "true}" : "false}");
}

LiveStates::Text LiveStates::stateSince(std::uint32_t base, LiveParts parts) {
    Text& text = texts_[{base, parts.left}];
    if (!text) {
        text = std::make_shared<const std::string>(
            R"({"type":"state","id":)" + std::to_string(document_.id()) + R"(,"base":)" +
            (base == 0 ? "null" : std::to_string(base)) + R"(,"timeNs":)" +
            std::to_string(facts_.timeNs) + R"(,"program":")" + nameOf(facts_.program) +
            (base == 0 ? R"(","document":)" + document_.whole(parts)
                       : R"(","change":)" + document_.changeSince(base, parts)) +
            '}');
    }
    return text;
}

}  // namespace gantry::server
