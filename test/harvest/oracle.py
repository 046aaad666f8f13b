#!/usr/bin/env python3
"""Independent oracle for the Python harvester: error sites of a source tree, found with the standard `ast` module alone.

Usage: oracle.py DIR [DIR ...] prints one JSON object a line, sorted by file and line:
    {"template", "kind", "level", "exception", "file", "function", "line"}
`template` has every run-time part as `{}` and literal braces doubled, so that two extractors are compared without
agreeing on how an expression is spelled. It was written before the harvester and is not changed to agree with it: where
the two differ, the source decides.
"""

import ast
import json
import os
import re
import sys

LEVELS = {
    "debug": "DEBUG", "info": "INFO", "warning": "WARNING", "warn": "WARNING", "error": "ERROR", "exception": "ERROR",
    "critical": "CRITICAL", "fatal": "CRITICAL",
}
LOGGER_NAME = re.compile(r"(^|_)(log|logger|logging)$", re.IGNORECASE)
# printf-style conversion (Python library reference, "printf-style String Formatting").
PERCENT = re.compile(r"%(?:\((?P<key>[^)]*)\))?[-#0 +]*(?:\*|\d+)?(?:\.(?:\*|\d+))?[hlL]?(?P<type>[diouxXeEfFgGcrsa%])")
HOLE = None  # a run-time part in a list of parts
MAX_ALTERNATIVES = 16


def product(*choices):
    """All concatenations of one choice of each; more than the bound collapse into a hole where they differ."""
    result = [[]]
    for options in choices:
        if len(result) * len(options) > MAX_ALTERNATIVES:
            options = [[HOLE]]
        result = [left + right for left in result for right in options]
    return result


class Scope:
    """Names whose text is known: module constants and locals assigned in the function being read."""

    def __init__(self, constants):
        self.constants = constants
        self.locals = {}

    def values(self, name):
        if name in self.locals:
            return self.locals[name]
        value = self.constants.get(name)
        return None if value is None else [value]


def string_choices(node, scope, depth=0):
    """Possible texts of an expression as lists of parts, or None where it is no text that can be read."""
    if depth > 12:
        return None
    if isinstance(node, ast.Constant):
        return [[node.value]] if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return product(*[joined_part(part, scope, depth) for part in node.values])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        left = string_choices(node.left, scope, depth + 1)
        right = string_choices(node.right, scope, depth + 1)
        if left is None and right is None:
            return None
        return product(left or [[HOLE]], right or [[HOLE]])
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod):
        left = string_choices(node.left, scope, depth + 1)
        return None if left is None else [percent(parts) for parts in left]
    if isinstance(node, ast.IfExp):
        body = string_choices(node.body, scope, depth + 1)
        orelse = string_choices(node.orelse, scope, depth + 1)
        if body is None or orelse is None:
            return None if body is None and orelse is None else (body or [[HOLE]]) + (orelse or [[HOLE]])
        return body + orelse
    if isinstance(node, ast.Name):
        values = scope.values(node.id)
        if values is None:
            return None
        found = [string_choices(value, scope, depth + 1) for value in values]
        return None if any(it is None for it in found) else [parts for it in found for parts in it]
    if isinstance(node, ast.Call):
        return call_choices(node, scope, depth)
    return None


def joined_part(part, scope, depth):
    if isinstance(part, ast.Constant):
        return [[part.value]]
    value = part.value
    if isinstance(value, ast.IfExp) and part.conversion == -1 and part.format_spec is None:
        both = [string_choices(value.body, scope, depth + 1), string_choices(value.orelse, scope, depth + 1)]
        if all(it is not None and all(HOLE not in parts for parts in it) for it in both):
            return both[0] + both[1]
    return [[HOLE]]


def call_choices(node, scope, depth):
    function = node.func
    name = function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    if isinstance(function, ast.Attribute) and name == "format":
        receiver = string_choices(function.value, scope, depth + 1)
        return None if receiver is None else [braces(parts) for parts in receiver]
    if name in ("dedent", "cleandoc") and len(node.args) == 1:
        texts = string_choices(node.args[0], scope, depth + 1)
        return None if texts is None else [dedent(parts) for parts in texts]
    if isinstance(function, ast.Attribute) and name in ("strip", "lstrip", "rstrip") and not node.args:
        texts = string_choices(function.value, scope, depth + 1)
        return None if texts is None else [strip(parts, name) for parts in texts]
    if isinstance(function, ast.Attribute) and name == "join" and len(node.args) == 1:
        separator = string_choices(function.value, scope, depth + 1)
        items = node.args[0]
        if separator is None or len(separator) != 1 or not isinstance(items, (ast.List, ast.Tuple)):
            return None
        choices = []
        for i, item in enumerate(items.elts):
            if i:
                choices.append(separator)
            choices.append(string_choices(item, scope, depth + 1) or [[HOLE]])
        return product(*choices)
    return None


def percent(parts):
    out = []
    for part in parts:
        if part is HOLE:
            out.append(HOLE)
            continue
        at = 0
        for match in PERCENT.finditer(part):
            out.append(part[at:match.start()])
            out.append("%" if match["type"] == "%" else HOLE)
            at = match.end()
        out.append(part[at:])
    return out


def braces(parts):
    out = []
    for part in parts:
        if part is HOLE:
            out.append(HOLE)
            continue
        at, text = 0, ""
        while at < len(part):
            two = part[at:at + 2]
            if two in ("{{", "}}"):
                text += two[0]
                at += 2
            elif part[at] == "{":
                level, end = 1, at + 1
                while end < len(part) and level:
                    level += {"{": 1, "}": -1}.get(part[end], 0)
                    end += 1
                out += [text, HOLE]
                text, at = "", end
            else:
                text += part[at]
                at += 1
        out.append(text)
    return out


