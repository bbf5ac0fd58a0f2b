//! Bytecode of a function: its instructions, constants and names of upvalues, parsed from the dump format of Lua 5.4
//! (`ldump.c`). Any other format is rejected.

use mlua::Function;

/// Signature, version, format, and bytes that reveal a corrupted dump.
const HEADER: &[u8] = b"\x1bLua\x54\x00\x19\x93\r\n\x1a\n";
/// Sizes of an instruction, an integer and a number.
const SIZES: &[u8] = &[4, 8, 8];
/// Length of the sample integer and number that reveal another byte order.
const SAMPLES_LEN: usize = 16;

// Kinds of constants (`lobject.h`).
const NIL: u8 = 0;
const FALSE: u8 = 1;
const TRUE: u8 = 17;
const INTEGER: u8 = 3;
const NUMBER: u8 = 19;
const SHORT_TEXT: u8 = 4;
const LONG_TEXT: u8 = 20;

/// Parsed function.
pub(super) struct Bytecode {
    pub parameters: usize,
    /// Number of registers it uses.
    pub registers: usize,
    pub code: Vec<Instruction>,
    /// Constants that are strings.
    pub texts: Vec<Option<Vec<u8>>>,
    pub upvalues: Vec<Vec<u8>>,
}

/// Instruction: an opcode and its operands.
#[derive(Clone, Copy)]
pub(super) struct Instruction(u32);

impl Instruction {
    pub fn opcode(self) -> u8 {
        self.0 as u8 & 0x7f
    }

    pub fn a(self) -> usize {
        (self.0 >> 7) as usize & 0xff
    }

    pub fn b(self) -> usize {
        (self.0 >> 16) as usize & 0xff
    }

    pub fn c(self) -> usize {
        (self.0 >> 24) as usize
    }

    /// Distance of a jump, from the next instruction.
    pub fn jump(self) -> i64 {
        i64::from(self.0 >> 7) - ((1 << 24) - 1)
    }
}

impl Bytecode {
    /// Parses a function; `None` if it is not a Lua function, or contains nested ones.
    pub fn parse(function: &Function) -> Option<Bytecode> {
        if function.info().what != "Lua" {
            return None;
        }
        let dump = function.dump(false);
        let mut reader = BytecodeReader(&dump);
        if reader.take(HEADER.len())? != HEADER || reader.take(SIZES.len())? != SIZES {
            return None;
        }
        reader.take(SAMPLES_LEN)?;
        reader.byte()?; // the number of upvalues, which comes again
        reader.text()?; // the source
        let (_first_line, _last_line) = (reader.size()?, reader.size()?);
        let parameters = usize::from(reader.byte()?);
        let _varargs = reader.byte()?;
        let registers = usize::from(reader.byte()?);
        let instruction = |four: &[u8]| Some(Instruction(u32::from_ne_bytes(four.try_into().ok()?)));
        let code = reader.list(|reader| instruction(reader.take(4)?))?;
        let texts = reader.list(BytecodeReader::constant)?;
        reader.list(|reader| reader.take(3).map(drop))?;
        if reader.size()? != 0 {
            return None;
        }
        reader.list(|reader| reader.byte().map(drop))?; // lines
        reader.list(|reader| reader.size().and(reader.size()).map(drop))?; // more lines
        reader.list(|reader| reader.text().and(reader.size()).and(reader.size()).map(drop))?; // local variables
        let upvalues = reader.list(BytecodeReader::text)?;
        reader.0.is_empty().then_some(Bytecode { parameters, registers, code, texts, upvalues })
    }
}

struct BytecodeReader<'a>(&'a [u8]);

impl<'a> BytecodeReader<'a> {
    fn take(&mut self, bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(bytes)?;
        self.0 = rest;
        Some(taken)
    }

    fn byte(&mut self) -> Option<u8> {
        self.take(1).map(|byte| byte[0])
    }

    /// Variable-length number, seven bits per byte, highest first; the last byte is marked.
    fn size(&mut self) -> Option<usize> {
        let mut size: usize = 0;
        loop {
            let byte = self.byte()?;
            size = size.checked_mul(128)? + usize::from(byte & 0x7f);
            if byte & 0x80 != 0 {
                return Some(size);
            }
        }
    }

    /// A string; a missing one is empty.
    fn text(&mut self) -> Option<Vec<u8>> {
        let length = self.size()?.saturating_sub(1);
        self.take(length).map(<[u8]>::to_vec)
    }

    fn list<T>(&mut self, mut item: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        (0..self.size()?).map(|_| item(self)).collect()
    }

    fn constant(&mut self) -> Option<Option<Vec<u8>>> {
        match self.byte()? {
            NIL | FALSE | TRUE => Some(None),
            INTEGER | NUMBER => self.take(8).map(|_| None),
            SHORT_TEXT | LONG_TEXT => self.text().map(Some),
            _ => None,
        }
    }
}
