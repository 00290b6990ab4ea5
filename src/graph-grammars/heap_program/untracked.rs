//! References that are not followed: what is known of them, and where a run that uses one is given up.

use smallvec::{SmallVec, smallvec};

use super::transfer::{AbstractValue, Effect};
use super::{Instance, Semantics, UnknownReferences};
use base::Stop;
use heap_grammar::heap::{Heap, Selector, Untracked, Variable, VertexId};
use program::objects::{
    ClassId, Comparison, Condition, Content, FieldId, LocalId, Objects, Operand, Operation, OperationEdge, Sites, Type,
};

impl Semantics {
    /// The heaps in which a reference that is not followed is null, and in which it is not.
    pub(super) fn cases(&self, instance: Instance, heap: &Heap, operand: Operand) -> (Heap, Heap) {
        let (mut null, mut object) = (heap.clone(), heap.clone());
        if let Operand::Local(local) = operand {
            let procedure = self.procedure(instance);
            let known = match self.model.program.is_final_foreign(procedure.locals[local].ty) {
                true => Untracked::Foreign,
                false => Untracked::Any,
            };
            self.assign(&mut object, instance, local, AbstractValue::Untracked(self.constants.of(known)));
            let value = self.operand(instance, &null, Operand::Null);
            self.assign(&mut null, instance, local, value);
        }
        (null, object)
    }

    /// A heap restricted to a condition that may hold or not: a reference equal to null becomes null, and another one some object. One
    /// without a value stays one without a value.
    pub(super) fn assuming(&self, instance: Instance, heap: Heap, condition: &Condition) -> Heap {
        if self.is_manual() {
            return heap;
        }
        match *condition {
            Condition::Compare { comparison, left: local @ Operand::Local(_), right: Operand::Null }
            | Condition::Compare { comparison, left: Operand::Null, right: local @ Operand::Local(_) } => {
                let (null, object) = self.cases(instance, &heap, local);
                if comparison == Comparison::Equal { null } else { object }
            }
            Condition::InstanceOf { operand: Operand::Local(local), class, negated: false } => {
                let mut heap = heap;
                let known = self.operand(instance, &heap, Operand::Local(local));
                if let AbstractValue::Unknown | AbstractValue::Beyond | AbstractValue::Untracked(_) = known
                    && self.constants.has_class(class)
                {
                    self.assign(&mut heap, instance, local, AbstractValue::Untracked(self.constants.of_class(class)));
                }
                heap
            }
            _ => heap,
        }
    }

    /// Whether null is dereferenced if a condition holds, of a reference of which null says little.
    pub(super) fn needs_object(
        &self,
        instance: Instance,
        edge: &OperationEdge,
        heap: &Heap,
        condition: &Condition,
    ) -> bool {
        let Condition::Compare { comparison: Comparison::Equal, left, right: Operand::Null } = *condition else {
            return false;
        };
        let procedure = self.procedure(instance);
        let mut next = procedure.cfa.edges_from(edge.target);
        self.operand(instance, heap, left) == AbstractValue::Beyond
            && next.any(|(_, edge)| edge.operation == Operation::RequireNonNull(Operand::Null))
    }

