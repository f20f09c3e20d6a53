// Reads strictly: an unknown key is an error with a suggestion, because a misspelled optional key
// would otherwise be lost without notice. Errors name the place as a JSON pointer.

#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

#include "document/AssemblyDocument.hpp"

namespace gantry::framework {
namespace {

using Json = nlohmann::ordered_json;
using gov::cca::CCAExceptionType;
using gov::cca::Type;

constexpr const char* kFormat = "gantry-assembly";
constexpr int kVersion = 1;

/// A place in a JSON document, as a JSON pointer, and its value.
class Node final {
public:
    Node(const Json& json, std::string place) : json_(json), place_(std::move(place)) {}

    [[noreturn]] void fail(const std::string& what) const {
        throw Error(CCAExceptionType::Nonstandard,
                    "at " + (place_.empty() ? "/" : place_) + ": " + what);
    }

    [[nodiscard]] const Json& json() const noexcept { return json_; }

    [[nodiscard]] std::string text() const {
        if (!json_.is_string()) {
            fail("a text is needed here");
        }
        return json_.get<std::string>();
    }

    [[nodiscard]] bool truth() const {
        if (!json_.is_boolean()) {
            fail("true or false is needed here");
        }
        return json_.get<bool>();
    }

    [[nodiscard]] std::vector<Node> elements() const {
        if (!json_.is_array()) {
            fail("a list is needed here");
        }
        std::vector<Node> nodes;
        for (std::size_t i = 0; i < json_.size(); ++i) {
            nodes.emplace_back(json_[i], place_ + '/' + std::to_string(i));
        }
        return nodes;
    }

    [[nodiscard]] std::vector<std::pair<std::string, Node>> members() const {
        if (!json_.is_object()) {
            fail("an object is needed here");
        }
        std::vector<std::pair<std::string, Node>> nodes;
        for (const auto& [key, value] : json_.items()) {
            nodes.emplace_back(key, Node(value, place_ + '/' + escaped(key)));
        }
        return nodes;
    }

    /// The object has no other keys.
    // Also checks that this is an object, which find() and at() rely on.
    void allow(const std::vector<std::string>& keys) const {
        for (const auto& [key, node] : members()) {
            if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
                node.fail("'" + key + "' is not known here" + base::suggest(key, keys));
            }
        }
    }

    [[nodiscard]] std::optional<Node> find(const std::string& key) const {
        const auto found = json_.find(key);
        return found == json_.end() ? std::nullopt
                                    : std::optional(Node(*found, place_ + '/' + key));
    }

    [[nodiscard]] Node at(const std::string& key) const {
        if (const auto found = find(key)) {
            return *found;
        }
        fail("'" + key + "' is missing");
    }

private:
    static std::string escaped(const std::string& key) {
        std::string text;
        for (const char c : key) {
            // The escapes of a JSON pointer (RFC 6901).
            text += c == '~' ? "~0" : c == '/' ? "~1" : std::string(1, c);
        }
        return text;
    }

    const Json& json_;
    std::string place_;
};

std::string scalarText(const Node& node) {
    if (node.json().is_string()) {
        return node.text();
    }
    if (!node.json().is_number() && !node.json().is_boolean()) {
        node.fail("a number, a text, or true or false is needed here");
    }
    return node.json().dump();
}

Value readValue(const Node& node) {
    node.allow({"type", "value"});
    const Node typeNode = node.at("type");
    const Type type = typeNamed(typeNode.text());
    if (type == Type::NoType) {
        typeNode.fail("unknown type '" + typeNode.text() +
                      "'; types are int, long, float, double, fcomplex, dcomplex, string, bool and "
                      "each of these followed by Array");
    }
    const Node value = node.at("value");
    // As text first: numbers are then read by the one function that scripts use too, with its
    // checks of range.
    std::vector<std::string> texts;
    // In gov.cca.Type the arrays follow the scalar types.
    if (type >= Type::IntArray) {
        for (const Node& element : value.elements()) {
            texts.push_back(type == Type::StringArray ? element.text() : scalarText(element));
        }
        // Without joining: the elements may have blanks.
        if (type == Type::StringArray) {
            return sidl::array<std::string>(texts);
        }
    } else {
        texts.push_back(type == Type::String ? value.text() : scalarText(value));
    }
    std::string joined;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        joined += (i == 0 ? "" : " ") + texts[i];
    }
    try {
        return fromText(type, joined);
    } catch (gov::cca::CCAException& error) {
        value.fail(error.getNote());
    }
}

std::vector<NamedValue> readValues(const Node& node) {
    std::vector<NamedValue> values;
    for (const auto& [key, value] : node.members()) {
        values.push_back({key, readValue(value)});
    }
    return values;
}

