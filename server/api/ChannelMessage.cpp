#include "ChannelMessage.hpp"

namespace gantry::server {

using perf::Json;

Json messageIn(const std::string& text) {
    constexpr int kDeepest = 8;
    const auto bounded = [](int depth, Json::parse_event_t, const Json&) {
        if (depth > kDeepest) {
            throw std::invalid_argument("a message is not that deep");
        }
        return true;
    };
    Json message = Json::parse(text, bounded, false);
    if (!message.is_object()) {
        throw std::invalid_argument("a message is one JSON object");
    }
    return message;
}

}  // namespace gantry::server
