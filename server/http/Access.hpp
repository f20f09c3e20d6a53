#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "RequestRules.hpp"

namespace gantry::server {

/// Who may be served. For one thread.
class Access final {
public:
    /// The key as in HttpSettings. Throws std::invalid_argument for one that could be guessed, or
    /// that has characters a cookie must not have.
    Access(std::string key, std::uint16_t port);

    /// What was found of a request.
    struct Verdict {
        std::optional<Refusal> refusal{};
        bool tookLink = false;  ///< the browser is to get the cookie; the link is not valid again
        bool guessed = false;   ///< refused for a key or a link that is wrong
    };
    /// Checks host, origin, and key or link. A link counts for GET of '/' only.
    [[nodiscard]] Verdict judge(const RequestHead& head, const HttpRequest& request) const;

    /// Replaces the token of the link.
    void renewLink();
    [[nodiscard]] std::string link() const;
    /// The value of Set-Cookie for a browser that opened a link.
    [[nodiscard]] std::string cookie() const;

private:
    enum class Key { None, Wrong, Right };
    [[nodiscard]] Key keyIn(const RequestHead& head) const;

    std::string key_;
    std::uint16_t port_;
    std::string token_;
};

/// Whether both are equal, in a time that depends on their lengths only.
bool equalInConstantTime(std::string_view a, std::string_view b) noexcept;

}  // namespace gantry::server