MARK = "\ue000"  # stands for a hole while white space is changed


def dedent(parts):
    import inspect

    text = inspect.cleandoc("".join(MARK if part is HOLE else part for part in parts))
    return split_marks(text)


def strip(parts, name):
    return split_marks(getattr("".join(MARK if part is HOLE else part for part in parts), name)())


def split_marks(text):
    out = []
    for i, piece in enumerate(text.split(MARK)):
        if i:
            out.append(HOLE)
        out.append(piece)
    return out


def template(parts):
    out = ""
    for part in parts:
        hole = part is HOLE
        if hole and out.endswith("{}") and not out.endswith("{{}"):
            continue
        out += "{}" if hole else part.replace("{", "{{").replace("}", "}}")
    return out


def has_literal(parts):
    return any(part is not HOLE and part.strip() for part in parts)


class Sites(ast.NodeVisitor):
    def __init__(self, file, tree):
        self.file = file
        self.path = []
        self.sites = []
        self.constants = {}
        for node in tree.body:
            if isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
                self.constants[node.targets[0].id] = node.value
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
                self.constants[node.target.id] = node.value
        self.scopes = [Scope(self.constants)]

    def visit_ClassDef(self, node):
        self.path.append(node.name)
        self.generic_visit(node)
        self.path.pop()

    def visit_FunctionDef(self, node):
        self.path.append(node.name)
        scope = Scope(self.constants)
        for name, values in local_values(node).items():
            scope.locals[name] = values
        self.scopes.append(scope)
        self.generic_visit(node)
        self.scopes.pop()
        self.path.pop()

    visit_AsyncFunctionDef = visit_FunctionDef

    def add(self, node, message, kind, level, exception, percent_args=False):
        choices = string_choices(message, self.scopes[-1])
        for parts in choices or []:
            parts = percent(parts) if percent_args else parts
            if not has_literal(parts):
                continue
            self.sites.append({
                "template": template(parts), "kind": kind, "level": level, "exception": exception, "file": self.file,
                "function": ".".join(self.path) or "<module>", "line": node.lineno,
            })

    def visit_Raise(self, node):
        call = node.exc
        if isinstance(call, ast.Call):
            exception = last_name(call.func)
            keyword = next((k.value for k in call.keywords if k.arg in ("detail", "message", "msg")), None)
            for message in [*call.args[:1], *([keyword] if keyword is not None else [])]:
                self.add(node, message, "raise", None, exception)
        self.generic_visit(node)

    def visit_Assert(self, node):
        if node.msg is not None:
            self.add(node, node.msg, "assert", None, "AssertionError")
        self.generic_visit(node)

    def visit_Call(self, node):
        function = node.func
        if isinstance(function, ast.Attribute) and node.args:
            name = function.attr.removesuffix("_once")
            if function.attr == "warn" and last_name(function.value) == "warnings":
                self.add(node, node.args[0], "warn", "WARNING", last_name(node.args[1]) if len(node.args) > 1 else None)
            elif name in LEVELS and LOGGER_NAME.search(last_name(function.value) or ""):
                self.add(node, node.args[0], "log", LEVELS[name], None, percent_args=len(node.args) > 1)
            elif function.attr == "create_error_response":
                self.add(node, node.args[0], "http", None, None)
        self.generic_visit(node)


def local_values(function):
    """Right sides of every plain assignment to a name in a function; a name that is changed in place is left out."""
    values, changed = {}, set()
    for node in own_nodes(function):
        if isinstance(node, ast.Assign):
            for target in node.targets:
                if isinstance(target, ast.Name):
                    values.setdefault(target.id, []).append(node.value)
                else:
                    changed |= {it.id for it in ast.walk(target) if isinstance(it, ast.Name)}
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            values.setdefault(node.target.id, []).append(node.value)
        elif isinstance(node, (ast.AugAssign, ast.NamedExpr)) and isinstance(node.target, ast.Name):
            changed.add(node.target.id)
        elif isinstance(node, (ast.For, ast.AsyncFor, ast.comprehension)):
            changed |= {it.id for it in ast.walk(node.target) if isinstance(it, ast.Name)}
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            changed |= {it.id for item in node.items if item.optional_vars is not None
                        for it in ast.walk(item.optional_vars) if isinstance(it, ast.Name)}
        elif isinstance(node, ast.ExceptHandler) and node.name:
            changed.add(node.name)
    arguments = function.args
    named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, arguments.vararg, arguments.kwarg]
    changed |= {it.arg for it in named if it is not None}
    return {name: None if name in changed else found for name, found in values.items()} | {
        name: None for name in changed if name not in values
    }


def own_nodes(function):
    pending = list(function.body)
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)):
            pending.extend(ast.iter_child_nodes(node))


def last_name(node):
    if isinstance(node, ast.Attribute):
        return node.attr
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Call):
        return last_name(node.func)
    return None


def files_below(folder):
    for root, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            if name.endswith(".py"):
                yield os.path.join(root, name)


def main(folders):
    for folder in folders:
        for path in files_below(folder):
            try:
                with open(path, "rb") as file:
                    tree = ast.parse(file.read())
            except (SyntaxError, ValueError) as error:
                print(f"{path}: {error}", file=sys.stderr)
                continue
            found = Sites(os.path.relpath(path, folder).replace(os.sep, "/"), tree)
            found.visit(tree)
            for site in sorted(found.sites, key=lambda it: (it["line"], it["template"])):
                print(json.dumps(site, ensure_ascii=False))


if __name__ == "__main__":
    main(sys.argv[1:])
