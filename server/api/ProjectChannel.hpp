#pragma once

#include <server/http/HttpTypes.hpp>

#include <functional>
#include <memory>
#include <mutex>
#include <string>

namespace gantry::server {

/// The project of the runs that are served, as it is now. Any thread.
class ServedProject final {
public:
    using Save = std::function<std::string(const std::string& edited)>;

    /// save: ServedContext::saveProject.
    ServedProject(std::string text, Save save) : text_(std::move(text)), save_(std::move(save)) {}

    [[nodiscard]] std::string text() const;
    [[nodiscard]] bool saves() const { return save_ != nullptr; }
    /// Throws what `save` throws; then the project is as it was.
    void take(const std::string& edited);

private:
    mutable std::mutex mutex_;
    std::string text_;
    Save save_;
};

/// A WebSocket by which a page changes the project, as docs/formats/http-api.md says; status 403
/// where pages change nothing.
HttpReply openProject(std::shared_ptr<ServedProject> project);

}  // namespace gantry::server
