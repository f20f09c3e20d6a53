#pragma once

#include <server/http/HttpTypes.hpp>

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace gantry::server {

/// The head of a request as it came.
struct RequestHead {
    std::string method{};
    std::string target{};
    std::vector<std::pair<std::string, std::string>> fields{};  ///< names in any case

    /// The values of a header, whatever the case of its name.
    [[nodiscard]] std::vector<std::string_view> all(std::string_view name) const;
    /// Its only value; empty where there is none or there are several.
    [[nodiscard]] std::string_view only(std::string_view name) const;
};

/// Why a request is not served.
struct Refusal {
    unsigned status = 400;
    std::string why{};
};

/// The request, if its head keeps all rules that do not depend on who asks: GET or HEAD, no body,
/// one Host, a target that is a plain path with a query that decodes, sizes within the limits.
std::variant<HttpRequest, Refusal> readRequest(const RequestHead& head, const HttpLimits& limits);

}  // namespace gantry::server
