//! Bounded functions, which need no instruction counter.
//!
//! The counter fires for the first time after [`TICK`] Lua instructions in one call, or after a large block of memory,
//! which restarts it. A function that always runs fewer instructions behaves the same without the counter, only faster.
//! That holds for a function with fewer instructions than that, in which all jumps go forward and every callee is
//! written in Rust or C: such functions pay for themselves, and those of ours that call a script's function start the
//! counter ([`Meter::call_back`]).
//!
//! The target of a call is known in two cases: an argument of the function or a method of one, because those are ours;
//! and a name of the frozen globals, alone or as in `math.max`, because its meaning cannot change, unless a file uses
//! `_ENV`, which [`Sandbox::prepare`] checks. Metamethods are all ours, because scripts cannot set any. Anything else
//! is assumed to be unbounded.
//!
//! [`Meter::call_back`]: super::meter::Meter::call_back
//! [`Sandbox::prepare`]: super::Sandbox::prepare

use mlua::{Function, Table, Value};

use super::bytecode::{Bytecode, Instruction};
use super::meter::TICK;
use super::read_only::contents_of;

/// What is known of a register.
#[derive(Clone, PartialEq)]
enum RegisterFact {
    Unknown,
    /// An argument.
    Argument,
    /// A field or method of an argument.
    Method,
    /// Value of a global name.
    Global(Value),
}

/// Whether a call of `function` with arguments of ours is bounded; `names` is the table behind the frozen globals.
pub(super) fn is_bounded(function: &Function, names: &Table) -> bool {
    Bytecode::parse(function).is_some_and(|bytecode| InstructionWalk::new(&bytecode, names).run().is_some())
}

/// Abstract interpretation of all instructions in order. Jumps go forward, so every predecessor of an instruction is
/// visited before it.
struct InstructionWalk<'a> {
    bytecode: &'a Bytecode,
    names: &'a Table,
    /// What is known of the registers when an instruction is reached; `None` if it never is.
    facts: Vec<Option<Vec<RegisterFact>>>,
}

