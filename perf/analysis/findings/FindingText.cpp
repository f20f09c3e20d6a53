#include "FindingText.hpp"

#include <base/text/NumberText.hpp>

#include <sstream>

namespace gantry::perf {

void addSentence(std::string& text, const std::string& head, const std::string& sentence) {
    constexpr std::size_t kWidth = 96;
    std::istringstream words(sentence);
    std::string line = "   " + head + std::string(head.size() < 9 ? 9 - head.size() : 1, ' ');
    const std::string indent(12, ' ');
    bool isFirst = true;
    for (std::string word; words >> word;) {
        if (!isFirst && line.size() + 1 + word.size() > kWidth) {
            text += line + '\n';
            line = indent;
            isFirst = true;
        }
        line += (isFirst ? "" : " ") + word;
        isFirst = false;
    }
    text += line + '\n';
}

std::string findingText(const Finding& finding, std::size_t number, const std::string& runs) {
    std::ostringstream gain;
    gain.setf(std::ios::fixed);
    gain.precision(2);
    gain << base::share(finding.gain, 1) << " of the run time (" << base::share(finding.gainLow, 1)
         << " to " << base::share(finding.gainHigh, 1) << "), confidence " << finding.confidence;
    std::string text = std::to_string(number) + ". " + finding.title + '\n';
    addSentence(text, "gain", gain.str());
    if (!runs.empty()) {
        addSentence(text, "runs", runs);
    }
    addSentence(text, "where", finding.where);
    for (const std::string& evidence : finding.evidence) {
        addSentence(text, "evidence", evidence);
    }
    addSentence(text, "advice", finding.advice);
    if (const std::string limits = finding.limits(); !limits.empty()) {
        addSentence(text, "limit", limits);
    }
    return text;
}

}  // namespace gantry::perf