std::vector<PortValues> readPorts(const std::optional<Node>& node) {
    std::vector<PortValues> ports;
    if (node) {
        for (const auto& [port, values] : node->members()) {
            ports.push_back({port, readValues(values)});
        }
    }
    return ports;
}

SavedInstance readInstance(const Node& node) {
    node.allow({"name", "class", "properties", "portProperties", "parameters"});
    SavedInstance instance{node.at("name").text(), node.at("class").text()};
    if (instance.name.empty()) {
        node.at("name").fail("an instance needs a name");
    }
    if (const auto properties = node.find("properties")) {
        instance.properties = readValues(*properties);
    }
    instance.portProperties = readPorts(node.find("portProperties"));
    instance.parameters = readPorts(node.find("parameters"));
    return instance;
}

// A policy is one text with the words of the script command, read by the same function.
ContractPolicy readPolicy(const Node& node) {
    std::vector<std::string> words;
    std::istringstream stream(node.text());
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    try {
        std::size_t read = 0;
        const ContractPolicy policy = readContractPolicy(words, read);
        if (read == words.size()) {
            return policy;
        }
    } catch (gov::cca::CCAException& error) {
        node.fail(error.getNote());
    }
    node.fail("'" + node.text() + "' has words after the policy");
}

MonitoredMethod readMethod(const Node& node) {
    node.allow({"method", "timed", "parameters", "contracts"});
    MonitoredMethod method{.name = node.at("method").text(), .timed = true};
    if (const auto timed = node.find("timed")) {
        method.timed = timed->truth();
    }
    if (const auto parameters = node.find("parameters")) {
        // A method is recorded where the key is there, even with an empty list of parameters.
        method.recorded = true;
        for (const Node& name : parameters->elements()) {
            method.parameters.push_back(name.text());
        }
    }
    if (const auto contracts = node.find("contracts")) {
        method.contracts = readPolicy(*contracts);
    }
    return method;
}

using Names = std::set<std::string>;

// A connection refers to instances of the document only, so that loading never connects to what
// happens to be in the assembly already.
std::string readEnd(const Node& node, const Names& names) {
    std::string name = node.text();
    if (!names.contains(name)) {
        node.fail("there is no instance '" + name + "' in this document" +
                  base::suggest(name, {names.begin(), names.end()}));
    }
    return name;
}

SavedConnection readConnection(const Node& node, const Names& names) {
    node.allow({"user", "usesPort", "provider", "providesPort", "guarded", "monitored"});
    SavedConnection connection{{readEnd(node.at("user"), names), node.at("usesPort").text(),
                                readEnd(node.at("provider"), names),
                                node.at("providesPort").text()}};
    if (const auto guarded = node.find("guarded")) {
        connection.guarded = guarded->truth();
    }
    if (const auto monitored = node.find("monitored")) {
        for (const Node& method : monitored->elements()) {
            connection.monitored.push_back(readMethod(method));
        }
    }
    return connection;
}

void checkFormat(const Node& root) {
    if (!root.json().is_object() || root.json().value("format", Json()) != kFormat) {
        root.fail(std::string("this is not a saved assembly: its \"format\" is not \"") + kFormat +
                  "\"; 'save FILE.json' writes one");
    }
    const Node version = root.at("version");
    if (!version.json().is_number_integer() || version.json().get<std::int64_t>() < 1) {
        version.fail("a version is a whole number of at least 1");
    }
    // Checked before any key, since a newer version may have keys that would be refused as
    // misspelled.
    if (version.json().get<std::int64_t>() > kVersion) {
        version.fail("it was written by a newer gantry (version " + version.json().dump() +
                     " of the format; this one reads up to " + std::to_string(kVersion) +
                     "); take a newer gantry");
    }
}

}  // namespace

AssemblyDocument fromJson(const std::string& text) {
    Json json;
    try {
        json = Json::parse(text);
    } catch (const Json::parse_error& error) {
        const std::string what = error.what();
        // The text of the library begins with its own identifiers, which mean nothing to a user.
        const std::size_t begin = what.find("parse error");
        throw Error(
            CCAExceptionType::Nonstandard,
            "this is not JSON: " + (begin == std::string::npos ? what : what.substr(begin)));
    }
    const Node root(json, "");
    checkFormat(root);
    root.allow({"format", "version", "instances", "connections"});
    AssemblyDocument document;
    Names names;
    for (const Node& node : root.at("instances").elements()) {
        document.instances.push_back(readInstance(node));
        if (!names.insert(document.instances.back().name).second) {
            node.at("name").fail("instance '" + document.instances.back().name +
                                 "' is there twice");
        }
    }
    for (const Node& node : root.at("connections").elements()) {
        document.connections.push_back(readConnection(node, names));
    }
    return document;
}

}  // namespace gantry::framework