impl<'a> InstructionWalk<'a> {
    fn new(bytecode: &'a Bytecode, names: &'a Table) -> InstructionWalk<'a> {
        // One instruction may name a register beyond the last, and one may skip the last instruction.
        let mut registers = vec![RegisterFact::Unknown; bytecode.registers + 1];
        registers.iter_mut().take(bytecode.parameters).for_each(|register| *register = RegisterFact::Argument);
        let mut facts = vec![None; bytecode.code.len() + 2];
        facts[0] = Some(registers);
        InstructionWalk { bytecode, names, facts }
    }

    /// Visits all instructions; `None` if one may be unbounded.
    fn run(mut self) -> Option<()> {
        if self.bytecode.code.len() >= TICK as usize {
            return None;
        }
        for (index, &instruction) in self.bytecode.code.iter().enumerate() {
            if let Some(registers) = self.facts[index].take() {
                self.step(index, instruction, registers)?;
            }
        }
        Some(())
    }

    /// Follows one instruction (`lopcodes.h`); `None` if it may jump back or call a function that is not ours.
    fn step(&mut self, index: usize, instruction: Instruction, mut registers: Vec<RegisterFact>) -> Option<()> {
        let (a, b, next) = (instruction.a(), instruction.b(), index + 1);
        match instruction.opcode() {
            // MOVE
            0 => *registers.get_mut(a)? = registers.get(b)?.clone(),
            // LOADI, LOADF, LOADK, LOADFALSE, LOADTRUE, GETUPVAL, GETTABLE, GETI, NEWTABLE, arithmetic, UNM to CONCAT
            1..=3 | 5 | 7 | 9 | 12 | 13 | 19 | 21..=45 | 49..=53 => *registers.get_mut(a)? = RegisterFact::Unknown,
            // LFALSESKIP
            6 => {
                *registers.get_mut(a)? = RegisterFact::Unknown;
                self.merge(next + 1, registers.clone());
            }
            // LOADNIL
            8 => forget_from(&mut registers, a),
            // GETTABUP
            11 => *registers.get_mut(a)? = self.global(b, instruction.c()),
            // GETFIELD
            14 => *registers.get_mut(a)? = self.field(registers.get(b)?, instruction.c()),
            // SETUPVAL, SETTABUP to SETFIELD, MMBIN to MMBINK, SETLIST, EXTRAARG
            10 | 15..=18 | 46..=48 | 78 | 82 => {}
            // SELF
            20 => {
                let object = registers.get(b)?.clone();
                *registers.get_mut(a)? =
                    if object == RegisterFact::Argument { RegisterFact::Method } else { RegisterFact::Unknown };
                *registers.get_mut(a + 1)? = object;
            }
            // JMP
            56 => {
                let target = usize::try_from(next as i64 + instruction.jump()).ok()?;
                if target < next || target >= self.bytecode.code.len() {
                    return None;
                }
                self.merge(target, registers);
                return Some(());
            }
            // EQ to TEST
            57..=66 => self.merge(next + 1, registers.clone()),
            // TESTSET
            67 => {
                self.merge(next + 1, registers.clone());
                *registers.get_mut(a)? = RegisterFact::Unknown;
            }
            // CALL, TAILCALL
            68 | 69 if is_native(registers.get(a)?) => forget_from(&mut registers, a),
            // RETURN, RETURN0, RETURN1
            70..=72 => return Some(()),
            // Loops, nested functions, varargs, to-be-closed variables, and future instructions.
            _ => return None,
        }
        self.merge(next, registers);
        Some(())
    }

    /// Merges the facts of another path to an instruction: those that hold on all paths remain.
    fn merge(&mut self, index: usize, registers: Vec<RegisterFact>) {
        match &mut self.facts[index] {
            Some(existing) => {
                let both = existing.iter_mut().zip(registers);
                both.filter(|(one, other)| **one != *other).for_each(|(one, _)| *one = RegisterFact::Unknown);
            }
            unreached => *unreached = Some(registers),
        }
    }

    /// Value of a global name.
    fn global(&self, upvalue: usize, name: usize) -> RegisterFact {
        if self.bytecode.upvalues.get(upvalue).is_none_or(|upvalue| upvalue != b"_ENV") {
            return RegisterFact::Unknown;
        }
        self.lookup(self.names, name)
    }

    /// Returns the field of a known value.
    fn field(&self, object: &RegisterFact, name: usize) -> RegisterFact {
        match object {
            RegisterFact::Argument => RegisterFact::Method,
            // Only the contents of a frozen table are constant.
            RegisterFact::Global(Value::Table(table)) => match contents_of(table) {
                Ok(contents) if contents != *table => self.lookup(&contents, name),
                _ => RegisterFact::Unknown,
            },
            _ => RegisterFact::Unknown,
        }
    }

    fn lookup(&self, contents: &Table, name: usize) -> RegisterFact {
        let Some(Some(name)) = self.bytecode.texts.get(name) else { return RegisterFact::Unknown };
        let Ok(name) = std::str::from_utf8(name) else { return RegisterFact::Unknown };
        contents.raw_get(name).map_or(RegisterFact::Unknown, RegisterFact::Global)
    }
}

/// Clears the registers that a call overwrites or leaves behind.
fn forget_from(registers: &mut [RegisterFact], first: usize) {
    registers.iter_mut().skip(first).for_each(|register| *register = RegisterFact::Unknown);
}

/// Whether a callee is native code, which needs no counter.
fn is_native(callee: &RegisterFact) -> bool {
    match callee {
        RegisterFact::Unknown => false,
        RegisterFact::Argument | RegisterFact::Method => true,
        RegisterFact::Global(value) => value.as_function().is_some_and(|function| function.info().what == "C"),
    }
}

#[cfg(test)]
mod tests {
    use mlua::debug::HookTriggers;
    use mlua::{Value, VmState};
    use proptest::prelude::*;

    use super::super::{CachedFunction, FastCallResult, Sandbox};
    use super::TICK;

    /// Prepares the function that a source returns for calls without arguments.
    fn prepare(sandbox: &Sandbox, source: &str) -> CachedFunction {
        let function = sandbox.run("brief.lua", source).unwrap_or_else(|fault| panic!("{source}: {fault}"));
        let function = function.as_function().unwrap_or_else(|| panic!("no function: {source}"));
        let prepared = sandbox.prepare(function.clone(), [Value::Nil, Value::Nil]);
        prepared.unwrap_or_else(|error| panic!("{source}: {error}"))
    }

    /// Whether the function that a source returns is classified as bounded.
    fn is_bounded(source: &str) -> bool {
        let sandbox = Sandbox::new().expect("a sandbox");
        let greet = sandbox.lua().create_function(|_, ()| Ok("hello")).expect("a function");
        sandbox.expose("greet", greet).expect("a name");
        prepare(&sandbox, source).fast_call.is_some()
    }

