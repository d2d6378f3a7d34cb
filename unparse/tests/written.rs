//! Printing with the layout of the source.

use crate::support::{fixtures, parsed_in};
use adc_frontend::ast::{File, StmtKind, Trivia};
use adc_frontend::lines::LineOptions;
use adc_frontend::span::{FileId, Form, SourceMap};
use adc_unparse::print_as_written;

/// Prints a text after a change of its tree.
fn printed(text: &str, form: Form, change: impl FnOnce(&mut File)) -> String {
    let mut map = SourceMap::default();
    let (mut tree, id) = parsed_in(&mut map, "text", text, form);
    change(&mut tree);
    print(&tree, &map, id)
}

fn print(tree: &File, map: &SourceMap, id: FileId) -> String {
    print_as_written(tree, map, id, &LineOptions::default())
}

#[track_caller]
fn unchanged(text: &str, form: Form) {
    assert_eq!(printed(text, form, |_| {}), text);
}

#[test]
fn fixtures_are_printed_as_they_are() {
    for (name, text, form) in fixtures("fixtures").into_iter().chain(fixtures("printed")) {
        let mut map = SourceMap::default();
        let (tree, id) = parsed_in(&mut map, &name, &text, form);
        assert_eq!(print(&tree, &map, id), text, "{name}");
    }
}

#[test]
fn parentheses_and_order_are_the_author_s() {
    unchanged(
        "\
subroutine s(x, n)
  common /one/ u, /two/ v
  save /one/, a, /two/, b
  if (n == -1 .or. x**-n * -2 > 0) x = 2 - -n
end
",
        Form::Free,
    );
}

#[test]
fn fixed_form_keeps_columns_marks_and_cards() {
    unchanged(
        "\
* a comment with a star
      SUBROUTINE  S( A,B,
     $               C )   ! after

      real*8 A,B , C
c     between
   10 IF( A .EQ. B )
c     inside

     +   GO TO 10
      A = 1 ; B = 2 ; C = 3
      WRITE( *, '(A,   I3)' ) 'it''s', 3                                00000010
      END
*     the end",
        Form::Fixed,
    );
}

#[test]
fn free_form_keeps_blanks_continuations_and_separators() {
    unchanged(
        "\
\u{feff}! first
program   p
  use, intrinsic :: iso_c_binding, only : c_char
  implicit none
  character( kind=c_char , len=3 )::c;  integer   ::   i
\tlogical b

  if(i.eq.3)   & ! why
     ! and more

       i=4
  outer:do  i=1,3 ;  if(b) exit outer;  enddo   outer
#ifdef X
  c = 'a&
      &b'  ;
#endif
  select case(i)
  case(1);   i=2
  end  select
contains   ! here

end


",
        Form::Free,
    );
}

#[test]
fn what_is_included_stays_an_include_line() {
    unchanged(
        "subroutine s\n  ! before\n  include 'included.inc' ! why\n\n  ! behind\n  j = 1\nend\n",
        Form::Free,
    );
    unchanged(
        "      subroutine s\n      include 'included.inc'\n      end\n",
        Form::Fixed,
    );
}

#[test]
fn only_what_the_tree_says_otherwise_is_laid_out_anew() {
    let text = "subroutine s\n  integer a  ! kept\n\n  a=1 ! old\n  ! gone\n     a   =   2\nend\n";
    let out = printed(text, Form::Free, |tree| {
        let body = &mut tree.units[0].body;
        let two = body[2].kind.clone();
        let StmtKind::Assign { rhs, .. } = &two else {
            panic!("an assignment")
        };
        let StmtKind::Assign { rhs: first, .. } = &mut body[1].kind else {
            panic!("an assignment")
        };
        first.kind = rhs.kind.clone();
        body[1].trail = Some(" new".into());
        body[2].lead.retain(|t| matches!(t, Trivia::Blank));
    });
    assert_eq!(
        out,
        "subroutine s\n  integer a  ! kept\n\n  a = 2 ! new\n     a   =   2\nend\n"
    );
}

/// Fixed form drops the blanks between the clauses of DO CONCURRENT; the printer restores them.
#[test]
fn clauses_of_do_concurrent_stand_apart() {
    let text = "program p\n  do concurrent (i = 1:3) local(x) shared(y)\n  end do\nend program p\n";
    let (tree, _) = parsed_in(&mut SourceMap::default(), "text", text, Form::Free);
    let printed = adc_unparse::print_file(&tree, Form::Fixed);
    let (again, _) = parsed_in(&mut SourceMap::default(), "text", &printed, Form::Fixed);
    assert_eq!(adc_unparse::print_file(&again, Form::Fixed), printed);
}
