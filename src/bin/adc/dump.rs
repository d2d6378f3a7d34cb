//! `adc dump`: prints what a stage made of the files.

use crate::args::{ActivityArg, GraphFormatArg, Input, ModeArg, PlanArgs, Stage};
use crate::input::{sources, sources_and_descriptions};
use crate::output::{fail, finish, say, usage_in};
use adc::{GraphFormat, Head, Mode, NormalForm, Options, Request};

/// Runs the command.
pub fn run(
    input: &Input,
    stage: Stage,
    after: Option<String>,
    (mode, format): (ModeArg, GraphFormatArg),
    plan: &PlanArgs,
) -> u8 {
    let (stage, sources) = match stage {
        Stage::Lines => (adc::Stage::Lines, sources(input)),
        Stage::Tokens => (adc::Stage::Tokens, sources(input)),
        Stage::Ast => (adc::Stage::Ast, sources(input)),
        Stage::Ir => (adc::Stage::Ir, sources(input)),
        Stage::Cfg => (adc::Stage::Cfg, sources(input)),
        Stage::Zones => (adc::Stage::Zones, sources(input)),
        Stage::Calls => (adc::Stage::Calls, sources(input)),
        Stage::Normal | Stage::Graph | Stage::Plan | Stage::Sweeps => {
            let heads = match input.heads() {
                Ok(heads) => heads,
                Err(e) => return usage_in(input, &e.to_string()),
            };
            let mode = match mode {
                ModeArg::Tangent => Mode::Tangent,
                ModeArg::Reverse => Mode::Reverse,
            };
            let options = plan.options(input, ActivityArg::default());
            let stage = match stage {
                Stage::Plan => adc::Stage::Plan(Box::new(request(heads, mode, options))),
                Stage::Sweeps => adc::Stage::Sweeps(Box::new(request(heads, mode, options))),
                Stage::Graph => {
                    let format = match format {
                        GraphFormatArg::Text => GraphFormat::Text,
                        GraphFormatArg::Dot => GraphFormat::Dot,
                    };
                    adc::Stage::Graph(Box::new(request(heads, mode, options)), format)
                }
                _ => {
                    let mut form = NormalForm::new(heads, mode);
                    form.options = options;
                    form.after = after;
                    adc::Stage::Normal(Box::new(form))
                }
            };
            (stage, sources_and_descriptions(input))
        }
    };
    match adc::dump(sources, &input.read_options(), &stage) {
        Ok(dump) => {
            say(&dump.text);
            finish(&dump.messages, input)
        }
        Err(e) => fail(&e, input),
    }
}

fn request(heads: Vec<Head>, mode: Mode, options: Options) -> Request {
    let mut request = Request::by_directives(mode);
    request.heads = heads;
    request.options = options;
    request
}
