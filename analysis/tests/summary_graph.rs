//! The program summary graph on the examples of its paper (Callahan 1988), with the paper's results.

use crate::common::{read, symbol, unit};

use adc_analysis::psg::Live;
use adc_analysis::{analyse, show, Analyses, HeadSpec, Options, ZoneSet};
use adc_frontend::ir::Program;
use adc_frontend::span::SourceMap;

fn facts(text: &str) -> (Program, Analyses, SourceMap) {
    let (program, map) = read(text);
    let (first, _) = program.units.iter().next().expect("a unit");
    let heads = HeadSpec::new(first, vec![], vec![]).into();
    let facts = analyse(&program, &heads, &Options::default());
    (program, facts, map)
}

fn names(program: &Program, facts: &Analyses, set: &ZoneSet) -> String {
    let names = set
        .iter()
        .map(|z| program.symbols[facts.zones.members(z)[0]].name.to_string());
    let mut list: Vec<_> = names.collect();
    list.sort();
    list.join(" ")
}

/// `KILL | USE | MOD | REF`
fn sets(program: &Program, facts: &Analyses, name: &str) -> String {
    let s = facts.summaries.get(unit(program, name)).expect("a summary");
    [&s.must_writes, &s.reads, &s.writes, &s.refs]
        .map(|set| names(program, facts, set))
        .join(" | ")
}

/// Figure 1: of the dummy arguments that are modified, only X of SUBA is killed; Y, U and V are used, X is not.
#[test]
fn figure_1() {
    let (program, facts, map) = facts(
        "program main
           call suba(a, b)
           print *, a
           stop
         end
         subroutine suba(x, y)
           integer subb
           external subb
           x = 4.0
           if (x == 5.0) k = subb(x, y)
           k = y + k + x
           return
         end
         integer function subb(u, v)
           subb = u + v
           if (u > v) u = v
           return
         end",
    );
    assert_eq!(sets(&program, &facts, "suba"), "x | y | x | x y");
    assert_eq!(sets(&program, &facts, "subb"), "subb | u v | subb u | u v");
    insta::assert_snapshot!(show::psg(&program, &facts, &map));
}

/// Section 6: X is known as A and as B; neither name is killed on its own, both seem to be used.
#[test]
fn aliases_are_killed_name_by_name() {
    let text = |call: &str| {
        format!(
            "subroutine top(x, y, z)
               call {call}
             end
             subroutine sub(a, b, c)
               if (a < b) then
                 a = c
                 a = a + b
               else
                 b = c
                 b = a + b
               end if
             end
             subroutine both(a, b, c)
               a = c
               b = c
             end
             subroutine one(a, b, c)
               a = c
               c = b
             end"
        )
    };
    let top = |call: &str| {
        let (program, facts, _) = facts(&text(call));
        sets(&program, &facts, "top")
    };
    assert_eq!(top("sub(x, x, y)"), " | x y | x | x y");
    assert_eq!(top("both(x, x, y)"), "x | y | x | y");
    assert_eq!(top("both(x, z, y)"), "x z | y | x z | y");
    // used under one name, killed under another
    assert_eq!(top("one(x, x, y)"), "y | x y | x y | x y");
}

/// Section 7: Y of SUB2 is live on exit, X is not; with A and C the same variable X is.
#[test]
fn live_on_exit() {
    let text = "subroutine sub1(a, b, c)
           call sub2(a, b)
           a = 4 + c
           a = b
           return
         end
         subroutine sub2(x, y)
           x = 1
           y = 2
         end";
    let live = |text: &str| {
        let (program, facts, _) = facts(text);
        let live = Live::build(&program, &facts).at_exit(unit(&program, "sub2"));
        let zone = |name: &str| facts.zones.of(symbol(&program, &format!("sub2:{name}")))[0];
        (live.contains(zone("x")), live.contains(zone("y")))
    };
    assert_eq!(live(text), (false, true));
    let aliased = format!("subroutine top(p, q)\ncall sub1(p, q, p)\nend\n{text}");
    assert_eq!(live(&aliased), (true, true));
    let by_common = format!(
        "subroutine top(q)\ncommon /c/ p\ncall sub1(p, q, 1.0)\nend\n{}",
        text.replace("x = 1", "common /c/ g\nx = g")
    );
    assert!(live(&by_common).0, "a global that the callee knows as an argument too");
}

/// Section 4: TEMP kills A and B on the way; C, which it uses, is killed by what SUB calls.
#[test]
fn global_variables_by_masks() {
    let (program, facts, _) = facts(
        "subroutine temp
           common a, b, c
           a = 1
           call sub
           b = a + c
         end
         subroutine sub
           common a, b, c
           if (b > 0) c = 2
           call deeper(c)
         end
         subroutine deeper(d)
           common a, b, c
           d = a
         end",
    );
    assert_eq!(sets(&program, &facts, "temp"), "a b c | b | a b c | a b c");
    assert_eq!(sets(&program, &facts, "sub"), "c | a b | c | a b");
    assert_eq!(sets(&program, &facts, "deeper"), "d | a | d | a");
}

/// Section 5: a global that is killed as a dummy argument of a procedure to which it is not global, and of one to which
/// it is.
#[test]
fn global_variables_as_arguments() {
    let (program, facts, _) = facts(
        "module m
           real :: g, h
         end module
         subroutine top
           use m
           call set(g)
           call both(h)
         end
         subroutine set(x)
           x = 1
         end
         subroutine both(x)
           use m
           if (x > 0) h = 1
           x = 1
         end",
    );
    // h is killed under the name x only
    assert_eq!(sets(&program, &facts, "top"), "g | h | g h | h");
}

#[test]
fn recursion_hosts_and_several_callees() {
    let (program, facts, _) = facts(
        "subroutine top(x, y, z, n)
           real x, y, z
           call inner
           call down(x, z, n)
         contains
           subroutine inner
             y = x
           end subroutine
         end
         recursive subroutine down(a, b, n)
           real a, b
           if (n > 0) then
             call down(b, a, n - 1)
           else
             a = 0
             b = 1
           end if
         end
         subroutine either(f, v)
           external f
           call f(v)
         end
         subroutine f1(v)
           v = 1
         end
         subroutine f2(v)
           if (v > 0) v = 1
         end
         subroutine pick(v, w)
           external f1, f2
           call either(f1, v)
           call either(f2, w)
         end",
    );
    assert_eq!(sets(&program, &facts, "inner"), "y | x | y | x");
    assert_eq!(sets(&program, &facts, "down"), "a b | n | a b | n");
    assert_eq!(sets(&program, &facts, "top"), "x y z | n x | x y z | n x");
    assert_eq!(sets(&program, &facts, "either"), " | v | v | v");
}
