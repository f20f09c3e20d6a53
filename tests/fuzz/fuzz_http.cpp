// Takes any bytes as the head of a request, and as what a client of a WebSocket says.

#include <server/api/LiveStates.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>

#include "Access.hpp"
#include "RequestRules.hpp"

using namespace gantry::server;

namespace {

const std::string kKey = "0123456789abcdef0123456789abcdef";

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const char* what) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-http: does not hold: %s\n", what);
        std::abort();
    }
}

// Lines "METHOD TARGET", then "NAME: VALUE", as the parser of the server hands them on.
RequestHead headIn(const std::string& text) {
    RequestHead head;
    std::size_t place = std::min(text.find('\n'), text.size());
    const std::string first = text.substr(0, place);
    const std::size_t blank = std::min(first.find(' '), first.size());
    head.method = first.substr(0, blank);
    head.target = blank < first.size() ? first.substr(blank + 1) : "";
    while (place < text.size()) {
        const std::size_t end = std::min(text.find('\n', place + 1), text.size());
        const std::string line = text.substr(place + 1, end - place - 1);
        const std::size_t colon = std::min(line.find(": "), line.size());
        head.fields.emplace_back(line.substr(0, colon),
                                 colon < line.size() ? line.substr(colon + 2) : "");
        place = end;
    }
    return head;
}

void judge(const std::string& text) {
    const RequestHead head = headIn(text);
    const auto read = readRequest(head, {});
    if (const auto* refusal = std::get_if<Refusal>(&read)) {
        require(refusal->status >= 400 && refusal->status < 500, "a refusal is the client's fault");
        return;
    }
    const auto& request = std::get<HttpRequest>(read);
    require(request.path.starts_with('/'), "a path begins at the root");
    require(request.path.find('%') == std::string::npos, "nothing in a path is encoded");
    require(head.method == "GET" || head.method == "HEAD", "other methods are refused");
    for (const auto& [name, value] : request.query) {
        require((name + value).find('\0') == std::string::npos, "no value has a zero");
    }
    const Access access(kKey, 80);
    const Access::Verdict verdict = access.judge(head, request);
    if (!verdict.refusal && request.path != "/healthz") {
        const std::string shown(head.only("Authorization"));
        const std::string cookie(head.only("Cookie"));
        require(shown == "Bearer " + kKey || cookie.find("gantry-80=" + kKey) != std::string::npos,
                "nobody is served without the key");
    }
}

void say(const std::string& text) {
    const auto states = std::make_shared<LiveStates>(
        "abcd", [](const std::string& command, const std::function<void(LiveReply)>& done) {
            require(command.find('\n') == std::string::npos, "a command is one line");
            done({command, ""});
        });
    states->update({{"runs", {{{"timers", {{"calls", {1, 2}}}}}}}}, {});
    const auto channel = states->open({"/api/live", {}, true}, false);
    channel->receive(R"({"type":"subscribe"})");
    // Some messages, one after the other.
    for (std::size_t place = 0; place < text.size();) {
        const std::size_t end = std::min(text.find('\n', place), text.size());
        channel->receive(text.substr(place, end - place));
        place = end + 1;
    }
    bool ends = false;
    for (int i = 0; i < 100 && !ends; ++i) {
        const HttpChannel::Next next =
            channel->next(std::chrono::steady_clock::time_point() + std::chrono::seconds(20 * i));
        ends = next.ends || !next.text;
        require(!next.text || next.text->starts_with("{\"type\":\""), "each text is a message");
        require(!next.text || next.text->find('\n') == std::string::npos, "and one line");
    }
    require(ends, "there is an end of what there is to say");
    require(states->fastestRate() <= 50, "no rate is too high");
    try {
        (void)states->open({"/api/live.ndjson", {{"rate", text}, {"since", text}}, false}, true);
    } catch (const std::invalid_argument&) {
        return;
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    judge(text);
    say(text);
    return 0;
}
