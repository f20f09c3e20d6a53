#include <perf/document/JsonProfile.hpp>
#include <perf/document/JsonValues.hpp>
#include <server/http/HttpClient.hpp>
#include <server/live/RemoteSource.hpp>

#include <chrono>
#include <stdexcept>
#include <utility>

namespace gantry::server {

namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr unsigned kUnauthorized = 401;

class RemoteSource final : public perf::LiveSource {
public:
    RemoteSource(const std::string& url, const std::string& key)
        : url_(url), client_(url, key, kPatience) {
        const perf::Json meta = askMeta();
        if (!meta.value("live", false)) {
            throw std::runtime_error(url_ +
                                     ": this server shows ended runs, not a running "
                                     "program");
        }
        name_ = meta.value("title", std::string("the program")) + " at " + url_;
    }

    [[nodiscard]] const std::string& name() const override { return name_; }
    perf::Profile read() override { return perf::fromJson(ask("/api/profile")); }
    bool isLive() override { return askMeta().value("program", std::string()) == "runs"; }
    // What threads do shows on their own machine only.
    std::vector<perf::ThreadActivity> threads(const perf::Profile&) override { return {}; }
    [[nodiscard]] bool isLocal() const override { return false; }

private:
    perf::Json askMeta() {
        perf::Json meta = perf::Json::parse(ask("/api/meta"), nullptr, false);
        if (!meta.is_object() || meta.value("format", std::string()) != "gantry-api") {
            throw std::runtime_error(url_ + ": the server there is not one of Gantry");
        }
        return meta;
    }
    std::string ask(const std::string& path) {
        HttpClient::Answer answer = client_.get(path);
        if (answer.status == kUnauthorized) {
            throw std::invalid_argument("the key is not the one of the server at " + url_ +
                                        "; take the key file that this server wrote");
        }
        constexpr unsigned kGood = 200;
        if (answer.status != kGood) {
            throw std::runtime_error(url_ + ": status " + std::to_string(answer.status) + ": " +
                                     answer.body.substr(0, answer.body.find('\n')));
        }
        return std::move(answer.body);
    }

    std::string url_;
    HttpClient client_;
    std::string name_;
};

}  // namespace

std::unique_ptr<perf::LiveSource> remoteSource(const std::string& url, const std::string& key) {
    return std::make_unique<RemoteSource>(url, key);
}

}  // namespace gantry::server
