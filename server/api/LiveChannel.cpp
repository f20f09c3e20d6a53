#include "LiveChannel.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "ChannelMessage.hpp"

namespace gantry::server {

namespace {

using perf::Json;
using Clock = std::chrono::steady_clock;

constexpr double kUsualRate = 1;
constexpr double kLeastRate = 0.1;
constexpr double kMostRate = 50;
constexpr std::size_t kMostAwaited = 64;

LiveParts partsIn(const std::vector<std::string>& wanted) {
    const std::vector<std::string_view>& known = liveParts();
    LiveParts parts{(1U << known.size()) - 1};
    for (const std::string& name : wanted) {
        const auto place = std::find(known.begin(), known.end(), name);
        if (place == known.end()) {
            std::string all;
            for (const std::string_view part : known) {
                all += (all.empty() ? "" : ", ") + std::string(part);
            }
            throw std::invalid_argument("'parts' are some of " + all);
        }
        parts.left &= ~(1U << static_cast<unsigned>(place - known.begin()));
    }
    return parts;
}

template <class Value>
Value numberIn(const std::string& name, const std::string& text) {
    Value value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw std::invalid_argument("'" + name + "' must be a number");
    }
    return value;
}

}  // namespace

LiveChannel::LiveChannel(std::shared_ptr<LiveStates> states, const HttpRequest& request, bool lines)
    : states_(std::move(states)), lines_(lines) {
    if (lines) {
        subscribe(request);
    }
    const std::lock_guard lock(states_->mutex_);
    states_->channels_.insert(this);
}

LiveChannel::~LiveChannel() {
    const std::lock_guard lock(states_->mutex_);
    states_->channels_.erase(this);
}

HttpChannel::Next LiveChannel::text(std::string text, bool ends) const {
    return {std::make_shared<const std::string>(std::move(text) + (lines_ ? "\n" : "")),
            std::nullopt, ends};
}

HttpChannel::Next LiveChannel::next(Clock::time_point now) {
    if (!greeted_) {
        greeted_ = true;
        const std::lock_guard lock(states_->mutex_);
        return text(states_->hello());
    }
    if (!problem_.empty()) {
        return text(Json{{"type", "error"}, {"error", problem_}}.dump(-1, ' ', true), true);
    }
    {
        const std::lock_guard lock(replies_->mutex);
        if (!replies_->texts.empty()) {
            Next reply = text(std::move(replies_->texts.front()));
            replies_->texts.pop_front();
            return reply;
        }
    }
    return rate_ > 0 ? nextState(now) : Next();
}

HttpChannel::Next LiveChannel::nextState(Clock::time_point now) {
    // A state may come a little early: it should not wait for the one after.
    constexpr double kEarly = 0.8;
    const std::lock_guard lock(states_->mutex_);
    const std::uint32_t newest = states_->document_.id();
    if (newest == known_ || (acknowledges_ && acknowledged_ != known_)) {
        return {};
    }
    const auto apart =
        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(kEarly / rate_));
    if (sent_ && now < *sent_ + apart) {
        return {nullptr, *sent_ + apart, false};
    }
    sent_ = now;
    const std::shared_ptr<const std::string> state = states_->stateSince(known_, parts_);
    known_ = newest;
    return lines_ ? text(*state, states_->facts_.last) : Next{state, std::nullopt, false};
}

void LiveChannel::receive(const std::string& message) {
    if (!problem_.empty()) {
        return;
    }
    try {
        const Json read = messageIn(message);
        const std::string type = memberOf<std::string>(read, "type", "a text").value_or("");
        if (type == "subscribe") {
            subscribe(read);
        } else if (type == "have") {
            const auto id = memberOf<std::uint32_t>(read, "id", "a number").value_or(0);
            // One that was on its way when other parts were asked for does not count.
            acknowledged_ = id == known_ ? id : acknowledged_;
        } else if (type == "control") {
            control(read);
        }
    } catch (const std::invalid_argument& error) {
        problem_ = error.what();
    }
}

void LiveChannel::setRate(double rate) {
    if (!(rate >= kLeastRate && rate <= kMostRate)) {
        throw std::invalid_argument("'rate' must be a number from 0.1 to 50");
    }
    rate_ = rate;
}

// Of another stream nothing is known here: then the client gets the whole document.
void LiveChannel::resume(const std::string& stream, std::uint64_t since) {
    const std::lock_guard lock(states_->mutex_);
    const bool isKnown = stream == states_->stream_ && since <= states_->document_.id();
    known_ = acknowledged_ = isKnown ? static_cast<std::uint32_t>(since) : 0;
}

void LiveChannel::subscribe(const Json& message) {
    const LiveParts before = parts_;
    const bool first = rate_ == 0;
    const auto wanted = memberOf<std::vector<std::string>>(message, "parts", "a list of texts");
    parts_ = wanted ? partsIn(*wanted) : LiveParts();
    acknowledges_ = memberOf<bool>(message, "acknowledge", "true or false").value_or(false);
    const auto since = memberOf<std::uint64_t>(message, "since", "a number");
    if (first && since) {
        resume(memberOf<std::string>(message, "stream", "a text").value_or(""), *since);
    } else if (parts_ != before) {
        known_ = acknowledged_ = 0;
    }
    setRate(memberOf<double>(message, "rate", "a number").value_or(kUsualRate));
}

void LiveChannel::subscribe(const HttpRequest& request) {
    std::vector<std::string> wanted;
    std::istringstream list(request.value("parts").value_or(""));
    for (std::string name; std::getline(list, name, ',');) {
        wanted.push_back(name);
    }
    parts_ = request.value("parts") ? partsIn(wanted) : LiveParts();
    if (const auto since = request.value("since")) {
        resume(request.value("stream").value_or(""), numberIn<std::uint64_t>("since", *since));
    }
    const auto rate = request.value("rate");
    setRate(rate ? numberIn<double>("rate", *rate) : kUsualRate);
}

void LiveChannel::control(const Json& message) {
    const auto number = memberOf<std::int64_t>(message, "request", "a number").value_or(0);
    const auto command = memberOf<std::string>(message, "command", "a text");
    if (!command || command->find('\n') != std::string::npos) {
        throw std::invalid_argument("'command' must be one line");
    }
    const auto say = [replies = replies_, number](const Json& reply) {
        Json whole{{"type", "reply"}, {"request", number}};
        whole.update(reply);
        const std::lock_guard lock(replies->mutex);
        replies->texts.push_back(whole.dump(-1, ' ', true, Json::error_handler_t::replace));
    };
    if (!states_->control_) {
        say({{"ok", false},
             {"output", ""},
             {"error", "commands are not permitted; start the server so that it permits them"}});
        return;
    }
    {
        const std::lock_guard lock(replies_->mutex);
        if (replies_->awaited == kMostAwaited) {
            throw std::invalid_argument("too many requests wait for a reply");
        }
        ++replies_->awaited;
    }
    states_->control_(*command, [say, replies = replies_](LiveReply reply) {
        say({{"ok", reply.error.empty()}, {"output", reply.output}, {"error", reply.error}});
        const std::lock_guard lock(replies->mutex);
        --replies->awaited;
    });
}

}  // namespace gantry::server
