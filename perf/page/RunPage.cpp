#include <base/text/MarkupText.hpp>
#include <perf/page/RunPage.hpp>

#include <stdexcept>
#include <string>
#include <string_view>

#include "Bundle.hpp"
#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

// These are in viewer/source/page.html.
constexpr std::string_view kTitle = "@title@";
constexpr std::string_view kData = "@data@";
constexpr std::string_view kAsksNobody = "connect-src 'none'";
constexpr std::string_view kAsksServer = "connect-src 'self'; worker-src blob:";

// JSON that cannot end the element it is in: '<' occurs in its texts only.
std::string embedded(const std::string& json) {
    std::string text;
    text.reserve(json.size());
    for (const char c : json) {
        if (c == '<') {
            text += "\\u003c";
        } else {
            text += c;
        }
    }
    return text;
}

std::size_t placeOf(std::string_view mark, std::string_view page) {
    const std::size_t place = page.find(mark);
    if (place == std::string_view::npos) {
        throw std::logic_error("viewer/bundle/page.html has no " + std::string(mark));
    }
    return place;
}

// The page with a title and the text of a document in it.
std::string filled(const std::string& name, const std::string& document) {
    const std::string_view page = viewerPage();
    const std::size_t title = placeOf(kTitle, page);
    const std::size_t data = placeOf(kData, page);
    std::string text(page.substr(0, title));
    text += base::markupText(pageText(name));
    text += page.substr(title + kTitle.size(), data - title - kTitle.size());
    text += embedded(document);
    text += page.substr(data + kData.size());
    return text;
}

}  // namespace

std::string runPage(const PageSource& source) {
    return filled(source.name, pageDocument(source));
}

std::string servedPage(const std::string& name) {
    std::string page = filled(name, R"({"format": "gantry-served", "version": 1})");
    page.replace(placeOf(kAsksNobody, page), kAsksNobody.size(), kAsksServer);
    return page;
}

std::string policyOf(const std::string& page) {
    constexpr std::string_view kPolicy = "Content-Security-Policy\" content=\"";
    const std::size_t begin = placeOf(kPolicy, page) + kPolicy.size();
    return page.substr(begin, page.find('"', begin) - begin);
}

}  // namespace gantry::perf
