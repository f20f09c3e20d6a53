#include "Printer.hpp"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "PrintedPiece.hpp"

namespace sidlc {

namespace {

constexpr std::size_t kColumns = 100;
constexpr std::size_t kIndent = 4;

// Where the assertions of all contracts begin. Pieces are tokens without a grammar, and only the
// tree knows where an assertion begins.
class AssertionPlaces final {
public:
    explicit AssertionPlaces(const SyntaxTree& tree) { addAll(tree.declarations); }

    bool has(std::uint32_t line, std::uint32_t column) const {
        return places_.count(key(line, column)) != 0;
    }

private:
    static std::uint64_t key(std::uint32_t line, std::uint32_t column) {
        return (std::uint64_t{line} << 32) | column;
    }
    void add(const std::vector<Assertion>& assertions) {
        for (const Assertion& each : assertions) {
            places_.insert(key(each.location.line, each.location.column));
        }
    }
    void addMethods(const std::vector<Method>& methods) {
        for (const Method& each : methods) {
            add(each.preconditions);
            add(each.postconditions);
        }
    }
    // The nesting of packages is limited by the parser.
    void addAll(const std::vector<Declaration>& declarations) {
        for (const Declaration& each : declarations) {
            if (const auto* package = std::get_if<Package>(&each.body)) {
                addAll(package->members);
            } else if (const auto* aClass = std::get_if<Class>(&each.body)) {
                add(aClass->invariants);
                addMethods(aClass->methods);
            } else if (const auto* interface = std::get_if<Interface>(&each.body)) {
                add(interface->invariants);
                addMethods(interface->methods);
            }
        }
    }

    std::unordered_set<std::uint64_t> places_;
};

// One logical line: pieces up to and with the `;`, `{`, `}` or `,` that ends it.
struct Line {
    std::vector<Piece> pieces;
    std::size_t indent = 0;
    bool afterBlank = false;
};

class Printer final {
public:
    Printer(const SourceText& source, const SyntaxTree& tree)
        : source_(source), assertions_(tree), pieces_(piecesOf(source)) {}

    std::string run() {
        for (at_ = 0; at_ < pieces_.size(); ++at_) {
            place(pieces_[at_]);
        }
        endLine();
        return std::move(text_);
    }

private:
    bool nextIs(std::string_view spelling) const {
        const auto next =
            std::find_if(pieces_.begin() + static_cast<std::ptrdiff_t>(at_) + 1, pieces_.end(),
                         [](const Piece& each) { return !each.isComment; });
        return next != pieces_.end() && next->is(spelling);
    }

    static bool isTrailing(const Piece& piece) { return piece.isComment && !piece.onOwnLine; }

    void place(const Piece& piece) {
        if (piece.isComment) {
            placeComment(piece);
            return;
        }
        if (piece.is("}") && depthInside_ == 0) {
            closeBlock(piece);
            return;
        }
        // The semicolon behind a block is optional: it is left out.
        if (piece.is(";") && afterBlock_) {
            afterBlock_ = false;
            return;
        }
        afterBlock_ = false;
        // And so is the comma behind the last enumerator.
        if (piece.is(",") && inEnum() && nextIs("}")) {
            return;
        }
        beginLine(piece);
        line_.pieces.push_back(piece);
        countInside(piece);
        finishPiece(piece);
    }

    void finishPiece(const Piece& piece) {
        // Other braces belong to attributes and complex numbers.
        const bool opensBlock = piece.is("{") && declares_;
        if (opensBlock) {
            blocks_.push_back(declares_ && enum_);
            declares_ = enum_ = false;
        }
        declares_ = declares_ || piece.is("package") || piece.is("class") ||
                    piece.is("interface") || piece.is("struct") || piece.is("enum");
        enum_ = enum_ || piece.is("enum");
        const bool endsItem = depthInside_ == 0 && ((piece.is(",") && inEnum()) || piece.is(";"));
        const bool endsClause = isClause(piece) && line_.pieces.size() == 1;
        if (opensBlock || endsItem || endsClause) {
            ended_ = true;
            inContract_ = endsClause || (inContract_ && piece.is(";"));
        }
    }

    // Braces of attributes and complex numbers, and brackets.
    void countInside(const Piece& piece) {
        if (piece.is("%attrib{") || piece.is("(") || (piece.is("{") && !declares_)) {
            ++depthInside_;
        } else if (depthInside_ > 0 && (piece.is("}") || piece.is(")"))) {
            --depthInside_;
        }
    }

    bool inEnum() const { return !blocks_.empty() && blocks_.back(); }

    bool isClause(const Piece& piece) const {
        return piece.is("invariant") || piece.is("ensure") ||
               (piece.is("require") && !blocks_.empty());
    }

    bool isAssertion(const Piece& piece) const {
        const Location at =
            source_.locate(static_cast<std::size_t>(piece.text.data() - source_.text().data()));
        return assertions_.has(at.line, at.column);
    }

