#!/usr/bin/env python3
"""Independent oracle for the C++ harvester: error sites of C, C++ and CUDA found in the tokens of the text, without a parser.

Usage: oracle_cpp.py DIR [DIR ...] prints one JSON object a line. `template` has every run-time part as `{}`. It was written
without looking at what the harvester finds and is not changed to agree with it: where the two differ, the source decides.
It follows no names: a text that was put into a variable before is not found.
"""

import json
import re
import sys

from oracle_tokens import CLOSE, HOLE, OPEN, Token, close_of, fields, files_below, has_literal, printf, product, split, template

SCAN = re.compile(
    r"""(?P<skip>\s+|\\\r?\n|//(?:[^\n\\]|\\.|\\\n)*|/\*.*?\*/)
    |(?P<raw>(?:u8|[uUL])?R"(?P<delim>[^()\s\\]{0,16})\((?P<body>.*?)\)(?P=delim)")
    |(?P<str>(?:u8|[uUL])?"(?:[^"\\\n]|\\.|\\\r?\n)*")
    |(?P<chr>(?:u8|[uUL])?'(?:[^'\\\n]|\\.)+')
    |(?P<num>\.?\d(?:[\w.]|'(?=\w)|[eEpP][+-])*)
    |(?P<id>[A-Za-z_]\w*)
    |(?P<op><<<|>>>|<<|>>|->|::|&&|\|\||[-+*/%&|^!=<>]=|\#\#|.)""",
    re.S | re.X,
)
ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "e": "\x1b"}


def unescape(text):
    def one(match):
        body = match[1]
        if body[0] == "x" and len(body) > 1:
            return chr(int(body[1:], 16))
        if body[0] in "uU" and len(body) > 1:
            return chr(int(body[1:], 16))
        if body[0] in "01234567":
            return chr(int(body, 8))
        return "" if body in ("\n", "\r\n") else ESCAPES.get(body, body)

    return re.sub(r"\\(x[0-9a-fA-F]+|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|\r?\n|.)", one, text, flags=re.S)


def tokenize(text):
    """Tokens of the text. Conditional directives are dropped, so that both branches are read; bodies of macros are read too."""
    tokens, line, at = [], 1, 0
    while at < len(text):
        if text[at] == "#" and re.match(r"[ \t]*$", text[text.rfind("\n", 0, at) + 1:at]):
            end = at
            while True:
                end = text.find("\n", end)
                end = len(text) if end < 0 else end
                if end >= len(text) or text[end - 1] != "\\":
                    break
                end += 1
            directive = text[at:end]
            define = re.match(r"#\s*define\s+(\w+)(\([^)]*\))?", directive)
            if define:
                tokens.append(Token("define", define[1], line))
                tokens += shifted(tokenize(re.sub(r"#+(?=\s*\w)", " ", directive[define.end():])), line + directive[:define.end()].count("\n"))
                tokens.append(Token("enddef", "", line))
            line += directive.count("\n")
            at = end
            continue
        match = SCAN.match(text, at)
        kind = match.lastgroup
        if match["raw"] is not None:
            tokens.append(Token("str", match[0], line, match["body"]))
        elif match["str"] is not None:
            tokens.append(Token("str", match[0], line, unescape(match["str"][match["str"].index('"') + 1:-1])))
        elif match["chr"] is not None:
            tokens.append(Token("chr", match[0], line, unescape(match["chr"][match["chr"].index("'") + 1:-1])))
        elif match["skip"] is None:
            tokens.append(Token(kind, match[0], line))
        line += match[0].count("\n")
        at = match.end()
    return tokens


def shifted(tokens, line):
    for token in tokens:
        token.line += line - 1
    return tokens


FMT = {"format", "sformat", "vformat"}
STRFMT = {"StrFormat", "StringPrintf", "strprintf"}
JOIN = {"str", "StrCat"}
SAME = {"string", "string_view", "String", "move"}
QUIET = re.compile(r"^(endl|flush|hex|dec|oct|fixed|scientific|boolalpha|noboolalpha|left|right|setw|setprecision|setfill|showbase)$")


