//! Blocks: objects of programs in C that are several in a row.

use std::rc::Rc;

use super::library::{Computed, Missing, Result, effect, number};
use super::{Machine, ObjectId, Origin, Value};
use program::objects::{BlockFunction, FieldId, Role};

/// The elements of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    length: usize,
    /// For each field of its class, the values in all elements; [`Value::Unset`] where there is none yet.
    planes: Vec<(FieldId, Vec<Value>)>,
}

impl Block {
    /// The number of values in all elements.
    pub fn size(&self) -> usize {
        self.planes.len() * self.length
    }

    /// The values in all elements, field by field.
    pub fn values(&self) -> impl Iterator<Item = Value> + '_ {
        self.planes.iter().flat_map(|(_, values)| values.iter().copied())
    }
}

impl Machine<'_> {
    /// A function on blocks. If its arguments are not known, nothing is known of what it changes.
    pub(super) fn of_block(&mut self, function: &BlockFunction, arguments: &[Value]) -> Result<Computed> {
        match (function, arguments) {
            (BlockFunction::Hidden, &[value]) => return Ok(Computed::Value(value)),
            (BlockFunction::Make, &[block, length]) => self.make_block(block, index(length)?)?,
            (&BlockFunction::Element(field), &[block, at]) => {
                return self.element(object(block)?, index(at)?, field).map(Computed::Value);
            }
            (&BlockFunction::SetElement(field), &[block, at, value]) => {
                self.set_element(object(block)?, index(at)?, field, value)?;
            }
            (BlockFunction::Forget | BlockFunction::Clear, &[block, start, count]) => {
                let block = object(block)?;
                for field in self.fields_of(block) {
                    let is_forgotten = *function == BlockFunction::Forget;
                    let value = if is_forgotten { Value::Unset } else { self.default_of(field) };
                    self.fill(block, (index(start)?, index(count)?), field, value)?;
                }
            }
            (&BlockFunction::Fill(field), &[block, start, count, value]) => {
                self.fill(object(block)?, (index(start)?, index(count)?), field, value)?;
            }
            (BlockFunction::Move, &[to, at, from, start, count]) => {
                let (to, from) = (object(to)?, object(from)?);
                let (at, start, count) = (index(at)?, index(start)?, index(count)?);
                for field in self.fields_of(to) {
                    self.work_on(count)?;
                    let moved = (start..start.saturating_add(count)).map(|from_at| self.held(from, from_at, field));
                    let moved: Vec<Value> = moved.collect::<Result<_>>()?;
                    for (to_at, value) in (at..).zip(moved) {
                        self.set_element(to, to_at, field, value)?;
                    }
                }
            }
            (&BlockFunction::TextLength(field), &[block, start]) => {
                let (block, start) = (object(block)?, index(start)?);
                let end = self.objects[block].block.as_ref().map_or(1, |block| block.length);
                for at in start..end {
                    self.work_on(1)?;
                    let element = self.element(block, at, field)?;
                    if effect(number(self.known(element)))? == 0 {
                        return Ok(Computed::Value(Value::Number((at - start) as i64)));
                    }
                }
                return Ok(Computed::OutOfBounds);
            }
            _ => return Err(Missing::Effect),
        }
        Ok(Computed::Nothing)
    }

    /// Makes a new object a block of so many elements.
    fn make_block(&mut self, block: Value, length: usize) -> Result<()> {
        let block = object(block)?;
        let fields = self.fields_of(block);
        let size = length.saturating_mul(fields.len());
        self.has_room(size)?;
        self.work_on(size)?;
        self.library_size += size;
        let planes = fields.into_iter().map(|field| (field, vec![self.default_of(field); length])).collect();
        self.object_mut(block).block = Some(Rc::new(Block { length, planes }));
        Ok(())
    }

    /// The fields of the elements of a block: those of its class that are no [parts](Role::Part).
    fn fields_of(&self, block: ObjectId) -> Vec<FieldId> {
        let program = self.setting.program;
        let classes = self.objects[block].declared.into_iter().flat_map(|class| program.ancestry(class));
        let fields = classes.flat_map(|class| &program.classes[class].fields).copied();
        fields.filter(|&field| program.fields[field].role == Role::Plain).collect()
    }

    fn default_of(&self, field: FieldId) -> Value {
        if self.setting.program.fields[field].ty.is_reference() { Value::Null } else { Value::Number(0) }
    }

    /// What is in a field of an element; [`Value::Unset`] if nothing is.
    fn held(&self, block: ObjectId, at: usize, field: FieldId) -> Result<Value> {
        let held = match &self.objects[block].block {
            Some(block) => {
                let plane = block.planes.iter().find(|(own, _)| *own == field);
                plane.and_then(|(_, values)| values.get(at)).copied()
            }
            None if at == 0 => {
                let own = self.accessed(Value::Object(block), field).map_err(|_| Missing::Effect)?;
                let name = &self.setting.program.fields[field].name;
                Some(self.objects[own].fields.get(name).unwrap_or(Value::Unset))
            }
            None => None,
        };
        held.ok_or(Missing::Effect)
    }

    /// The value of a field of an element. What has no value gets any one.
    fn element(&mut self, block: ObjectId, at: usize, field: FieldId) -> Result<Value> {
        match self.held(block, at, field)? {
            Value::Unset => {
                let any = match self.setting.program.fields[field].ty {
                    ty if ty.is_reference() => Value::Undefined,
                    ty => self.open(ty, Origin::Drawn),
                };
                self.set_element(block, at, field, any)?;
                Ok(any)
            }
            value => Ok(value),
        }
    }

    fn set_element(&mut self, block: ObjectId, at: usize, field: FieldId, value: Value) -> Result<()> {
        self.note_element(value);
        if self.objects[block].block.is_none() && at == 0 {
            let own = self.accessed(Value::Object(block), field).map_err(|_| Missing::Effect)?;
            let name = &self.setting.program.fields[field].name;
            self.object_mut(own).fields.insert(name, value);
            return Ok(());
        }
        let elements = self.object_mut(block).block.as_mut().map(Rc::make_mut).ok_or(Missing::Effect)?;
        let plane = elements.planes.iter_mut().find(|(own, _)| *own == field).map(|(_, values)| values);
        *plane.and_then(|values| values.get_mut(at)).ok_or(Missing::Effect)? = value;
        Ok(())
    }

    fn fill(&mut self, block: ObjectId, (start, count): (usize, usize), field: FieldId, value: Value) -> Result<()> {
        self.work_on(count)?;
        (start..start.saturating_add(count)).try_for_each(|at| self.set_element(block, at, field, value))
    }
}

fn object(value: Value) -> Result<ObjectId> {
    if let Value::Object(object) = value { Ok(object) } else { Err(Missing::Effect) }
}

/// The number that is an index or a length.
fn index(value: Value) -> Result<usize> {
    usize::try_from(effect(number(value))?).map_err(|_| Missing::Room)
}
