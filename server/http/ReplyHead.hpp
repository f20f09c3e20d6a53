#pragma once

#include <server/http/HttpTypes.hpp>

#include <string>

namespace gantry::server {

/// What a reply head says beside the reply itself.
struct ReplyShape {
    std::string cookie{};  ///< of Set-Cookie; empty: none
    bool closes = false;   ///< the connection ends behind the reply
};

/// Status line and headers with the empty line behind them. Nothing of a request is repeated in it.
std::string replyHead(const HttpReply& reply, const ReplyShape& shape);

}  // namespace gantry::server