def texts(tokens):
    """Wordings of an expression, or None where it is no text."""
    if not tokens:
        return None
    if tokens[0].text == "(" and close_of(tokens, 0) == len(tokens) - 1:
        return texts(tokens[1:-1])
    whole = split(tokens, "?")
    if len(whole) == 2:
        arms = split(whole[1], ":")
        if len(arms) == 2:
            both = [texts(arm) for arm in arms]
            return None if both == [None, None] else (both[0] or [[HOLE]]) + (both[1] or [[HOLE]])
    sums = split(tokens, "+")
    if len(sums) > 1:
        found = [texts(it) for it in sums]
        return None if all(it is None for it in found) else product([it or [[HOLE]] for it in found])
    ands = split(tokens, "&&")
    if len(ands) > 1:
        return texts(ands[-1])
    if any(token.kind == "str" for token in tokens) and all(token.kind in ("str", "id") or token.text in "()" for token in tokens) and (
        tokens[0].kind == "str" or (tokens[0].kind == "id" and len(tokens) > 1 and tokens[1].kind == "str")
    ):
        return [adjacent(tokens)]
    return call_texts(tokens)


def adjacent(tokens):
    parts, depth = [], 0
    for token in tokens:
        if token.text in OPEN and token.kind == "op":
            depth += 1
        elif token.text in CLOSE and token.kind == "op":
            depth -= 1
        elif depth == 0:
            conversion = re.match(r"PRI([diouxX])", token.text)
            parts.append(token.value if token.kind == "str" else conversion[1] if conversion else HOLE)
    return parts


def call_texts(tokens):
    at = 0
    while at + 2 < len(tokens) and tokens[at].kind == "id" and tokens[at + 1].text == "::":
        at += 2
    if at + 1 >= len(tokens) or tokens[at].kind != "id" or tokens[at + 1].text not in "({":
        return None
    end = close_of(tokens, at + 1)
    rest = [token.text for token in tokens[end + 1:]]
    if rest and not re.match(r"^\.(c_str|str|data)\(\)$", "".join(rest)):
        return None
    name, args = tokens[at].text, split(tokens[at + 2:end], ",")
    if name in JOIN:
        return product([values(arg) for arg in args])
    inner = texts(args[0])
    if inner is None:
        return None
    if name in FMT:
        return [fields(parts) for parts in inner]
    if name in STRFMT:
        return [printf(parts) for parts in inner]
    return inner if name in SAME else None


def values(tokens):
    if len(tokens) == 1 and tokens[0].kind == "num":
        return [[tokens[0].text]]
    if len(tokens) == 1 and tokens[0].kind == "chr":
        return [[tokens[0].value]]
    return texts(tokens) or [[HOLE]]


def guessed(args):
    for i, arg in enumerate(args):
        found = [parts for parts in texts(arg) or [] if has_literal(parts)]
        if not found:
            continue
        rest = args[i + 1:]
        if not rest:
            return found
        if any(printf(parts).count(HOLE) > parts.count(HOLE) for parts in found):
            return [printf(parts) for parts in found]
        if any(fields(parts).count(HOLE) > parts.count(HOLE) for parts in found):
            return [fields(parts) for parts in found]
        return product([found] + [values(it) for it in rest])
    return []


TORCH = {"": "RuntimeError", "_NOT_IMPLEMENTED": "NotImplementedError", "_INDEX": "IndexError", "_VALUE": "ValueError",
         "_TYPE": "TypeError", "_LINALG": "LinAlgError"}
WORDS = [
    (r"THROW|RAISE", ("raise", None)), (r"D?CHECK|ICHECK|ENFORCE|ASSERT|REQUIRE|EXPECTS?|VERIFY", ("assert", None)),
    (r"FATAL|UNREACHABLE|PANIC", ("log", "CRITICAL")), (r"P?(?:ERR|ERROR)", ("log", "ERROR")),
    (r"WARN|WARNING", ("log", "WARNING")), (r"INFO|NOTICE", ("log", "INFO")),
    (r"DEBUG|TRACE|VERBOSE|VLOG|DVLOG", ("log", "DEBUG")), (r"[DPQ]?LOG", ("log", "?")),
]
UCX = re.compile(r"^(?:uc[smptg]|uct_\w+?)_(fatal|error|warn|diag|info|print|debug|trace(?:_\w+)?)$")
UCX_LEVEL = {"fatal": "CRITICAL", "error": "ERROR", "warn": "WARNING", "diag": "WARNING", "info": "INFO", "print": "INFO",
             "debug": "DEBUG"}
