#include "RequestRules.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <optional>

namespace gantry::server {

namespace {

bool sameWord(std::string_view a, std::string_view b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return std::tolower(static_cast<unsigned char>(x)) ==
                      std::tolower(static_cast<unsigned char>(y));
           });
}

int digitOf(char c) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    const std::size_t place =
        kDigits.find(static_cast<char>(std::tolower(static_cast<unsigned char>(c))));
    return place == std::string_view::npos ? -1 : static_cast<int>(place);
}

// Nothing for what is not well formed, and for control characters, which no value of ours has.
std::optional<std::string> decoded(std::string_view text) {
    constexpr int kSixteen = 16;
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        char c = text[i] == '+' ? ' ' : text[i];
        if (c == '%') {
            const int high = i + 2 < text.size() ? digitOf(text[i + 1]) : -1;
            const int low = i + 2 < text.size() ? digitOf(text[i + 2]) : -1;
            if (high < 0 || low < 0) {
                return std::nullopt;
            }
            c = static_cast<char>(high * kSixteen + low);
            i += 2;
        }
        if (std::iscntrl(static_cast<unsigned char>(c)) != 0) {
            return std::nullopt;
        }
        plain += c;
    }
    return plain;
}

bool readQuery(std::string_view text, HttpRequest& request) {
    constexpr std::size_t kMost = 64;
    while (!text.empty()) {
        const std::string_view part = text.substr(0, text.find('&'));
        text.remove_prefix(std::min(part.size() + 1, text.size()));
        const std::size_t equals = part.find('=');
        auto name = decoded(part.substr(0, equals));
        auto value = decoded(equals == std::string_view::npos ? "" : part.substr(equals + 1));
        if (!name || !value || request.query.size() == kMost) {
            return false;
        }
        request.query.emplace_back(*std::move(name), *std::move(value));
    }
    return true;
}

bool isPlainPath(std::string_view path) {
    return path.starts_with('/') && std::all_of(path.begin(), path.end(), [](char c) {
               return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '/' || c == '-' ||
                      c == '_' || c == '.';
           });
}

// A length that is given once and is 0 counts as none.
bool hasBody(const RequestHead& head) {
    const auto lengths = head.all("Content-Length");
    return !head.all("Transfer-Encoding").empty() || lengths.size() > 1 ||
           (lengths.size() == 1 && lengths.front() != "0");
}

}  // namespace

std::vector<std::string_view> RequestHead::all(std::string_view name) const {
    std::vector<std::string_view> values;
    for (const auto& [key, value] : fields) {
        if (sameWord(key, name)) {
            values.emplace_back(value);
        }
    }
    return values;
}

std::string_view RequestHead::only(std::string_view name) const {
    const auto values = all(name);
    return values.size() == 1 ? values.front() : std::string_view();
}

std::variant<HttpRequest, Refusal> readRequest(const RequestHead& head, const HttpLimits& limits) {
    if (head.fields.size() > limits.fields) {
        return Refusal{431, "too many headers"};
    }
    if (head.target.size() > limits.target) {
        return Refusal{414, "the address is too long"};
    }
    if (head.method != "GET" && head.method != "HEAD") {
        return Refusal{405, "only GET and HEAD are served"};
    }
    if (hasBody(head)) {
        return Refusal{413, "a request may have no body"};
    }
    for (const char* name :
         {"Host", "Origin", "Authorization", "Cookie", "Sec-Fetch-Site", "Upgrade"}) {
        if (head.all(name).size() > 1) {
            return Refusal{400, std::string("several headers ") + name};
        }
    }
    HttpRequest request;
    request.opensWebSocket = head.method == "GET" && sameWord(head.only("Upgrade"), "websocket");
    const std::size_t mark = head.target.find('?');
    request.path = head.target.substr(0, mark);
    // Whatever else a path may be in HTTP, none of ours is: there is nothing to find there.
    if (!isPlainPath(request.path)) {
        return Refusal{404, "there is nothing at this address"};
    }
    if (mark != std::string::npos &&
        !readQuery(std::string_view(head.target).substr(mark + 1), request)) {
        return Refusal{400, "the query of the address is not well formed"};
    }
    return request;
}

}  // namespace gantry::server
