//! Round trip from text to tree to text, and raising of resolved programs, over the fixtures.

use crate::support::{compile, fixtures, parsed, shape, FORMS};
use adc_frontend::resolve::resolve;
use adc_frontend::span::Form;
use adc_unparse::{print_file, unparse};

#[test]
fn printed_texts_are_read_as_the_same_tree() {
    // the second folder has code that can be printed but not differentiated
    for (name, text, form) in fixtures("fixtures").into_iter().chain(fixtures("printed")) {
        let tree = parsed(&name, &text, form);
        for (form, extension) in FORMS {
            let printed = print_file(&tree, form);
            let again = parsed(&name, &printed, form);
            let (before, after) = (shape(&tree), shape(&again));
            let same = before.lines().zip(after.lines()).take_while(|(a, b)| a == b).count();
            assert!(
                before == after,
                "{name} as {form:?} differs at line {same} of the tree\n{printed}"
            );
            assert_eq!(print_file(&again, form), printed, "{name}: printing is no fixed point");
            compile(
                &format!("print-{name}"),
                &printed,
                extension,
                &["-w", "-fcoarray=single", "-fcray-pointer"],
            );
        }
    }
}

#[test]
fn raised_units_compile_without_warnings() {
    for (name, text, form) in fixtures("fixtures") {
        let (program, messages) = resolve(&[parsed(&name, &text, form)]);
        assert!(messages.is_empty(), "{name}: {messages:?}");
        // the compiler warns about old code
        let flags: &[&str] = if name.starts_with("legacy") {
            &["-w"]
        } else {
            &["-Wall", "-std=f2008"]
        };
        for (form, extension) in FORMS {
            let raised = match unparse(&program, &program.roots, form, &[]) {
                Ok(raised) => raised,
                Err(e) => panic!("{name}: {}", e.message),
            };
            compile(&format!("raise-{name}"), &raised, extension, flags);
            // a raised text raises to itself
            let (again, messages) = resolve(&[parsed(&name, &raised, form)]);
            assert!(messages.is_empty(), "{name}: {messages:?}\n{raised}");
            let second = unparse(&again, &again.roots, form, &[]).map_err(|e| e.message);
            assert_eq!(second.as_ref(), Ok(&raised), "{name}");
        }
    }
}

#[test]
fn what_is_excluded_stays_as_it_is() {
    let free = "program p\n  x = 1\n    !$adc exclude-begin\n not ( Fortran &\n    !$adc exclude-end\n  x = 2\nend program p\n";
    let fixed = "      PROGRAM p\n        x = 1\nc$ad exclude-begin\n not ( Fortran &\nC$ad exclude-end\n        x = 2\n      END PROGRAM p\n";
    for (text, form) in [(free, Form::Free), (fixed, Form::Fixed)] {
        assert_eq!(print_file(&parsed("p", text, form), form), text);
    }
}