    void beginLine(const Piece& piece) {
        if (ended_ || line_.pieces.empty()) {
            endLine();
            std::size_t deeper = 0;
            if (isClause(piece)) {
                deeper = piece.is("invariant") ? 0 : 1;
                clauseDeep_ = deeper;
            } else if (inContract_ && isAssertion(piece)) {
                deeper = clauseDeep_ + 1;
            } else {
                inContract_ = false;
            }
            line_.indent = (blocks_.size() + deeper) * kIndent;
            line_.afterBlank = blank(piece);
        }
    }

    // No empty line begins or ends a block.
    bool blank(const Piece& piece) const { return piece.afterBlank && !opened_; }

    void closeBlock(const Piece& piece) {
        const bool isEmpty = !line_.pieces.empty() && line_.pieces.back().is("{");
        if (!isEmpty) {
            endLine();
        }
        if (!blocks_.empty()) {
            blocks_.pop_back();
        }
        inContract_ = false;
        line_.indent = blocks_.size() * kIndent;
        line_.pieces.push_back(piece);
        ended_ = true;
        afterBlock_ = true;
    }

    void placeComment(const Piece& piece) {
        const bool joins = !line_.pieces.empty() && (isTrailing(piece) || !ended_);
        if (!joins) {
            endLine();
            line_.indent = (blocks_.size() + (inContract_ ? clauseDeep_ + 1 : 0)) * kIndent;
            line_.afterBlank = blank(piece);
            // A comment belongs to what follows it.
            if (inContract_ && !followsAssertion()) {
                line_.indent = blocks_.size() * kIndent;
            }
        }
        line_.pieces.push_back(piece);
        ended_ = ended_ || !joins;
    }

    bool followsAssertion() const {
        for (std::size_t next = at_ + 1; next < pieces_.size(); ++next) {
            if (!pieces_[next].isComment) {
                return isAssertion(pieces_[next]);
            }
        }
        return false;
    }

    void endLine() {
        ended_ = false;
        if (line_.pieces.empty()) {
            return;
        }
        if (line_.afterBlank) {
            text_ += '\n';
        }
        opened_ = line_.pieces.back().is("{");
        write(line_);
        line_ = {};
    }

    void write(const Line& line) {
        std::size_t lineBegin = text_.size();
        text_.append(line.indent, ' ');
        for (std::size_t at = 0; at < line.pieces.size(); ++at) {
            const Piece& piece = line.pieces[at];
            if (at > 0) {
                const Piece& left = line.pieces[at - 1];
                const std::size_t column = text_.size() - lineBegin;
                const bool forced = left.isLineComment() || (piece.isComment && piece.onOwnLine) ||
                                    (left.isComment && left.onOwnLine && !isTrailing(piece));
                if (forced || (mayBreak(left) && !piece.isComment &&
                               column + widthFrom(line, at) > kColumns)) {
                    text_ += '\n';
                    lineBegin = text_.size();
                    text_.append(line.indent + 2 * kIndent, ' ');
                } else if (spaceBetween(left, piece)) {
                    text_ += ' ';
                }
            }
            text_ += pieceText(piece, text_.size() - lineBegin);
            const std::size_t lastEnd = text_.rfind('\n');
            lineBegin = lastEnd == text_.npos ? 0 : lastEnd + 1;
        }
        text_ += '\n';
    }

    static bool mayBreak(const Piece& left) {
        static const std::unordered_set<std::string_view> kBehind = {
            ",", "(", ":", "and", "or", "xor", "implies", "iff", "==", "!="};
        return kBehind.count(left.text) != 0;
    }

    // The columns up to the next place where the line may break, or to a comment that breaks it.
    static std::size_t widthFrom(const Line& line, std::size_t at) {
        std::size_t width = 0;
        for (std::size_t next = at; next < line.pieces.size(); ++next) {
            if (line.pieces[next].text.find('\n') != std::string_view::npos) {
                break;
            }
            width += line.pieces[next].text.size() +
                     (spaceBetween(line.pieces[next - 1], line.pieces[next]) ? 1 : 0);
            if (mayBreak(line.pieces[next])) {
                break;
            }
        }
        return width;
    }

    const SourceText& source_;
    AssertionPlaces assertions_;
    std::vector<Piece> pieces_;
    std::string text_;
    Line line_;
    std::vector<bool> blocks_;  ///< the open ones; true for an enum
    std::size_t at_ = 0;
    std::size_t clauseDeep_ = 0;
    int depthInside_ = 0;
    bool declares_ = false;  ///< a keyword that begins a block was seen, its brace not yet
    bool enum_ = false;
    bool ended_ = false;   ///< the line is complete but for a comment behind it
    bool opened_ = false;  ///< the last line opened a block
    bool afterBlock_ = false;
    bool inContract_ = false;
};

}  // namespace

std::string printed(const SourceText& source, const SyntaxTree& tree) {
    return Printer(source, tree).run();
}

}  // namespace sidlc