    #[test]
    fn a_few_instructions_without_a_loop_are_bounded() {
        for source in [
            "return function() end",
            "return function(view, move) return 1 < 2 end",
            "return function(view, move) if 1 > 2 then return greet() end end",
            "return function(view, move) return move.kind ~= 'place' or view.turn > 3 and move.piece == 'wall' end",
            "return function(view, move) return view:top(move.cell) == nil, 'taken' end",
            "return function(view, base) local points = base(view) points.white = points.white + 1 return points end",
            "return function(view) return greet(view.turn > 3 and 'late' or 'early', { view:top('a1'), x = -1 }) end",
            "return function(view) local most = math.max(view.width, view.height) return string.rep('x', most) end",
            "local size = 5 return function(view) size = size + 1 return #view.cells * 2 ^ size .. '!' end",
            "return function(view) local t = { 3, 1, 2 } table.sort(t) return t[1] end",
        ] {
            assert!(is_bounded(source), "{source}");
        }
    }

    #[test]
    fn code_that_may_run_long_or_is_not_understood_is_unbounded() {
        let long = format!("return function(x) local y = 1 {} return y end", "y = y + x ".repeat(70));
        for source in [
            "return function() while true do end end",
            "return function() repeat until false end",
            "return function() for i = 1, 9 do end end",
            "return function(view) for cell in pairs(view.cells) do end end",
            "return function() for i, x in ipairs({ 1 }) do end end",
            "return function() ::again:: goto again end",
            "local function f() return f() end return f",
            "local f f = function(n) if n then return f(n - 1) end end return f",
            "local function helper() while true do end end return function() helper() end",
            "local helper = { run = function() while true do end end } return function() helper.run() end",
            "local helper = { run = function() while true do end end } return function() helper:run() end",
            "return function() local function f() while true do end end f() end",
            "return function() (function() while true do end end)() end",
            "return function(view) local t = { 2, 1 } table.sort(t, function() while true do end end) end",
            "return function() pairs({}) end",
            "return function(...) return ... end",
            "return function(f) return function() f() end end",
            // A name of ours with another meaning here.
            "local function greet() while true do end end return function() greet() end",
            "local math = { max = function() while true do end end } return function() math.max() end",
            "local _ENV = { greet = function() while true do end end } return function() greet() end",
            "_ENV = { greet = function() while true do end end } return function() greet() end",
            "local function set(t) _ENV = t end return function() greet() end",
            // An argument that is overwritten, on some path or on all.
            "local f = function() while true do end end return function(view) view = f view() end",
            "local f = function() while true do end end return function(view) if f then view = f end view() end",
            "local f = function() while true do end end return function(view) (view or f)() end",
            "local f = function() while true do end end return function(view) (f and f or view)() end",
            "local f = function() while true do end end return function(x, y) (x.z and greet or y.z and f or greet)() end",
            "local t = { run = function() while true do end end } return function(view) view = t view:run() end",
            // A table from an argument is the script's own to change.
            "local f = function() while true do end end return function(view) local t = view.cells t.f = f t.f() end",
            "local f = function() while true do end end return function(view) local t = view.cells t.f = f t:f() end",
            "local f = function() while true do end end return function(view) local t = view:stack() t.f = f t.f() end",
            "return function(view) return ('x'):rep(9) end",
            &long,
        ] {
            assert!(!is_bounded(source), "{source}");
        }
    }

