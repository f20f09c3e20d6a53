#include "Access.hpp"

#include <base/text/RandomToken.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <stdexcept>
#include <utility>

namespace gantry::server {

namespace {

constexpr std::size_t kTokenBytes = 16;

// Without the port: behind a tunnel it is another one. A page of someone else that makes its name
// point here still names itself.
bool isLoopbackName(std::string_view host) {
    const std::size_t colon = host.rfind(':');
    if (colon != std::string_view::npos && host.substr(colon).find(']') == std::string_view::npos) {
        const std::string_view port = host.substr(colon + 1);
        constexpr std::size_t kDigits = 5;
        if (port.empty() || port.size() > kDigits ||
            !std::all_of(port.begin(), port.end(),
                         [](unsigned char c) { return std::isdigit(c) != 0; })) {
            return false;
        }
        host = host.substr(0, colon);
    }
    return host == "localhost" || host == "127.0.0.1" || host == "[::1]";
}

// A page of another origin may be what sends this. Programs send neither header. Opening the page
// itself by a link from elsewhere is fine.
bool comesFromElsewhere(const RequestHead& head, const HttpRequest& request) {
    const std::string_view origin = head.only("Origin");
    if (!origin.empty() && origin != "http://" + std::string(head.only("Host"))) {
        return true;
    }
    const std::string_view site = head.only("Sec-Fetch-Site");
    if (site.empty() || site == "same-origin" || site == "none") {
        return false;
    }
    return request.path != "/" || head.only("Sec-Fetch-Mode") != "navigate";
}

std::string cookieName(std::uint16_t port) {
    return "gantry-" + std::to_string(port);
}

}  // namespace

bool equalInConstantTime(std::string_view a, std::string_view b) noexcept {
    unsigned difference = a.size() == b.size() ? 0 : 1;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        difference |= static_cast<unsigned>(static_cast<unsigned char>(a[i])) ^
                      static_cast<unsigned char>(b[i]);
    }
    return difference == 0;
}

Access::Access(std::string key, std::uint16_t port) : key_(std::move(key)), port_(port) {
    const bool plain =
        std::all_of(key_.begin(), key_.end(), [](unsigned char c) { return std::isalnum(c) != 0; });
    if (key_.size() < 2 * kTokenBytes || !plain) {
        throw std::invalid_argument("a key has 32 letters and digits or more");
    }
    renewLink();
}

void Access::renewLink() {
    token_ = base::randomToken(kTokenBytes);
}

std::string Access::link() const {
    return "http://127.0.0.1:" + std::to_string(port_) + "/?token=" + token_;
}

std::string Access::cookie() const {
    return cookieName(port_) + '=' + key_ + "; Path=/; HttpOnly; SameSite=Strict";
}

Access::Key Access::keyIn(const RequestHead& head) const {
    constexpr std::string_view kBearer = "Bearer ";
    const std::string_view authorization = head.only("Authorization");
    if (!authorization.empty()) {
        const bool right = authorization.starts_with(kBearer) &&
                           equalInConstantTime(authorization.substr(kBearer.size()), key_);
        return right ? Key::Right : Key::Wrong;
    }
    const std::string name = cookieName(port_) + '=';
    std::string_view rest = head.only("Cookie");
    Key found = Key::None;
    while (!rest.empty()) {
        std::string_view part = rest.substr(0, rest.find(';'));
        rest.remove_prefix(std::min(part.size() + 1, rest.size()));
        part.remove_prefix(std::min(part.find_first_not_of(' '), part.size()));
        if (part.starts_with(name)) {
            if (equalInConstantTime(part.substr(name.size()), key_)) {
                return Key::Right;
            }
            found = Key::Wrong;
        }
    }
    return found;
}

Access::Verdict Access::judge(const RequestHead& head, const HttpRequest& request) const {
    if (!isLoopbackName(head.only("Host"))) {
        return {Refusal{421, "this server is known as 127.0.0.1 and localhost only"}};
    }
    if (comesFromElsewhere(head, request)) {
        return {Refusal{403, "pages of other origins are not served"}};
    }
    const Key key = keyIn(head);
    if (request.path == "/healthz" || key == Key::Right) {
        return {};
    }
    const auto token = request.value("token");
    if (request.path == "/" && token && equalInConstantTime(*token, token_)) {
        return {std::nullopt, head.method == "GET"};
    }
    Verdict refused{Refusal{401, token
                                     ? "this link has been used, or is of another server; take the "
                                       "newest link that the terminal shows"
                                     : "open the link that the terminal shows, or send the key as "
                                       "'Authorization: Bearer KEY'"}};
    refused.guessed = token || key == Key::Wrong;
    return refused;
}

}  // namespace gantry::server
