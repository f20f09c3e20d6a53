#include <server/api/LiveApi.hpp>

#include <utility>
#include <vector>

namespace gantry::server {

void LiveApi::update(ServedRun run) {
    std::vector<ServedRun> runs;
    runs.push_back(std::move(run));
    // Made without the lock: replies wait for the exchange alone.
    auto made = std::make_shared<const RunApi>(title_, std::move(runs), true);
    const std::lock_guard lock(mutex_);
    newest_.swap(made);
}

std::string LiveApi::event(std::int64_t timeNs, bool runs) {
    return R"({"timeNs":)" + std::to_string(timeNs) + R"(,"runs":)" + (runs ? "true}" : "false}");
}

HttpReply LiveApi::reply(const HttpRequest& request) const {
    if (request.path == "/api/live") {
        HttpReply reply;
        reply.watches = true;
        return reply;
    }
    std::shared_ptr<const RunApi> newest;
    {
        const std::lock_guard lock(mutex_);
        newest = newest_;
    }
    return newest ? newest->reply(request) : httpError(404, "nothing was measured yet");
}

}  // namespace gantry::server
