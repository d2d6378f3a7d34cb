//! Control-flow graphs and the data-flow solver, on statements built by hand.

use adc_analysis::cfg::{Cfg, Item, Role};
use adc_analysis::dataflow::{solve, Direction, Problem};
use adc_analysis::IdSet;
use adc_frontend::ir::*;

/// Numbers statements 1, 2, 3, ... in the order of the text.
fn graph(mut body: Block) -> Cfg {
    Program::default().renumber(&mut body);
    Cfg::build(&body, &|_| None)
}

fn s(kind: StmtKind) -> Stmt {
    Stmt::new(kind)
}

fn labelled(label: u32, kind: StmtKind) -> Stmt {
    Stmt {
        label: Some(label),
        ..Stmt::new(kind)
    }
}

fn nop() -> Stmt {
    s(StmtKind::Continue)
}

fn arm(cond: bool, body: Block) -> Arm {
    Arm {
        cond: cond.then(|| int(1)),
        body,
        lead: vec![],
    }
}

fn if_(arms: Vec<Arm>) -> Stmt {
    s(StmtKind::If {
        name: None,
        arms,
        short: false,
    })
}

fn forever(name: Option<&str>, body: Block) -> Stmt {
    s(StmtKind::Do {
        name: name.map(Into::into),
        control: DoControl::Forever,
        body,
    })
}

fn while_(body: Block) -> Stmt {
    s(StmtKind::Do {
        name: None,
        control: DoControl::While(int(1)),
        body,
    })
}

#[test]
fn straight_line() {
    let cfg = graph(vec![nop(), s(StmtKind::Comment("x".into())), nop()]);
    assert_eq!(cfg.dump(), "0: [1 3] -> 1\n1 exit: [] -> \n");
}

#[test]
fn alternatives_meet() {
    let cfg = graph(vec![if_(vec![arm(true, vec![nop()]), arm(false, vec![nop()])]), nop()]);
    assert_eq!(
        cfg.dump(),
        "0: [1] -> 2 1\n1: [3] -> 3\n2: [2] -> 3\n3: [4] -> 4\n4 exit: [] -> \n"
    );
    let short = graph(vec![if_(vec![arm(true, vec![s(StmtKind::Return(None))])]), nop()]);
    assert_eq!(short.successors(short.entry()).len(), 2);
    assert!(short.dominates(short.entry(), short.exit()));
}

#[test]
fn loops_have_headers() {
    // do while: 1; inner do while: 2; body 3
    let cfg = graph(vec![while_(vec![while_(vec![nop()])]), nop()]);
    let loops = cfg.loops();
    assert!(cfg.is_reducible());
    assert_eq!(loops.len(), 2);
    assert!(loops[1].blocks.iter().all(|b| loops[0].blocks.contains(b)));
    let header = cfg.items(loops[1].header);
    assert_eq!(
        header,
        [Item {
            stmt: StmtId(2),
            role: Role::Whole
        }]
    );
}

#[test]
fn exit_and_cycle_find_their_constructs() {
    let inner = vec![
        if_(vec![arm(true, vec![s(StmtKind::Exit(Some("OUTER".into())))])]),
        if_(vec![arm(true, vec![s(StmtKind::Cycle(None))])]),
        s(StmtKind::Exit(None)),
    ];
    let cfg = graph(vec![forever(Some("outer"), vec![forever(None, inner), nop()]), nop()]);
    assert!(cfg.number(cfg.exit()).is_some(), "the loop ends:\n{}", cfg.dump());
    assert_eq!(cfg.loops().len(), 2);
    let endless = graph(vec![forever(None, vec![nop()]), nop()]);
    assert!(endless.number(endless.exit()).is_none());
}

