#pragma once

#include <server/api/RunApi.hpp>
#include <server/http/HttpTypes.hpp>

#include <memory>
#include <mutex>
#include <string>

namespace gantry::server {

/// Replies for a program that runs: those of its newest state, and /api/live for who wants to know
/// of the next. Any thread may call any function.
class LiveApi final {
public:
    explicit LiveApi(std::string title) : title_(std::move(title)) {}

    /// The newest state. What is being read of the one before stays whole.
    void update(ServedRun run);
    /// An event for HttpServer::publish(), docs/formats/http-api.md.
    [[nodiscard]] static std::string event(std::int64_t timeNs, bool runs);

    [[nodiscard]] HttpReply reply(const HttpRequest& request) const;

private:
    std::string title_;
    mutable std::mutex mutex_;
    std::shared_ptr<const RunApi> newest_;
};

}  // namespace gantry::server
