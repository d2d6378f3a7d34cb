//! The proof about names fails exactly if printed names do not mean what the representation meant.

use crate::support::source::read;
use adc_frontend::ast::File;
use adc_frontend::codes;
use adc_frontend::diag::Diagnostic;
use adc_frontend::ir::{visit, StmtKind, UnitId};
use adc_frontend::parse::ParseOptions;
use adc_frontend::span::{Form, SourceMap};
use adc_transform::head::{resolve, HeadText};
use adc_transform::{differentiate, Derivative, Mode, Opt, OptSet, Options};

const SOURCE: &str = "
module deep
contains
  real(8) function sin(p)
    real(8), intent(in) :: p
    sin = p
  end function
  subroutine popreal8(p)
    real(8), intent(inout) :: p
    p = 0
  end subroutine
end module
module m
  use deep
  real(8) :: t
contains
  subroutine set(x)
    real(8), intent(in) :: x
    real(8) :: td
    td = 2*x
    t = t*td
    if (t > 1) t = t*td*cos(td)
  end subroutine
end module
subroutine head(x, y)
  use m
  real(8), intent(in) :: x
  real(8), intent(out) :: y
  t = x
  call set(x)
  y = t*cos(t)
end subroutine
";

const OBJECTS: &str = "
module m
  type, abstract :: body
    real(8) :: s = 1
  end type
  type, extends(body) :: plain
    real(8) :: k = 2
  end type
  type, extends(body) :: bent
    real(8) :: w = 2
  end type
contains
  subroutine head(x, y, object)
    real(8), intent(in) :: x
    real(8), intent(out) :: y
    class(body), intent(inout) :: object
    select type (part => object)
    type is (plain)
      part%k = part%k*x
      part%k = part%k*sin(part%k)
      y = part%k
    type is (bent)
      part%w = part%w*x
      part%w = part%w*sin(part%w)
      y = part%w
    end select
  end subroutine
end module
";

/// The derivative of one of the programs above, and its file.
fn derivative(mode: Mode) -> (Derivative, Vec<File>) {
    derivative_of(SOURCE, mode)
}

fn derivative_of(source: &str, mode: Mode) -> (Derivative, Vec<File>) {
    let (program, trees) = read(source, Form::Free);
    let mut messages = vec![];
    let head = resolve(&program, &[HeadText::parse("head(y)/(x)").unwrap()], &mut messages).unwrap();
    let options = Options {
        optimisations: OptSet::ALL.without(Opt::Inline).without(Opt::Indexed),
        ..Options::default()
    };
    let (derivative, messages) = differentiate(&program, &head, mode, &options);
    assert!(messages.is_empty(), "{messages:#?}");
    (derivative.unwrap(), trees)
}

/// The output of a derivative and the findings of the proof.
fn proved(d: &Derivative, others: &[File]) -> (String, Vec<Diagnostic>) {
    let unparsed = adc_unparse::unparse_with_names(&d.program, &d.roots, Form::Free, &[]).unwrap();
    let (text, names) = (unparsed.text, unparsed.names);
    let mut map = SourceMap::default();
    let file = map.add("derivative.f90", text.as_str(), Form::Free);
    let (trees, unread) = adc_frontend::parse_files(&mut map, &[file], &ParseOptions::default(), &mut |_, _, _| None);
    let wrong = names.misread(&d.program, (&trees[0], &unread), others);
    (text, wrong)
}

/// The generated unit of a name.
fn unit(d: &Derivative, name: &str) -> UnitId {
    let mut open = d.roots.clone();
    while let Some(u) = open.pop() {
        if d.program.units[u].name == name {
            return u;
        }
        open.extend(&d.program.units[u].contains);
    }
    panic!("no unit {name}")
}

fn assert_fires(d: &Derivative, others: &[File], name: &str) {
    let (text, wrong) = proved(d, others);
    let named = |w: &&Diagnostic| w.code == codes::MISREAD_NAME && w.message.contains(&format!("`{name}`"));
    assert!(wrong.iter().any(|w| named(&w)), "{wrong:#?}\n{text}");
}

#[test]
fn settled_names_are_right() {
    for mode in [Mode::Tangent, Mode::Reverse] {
        let (d, others) = derivative(mode);
        let (text, wrong) = proved(&d, &others);
        assert!(wrong.is_empty(), "{wrong:#?}\n{text}");
    }
}

#[test]
fn a_local_that_captures_a_shadow_is_found() {
    let (mut d, others) = derivative(Mode::Tangent);
    let set = unit(&d, "set_d");
    let names = &mut d.program.units[set].names;
    let local = names.shift_remove("td0").expect("the local was renamed");
    names.insert("td".into(), local);
    assert_fires(&d, &others, "td");
}

#[test]
fn a_procedure_of_a_used_module_that_captures_an_intrinsic_function_is_found() {
    let (mut d, others) = derivative(Mode::Tangent);
    let head = unit(&d, "head_d");
    d.program.units[head]
        .uses
        .iter_mut()
        .for_each(|u| u.items.retain(|i| i.original.is_none()));
    assert_fires(&d, &others, "sin");
}

#[test]
fn a_procedure_of_a_used_module_that_captures_one_of_the_tape_is_found() {
    let (mut d, others) = derivative(Mode::Reverse);
    let module = unit(&d, "m_b");
    d.program.units[module]
        .uses
        .iter_mut()
        .for_each(|u| u.items.retain(|i| i.original.is_none()));
    assert_fires(&d, &others, "popreal8");
}

#[test]
fn an_import_that_is_missing_is_found() {
    let (mut d, others) = derivative(Mode::Tangent);
    let head = unit(&d, "head_d");
    d.program.units[head].uses.retain(|u| u.name != "m_d");
    assert_fires(&d, &others, "td");
}

#[test]
fn a_name_of_a_construct_that_hides_what_its_block_calls_is_found() {
    let (mut d, others) = derivative_of(OBJECTS, Mode::Reverse);
    assert!(proved(&d, &others).1.is_empty());
    let head = unit(&d, "head_b");
    let mut guards = vec![];
    visit::walk_block(&d.program.units[head].body, &mut |s| {
        if let StmtKind::SelectType { .. } = s.kind {
            guards.extend(s.kind.declares().into_iter().flat_map(|declared| declared.0));
        }
    });
    assert!(!guards.is_empty());
    for g in guards {
        d.program.symbols[g].name = "popreal8".into();
    }
    assert_fires(&d, &others, "popreal8");
}

#[test]
fn a_variable_named_as_a_module_in_use_is_found() {
    let (mut d, others) = derivative(Mode::Tangent);
    let head = unit(&d, "head_d");
    let names = &mut d.program.units[head].names;
    let dummy = names.shift_remove("x").expect("the head has it");
    names.insert("m_d".into(), dummy);
    assert_fires(&d, &others, "m_d");
}
