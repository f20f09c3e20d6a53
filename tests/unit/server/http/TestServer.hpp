#pragma once

#include <server/http/HttpServer.hpp>

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "TestClient.hpp"

namespace gantry::server::test {

// Gives what was said last, in capitals; and what others publish.
struct Board {
    std::mutex mutex;
    std::shared_ptr<const std::string> newest;
    std::uint64_t number = 0;

    void publish(std::string text) {
        const std::lock_guard lock(mutex);
        newest = std::make_shared<const std::string>(std::move(text));
        ++number;
    }
};

class BoardChannel final : public HttpChannel {
public:
    explicit BoardChannel(Board& board) : board_(board) {}

    Next next(std::chrono::steady_clock::time_point) override {
        if (!said_.empty()) {
            const bool ends = said_ == "end";
            return {std::make_shared<const std::string>("heard " + std::exchange(said_, "")),
                    std::nullopt, ends};
        }
        const std::lock_guard lock(board_.mutex);
        if (seen_ == board_.number) {
            return {};
        }
        seen_ = board_.number;
        return {board_.newest, std::nullopt, false};
    }
    void receive(const std::string& message) override {
        if (message == "throw") {
            throw std::runtime_error("a fault");
        }
        said_ = message;
    }

private:
    Board& board_;
    std::uint64_t seen_ = 0;
    std::string said_;
};

inline Board& board() {
    static Board shared;
    return shared;
}

inline HttpReply answer(const HttpRequest& request) {
    if (request.path == "/large") {
        return httpReply(std::string(8 << 20, 'x'), 200, "text/plain");
    }
    if (request.path == "/broken") {
        throw std::runtime_error("a \"fault\"");
    }
    if (request.path == "/live") {
        HttpReply reply;
        reply.type = "text/plain";
        reply.channel = std::make_shared<BoardChannel>(board());
        return reply;
    }
    return request.path == "/" ? httpReply("hello", 200, "text/plain") : httpError(404, "nothing");
}

inline HttpSettings settings(HttpLimits limits = {}) {
    HttpSettings chosen;
    chosen.key = kKey;
    chosen.limits = limits;
    return chosen;
}

inline std::string closing(const std::string& line) {
    return head(line, "Connection: close\r\n");
}

inline std::string ask(const HttpServer& server, const std::string& text) {
    Client client(server.port());
    client.send(text);
    client.sayNoMore();
    return client.untilEnd();
}

}  // namespace gantry::server::test
