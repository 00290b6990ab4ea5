//! Memory that a program manages itself: where objects are, and objects inside of others.
//!
//! A structure inside of another one is an object of its own, and so is everything else inside of an object to which pointers may
//! point. Two fields bind it to the object around it, and never change: the [part](Role::Part) leads down, the
//! [container](Role::Container) up. So `&p->link` and `container_of(q, struct item, link)` are loads, and nobody needs offsets.

use super::{ClassId, Field, FieldId, Program};

/// What the name of the class of numbers on the heap begins with: `allocated int`.
pub const ALLOCATED: &str = "allocated ";

/// Where the objects of a class are. The class of an object says it; the class of a pointer's type says nothing, as pointers
/// may point to objects of subclasses.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Storage {
    /// Allocated, until the program frees them or they are collected.
    #[default]
    Heap,
    /// The object of a variable, until its block is left.
    Automatic,
    /// There from the start to the end.
    Static,
    /// Inside of another object, with which they begin and end.
    Part,
}

/// What a field is for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Role {
    /// A member of the program.
    #[default]
    Plain,
    /// Down, to an object inside of this one. It is assigned once, when both have been allocated.
    ///
    /// Its load is arithmetic on an address (`&p->link`), no access: only null must not be its base. The part of an object that
    /// was freed or has ended was freed or has ended too, and the part of an undefined reference is undefined.
    Part {
        /// Whether it is the first member, so that it has the address of the object around it: to free it is to free that, and references
        /// to both are equal.
        is_first: bool,
    },
    /// Up, to the object around this one: the inverse of this part. Assigned once, like that.
    ///
    /// Its load is arithmetic on an address, no access; lowering tests for null before. The base may be *any* object of the part's
    /// type, also one that is not this part of anything, such as the head of a Linux list. The result is then an *outside* address:
    /// it differs from null and from all objects; two are equal if and only if they have the same base and field; a load of the part
    /// from it gives the base, a load of a container another outside address; every other access is invalid, and so is to free it.
    Container(FieldId),
}

/// How the memory of a program is managed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Management {
    /// What nothing refers to is collected.
    #[default]
    Collected,
    /// Objects live until the program frees them, or their block is left.
    Manual,
}

impl Program {
    /// Whether the program manages its memory itself. In builds that cannot read C no program does.
    pub fn is_manual(&self) -> bool {
        self.management == Management::Manual
    }

    /// Where an object of a class is.
    pub fn storage(&self, class: ClassId) -> Storage {
        self.classes[class].storage
    }

    /// The fields of the objects of a class that lead to objects inside of them.
    pub fn parts(&self, class: ClassId) -> impl Iterator<Item = (FieldId, &Field)> {
        let fields = self.ancestry(class).flat_map(|ancestor| &self.classes[ancestor].fields);
        fields.map(|&id| (id, &self.fields[id])).filter(|(_, field)| matches!(field.role, Role::Part { .. }))
    }

    /// The field of the objects of a class that leads to the object around them.
    pub fn container(&self, class: ClassId) -> Option<FieldId> {
        let fields = self.ancestry(class).flat_map(|ancestor| &self.classes[ancestor].fields);
        fields.copied().find(|&field| matches!(self.fields[field].role, Role::Container(_)))
    }
}