    /// Statement of some depth: unbounded ones, bounded ones, and calls of all sorts.
    fn statement(depth: u32) -> BoxedStrategy<String> {
        let value = prop_oneof![
            Just("1"),
            Just("a"),
            Just("b"),
            Just("a.x"),
            Just("up"),
            Just("up + 1"),
            Just("not a"),
            Just("#t"),
            Just("{ a, 1 }"),
            Just("t[1]"),
            Just("'x' .. up"),
            Just("math.max(1, up)"),
            Just("greet()"),
            Just("a:m()"),
            Just("a.f()"),
            Just("helper()"),
            Just("t.f()"),
            Just("t:f()"),
            Just("(a or helper)()"),
            Just("table.concat({ 'x', 'y' })"),
            Just("(function() return 1 end)()"),
        ];
        // A function that fails early proves little, so most values are valid.
        let simple = (
            prop_oneof![Just("local a ="), Just("local c ="), Just("up ="), Just("b ="), Just("t.x =")],
            value.clone(),
        )
            .prop_map(|(to, value)| format!("{to} {value} "));
        if depth == 0 {
            return simple.boxed();
        }
        let block = || prop::collection::vec(statement(depth - 1), 0..6).prop_map(|block| block.concat());
        prop_oneof![
            6 => simple,
            2 => (value.clone(), block(), block())
                .prop_map(|(if_, then, or)| format!("if {if_} then {then} else {or} end ")),
            1 => block().prop_map(|block| format!("for i = 1, 40 do {block} end ")),
            1 => block().prop_map(|block| format!("while up < 30 do up = up + 1 {block} end ")),
            1 => (value, block()).prop_map(|(value, block)| format!("do {block} local function g() return {value} end g() end ")),
            1 => block().prop_map(move |block| format!("do goto on{depth} do {block} end ::on{depth}:: end ")),
            1 => block().prop_map(move |block| format!("do ::again{depth}:: up = up + 1 {block} if up < 30 then goto again{depth} end end ")),
        ]
        .boxed()
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

        /// A function that is classified as bounded runs fewer instructions than one tick.
        #[test]
        fn functions_classified_as_bounded_are_bounded(body in prop::collection::vec(statement(2), 0..12)) {
            let body = body.concat();
            let source = format!(
                "local up, t = 1, {{ f = function() for i = 1, 50 do end return 1 end }} \
                 local function helper() for i = 1, 50 do end return 1 end \
                 return function(a, b) {body} end"
            );
            let sandbox = Sandbox::new().expect("a sandbox");
            let greet = sandbox.lua().create_function(|_, ()| Ok(1)).expect("a function");
            sandbox.expose("greet", greet).expect("a name");
            let made = match sandbox.run("brief.lua", &source) {
                Ok(made) => made,
                Err(fault) => return Err(TestCaseError::fail(format!("{fault}: {source}"))),
            };
            let function = made.as_function().expect("a function").clone();
            let thing = sandbox.lua().create_any_userdata(7).expect("a thing");
            let args = [Value::UserData(thing), Value::Nil];
            let entry = sandbox.prepare(function, args.clone()).expect("an entry");
            if entry.fast_call.is_some() {
                let counted = instructions(&sandbox, entry.function(), &args);
                prop_assert!(counted < u64::from(TICK), "{counted} instructions: {source}");
            }
        }
    }

    /// Counts the Lua instructions of a call.
    fn instructions(sandbox: &Sandbox, function: &mlua::Function, args: &[Value; 2]) -> u64 {
        let counted = std::rc::Rc::new(std::cell::Cell::new(0));
        let counter = counted.clone();
        let every = HookTriggers::new().every_nth_instruction(1);
        let hook = sandbox.lua().set_global_hook(every, move |_, _| {
            counter.set(counter.get() + 1);
            Ok(VmState::Continue)
        });
        hook.expect("a hook");
        // The call may fail; it has run by then.
        let _: mlua::Result<Value> = function.call((&args[0], &args[1]));
        counted.get()
    }

    #[test]
    fn callbacks_are_counted_from_any_function() {
        let sandbox = Sandbox::new().expect("a sandbox");
        let source = "local function endless() while true do end end
            return function() local t = { 2, 1 } table.sort(t, endless) end";
        let prepared = prepare(&sandbox, source);
        assert!(prepared.fast_call.is_some(), "nothing is called but table.sort");
        for _ in 0..2 {
            sandbox.begin_span();
            let fault = sandbox.call_prepared(&prepared).expect_err("it never ends");
            assert_eq!(fault.to_string(), "brief.lua:1: ran too long: more than 1000000 steps in one call");
        }
    }

    #[test]
    fn a_long_call_after_a_bounded_one_is_counted_again() {
        let sandbox = Sandbox::new().expect("a sandbox");
        let bounded = prepare(&sandbox, "return function() return 7 end");
        let endless = prepare(&sandbox, "return function() while true do end end");
        assert_eq!((bounded.fast_call.is_some(), endless.fast_call.is_some()), (true, false));
        let seven = Ok(FastCallResult::Values(Value::Integer(7), Value::Nil));
        for _ in 0..3 {
            sandbox.begin_span();
            assert_eq!(sandbox.call_prepared(&bounded), seven);
            let fault = sandbox.call_prepared(&endless).expect_err("it never ends");
            assert_eq!(fault.message, "ran too long: more than 1000000 steps in one call");
            assert_eq!(sandbox.call_prepared(&bounded), seven);
            let fault = sandbox.call::<()>(endless.function(), ()).expect_err("it never ends");
            assert_eq!(fault.message, "ran too long: more than 1000000 steps in one call");
        }
    }

    #[test]
    fn many_bounded_calls_use_up_their_span() {
        let sandbox = Sandbox::new().expect("a sandbox");
        let bounded = prepare(&sandbox, "return function() end");
        let fault = (0..).find_map(|_| sandbox.call_prepared(&bounded).err()).expect("a fault");
        assert_eq!(fault.message, "ran too long: more than 6000000 steps in all calls for one move or command");
    }
}
