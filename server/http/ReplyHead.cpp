#include "ReplyHead.hpp"

namespace gantry::server {

namespace {

const char* reasonOf(unsigned status) {
    switch (status) {
        case 200:
            return "OK";
        case 400:
            return "Bad Request";
        case 401:
            return "Unauthorized";
        case 403:
            return "Forbidden";
        case 404:
            return "Not Found";
        case 405:
            return "Method Not Allowed";
        case 413:
            return "Content Too Large";
        case 414:
            return "URI Too Long";
        case 421:
            return "Misdirected Request";
        case 426:
            return "Upgrade Required";
        case 431:
            return "Request Header Fields Too Large";
        default:
            return "Internal Server Error";
    }
}

}  // namespace

std::string replyHead(const HttpReply& reply, const ReplyShape& shape) {
    const unsigned status = reply.channel ? 200 : reply.status;
    std::string head = "HTTP/1.1 " + std::to_string(status) + ' ' + reasonOf(status) + "\r\n";
    head += "Content-Type: " + reply.type + "\r\n";
    if (!reply.channel) {
        head += "Content-Length: " + std::to_string(reply.body ? reply.body->size() : 0) + "\r\n";
    }
    if (status == 405) {
        head += "Allow: GET, HEAD\r\n";
    }
    if (status == 426) {
        head += "Upgrade: websocket\r\n";
    }
    if (status == 401) {
        head += "WWW-Authenticate: Bearer\r\n";
    }
    if (!shape.cookie.empty()) {
        head += "Set-Cookie: " + shape.cookie + "\r\n";
    }
    head += "Content-Security-Policy: " +
            (reply.policy.empty() ? std::string("default-src 'none'") : reply.policy) +
            "; frame-ancestors 'none'\r\n";
    head +=
        "X-Content-Type-Options: nosniff\r\n"
        "X-Frame-Options: DENY\r\n"
        "Referrer-Policy: no-referrer\r\n"
        "Cross-Origin-Opener-Policy: same-origin\r\n"
        "Cross-Origin-Resource-Policy: same-origin\r\n"
        "Cache-Control: no-store\r\n";
    head += shape.closes ? "Connection: close\r\n\r\n" : "Connection: keep-alive\r\n\r\n";
    return head;
}

}  // namespace gantry::server
