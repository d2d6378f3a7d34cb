"""Sizes of arrays: integers, names of integer variables, and operations of them, as lists ``[operation, a, b]``."""

OPERATIONS = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1),
    "**": lambda a, b: a**b,
    "max": max,
    "min": min,
}


def names(size):
    """The names of the variables."""
    if isinstance(size, list):
        return names(size[1]) | names(size[2])
    return {size} if isinstance(size, str) else set()


def value(size, known):
    """The value, with those of variables from a dictionary; None if one of these is missing."""
    if size is None or isinstance(size, int):
        return size
    if isinstance(size, str):
        return known.get(size)
    a, b = value(size[1], known), value(size[2], known)
    return None if a is None or b is None else OPERATIONS[size[0]](a, b)


def solve(size, result, known):
    """Adds to `known` the one variable that a size of a known value determines; True if there is one."""
    if isinstance(size, str):
        is_new = size not in known
        known.setdefault(size, result)
        return is_new
    if not isinstance(size, list):
        return False
    operation, a, b = size
    left, right = value(a, known), value(b, known)
    if (left is None) == (right is None):
        return False
    if operation == "+":
        return solve(a, result - right, known) if left is None else solve(b, result - left, known)
    if operation == "-":
        return solve(a, result + right, known) if left is None else solve(b, left - result, known)
    other = right if left is None else left
    if operation == "*" and other != 0 and result % other == 0:
        return solve(a if left is None else b, result // other, known)
    return False