UCX_ASSERT = re.compile(r"^uc[smptg]_assert(v?)(_always)?$")
METHODS = {"trace": "DEBUG", "debug": "DEBUG", "info": "INFO", "warn": "WARNING", "warning": "WARNING", "error": "ERROR",
           "critical": "CRITICAL"}


def level_of(text):
    found = re.findall(r"FATAL|CRITICAL|ERROR|WARN|DIAG|INFO|NOTICE|DEBUG|TRACE|VERBOSE", text.upper())
    names = {"FATAL": "CRITICAL", "WARN": "WARNING", "DIAG": "WARNING", "NOTICE": "INFO", "TRACE": "DEBUG", "VERBOSE": "DEBUG"}
    return names.get(found[-1], found[-1]) if found else None


def source(tokens):
    return " ".join(token.text for token in tokens)


def read_call(name, args, before):
    """(kind, level, exception, wordings) of a call; None where it is no site."""
    torch = re.match(r"^(?:STD_)?TORCH_CHECK(_[A-Z_]+)?$", name)
    if torch and (torch[1] or "") in TORCH:
        return "raise", None, TORCH[torch[1] or ""], joined(args[1:])
    if name in ("TORCH_INTERNAL_ASSERT", "TORCH_INTERNAL_ASSERT_DEBUG_ONLY", "AT_ASSERT", "AT_ASSERTM"):
        return "raise", None, "RuntimeError", joined(args[1:])
    if name == "TORCH_CHECK_WITH":
        return "raise", None, args[0][-1].text if args[0] else None, joined(args[2:])
    if name == "C10_THROW_ERROR":
        return "raise", None, args[0][-1].text if args[0] else None, joined(args[1:])
    if name == "AT_ERROR":
        return "raise", None, "RuntimeError", joined(args)
    if name in ("TORCH_WARN", "TORCH_WARN_ONCE"):
        return "warn", "WARNING", "UserWarning", joined(args)
    if name in ("PyErr_SetString", "PyErr_Format") and args[0]:
        found = texts(args[1]) if len(args) > 1 else None
        found = [printf(parts) for parts in found or []] if name == "PyErr_Format" else found or []
        return "raise", None, args[0][-1].text.removeprefix("PyExc_"), found
    if name in ("WARN", "INFO", "TRACE", "VERSION", "TRACE_CALL"):
        level = {"WARN": "WARNING", "INFO": "INFO", "VERSION": "INFO"}.get(name, "DEBUG")
        return "log", level, None, guessed(args)
    check = UCX_ASSERT.match(name)
    if check:
        tail = ": " if check[1] else ""
        head = "Assertion `" + re.sub(r"\s+", "", source(args[0])) + "' failed" + tail
        more = [printf(parts) for parts in texts(args[1]) or []] if check[1] and len(args) > 1 else []
        return "log", "CRITICAL", None, product([[[head]], more or [[]]])
    ucx = UCX.match(name)
    if ucx:
        prefix = [["Fatal: "]] if name == "ucs_fatal" else [[]]
        found = guessed(args)
        return "log", UCX_LEVEL.get(ucx[1], "DEBUG"), None, product([prefix, found]) if found else []
    if name == "ucs_bug":
        return "log", "CRITICAL", None, product([[["Bug: "]], guessed(args)]) if guessed(args) else []
    if name in ("ucs_log", "ucm_log"):
        return "log", level_of(source(args[0])), None, guessed(args[1:])
    if name == "ucs_log_fatal_error":
        return "log", "CRITICAL", None, guessed(args)
    if name == "fprintf":
        if source(args[0]) != "stderr":
            return None
        return "print", None, None, [printf(parts) for parts in (texts(args[1]) if len(args) > 1 else None) or []]
    if name == "printf":
        return "print", None, None, [printf(parts) for parts in texts(args[0]) or []]
    if name in ("snprintf", "sprintf"):
        at = 2 if name == "snprintf" else 1
        found = [printf(parts) for parts in (texts(args[at]) if len(args) > at else None) or []]
        sentences = [parts for parts in found if any(p is not HOLE and re.search(r"(?i)[a-z]{2,}\S* +[a-z]{2,}", p) for p in parts)]
        return "print", None, None, sentences
    if name == "perror":
        return "print", None, None, [parts + [": ", HOLE] for parts in texts(args[0]) or []]
    if name == "assert":
        return "assert", None, None, guessed(args)
    if name in METHODS and re.search(r"(?:\bspdlog ::|(?<![A-Za-z])log(?:ger)?_? (?:\( \) )?(?:->|\.|::)|Log(?:ger)?_? (?:\( \) )?(?:->|\.|::))$", before):
        return "log", METHODS[name], None, guessed(args)
    if re.match(r"^[A-Z][A-Z0-9_]+$", name):
        for words, (kind, level) in WORDS:
            if re.search(rf"(^|_)(?:{words})(_|$)", name):
                level = level_of(source(args[0])) if level == "?" else level
                return kind, level, None, guessed(args)
    return None


