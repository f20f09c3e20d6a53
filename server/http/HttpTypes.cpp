#include <base/text/Printable.hpp>
#include <server/http/HttpTypes.hpp>

#include <utility>

namespace gantry::server {

std::optional<std::string> HttpRequest::value(std::string_view name) const {
    for (const auto& [key, value] : query) {
        if (key == name) {
            return value;
        }
    }
    return std::nullopt;
}

HttpReply httpReply(std::string body, unsigned status, std::string type) {
    HttpReply reply;
    reply.status = status;
    reply.type = std::move(type);
    reply.body = std::make_shared<const std::string>(std::move(body));
    return reply;
}

HttpReply httpError(unsigned status, const std::string& message) {
    std::string text = "{\"error\": \"";
    // printable() leaves nothing that JSON forbids but quotes and backslashes.
    for (const char c : base::printable(message)) {
        if (c == '"' || c == '\\') {
            text += '\\';
        }
        text += c;
    }
    return httpReply(text + "\"}\n", status);
}

}  // namespace gantry::server