#[test]
fn jumps_of_all_forms() {
    let goto = |l| s(StmtKind::Goto(l));
    // two entries into one cycle
    let cfg = graph(vec![
        if_(vec![arm(true, vec![goto(20)])]),
        labelled(10, StmtKind::Continue),
        labelled(20, StmtKind::Continue),
        s(StmtKind::ArithmeticIf(int(1), [10, 20, 30])),
        labelled(30, StmtKind::Continue),
    ]);
    assert!(!cfg.is_reducible());
    assert!(cfg.number(cfg.exit()).is_some());
    // computed GOTO falls through, assigned GOTO does not
    let cfg = graph(vec![
        s(StmtKind::ComputedGoto(vec![10], int(1))),
        s(StmtKind::Stop {
            error: false,
            code: None,
            quiet: None,
        }),
        labelled(10, StmtKind::Continue),
    ]);
    assert_eq!(cfg.successors(cfg.entry()).len(), 2);
    let (mut program, unit) = (Program::default(), Unit::new("p", UnitKind::Program));
    program.units.alloc(unit);
    let var = program.add_symbol(Symbol {
        name: "l".into(),
        owner: None,
        kind: SymbolKind::Namelist,
        private: false,
        comment: None,
        span: Span::NONE,
    });
    let cfg = graph(vec![
        s(StmtKind::AssignLabel(10, var)),
        s(StmtKind::AssignedGoto(var, vec![])),
        nop(),
        labelled(10, StmtKind::Continue),
    ]);
    assert_eq!(cfg.successors(cfg.entry()).len(), 1);
    // a jump into a loop's body
    let cfg = graph(vec![
        if_(vec![arm(true, vec![goto(5)])]),
        while_(vec![nop(), labelled(5, StmtKind::Continue)]),
    ]);
    assert!(!cfg.is_reducible());
    // alternate returns and END=
    let alt = Arg {
        keyword: None,
        value: ArgValue::AltReturn(9),
    };
    let callee = Callee::direct(var);
    let read = StmtKind::Io {
        kind: IoKind::Read,
        controls: vec![
            (Some("END".into()), IoControl::Label(9)),
            (Some("fmt".into()), IoControl::Label(8)),
        ],
        parens: true,
        items: vec![],
    };
    let cfg = graph(vec![
        s(StmtKind::Call {
            callee,
            args: vec![alt],
        }),
        s(read),
        nop(),
        labelled(9, StmtKind::Continue),
    ]);
    assert_eq!(
        cfg.predecessors(cfg.rpo()[cfg.rpo().len() - 2]).len(),
        3,
        "{}",
        cfg.dump()
    );
}

/// Statements that may have been executed before (forward) or may be executed later (backward).
struct Seen(Direction);

impl Problem for Seen {
    type State = IdSet<StmtId>;

    fn direction(&self) -> Direction {
        self.0
    }

    fn boundary(&self) -> Self::State {
        IdSet::new()
    }

    fn bottom(&self) -> Self::State {
        IdSet::new()
    }

    fn join(&self, into: &mut Self::State, from: &Self::State) -> bool {
        into.union_with(from)
    }

    fn transfer(&self, item: Item, state: &mut Self::State) {
        state.insert(item.stmt);
    }
}

#[test]
fn solver_goes_round_loops_in_both_directions() {
    // 1; do while 2 { 3; if 4 { 5 exit } 6 }; 7
    let body = vec![
        nop(),
        while_(vec![nop(), if_(vec![arm(true, vec![s(StmtKind::Exit(None))])]), nop()]),
        nop(),
    ];
    let cfg = graph(body);
    let mut before3 = vec![];
    let forward = Seen(Direction::Forward);
    solve(&cfg, &forward).replay(&cfg, &forward, &mut |item, before, _| {
        if item.stmt == StmtId(3) {
            before3 = before.iter().map(|s| s.0).collect();
        }
    });
    assert_eq!(before3, [1, 2, 3, 4, 6]);
    let mut after6 = vec![];
    let backward = Seen(Direction::Backward);
    solve(&cfg, &backward).replay(&cfg, &backward, &mut |item, _, after| {
        if item.stmt == StmtId(6) {
            after6 = after.iter().map(|s| s.0).collect();
        }
    });
    assert_eq!(after6, [2, 3, 4, 5, 6, 7]);
}