def joined(args):
    return product([values(arg) for arg in args]) if args else []


def stream(tokens, at):
    """Pieces of a chain of << from `at`, and where it ends."""
    pieces = []
    while at < len(tokens) and tokens[at].text == "<<":
        end, depth = at + 1, 0
        while end < len(tokens):
            text = tokens[end].text if tokens[end].kind == "op" else ""
            if depth == 0 and (text in (";", "<<", ",") or text in CLOSE and text) or tokens[end].kind == "enddef":
                break
            depth += (text != "" and text in OPEN) - (text != "" and text in CLOSE)
            end += 1
        piece = tokens[at + 1:end]
        names = [token.text for token in piece if token.kind == "id"]
        head = next((n for n in names if n != "std"), "")
        if not QUIET.match(head) or any(token.kind == "str" for token in piece):
            pieces.append(values(piece))
        at = end
    return pieces, at


def sites_of(tokens):
    done = 0
    for i, token in enumerate(tokens):
        if token.kind != "id" or i < done:
            continue
        if token.text == "throw":
            end = i + 1
            while end < len(tokens) and (tokens[end].kind == "id" or tokens[end].text == "::"):
                end += 1
            if end < len(tokens) and tokens[end].text == "<":
                depth = 0
                while end < len(tokens) and not (depth == 1 and tokens[end].text == ">"):
                    depth += tokens[end].text == "<"
                    end += 1
                end += 1
            if end >= len(tokens) or tokens[end].text not in ("(", "{") or end == i + 1:
                continue
            close = close_of(tokens, end)
            name = next((t.text for t in reversed(tokens[i + 1:end]) if t.kind == "id"), "")
            yield token.line, "raise", None, name, guessed(split(tokens[end + 1:close], ","))
            continue
        following = tokens[i + 1].text if i + 1 < len(tokens) else ""
        if token.text in ("cerr", "cout") and following == "<<":
            pieces, done = stream(tokens, i + 1)
            yield token.line, "print", None, None, product(pieces)
            continue
        if following == "<<" and re.match(r"^[A-Z][A-Z0-9_]+$", token.text):
            site = read_call(token.text, [[]], "")
            if site:
                pieces, done = stream(tokens, i + 1)
                yield token.line, site[0], site[1], site[2], product(pieces)
            continue
        if following != "(" or (i > 0 and tokens[i - 1].kind == "define"):
            continue
        close = close_of(tokens, i + 1)
        args = split(tokens[i + 2:close], ",")
        site = read_call(token.text, args, source(tokens[max(0, i - 5):i]))
        if site is None:
            continue
        kind, level, exception, found = site
        after = tokens[close + 1].text if close + 1 < len(tokens) else ""
        end = close
        if after == "<<":
            pieces, end = stream(tokens, close + 1)
            found = product([found or [[]]] + pieces)
        if any(has_literal(parts) for parts in found):
            done = end
        yield token.line, kind, level, exception, found


def main(folders):
    for folder in folders:
        for path, name in files_below(folder, (".c", ".cc", ".cpp", ".cxx", ".cu", ".cuh", ".h", ".hh", ".hpp", ".inl", ".hip")):
            with open(path, encoding="utf-8", errors="replace") as file:
                tokens = tokenize(file.read())
            seen = set()
            for line, kind, level, exception, found in sites_of(tokens):
                for parts in found:
                    if has_literal(parts):
                        site = {"template": template(parts), "kind": kind, "level": level, "exception": exception, "file": name,
                                "line": line}
                        key = json.dumps(site, ensure_ascii=False)
                        if key not in seen:
                            seen.add(key)
                            print(key)


if __name__ == "__main__":
    main(sys.argv[1:])
