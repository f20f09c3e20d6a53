#include "PrintedPiece.hpp"

#include <compiler/syntax/Lexer.hpp>

#include <algorithm>
#include <unordered_set>

namespace sidlc {

namespace {

std::size_t lineEnds(std::string_view text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Whether a sign behind it is an operator between two operands, not the sign of a number.
bool isOperand(const Piece& piece) {
    return piece.kind != TokenKind::Symbol
               ? piece.kind != TokenKind::Keyword || piece.is("result") || piece.is("null")
               : piece.is(")");
}

// Finds the brackets of array types and the signs of numbers.
void glue(std::vector<Piece>& pieces) {
    const Piece* last = nullptr;
    bool inType = false;
    for (Piece& piece : pieces) {
        if (piece.isComment) {
            continue;
        }
        const bool opens =
            last != nullptr && piece.is("<") && (last->is("array") || last->is("rarray"));
        const bool closes = inType && piece.is(">");
        inType = (inType || opens) && !closes;
        piece.isSign = (piece.is("-") || piece.is("+")) && last != nullptr && !isOperand(*last);
        piece.isGlued = opens || piece.isSign;
        piece.closesType = closes;
        last = &piece;
    }
}

std::string_view withoutEnd(std::string_view line) {
    const std::size_t last = line.find_last_not_of(" \t\r\f");
    return line.substr(0, last == line.npos ? 0 : last + 1);
}

// Expands leading tabs to the next multiple of eight columns.
std::string detabbed(std::string_view line) {
    std::string blanks;
    std::size_t at = 0;
    for (; at < line.size() && (line[at] == ' ' || line[at] == '\t'); ++at) {
        blanks.append(line[at] == '\t' ? 8 - blanks.size() % 8 : 1, ' ');
    }
    return blanks.append(line.substr(at));
}

// Of the lines that have text: the others have none to keep.
std::size_t leastIndent(std::string_view text) {
    std::size_t least = text.npos;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        const std::string line = detabbed(withoutEnd(text.substr(begin, end - begin)));
        if (!line.empty()) {
            least = std::min(least, line.find_first_not_of(' '));
        }
        begin = end + 1;
    }
    return least == text.npos ? 0 : least;
}

}  // namespace

std::vector<Piece> piecesOf(const SourceText& source) {
    // The file was parsed without errors before.
    Diagnostics ignored;
    std::vector<Comment> comments;
    std::vector<Piece> pieces;
    Lexer lexer(source, ignored, &comments);
    std::size_t taken = 0;
    const char* last = source.text().data();
    const auto add = [&](Piece piece) {
        const char* begin = piece.text.data();
        piece.afterBlank =
            lineEnds({last, static_cast<std::size_t>(begin - last)}) > 1 && !pieces.empty();
        last = begin + piece.text.size();
        pieces.push_back(piece);
    };
    for (Token token = lexer.next();; token = lexer.next()) {
        for (; taken < comments.size(); ++taken) {
            // The lexer hands out a token after the comments before it: so they are in the order of
            // the text.
            const Comment& each = comments[taken];
            add({each.text, TokenKind::EndOfFile, true, each.onOwnLine, false});
        }
        if (token.kind == TokenKind::EndOfFile) {
            glue(pieces);
            return pieces;
        }
        add({token.text, token.kind, false, false, false});
    }
}

bool spaceBetween(const Piece& left, const Piece& right) {
    static const std::unordered_set<std::string_view> kNoneBefore = {";", ",", ")", "}", ":"};
    static const std::unordered_set<std::string_view> kNoneBehind = {"(", "{", ".", "~",
                                                                     "%attrib{"};
    if (left.isComment || right.isComment) {
        return true;
    }
    const bool behindName = left.kind == TokenKind::Identifier || left.kind == TokenKind::Extension;
    if (right.kind == TokenKind::Extension || left.isGlued || (right.is("(") && behindName) ||
        (right.is(".") && behindName) || (right.isGlued && !right.isSign) || right.closesType) {
        return false;
    }
    return !(right.kind == TokenKind::Symbol && kNoneBefore.count(right.text) != 0) &&
           !(left.kind == TokenKind::Symbol && kNoneBehind.count(left.text) != 0);
}

std::string pieceText(const Piece& piece, std::size_t column) {
    const std::size_t first = piece.text.find('\n');
    if (!piece.isComment || first == piece.text.npos) {
        return std::string(withoutEnd(piece.text));
    }
    std::string text(withoutEnd(piece.text.substr(0, first)));
    const std::string_view rest = piece.text.substr(first + 1);
    const std::size_t least = leastIndent(rest);
    // Stars are aligned below that of the first line; other texts are indented by the width of the
    // opening.
    const bool starred = rest.find_first_not_of(" \t\r\n") != rest.npos &&
                         rest[rest.find_first_not_of(" \t\r\n")] == '*';
    for (std::size_t begin = 0; begin <= rest.size();) {
        const std::size_t end = std::min(rest.find('\n', begin), rest.size());
        const std::string_view line = withoutEnd(rest.substr(begin, end - begin));
        text += '\n';
        if (!line.empty()) {
            text.append(column + (starred ? 1 : 3), ' ');
            text += detabbed(line).substr(least);
        }
        begin = end + 1;
    }
    return text;
}

}  // namespace sidlc
