#!/usr/bin/env python3
"""Independent oracle for the Rust harvester: error sites found in the tokens of the text, without a parser.

Usage: oracle_rust.py DIR [DIR ...] prints one JSON object a line. `template` has every run-time part as `{}`. It was written
without looking at what the harvester finds and is not changed to agree with it: where the two differ, the source decides.
"""

import json
import re
import sys

from oracle_tokens import HOLE, OPEN, Token, close_of, fields, files_below, has_literal, split, template

SCAN = re.compile(
    r"""(?P<skip>\s+|//[^\n]*)
    |(?P<raw>b?c?r(?P<hash>\#*)"(?P<body>.*?)"(?P=hash))
    |(?P<str>[bc]?"(?:[^"\\]|\\.)*")
    |(?P<chr>b?'(?:[^'\\]|\\(?:u\{[^}]*\}|x..|.))')
    |(?P<life>'[A-Za-z_]\w*)
    |(?P<num>\d(?:[\w]|\.(?=\d))*)
    |(?P<id>(?:r\#)?[A-Za-z_]\w*)
    |(?P<op>::|=>|->|&&|\|\||[-+*/%&|^!=<>]=|.)""",
    re.S | re.X,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0"}


def unescape(text):
    def one(match):
        body = match[1]
        if body[0] in "\r\n":
            return ""
        if body[0] == "x":
            return chr(int(body[1:], 16))
        if body[0] == "u":
            return chr(int(body[2:-1].replace("_", ""), 16))
        return ESCAPES.get(body, body)

    return re.sub(r"\\(\r?\n\s*|x[0-9a-fA-F]{2}|u\{[0-9a-fA-F_]+\}|.)", one, text, flags=re.S)


def tokenize(text):
    tokens, line, at = [], 1, 0
    while at < len(text):
        if text.startswith("/*", at):
            depth, end = 1, at + 2
            while depth and end < len(text):
                two = text[end:end + 2]
                depth += (two == "/*") - (two == "*/")
                end += 2 if two in ("/*", "*/") else 1
            line += text.count("\n", at, end)
            at = end
            continue
        match = SCAN.match(text, at)
        if match["raw"] is not None:
            tokens.append(Token("str", match[0], line, None if match[0][0] == "b" else match["body"]))
        elif match["str"] is not None:
            value = None if match[0][0] == "b" else unescape(match["str"][match["str"].index('"') + 1:-1])
            tokens.append(Token("str", match[0], line, value))
        elif match["skip"] is None:
            tokens.append(Token(match.lastgroup, match[0], line))
        line += match[0].count("\n")
        at = match.end()
    return tokens


def tested(tokens):
    """Indexes of tokens that belong to items behind `#[test]` or `#[cfg(test)]`."""
    out, i = set(), 0
    while i < len(tokens):
        if tokens[i].text == "#" and i + 1 < len(tokens) and tokens[i + 1].text == "[":
            end = close_of(tokens, i + 1)
            words = "".join(token.text for token in tokens[i + 2:end])
            if re.match(r"((\w+::)*test\b|cfg\((all\()?test\b)", words):
                stop = end + 1
                while stop < len(tokens):
                    if tokens[stop].text == "#":
                        stop = close_of(tokens, stop + 1) + 1
                        continue
                    if tokens[stop].kind == "op" and tokens[stop].text in OPEN:
                        braces = tokens[stop].text == "{"
                        stop = close_of(tokens, stop)
                        if braces:
                            break
                    elif tokens[stop].text == ";":
                        break
                    stop += 1
                out.update(range(i, stop + 1))
                i = stop
        i += 1
    return out


def texts(tokens, depth=0):
    """Wordings of an expression, or None where it is no text."""
    while tokens and tokens[0].text in ("&", "move"):
        tokens = tokens[1:]
    if not tokens or depth > 6:
        return None
    first = tokens[0]
    if first.text == "||":
        return texts(tokens[1:], depth + 1)
    if first.text == "|":
        bar = next((i for i, token in enumerate(tokens[1:], 1) if token.text == "|"), None)
        return None if bar is None else texts(tokens[bar + 1:], depth + 1)
    if first.text in ("(", "{") and close_of(tokens, 0) == len(tokens) - 1:
        inner = split(tokens[1:-1], ";")
        return texts(inner[-1], depth + 1)
    if first.kind == "str" and first.value is not None:
        rest = "".join(token.text for token in tokens[1:])
        return [[first.value]] if re.fullmatch(r"(\.(to_string|into|to_owned)\(\))?", rest) else None
    words = [token.text for token in tokens[:3]]
    if first.kind == "id" and len(tokens) > 2 and words[1] == "!":
        end = close_of(tokens, 2)
        rest = "".join(token.text for token in tokens[end + 1:])
        if not re.fullmatch(r"(\.(to_string|into|to_owned)\(\))?", rest):
            return None
        args = arguments(tokens[3:end])
        if words[0] in ("format", "format_args"):
            return formatted(args)
        if words[0] == "concat":
            return [[part for arg in args for part in ((texts(arg) or [[HOLE]])[0])]]
        return None
    if [token.text for token in tokens[:4]] == ["String", "::", "from", "("]:
        return texts(tokens[4:close_of(tokens, 3)], depth + 1)
    if words[:2] == ["Some", "("]:
        return texts(tokens[2:close_of(tokens, 1)], depth + 1)
    return None


def arguments(tokens):
    return [arg for arg in split(tokens, ",") if arg]


def formatted(args):
    found = texts(args[0]) if args else None
    return None if found is None else [fields(parts) for parts in found]


LOG = {"trace": "DEBUG", "debug": "DEBUG", "info": "INFO", "warn": "WARNING", "error": "ERROR"}
RAISE = {"panic": "", "anyhow": "", "bail": "", "eyre": "", "format_err": "",
         "unreachable": "internal error: entered unreachable code: ", "unimplemented": "not implemented: ",
         "todo": "not yet implemented: "}
PRINT = {"print", "println", "eprint", "eprintln"}
METHODS = {"expect", "context", "with_context", "wrap_err", "wrap_err_with"}


def read_macro(name, args):
    if name in LOG or name in ("log", "event"):
        at = next((i for i, arg in enumerate(args) if arg[0].kind == "str" or arg[0].text == "concat"), None)
        level = LOG.get(name)
        if level is None:
            named = next((arg[-1].text for arg in args if len(arg) > 2 and arg[-3].text == "Level"), "")
            level = LOG.get(named.lower())
        return "log", level, None if at is None else formatted(args[at:])
    if name in RAISE:
        found = formatted(args)
        return "raise", None, found and [[RAISE[name]] + parts for parts in found]
    if name in ("ensure", "assert", "debug_assert"):
        return "raise" if name == "ensure" else "assert", None, formatted(args[1:])
    same = re.fullmatch(r"(?:debug_)?assert_(eq|ne)", name)
    if same:
        found = formatted(args[2:])
        sign = "==" if same[1] == "eq" else "!="
        return "assert", None, found and [[f"assertion `left {sign} right` failed: "] + parts for parts in found]
    if name in PRINT:
        return "print", None, formatted(args)
    if re.search(r"(^|_)(bail|throw|err|error|fail|failed|invalid)(_|$)", name):
        at = next((i for i, arg in enumerate(args) if arg[0].kind == "str" or arg[0].text == "concat"), None)
        return "raise", None, None if at is None else formatted(args[at:])
    return None


def sites_of(tokens):
    skipped = tested(tokens)
    for i, token in enumerate(tokens):
        if i in skipped or token.kind != "id":
            continue
        following = [it.text for it in tokens[i + 1:i + 3]] + ["", ""]
        if following[0] == "!" and following[1] in ("(", "[", "{"):
            args = arguments(tokens[i + 3:close_of(tokens, i + 2)])
            site = read_macro(token.text, args)
            if site:
                yield token.line, site[0], site[1], None, site[2] or []
            elif token.text in ("write", "writeln"):
                owner = display_of(tokens, i)
                if owner:
                    yield token.line, "display", None, owner, formatted(args[1:]) or []
        elif token.text in METHODS and i > 0 and tokens[i - 1].text == "." and following[0] == "(":
            args = arguments(tokens[i + 2:close_of(tokens, i + 1)])
            if len(args) == 1:
                yield token.line, "raise", None, None, texts(args[0]) or []
        elif token.text in ("error", "snafu") and i > 1 and tokens[i - 1].text == "[" and tokens[i - 2].text == "#":
            if following[0] == "(":
                inner = tokens[i + 2:close_of(tokens, i + 1)]
                if inner and inner[0].text == "display":
                    inner = inner[2:close_of(inner, 1)]
                yield token.line, "display", None, owner_after(tokens, i), formatted(arguments(inner)) or []
        elif re.search(r"(Error|Err|Failure|Exception)$", token.text) and token.text[0].isupper():
            at = i + 1
            if at + 1 < len(tokens) and tokens[at].text == "::" and tokens[at + 1].kind == "id":
                at += 2
            if at < len(tokens) and tokens[at].text in ("(", "{") and tokens[i - 1].text not in ("struct", "enum", "impl", "for", "trait", "union"):
                for arg in arguments(tokens[at + 1:close_of(tokens, at)]):
                    value = arg[2:] if len(arg) > 2 and arg[1].text == ":" else arg
                    found = texts(value)
                    if found:
                        yield token.line, "raise", None, re.sub(r"^Py(?=[A-Z])", "", token.text), found
                        break


def enclosing(tokens, at):
    """Indexes of the open braces around a token, innermost first."""
    depth = 0
    for i in range(at - 1, -1, -1):
        if tokens[i].kind == "op":
            if tokens[i].text in ")]}":
                depth += 1
            elif tokens[i].text in "([{":
                if depth == 0:
                    if tokens[i].text == "{":
                        yield i
                else:
                    depth -= 1


def head(tokens, brace):
    """Words before an open brace, back to the end of what stands before."""
    start, depth = brace - 1, 0
    while start >= 0:
        text = tokens[start].text
        if tokens[start].kind == "op":
            if depth == 0 and text in ("{", "}", ";"):
                break
            depth += (text in ")]") - (text in "([")
        start -= 1
    return [token.text for token in tokens[start + 1:brace]]


def display_of(tokens, at):
    """Type whose `fmt` a token stands in."""
    in_fmt = False
    for brace in enclosing(tokens, at):
        words = head(tokens, brace)
        if "fn" in words:
            if words[words.index("fn") + 1] != "fmt":
                return None
            in_fmt = True
        elif in_fmt and "impl" in words:
            named = words[words.index("for") + 1:] if "for" in words else words[words.index("impl") + 1:]
            return next((word for word in named if re.match(r"[A-Z]", word)), None)
    return None


def owner_after(tokens, at):
    """Enum or struct that an attribute belongs to."""
    for brace in enclosing(tokens, at):
        words = head(tokens, brace)
        for keyword in ("enum", "struct"):
            if keyword in words:
                return words[words.index(keyword) + 1]
    for i in range(at, min(at + 400, len(tokens))):
        if tokens[i].text in ("struct", "enum"):
            return tokens[i + 1].text
    return None


def main(folders):
    for folder in folders:
        for path, name in files_below(folder, (".rs",)):
            with open(path, encoding="utf-8") as file:
                tokens = tokenize(file.read())
            for line, kind, level, exception, found in sites_of(tokens):
                for parts in found:
                    if has_literal(parts):
                        site = {"template": template(parts), "kind": kind, "level": level, "exception": exception, "file": name,
                                "line": line}
                        print(json.dumps(site, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
