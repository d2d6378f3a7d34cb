//! Intrinsic subroutines of the standard.

use crate::intrinsics::row::*;
use Accept as A;
use Class::{PureSubroutine, Subroutine};
use ResultType as T;
use Standard::{F2003, F2008, F2018, F95};

const fn sub(name: &'static str, args: &'static [ArgSpec]) -> Row {
    Row::new(name, Subroutine, args, T::Nothing)
}

const STATUS: ArgSpec = opt("status", A::INTEGER).out();
const ERRMSG: ArgSpec = opt("errmsg", A::CHARACTER).inout();
const STAT: ArgSpec = opt("stat", A::INTEGER).out();
const ONE_IMAGE: Rule = Rule::Unsupported("it combines values of several images");

const ATOM: ArgSpec = req("atom", A::INTEGER).inout();
const CHANGE: &[ArgSpec] = &[ATOM, req("value", A::INTEGER), STAT];
const FETCH: &[ArgSpec] = &[ATOM, req("value", A::INTEGER), req("old", A::INTEGER).out(), STAT];

/// `atom = atom op value`, atomically for all images.
const fn change(name: &'static str) -> Row {
    sub(name, CHANGE).since(F2018)
}

/// The same; `old` receives the previous value.
const fn fetch(name: &'static str) -> Row {
    sub(name, FETCH).since(F2018)
}

pub(super) const ROWS: &[Row] = &[
    Row::new(
        "move_alloc",
        PureSubroutine,
        &[
            req("from", A::ANY).inout().dynamic(),
            req("to", A::ANY).out().dynamic(),
            STAT,
            ERRMSG,
        ],
        T::Nothing,
    )
    .rule(Rule::Array(ArrayRule::MoveAlloc))
    .since(F2003),
    Row::new(
        "mvbits",
        PureSubroutine,
        &[
            req("from", A::INTEGER),
            req("frompos", A::INTEGER),
            req("len", A::INTEGER),
            req("to", A::INTEGER).inout(),
            req("topos", A::INTEGER),
        ],
        T::Nothing,
    ),
    sub("random_number", &[req("harvest", A::REAL).out()]).note("Overwrites its argument with a passive value."),
    sub(
        "random_seed",
        &[
            opt("size", A::INTEGER).out(),
            opt("put", A::INTEGER),
            opt("get", A::INTEGER).out(),
        ],
    ),
    sub(
        "random_init",
        &[req("repeatable", A::LOGICAL), req("image_distinct", A::LOGICAL)],
    )
    .since(F2018),
    sub("cpu_time", &[req("time", A::REAL).out()])
        .since(F95)
        .note("Overwrites its argument with a passive value."),
    sub(
        "system_clock",
        &[
            opt("count", A::INTEGER).out(),
            opt("count_rate", A::INTEGER_REAL).out(),
            opt("count_max", A::INTEGER).out(),
        ],
    ),
    sub(
        "date_and_time",
        &[
            opt("date", A::CHARACTER).out(),
            opt("time", A::CHARACTER).out(),
            opt("zone", A::CHARACTER).out(),
            opt("values", A::INTEGER).out(),
        ],
    ),
    sub(
        "get_command",
        &[
            opt("command", A::CHARACTER).out(),
            opt("length", A::INTEGER).out(),
            STATUS,
            ERRMSG,
        ],
    )
    .since(F2003),
    sub(
        "get_command_argument",
        &[
            req("number", A::INTEGER),
            opt("value", A::CHARACTER).out(),
            opt("length", A::INTEGER).out(),
            STATUS,
            ERRMSG,
        ],
    )
    .since(F2003),
    sub(
        "get_environment_variable",
        &[
            req("name", A::CHARACTER),
            opt("value", A::CHARACTER).out(),
            opt("length", A::INTEGER).out(),
            STATUS,
            opt("trim_name", A::LOGICAL),
            ERRMSG,
        ],
    )
    .since(F2003),
    sub(
        "execute_command_line",
        &[
            req("command", A::CHARACTER),
            opt("wait", A::LOGICAL),
            opt("exitstat", A::INTEGER).inout(),
            opt("cmdstat", A::INTEGER).out(),
            opt("cmdmsg", A::CHARACTER).inout(),
        ],
    )
    .since(F2008),
    sub(
        "atomic_define",
        &[
            req("atom", A::INTEGER.or(A::LOGICAL)).out(),
            req("value", A::INTEGER.or(A::LOGICAL)),
            STAT,
        ],
    )
    .since(F2008),
    sub(
        "atomic_ref",
        &[
            req("value", A::INTEGER.or(A::LOGICAL)).out(),
            req("atom", A::INTEGER.or(A::LOGICAL)),
            STAT,
        ],
    )
    .since(F2008),
    change("atomic_add"),
    change("atomic_and"),
    change("atomic_or"),
    change("atomic_xor"),
    fetch("atomic_fetch_add"),
    fetch("atomic_fetch_and"),
    fetch("atomic_fetch_or"),
    fetch("atomic_fetch_xor"),
    sub(
        "atomic_cas",
        &[
            req("atom", A::INTEGER.or(A::LOGICAL)).inout(),
            req("old", A::INTEGER.or(A::LOGICAL)).out(),
            req("compare", A::INTEGER.or(A::LOGICAL)),
            req("new", A::INTEGER.or(A::LOGICAL)),
            STAT,
        ],
    )
    .since(F2018),
    sub(
        "event_query",
        &[req("event", A::DERIVED), req("count", A::INTEGER).out(), STAT],
    )
    .since(F2018),
    sub(
        "co_sum",
        &[
            req("a", A::NUMERIC).inout(),
            opt("result_image", A::INTEGER),
            STAT,
            ERRMSG,
        ],
    )
    .rule(ONE_IMAGE)
    .since(F2018),
    sub(
        "co_max",
        &[
            req("a", A::ORDERED).inout(),
            opt("result_image", A::INTEGER),
            STAT,
            ERRMSG,
        ],
    )
    .rule(ONE_IMAGE)
    .since(F2018),
    sub(
        "co_min",
        &[
            req("a", A::ORDERED).inout(),
            opt("result_image", A::INTEGER),
            STAT,
            ERRMSG,
        ],
    )
    .rule(ONE_IMAGE)
    .since(F2018),
    sub(
        "co_broadcast",
        &[req("a", A::ANY).inout(), req("source_image", A::INTEGER), STAT, ERRMSG],
    )
    .rule(ONE_IMAGE)
    .since(F2018),
    sub(
        "co_reduce",
        &[
            req("a", A::ANY).inout(),
            req("operation", A::ANY),
            opt("result_image", A::INTEGER),
            STAT,
            ERRMSG,
        ],
    )
    .rule(ONE_IMAGE)
    .since(F2018),
];
