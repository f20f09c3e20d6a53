#include <server/ControlProtocol.hpp>

#include <nlohmann/json.hpp>

#include <stdexcept>

namespace gantry::server {

namespace {

using Json = nlohmann::ordered_json;

std::string oneLine(const Json& document) {
    // ASCII only and invalid bytes replaced: output of components may hold anything, and each
    // message must stay one line of valid JSON.
    return document.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

template <class Read>
auto readLine(const std::string& line, Read read) {
    try {
        return read(Json::parse(line));
    } catch (const Json::exception& error) {
        throw std::runtime_error(
            std::string("the process that listens there does not use the protocol of gantry: ") +
            error.what());
    }
}

}  // namespace

std::string toLine(const Greeting& greeting) {
    return oneLine({{"format", "gantry-control"},
                    {"version", kControlVersion},
                    {"pid", greeting.pid},
                    {"script", greeting.script},
                    {"stays", greeting.stays}});
}

std::string toLine(const Reply& reply) {
    Json document{
        {"request", reply.request}, {"ok", reply.error.empty()}, {"output", reply.output}};
    if (!reply.error.empty()) {
        document["error"] = reply.error;
    }
    if (reply.end) {
        document["end"] = *reply.end;
    }
    return oneLine(document);
}

Greeting readGreeting(const std::string& line) {
    return readLine(line, [](const Json& document) {
        if (document.at("format").get<std::string>() != "gantry-control") {
            throw std::runtime_error("the process that listens there is not a container of gantry");
        }
        if (const int version = document.at("version").get<int>(); version > kControlVersion) {
            throw std::runtime_error("the container speaks version " + std::to_string(version) +
                                     " of the protocol, this program version " +
                                     std::to_string(kControlVersion) +
                                     "; use the gantry that runs it");
        }
        return Greeting{document.at("pid").get<pid_t>(), document.at("script").get<std::string>(),
                        document.at("stays").get<bool>()};
    });
}

Reply readReply(const std::string& line) {
    return readLine(line, [](const Json& document) {
        Reply reply{document.at("request").get<int>(), document.at("output").get<std::string>(),
                    document.value("error", std::string()), std::nullopt};
        if (!document.at("ok").get<bool>() && reply.error.empty()) {
            reply.error = "the command failed without a reason";
        }
        if (document.contains("end")) {
            reply.end = document.at("end").get<int>();
        }
        return reply;
    });
}

}  // namespace gantry::server
