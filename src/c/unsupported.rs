//! What programs in C may contain that is not modelled.

use std::rc::Rc;

use base::{Message, msg};

/// A construct that is not modelled: nothing is known of runs that come to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Construct {
    /// `?:` without its second operand.
    ConditionalWithoutSecond,
    /// `_Generic`.
    Generic,
    /// `__builtin_constant_p`.
    ConstantTest,
    /// A bit-field.
    BitField,
    /// A comparison of a pointer with a number.
    ComparisonWithNumber,
    /// A part of a complex number.
    ComplexNumber,
    /// A computed `goto`.
    ComputedGoto,
    /// A number of another type than integers and the usual floating-point numbers.
    OtherNumber,
    /// A function that returns a structure.
    StructureResult,
    /// A function with a variable number of arguments.
    VariadicFunction,
    /// A member of this type.
    MemberType,
    /// A pointer that is passed to a function without a body.
    PointerToForeign,
    /// A pointer that the program is started with.
    StartingPointer,
    /// A pointer to a function.
    FunctionPointer,
    /// A pointer to a part of an array or structure.
    PartPointer,
    /// A pointer to this type.
    PointerType,
    /// A union.
    Union,
    /// A variable number of arguments.
    VariadicArguments,
    /// A variable of this type.
    VariableType,
    /// An array of pointers that is so large.
    LargePointerArray,
    /// An array of variable size.
    VariableArray,
    /// An array that is used as a pointer.
    ArrayAsPointer,
    /// An order of pointers.
    PointerOrder,
    /// Arithmetic on pointers.
    PointerArithmetic,
    /// Inline assembly.
    Assembly,
    /// Memory for anything but one object of the type that the pointer points to.
    OtherMemory,
    /// The address of a label.
    LabelAddress,
    /// The alignment of an expression.
    ExpressionAlignment,
    /// The alignment of this type.
    TypeAlignment,
    /// The conversion of a number to a pointer.
    NumberToPointer,
    /// The conversion of a pointer to one of another type.
    PointerConversion,
    /// The offset of this member.
    MemberOffset,
    /// The size of this type.
    TypeSize,
    /// The text of a string.
    StringText,
    /// This conversion.
    Conversion,
    /// This use of a structure.
    StructureUse,
    /// A pointer from a function without a body.
    ForeignPointer,
    /// A value from a function without a body that is no integer.
    ForeignValue,
    /// A structure as a parameter.
    StructureParameter,
    /// Memory of a type that is not known.
    UntypedMemory,
    /// An attribute of this name, or `asm`: another name for the assembler.
    Attribute(Rc<str>),
    /// A range of elements whose value has effects.
    EffectsInRange,
    /// A function of this name, which changes more than values.
    Function(Rc<str>),
    /// A variable of this name that the library assigns.
    SystemVariable(Rc<str>),
}

impl Construct {
    /// It in words.
    pub(crate) fn words(&self) -> Message {
        match self {
            Construct::ConditionalWithoutSecond => msg!("`?:` without its second operand"),
            Construct::Generic => msg!("`_Generic`"),
            Construct::ConstantTest => msg!("`__builtin_constant_p`"),
            Construct::BitField => msg!("a bit-field"),
            Construct::ComparisonWithNumber => msg!("a comparison of a pointer with a number"),
            Construct::ComplexNumber => msg!("a complex number"),
            Construct::ComputedGoto => msg!("a computed `goto`"),
            Construct::OtherNumber => msg!("a number of this type"),
            Construct::StructureResult => msg!("a function that returns a structure"),
            Construct::VariadicFunction => msg!("a function with a variable number of arguments"),
            Construct::MemberType => msg!("a member of this type"),
            Construct::PointerToForeign => msg!("a pointer that is passed to a function without a body"),
            Construct::StartingPointer => msg!("a pointer that the program is started with"),
            Construct::FunctionPointer => msg!("a pointer to a function"),
            Construct::PartPointer => msg!("a pointer to a part of an array or structure"),
            Construct::PointerType => msg!("a pointer to this type"),
            Construct::Union => msg!("a union"),
            Construct::VariadicArguments => msg!("a variable number of arguments"),
            Construct::VariableType => msg!("a variable of this type"),
            Construct::LargePointerArray => msg!("an array of pointers that is so large"),
            Construct::VariableArray => msg!("an array of variable size"),
            Construct::ArrayAsPointer => msg!("an array that is used as a pointer"),
            Construct::PointerOrder => msg!("an order of pointers"),
            Construct::PointerArithmetic => msg!("arithmetic on pointers"),
            Construct::Assembly => msg!("inline assembly"),
            Construct::OtherMemory => msg!("memory for anything but one object of the type that the pointer points to"),
            Construct::LabelAddress => msg!("the address of a label"),
            Construct::ExpressionAlignment => msg!("the alignment of an expression"),
            Construct::TypeAlignment => msg!("the alignment of this type"),
            Construct::NumberToPointer => msg!("the conversion of a number to a pointer"),
            Construct::PointerConversion => msg!("the conversion of a pointer to one of another type"),
            Construct::MemberOffset => msg!("the offset of this member"),
            Construct::TypeSize => msg!("the size of this type"),
            Construct::StringText => msg!("the text of a string"),
            Construct::Conversion => msg!("this conversion"),
            Construct::StructureUse => msg!("this use of a structure"),
            Construct::ForeignPointer => msg!("a pointer from a function without a body"),
            Construct::ForeignValue => msg!("a value from a function without a body that is no integer"),
            Construct::StructureParameter => msg!("a structure as a parameter"),
            Construct::UntypedMemory => {
                msg!("memory of a type that is not known")
            }
            Construct::Attribute(name) if &**name == "asm" => msg!("a name for the assembler"),
            Construct::Attribute(name) => msg!("the attribute `{name}`"),
            Construct::EffectsInRange => msg!("a range of elements whose value has effects"),
            Construct::Function(name) => Message::code(name),
            Construct::SystemVariable(name) => msg!("the variable `{name}` of the library"),
        }
    }

    /// What to write instead, where there is something.
    pub(crate) fn advice(&self) -> Option<Message> {
        Some(match self {
            Construct::PointerArithmetic => msg!("use an array with an index"),
            Construct::FunctionPointer => msg!("call the function by its name"),
            Construct::UntypedMemory => msg!("convert it at once: `(struct list *)malloc(sizeof(struct list))`"),
            _ => return None,
        })
    }
}