    /// The effects of loading a field that is no part of the shape: what was loaded from the object or stored there before, or else null
    /// and some object of the class that the field declares.
    pub(super) fn load_untracked(
        &self,
        instance: Instance,
        heap: &Heap,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Result<SmallVec<[Effect; 2]>, Stop> {
        let selector = self.layout.fields[field].selector;
        let loaded = |mut heap: Heap, object: VertexId, vertex: VertexId| {
            heap.set_selector(object, selector, vertex);
            let value = self.of_vertex(&heap, vertex);
            self.assign(&mut heap, instance, target, value);
            Effect::Goes(heap)
        };
        let mut effects = SmallVec::new();
        for effect in self.on_field(instance, heap, base, field, |heap, _| heap)? {
            let object = heap.variable(self.points.variable(instance, base));
            match (effect, object) {
                (Effect::Goes(heap), Some(object)) => match heap.target(object, selector) {
                    Some(known) => effects.push(loaded(heap, object, known)),
                    None => {
                        for known in self.constants_in(field) {
                            let mut heap = heap.clone();
                            let vertex = heap.constant(known);
                            effects.push(loaded(heap, object, vertex));
                        }
                    }
                },
                (effect, _) => effects.push(effect),
            }
        }
        Ok(effects)
    }

    /// Whether a reference is followed, or null.
    pub(super) fn is_followed(&self, instance: Instance, heap: &Heap, base: LocalId) -> bool {
        self.is_manual()
            || matches!(
                self.operand(instance, heap, Operand::Local(base)),
                AbstractValue::Reference(_) | AbstractValue::Gone(_)
            )
    }

    /// The effects of dereferencing a reference that is not followed, with those where it refers to an object.
    pub(super) fn beyond(
        &self,
        instance: Instance,
        heap: &Heap,
        base: LocalId,
        effect: impl Fn(Heap) -> Effect,
    ) -> SmallVec<[Effect; 2]> {
        let (null, object) = self.cases(instance, heap, Operand::Local(base));
        match self.operand(instance, heap, Operand::Local(base)) {
            AbstractValue::Untracked(known) if self.constants.is_foreign(known) => {
                smallvec![Effect::Leaves(heap.clone())]
            }
            AbstractValue::Untracked(_) => smallvec![effect(heap.clone())],
            AbstractValue::Beyond => smallvec![Effect::Leaves(heap.clone()), effect(object)],
            _ => smallvec![Effect::Faults(null), effect(object)],
        }
    }

    /// What is read from a field of an object that is not followed.
    pub(super) fn read_beyond(&self, instance: Instance, base: LocalId, field: FieldId) -> AbstractValue {
        let procedure = self.procedure(instance);
        // Nothing else refers to an object that has not been set up.
        let is_set = procedure.name != "<init>" || procedure.receiver != Some(base);
        match self.layout.fields[field].primitive {
            true => AbstractValue::Unknown,
            false if is_set && self.model.unknown.never_null.contains(&field) => {
                self.object_of_contents(field).map_or(AbstractValue::Beyond, AbstractValue::Untracked)
            }
            false => self.object_in(field).unwrap_or(AbstractValue::Beyond),
        }
    }

    /// The effects of loading a reference from an object that is not followed, of which it is known where it is made: what the program stores
    /// there.
    pub(super) fn load_opaque(
        &self,
        instance: Instance,
        heap: &Heap,
        target: LocalId,
        base: LocalId,
        field: FieldId,
    ) -> Option<SmallVec<[Effect; 2]>> {
        let program = &self.model.program;
        let sites = match self.operand(instance, heap, Operand::Local(base)) {
            AbstractValue::Untracked(known) if self.model.unknown.knows_made() && self.constants.is_made(known) => {
                self.constants.sites(known)
            }
            _ => self.opaque_sites(instance, heap, base)?,
        };
        let loaded = |constant: Variable| {
            let mut heap = heap.clone();
            let vertex = heap.constant(constant);
            let value = self.of_vertex(&heap, vertex);
            self.assign(&mut heap, instance, target, value);
            Effect::Goes(heap)
        };
        match program.fields[field].ty {
            // The collection has one as soon as something iterates over it, and nothing else looks at it.
            Type::Reference(class) if program.classes[class].is_token => {
                Some(smallvec![loaded(self.constants.of_made(class, sites))])
            }
            ty @ Type::Reference(_) => {
                let content = self.model.unknown.contents.of_at(program, field, sites)?;
                let null = content.null.then_some(Variable::NULL);
                Some(null.into_iter().chain(self.object_of_content(content, ty)).map(loaded).collect())
            }
            _ => None,
        }
    }

    /// Where an object is made that is not followed, if that is known.
    pub(super) fn opaque_sites(&self, instance: Instance, heap: &Heap, local: LocalId) -> Option<Sites> {
        match self.operand(instance, heap, Operand::Local(local)) {
            AbstractValue::Untracked(known) => Some(self.constants.sites(known)).filter(|sites| sites.are_known()),
            _ => None,
        }
    }

    /// Where an operation makes an object that is not followed: in one of the opaque places, or as a part of what is made there.
    pub(super) fn opaque_place(
        &self,
        instance: Instance,
        edge: &OperationEdge,
        heap: &Heap,
        class: ClassId,
    ) -> Option<Sites> {
        let UnknownReferences { opaque, contents, .. } = &self.model.unknown;
        if opaque.is_empty() {
            return None;
        }
        let procedure = self.points.instance(instance).procedure;
        let receiver = self.model.program.procedures[procedure].receiver;
        match receiver.and_then(|this| self.opaque_sites(instance, heap, this)) {
            Some(sites) => self.model.program.is_part(class).then_some(sites),
            None => contents.site(procedure, edge.source).filter(|own| own.meets(*opaque)),
        }
    }

    /// Whether two references to the same objects that are not followed are equal: versions of a collection, if it does not change.
    pub(super) fn is_version(&self, known: Variable) -> bool {
        let class = self.constants.class(known);
        class.is_some_and(|class| self.model.program.classes[class].is_token)
            && self.model.unknown.contents.are_steady(self.constants.sites(known))
    }

    /// The object that is read from a field which always holds one.
    fn object_in(&self, field: FieldId) -> Option<AbstractValue> {
        let is_object = self.model.unknown.contents.of(field).is_some_and(|content| !content.null);
        let [object] = self.constants_in(field)[..] else { return None };
        is_object.then_some(AbstractValue::Untracked(object))
    }

    /// What is read from a field of the shape: where rules show some object, it is one that the program stores there.
    pub(super) fn shown(&self, field: FieldId, value: AbstractValue) -> AbstractValue {
        let is_any = matches!(value, AbstractValue::Untracked(known) if known == self.constants.of(Untracked::Any));
        match self.model.unknown.contents.of(field) {
            Some(_) if is_any => self.object_of_contents(field).map_or(value, AbstractValue::Untracked),
            _ => value,
        }
    }

    /// What is read from a field that objects which are not followed may change.
    pub(super) fn read_weak(&self, field: FieldId) -> AbstractValue {
        match self.layout.fields[field].untracked || self.layout.fields[field].primitive {
            true if self.layout.fields[field].primitive => AbstractValue::Unknown,
            true => self.object_in(field).unwrap_or(AbstractValue::Unknown),
            false => AbstractValue::Beyond,
        }
    }

    /// Whether null may be stored in a field that is never null; with the heap in which it is not, if there is one.
    pub(super) fn stores_null(
        &self,
        instance: Instance,
        heap: &Heap,
        field: FieldId,
        value: Operand,
    ) -> Option<Option<Heap>> {
        if !self.model.unknown.never_null.contains(&field) {
            return None;
        }
        match self.operand(instance, heap, value) {
            AbstractValue::Reference(vertex) if Some(vertex) == heap.null() => Some(None),
            AbstractValue::Unknown | AbstractValue::Beyond => Some(Some(self.cases(instance, heap, value).1)),
            _ => None,
        }
    }

    /// Whether what was loaded from a field or stored there is remembered for a while.
    pub(super) fn is_remembered(&self, field: FieldId) -> bool {
        self.layout.fields[field].untracked && !self.model.unknown.may_hold.is_weak(field)
    }

    /// The constant for the objects of a type that are not followed.
    pub(super) fn object_of(&self, ty: Type) -> Variable {
        let is_final = self.model.program.is_final_foreign(ty);
        match ty {
            Type::Reference(class) if is_final && !self.constants.has_class(class) => {
                self.constants.of(Untracked::Foreign)
            }
            Type::Reference(class) => self.constants.of_class(class),
            _ => self.constants.of(Untracked::Any),
        }
    }

    /// The constants for what a field that is no part of the shape may hold: null and some object.
    fn constants_in(&self, field: FieldId) -> SmallVec<[Variable; 2]> {
        let is_null = self.model.unknown.contents.of(field).is_none_or(|content| content.null);
        is_null.then_some(Variable::NULL).into_iter().chain(self.object_of_contents(field)).collect()
    }

    /// The constant for the objects that a field may hold, if there are any.
    fn object_of_contents(&self, field: FieldId) -> Option<Variable> {
        let ty = self.model.program.fields[field].ty;
        match self.model.unknown.contents.of(field) {
            Some(content) => self.object_of_content(content, ty),
            None => Some(self.object_of(ty)),
        }
    }

    /// The constant for the objects to which a reference of a type may lead, if there are any.
    fn object_of_content(&self, content: Content, ty: Type) -> Option<Variable> {
        match content.objects {
            Objects::None => None,
            Objects::Foreign => Some(self.constants.of(Untracked::Foreign)),
            Objects::Made(class) => Some(self.constants.of_made(class, content.sites)),
            Objects::Of(class) => Some(self.object_of(Type::Reference(class))),
            Objects::Any => Some(self.object_of(ty)),
        }
    }

    /// Removes what was loaded from fields that are no part of the shape, or stored there: at the heads of loops
    /// of `all` objects, elsewhere of those to which neither a variable nor a caller refers, so that it hinders no folding. Where rules show
    /// some object, it is only known then that there is one.
    pub(super) fn forget_loads(&self, heap: &mut Heap, all: bool) {
        if !self.layout.has_untracked() && !self.constants.are_shown() {
            return;
        }
        let held: SmallVec<[VertexId; 8]> = match all {
            true => SmallVec::new(),
            false => {
                heap.variables().iter().map(|&(_, target)| target).chain(heap.externals().iter().copied()).collect()
            }
        };
        let vertices: SmallVec<[VertexId; 16]> = heap.vertices().filter(|vertex| !held.contains(vertex)).collect();
        for vertex in vertices {
            let ty = heap.vertex_type(vertex);
            let forgotten = heap.selectors(vertex).iter().map(|&(selector, _)| selector);
            let forgotten: SmallVec<[Selector; 4]> =
                forgotten.filter(|&selector| self.layout.is_untracked(ty, selector)).collect();
            forgotten.into_iter().for_each(|selector| heap.remove_selector(vertex, selector));
            let shown = heap
                .selectors(vertex)
                .iter()
                .filter(|&&(_, target)| heap.is_object(target))
                .map(|&(selector, _)| selector);
            let shown: SmallVec<[Selector; 4]> =
                shown.filter(|&selector| self.constants.are_shown_in((ty, selector))).collect();
            for selector in shown {
                let any = heap.constant(self.constants.of(Untracked::Any));
                heap.set_selector(vertex, selector, any);
            }
        }
    }

    /// Whether an object that is not followed belongs to a class, if that is known. Of those of the library, only strings and boxes are asked for.
    pub(super) fn is_instance(&self, known: Variable, class: ClassId) -> Option<bool> {
        let program = &self.model.program;
        if self.constants.is_foreign(known) {
            return (program.classes[class].span.is_some() || program.is_any(class)).then_some(false);
        }
        let own = self.constants.class(known)?;
        if program.is_any(class) && !self.constants.is_made(known) {
            // What extends a class of the library, or implements it, may be an object of the program.
            return program.classes[own].span.is_some().then_some(true);
        }
        if program.is_subtype(own, class) {
            return Some(true);
        }
        let may_belong = match self.constants.is_made(known) {
            true => program.classes.indices().any(|of| {
                !program.classes[of].is_abstract && program.is_subtype(of, own) && program.is_subtype(of, class)
            }),
            // A class may implement any interface.
            false => program.is_subtype(class, own) || [own, class].iter().any(|&of| program.classes[of].is_abstract),
        };
        (!may_belong).then_some(false)
    }

    /// The effects of storing what is not followed in a field that rules mention: then nothing is known of the shape.
    pub(super) fn store_untracked(
        &self,
        instance: Instance,
        heap: &Heap,
        base: LocalId,
        field: FieldId,
        value: Operand,
    ) -> Option<SmallVec<[Effect; 2]>> {
        let info = self.layout.fields[field];
        let object = heap.variable(self.points.variable(instance, base))?;
        let is_shape = !info.primitive && self.model.grammar().knows_field(heap.vertex_type(object), info.selector);
        if self.is_manual() || !is_shape || self.constants.are_shown_in((heap.vertex_type(object), info.selector)) {
            return None;
        }
        match self.operand(instance, heap, value) {
            // It is none of the objects that are followed.
            AbstractValue::Untracked(known)
                if self.constants.is_foreign(known) || self.constants.sites(known).are_known() =>
            {
                None
            }
            AbstractValue::Untracked(_) | AbstractValue::Beyond => Some(smallvec![Effect::Leaves(heap.clone())]),
            AbstractValue::Unknown => {
                let (null, object) = self.cases(instance, heap, value);
                let stored = self.on_field(instance, &null, base, field, |mut heap, object| {
                    let null = heap.constant(Variable::NULL);
                    heap.set_selector(object, info.selector, null);
                    heap
                });
                let mut effects = stored.ok()?;
                effects.push(Effect::Leaves(object));
                Some(effects)
            }
            _ => None,
        }
    }
}
