#include <base/files/Descriptor.hpp>
#include <perf/document/JsonProfile.hpp>
#include <perf/document/JsonValues.hpp>
#include <server/http/HttpClient.hpp>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

#include "OptionParser.hpp"
#include "TopSource.hpp"

namespace gantry::tools {

namespace {

constexpr std::chrono::seconds kPatience{10};
constexpr unsigned kUnauthorized = 401;

class RemoteTop final : public TopSource {
public:
    RemoteTop(const std::string& url, const std::string& key)
        : url_(url), client_(url, key, kPatience) {
        const perf::Json meta = askMeta();
        if (!meta.value("live", false)) {
            throw std::runtime_error(url_ +
                                     ": this server shows ended runs; gantry top requires a "
                                     "running program, as shown by gantry serve");
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
            throw std::runtime_error(url_ + ": the server there is not gantry serve");
        }
        return meta;
    }
    std::string ask(const std::string& path) {
        server::HttpClient::Answer answer = client_.get(path);
        if (answer.status == kUnauthorized) {
            throw std::invalid_argument("the key is not the one of the server at " + url_ +
                                        "; take the file that its --key-file has written");
        }
        constexpr unsigned kGood = 200;
        if (answer.status != kGood) {
            throw std::runtime_error(url_ + ": status " + std::to_string(answer.status) + ": " +
                                     answer.body.substr(0, answer.body.find('\n')));
        }
        return std::move(answer.body);
    }

    std::string url_;
    server::HttpClient client_;
    std::string name_;
};

UsageError keyError(const std::string& file, const std::string& why) {
    return UsageError("--key-file: " + file + ": " + why);
}

std::string readKey(const std::string& name) {
    const base::Descriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    if (!file || ::fstat(file.number(), &facts) != 0) {
        throw keyError(name, std::generic_category().message(errno));
    }
    constexpr mode_t kOthers = S_IRWXG | S_IRWXO;
    if (!S_ISREG(facts.st_mode) || (facts.st_mode & kOthers) != 0) {
        throw keyError(name, "others may read it; chmod 600 " + name);
    }
    std::string key(1024, '\0');
    const ssize_t size = ::read(file.number(), key.data(), key.size());
    key.resize(size > 0 ? static_cast<std::size_t>(size) : 0);
    while (!key.empty() && (key.back() == '\n' || key.back() == '\r')) {
        key.pop_back();
    }
    return key;
}

}  // namespace

std::unique_ptr<TopSource> remoteTop(const std::string& url, const std::string& key) {
    return std::make_unique<RemoteTop>(url, key);
}

std::string keyOfServer(const std::optional<std::string>& file) {
    const char* const variable =
        std::getenv("GANTRY_KEY");  // NOLINT(concurrency-mt-unsafe): nobody sets variables here
    std::string key = file ? readKey(*file) : variable != nullptr ? variable : "";
    const auto isPlain = [](unsigned char c) { return c > ' ' && c < 0x7f; };
    if (key.empty() || key.find_first_of(" \t\r\n") != std::string::npos ||
        !std::all_of(key.begin(), key.end(), isPlain)) {
        throw std::runtime_error(
            "--connect needs the key of the server: start it with --key-file FILE, and pass that "
            "file with --key-file, or its contents in the variable GANTRY_KEY");
    }
    return key;
}

}  // namespace gantry::tools
