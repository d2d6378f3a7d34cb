//! Raising of hand-made units like those of the transformation.

use adc_frontend::ir::*;
use adc_frontend::span::{Form, Span};
use adc_unparse::unparse;

fn symbol(name: &str, owner: UnitId, kind: SymbolKind) -> Symbol {
    Symbol {
        name: name.into(),
        owner: Some(owner),
        kind,
        private: false,
        comment: None,
        span: Span::NONE,
    }
}

fn variable(ty: Ty, dims: Vec<Dim>, storage: Storage) -> SymbolKind {
    SymbolKind::Variable(Variable {
        ty: DeclType::plain(ty),
        dims,
        storage,
        attrs: Attrs::default(),
        init: None,
    })
}

/// `subroutine f_b(x, n)`: x(n) is pushed, changed, popped; `unused` has no declaration.
fn adjoint() -> (Program, UnitId) {
    let mut p = Program::default();
    let u = p.units.alloc(Unit::new("f_b", UnitKind::Subroutine));
    p.roots.push(u);
    let n = p.add_symbol(symbol("n", u, variable(Ty::Integer(4), vec![], Storage::Dummy)));
    let extent = var(&p, n);
    let dims = vec![Dim::Explicit(None, extent.clone())];
    let x = p.add_symbol(symbol("x", u, variable(Ty::Real(8), dims, Storage::Dummy)));
    let i = p.add_symbol(symbol("i", u, variable(Ty::Integer(4), vec![], Storage::Local)));
    let branch = p.add_symbol(symbol("branch", u, variable(Ty::Integer(4), vec![], Storage::Local)));
    p.add_symbol(symbol("unused", u, variable(Ty::Real(4), vec![], Storage::Local)));
    p.units[u].args = vec![Some(x), Some(n)];
    let whole = var(&p, x);
    let element = index(whole.clone(), vec![Subscript::At(var(&p, i))]);
    let twice = mul(real("2.0", 8), add(element.clone(), neg(element.clone())));
    p.units[u].body = vec![
        Stmt::new(StmtKind::Push(whole.clone())),
        Stmt::new(StmtKind::PushControl { value: 1, bits: 2 }),
        Stmt::new(StmtKind::Comment("Backward sweep".into())),
        Stmt::new(StmtKind::PopControl {
            var: var(&p, branch),
            bits: 2,
        }),
        Stmt::new(StmtKind::Pop(whole)),
        Stmt::new(StmtKind::Do {
            name: None,
            control: DoControl::count(i, int(1), extent, None),
            body: vec![assign(element, twice)],
        }),
    ];
    (p, u)
}

#[test]
fn free_form() {
    let (p, u) = adjoint();
    let text = unparse(&p, &[u], Form::Free, &["Generated".to_string()]).expect("it can be written");
    let expected = "\
! Generated
subroutine f_b(x, n)
  implicit none
  ! values of these kinds are recorded: flags such as -fdefault-real-8 have to be given to adc, too
  integer, parameter :: default_kinds = 1/merge(1, 0, kind(0) == 4)
  integer :: n
  real(8) :: x(n)
  integer :: i, branch

  call pushreal8array(x, size(x))
  call pushcontrol2b(1)
  ! Backward sweep
  call popcontrol2b(branch)
  call popreal8array(x, size(x))
  do i = 1, n
    x(i) = 2.0d0*(x(i) - x(i))
  end do
end subroutine f_b
";
    assert_eq!(text, expected);
}

#[test]
fn fixed_form() {
    let (p, u) = adjoint();
    let text = unparse(&p, &[u], Form::Fixed, &[]).expect("it can be written");
    assert!(text.contains("        DOUBLE PRECISION :: x(n)\n"), "{text}");
    assert!(
        text.contains("        DO i = 1, n\n          x(i) = 2.0d0*(x(i) - x(i))\n        END DO\n"),
        "{text}"
    );
}

#[test]
fn assumed_size_arrays_cannot_be_pushed_whole() {
    let (mut p, u) = adjoint();
    let x = p.units[u].args[0].expect("an argument");
    if let Some(v) = p.symbols[x].variable_mut() {
        v.dims = vec![Dim::AssumedSize(None)];
    }
    let error = unparse(&p, &[u], Form::Free, &[]).expect_err("it has no size");
    assert_eq!(error.code, adc_frontend::codes::UNKNOWN_SIZE);
}
