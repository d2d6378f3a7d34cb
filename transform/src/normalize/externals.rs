//! Gives external functions that are passed as arguments the type of their definition. Compilers check `external f`
//! more closely if the derivatives are in the same file.

use adc_frontend::ir::*;

/// Declares the external functions that the body of a unit passes on.
pub fn declare(program: &mut Program, unit: UnitId) {
    let mut handed = vec![];
    visit::walk_block_exprs(&program.units[unit].body, &mut |e| {
        if let ExprKind::Procedure(p) = e.kind {
            handed.push(p);
        }
    });
    for proc in handed {
        let definition = program.definition(proc).map(|u| &program.units[u]);
        let result = definition.and_then(|u| u.result).map(|r| program.symbols[r].ty());
        if let (Some(ty), SymbolKind::Procedure(p)) = (result, &mut program.symbols[proc].kind) {
            if p.class == ProcClass::External && ty != Ty::None {
                p.result.get_or_insert(DeclType::plain(ty));
            }
        }
    }
}
