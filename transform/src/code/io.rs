//! Predicates about input and output statements.

use adc_frontend::ir::*;

/// True for output other than to a variable, and for statements that open, position and close files for it.
pub(crate) fn is_output(statement: &StmtKind) -> bool {
    let StmtKind::Io { kind, .. } = statement else {
        return false;
    };
    let prints = matches!(kind, IoKind::Write | IoKind::Print | IoKind::Flush);
    (prints || connects(statement)) && !is_internal(statement)
}

/// True for input or output that branches on errors or the end of a file: `err=`, `end=`, `eor=`.
pub(crate) fn may_branch(statement: &StmtKind) -> bool {
    let StmtKind::Io { controls, .. } = statement else {
        return false;
    };
    let is_branch = |word: &str| ["err", "end", "eor"].iter().any(|w| word.eq_ignore_ascii_case(w));
    controls.iter().any(|(k, _)| k.as_ref().is_some_and(|k| is_branch(k)))
}

/// True for statements that open, position and close files.
pub(crate) fn connects(statement: &StmtKind) -> bool {
    use IoKind::{Backspace, Close, Endfile, Open, Rewind, Wait};
    matches!(
        statement,
        StmtKind::Io {
            kind: Open | Close | Rewind | Backspace | Endfile | Wait,
            ..
        }
    )
}

/// True for an inquiry about the length of a record, which depends only on types.
pub(crate) fn asks_length(statement: &StmtKind) -> bool {
    control(statement, "iolength").is_some()
}

/// True if a statement assigns a unit number to a variable that outlives the procedure: output to the unit elsewhere
/// needs it, and a second run has no number.
pub(crate) fn gives_unit_away(program: &Program, unit: UnitId, statement: &StmtKind) -> bool {
    control(statement, "newunit").is_some_and(|e| is_left(program, unit, e))
}

/// The value of a control, by its keyword.
pub(crate) fn control<'s>(statement: &'s StmtKind, word: &str) -> Option<&'s Expr> {
    let StmtKind::Io { controls, .. } = statement else {
        return None;
    };
    controls.iter().find_map(|(k, c)| match c {
        IoControl::Expr(e) if k.as_ref()?.eq_ignore_ascii_case(word) => Some(e),
        _ => None,
    })
}

/// True if the value of a designator outlives a call of a procedure, for its caller or for others.
pub(crate) fn is_left(program: &Program, unit: UnitId, e: &Expr) -> bool {
    let is_result = |v: SymbolId| {
        let variable = program.symbols[v].variable();
        variable.is_some_and(|v| v.storage == Storage::Result)
    };
    e.base_symbol()
        .is_none_or(|v| is_result(v) || outlives(program, unit, v))
}

/// True if a variable outlives a call of a procedure.
pub(crate) fn outlives(program: &Program, unit: UnitId, variable: SymbolId) -> bool {
    let symbol = &program.symbols[variable];
    let local = |v: &Variable| matches!(v.storage, Storage::Local | Storage::Result) && !v.attrs.save;
    symbol.owner != Some(unit) || !symbol.variable().is_some_and(local)
}

/// True for an OPEN of a file that starts empty and is deleted when it is closed.
pub(crate) fn is_scratch(statement: &StmtKind) -> bool {
    let StmtKind::Io { controls, .. } = statement else {
        return false;
    };
    controls.iter().any(|(word, c)| match (word, c) {
        (Some(w), IoControl::Expr(e)) if w.eq_ignore_ascii_case("status") => {
            matches!(&e.kind, ExprKind::Str(s) if s.trim_matches(['\'', '"']).trim().eq_ignore_ascii_case("scratch"))
        }
        _ => false,
    })
}

/// True for input from, or output to, a character variable.
pub fn is_internal(statement: &StmtKind) -> bool {
    matches!(statement.io_unit(), Some((_, IoControl::Expr(e))) if e.ty == Ty::Character)
}

/// True for input from a file or a terminal.
pub(crate) fn is_input(s: &StmtKind) -> bool {
    matches!(s, StmtKind::Io { kind: IoKind::Read, .. }) && !is_internal(s)
}
