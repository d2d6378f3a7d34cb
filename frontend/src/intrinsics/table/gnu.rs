//! Procedures of the GNU library that old programs use. Times, random numbers and system calls are passive.

use crate::intrinsics::row::*;
use crate::ir::Ty;
use Accept as A;
use Class::{Both, Impure, Subroutine};
use ResultRank as R;
use ResultType as T;

const INTEGER: ResultType = T::Fixed(Ty::Integer(4));
const LONG: ResultType = T::Fixed(Ty::Integer(8));
const REAL: ResultType = T::Fixed(Ty::Real(4));

const fn g(name: &'static str, class: Class, args: &'static [ArgSpec], result: ResultType) -> Row {
    Row::new(name, class, args, result).rank(R::Scalar).since(Standard::Gnu)
}

const fn sub(name: &'static str, args: &'static [ArgSpec]) -> Row {
    g(name, Subroutine, args, T::Nothing)
}

const STATUS: ArgSpec = opt("status", A::INTEGER).out();
const UNIT: ArgSpec = req("unit", A::INTEGER);

pub(super) const ROWS: &[Row] = &[
    // ---- time
    g(
        "etime",
        Both,
        &[req("values", A::REAL).out(), opt("time", A::REAL).out()],
        REAL,
    ),
    g(
        "dtime",
        Both,
        &[req("values", A::REAL).out(), opt("time", A::REAL).out()],
        REAL,
    ),
    g("second", Both, &[opt("time", A::REAL).out()], REAL),
    g("secnds", Impure, &[req("x", A::REAL)], REAL),
    g("time", Impure, &[], INTEGER),
    g("time8", Impure, &[], LONG),
    g("mclock", Impure, &[], INTEGER),
    g("mclock8", Impure, &[], LONG),
    g(
        "ctime",
        Both,
        &[req("time", A::INTEGER), opt("result", A::CHARACTER).out()],
        T::Fixed(Ty::Character),
    ),
    g(
        "fdate",
        Both,
        &[opt("date", A::CHARACTER).out()],
        T::Fixed(Ty::Character),
    ),
    sub("idate", &[req("values", A::INTEGER).out()]),
    sub("itime", &[req("values", A::INTEGER).out()]),
    sub("ltime", &[req("time", A::INTEGER), req("values", A::INTEGER).out()]),
    sub("gmtime", &[req("time", A::INTEGER), req("values", A::INTEGER).out()]),
    // ---- random numbers
    g("rand", Impure, &[opt("i", A::INTEGER)], REAL).also(&[specific("ran", Ty::Integer(4), Ty::Real(4))]),
    g("irand", Impure, &[opt("i", A::INTEGER)], INTEGER),
    sub("srand", &[req("seed", A::INTEGER)]),
    // ---- the command line and the system
    g("iargc", Impure, &[], INTEGER),
    sub("getarg", &[req("pos", A::INTEGER), req("value", A::CHARACTER).out()]),
    sub("getenv", &[req("name", A::CHARACTER), req("value", A::CHARACTER).out()]),
    sub("getlog", &[req("c", A::CHARACTER).out()]),
    g("getcwd", Both, &[req("c", A::CHARACTER).out(), STATUS], INTEGER),
    g("hostnm", Both, &[req("c", A::CHARACTER).out(), STATUS], INTEGER),
    g("getpid", Impure, &[], INTEGER),
    g("getuid", Impure, &[], INTEGER),
    g("getgid", Impure, &[], INTEGER),
    g("system", Both, &[req("command", A::CHARACTER), STATUS], INTEGER),
    g("chdir", Both, &[req("name", A::CHARACTER), STATUS], INTEGER),
    g(
        "chmod",
        Both,
        &[req("name", A::CHARACTER), req("mode", A::CHARACTER), STATUS],
        INTEGER,
    ),
    g(
        "rename",
        Both,
        &[req("path1", A::CHARACTER), req("path2", A::CHARACTER), STATUS],
        INTEGER,
    ),
    g("unlink", Both, &[req("path", A::CHARACTER), STATUS], INTEGER),
    g(
        "link",
        Both,
        &[req("path1", A::CHARACTER), req("path2", A::CHARACTER), STATUS],
        INTEGER,
    ),
    g(
        "symlnk",
        Both,
        &[req("path1", A::CHARACTER), req("path2", A::CHARACTER), STATUS],
        INTEGER,
    ),
    g(
        "access",
        Impure,
        &[req("name", A::CHARACTER), req("mode", A::CHARACTER)],
        INTEGER,
    ),
    g(
        "stat",
        Both,
        &[req("name", A::CHARACTER), req("values", A::INTEGER).out(), STATUS],
        INTEGER,
    ),
    g(
        "lstat",
        Both,
        &[req("name", A::CHARACTER), req("values", A::INTEGER).out(), STATUS],
        INTEGER,
    ),
    g("fstat", Both, &[UNIT, req("values", A::INTEGER).out(), STATUS], INTEGER),
    g(
        "signal",
        Both,
        &[req("number", A::INTEGER), req("handler", A::ANY), STATUS],
        INTEGER,
    ),
    g(
        "kill",
        Both,
        &[req("pid", A::INTEGER), req("signal", A::INTEGER), STATUS],
        INTEGER,
    ),
    sub("alarm", &[req("seconds", A::INTEGER), req("handler", A::ANY), STATUS]),
    g("ierrno", Impure, &[], INTEGER),
    sub("perror", &[req("string", A::CHARACTER)]),
    sub("gerror", &[req("result", A::CHARACTER).out()]),
    sub("sleep", &[req("seconds", A::INTEGER)]),
    sub("exit", &[opt("status", A::INTEGER)]).note("Ends the program."),
    sub("abort", &[]).note("Ends the program."),
    sub("backtrace", &[]),
    // ---- input and output
    sub("flush", &[opt("unit", A::INTEGER)]),
    g("ftell", Both, &[UNIT, opt("offset", A::INTEGER).out()], LONG),
    sub(
        "fseek",
        &[UNIT, req("offset", A::INTEGER), req("whence", A::INTEGER), STATUS],
    ),
    g("fget", Both, &[req("c", A::CHARACTER).out(), STATUS], INTEGER),
    g("fgetc", Both, &[UNIT, req("c", A::CHARACTER).out(), STATUS], INTEGER),
    g("fput", Both, &[req("c", A::CHARACTER), STATUS], INTEGER),
    g("fputc", Both, &[UNIT, req("c", A::CHARACTER), STATUS], INTEGER),
    g("fnum", Impure, &[UNIT], INTEGER),
    g("isatty", Impure, &[UNIT], T::Fixed(Ty::Logical(4))),
    g(
        "ttynam",
        Both,
        &[UNIT, opt("name", A::CHARACTER).out()],
        T::Fixed(Ty::Character),
    ),
    g(
        "umask",
        Both,
        &[req("mask", A::INTEGER), opt("old", A::INTEGER).out()],
        INTEGER,
    ),
    // ---- memory
    g("malloc", Impure, &[req("size", A::INTEGER)], LONG),
    sub("free", &[req("ptr", A::INTEGER)]),
];
