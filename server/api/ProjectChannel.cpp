#include "ProjectChannel.hpp"

#include <cstdint>
#include <deque>
#include <stdexcept>
#include <utility>

#include "ChannelMessage.hpp"

namespace gantry::server {

namespace {

using perf::Json;

class ProjectChannel final : public HttpChannel {
public:
    explicit ProjectChannel(std::shared_ptr<ServedProject> project)
        : project_(std::move(project)) {}

    Next next(std::chrono::steady_clock::time_point) override {
        if (replies_.empty()) {
            return {};
        }
        auto text = std::make_shared<const std::string>(std::move(replies_.front()));
        replies_.pop_front();
        return {std::move(text), std::nullopt, ends_ && replies_.empty()};
    }

    void receive(const std::string& message) override {
        if (ends_) {
            return;
        }
        try {
            take(messageIn(message));
        } catch (const std::invalid_argument& error) {
            ends_ = true;
            say({{"type", "error"}, {"error", error.what()}});
        }
    }

private:
    // A client that does not read is not served further; it costs these few replies.
    static constexpr std::size_t kMostReplies = 16;

    void take(const Json& message) {
        if (memberOf<std::string>(message, "type", "a text") != "save") {
            return;
        }
        const auto project = message.find("project");
        if (project == message.end() || !project->is_object()) {
            throw std::invalid_argument("'project' has to be an object");
        }
        if (replies_.size() == kMostReplies) {
            throw std::invalid_argument("too many replies were not read");
        }
        const auto number = memberOf<std::int64_t>(message, "request", "a number").value_or(0);
        std::string problem;
        try {
            project_->take(project->dump(-1, ' ', true, Json::error_handler_t::replace));
        } catch (const std::exception& error) {
            problem = error.what();
        }
        say({{"type", "reply"}, {"request", number}, {"ok", problem.empty()}, {"error", problem}});
    }

    void say(const Json& reply) {
        replies_.push_back(reply.dump(-1, ' ', true, Json::error_handler_t::replace));
    }

    std::shared_ptr<ServedProject> project_;
    std::deque<std::string> replies_;
    bool ends_ = false;
};

}  // namespace

std::string ServedProject::text() const {
    const std::lock_guard lock(mutex_);
    return text_;
}

void ServedProject::take(const std::string& edited) {
    std::string now = save_(edited);
    const std::lock_guard lock(mutex_);
    text_ = std::move(now);
}

HttpReply openProject(std::shared_ptr<ServedProject> project) {
    if (!project->saves()) {
        return httpError(403,
                         "pages change nothing here; start the server so that it permits changes");
    }
    HttpReply reply;
    reply.channel = std::make_shared<ProjectChannel>(std::move(project));
    return reply;
}

}  // namespace gantry::server
