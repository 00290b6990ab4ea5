//! Program points: the locations of all procedures in one numbering, with the variables kept and the points at which
//! states merge.

use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;

use super::{HeapModel, PropositionScope};
use base::{Idx, IndexVec, newtype_index};
use heap_grammar::heap::{Variable, VariableKind};
use program::cfa::{EdgeId, Location, ProcedureId};
use program::objects::{Liveness, LocalId, Program};

newtype_index! {
    /// A program point.
    pub struct Point;
    /// A procedure as it is executed. Instance 0 is the entry procedure; its own recursive calls are another instance,
    /// because propositions see the variables of the entry procedure.
    pub struct Instance;
}

/// The kind of a program point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PointKind {
    /// Before the edges of a location, or at an exit.
    At(Instance, Location),
    /// The error point of an edge whose operation has dereferenced null; the run stays there.
    Fault(Instance, EdgeId),
}

/// A procedure with its variables and first point.
#[derive(Clone, Debug)]
pub struct InstanceInfo {
    /// The procedure.
    pub procedure: ProcedureId,
    first: u32,
    variables: IndexVec<LocalId, Variable>,
    merge: IndexVec<Location, bool>,
    cut: IndexVec<Location, bool>,
    loop_heads: IndexVec<Location, bool>,
    /// Whether a call of the procedure may lead to another one.
    is_recursive: bool,
    kept: IndexVec<Location, FixedBitSet>,
    /// Whether it is a client that uses the structures it holds one by one.
    uses_structures_singly: bool,
    /// What counts for the whole heap, if propositions about that are evaluated in its states.
    holders: Option<Holders>,
}

impl InstanceInfo {
    /// The locals with their variables.
    pub(super) fn locals(&self) -> impl Iterator<Item = (LocalId, Variable)> + '_ {
        self.variables.iter_enumerated().map(|(local, &variable)| (local, variable))
    }
}

/// The variables that count for the whole heap.
#[derive(Clone, Debug)]
struct Holders {
    /// Those in scope, and in the entry procedure what the caller holds and what initial heaps bind.
    in_scope: IndexVec<Location, FixedBitSet>,
    /// Those that may still be read.
    live: IndexVec<Location, FixedBitSet>,
    /// The location of each edge.
    sources: IndexVec<EdgeId, Location>,
}

/// All points of the procedures that the entry procedure may call.
#[derive(Clone, Debug)]
pub struct Points {
    instances: IndexVec<Instance, InstanceInfo>,
    kinds: IndexVec<Point, PointKind>,
    /// The instance that a call of a procedure enters.
    callees: IndexVec<ProcedureId, Option<Instance>>,
}

impl Points {
    /// Numbers the points; `kept` names variables that are kept although they are dead, in all procedures or only in
    /// the entry procedure.
    pub(super) fn new(model: &HeapModel, kept: &[String], scope: PropositionScope) -> Self {
        let HeapModel { program, entry, .. } = model;
        let mut points = Self {
            instances: IndexVec::new(),
            kinds: IndexVec::new(),
            callees: IndexVec::filled(None, program.procedures.len()),
        };
        points.add(model, *entry, kept, model.observables.whole_heap);
        let are_seen = scope == PropositionScope::AllProcedures;
        let kept_by_callees = if are_seen { kept } else { &[] };
        for procedure in program.reachable(*entry) {
            let instance = points.add(model, procedure, kept_by_callees, are_seen && model.observables.whole_heap);
            points.callees[procedure] = Some(instance);
        }
        let recursive = program.recursive(*entry);
        points.instances.iter_mut().for_each(|info| info.is_recursive = recursive.contains(&info.procedure));
        points
    }

    fn add(&mut self, model: &HeapModel, id: ProcedureId, kept: &[String], of_whole_heap: bool) -> Instance {
        let HeapModel { program, alphabet, .. } = model;
        let procedure = &program.procedures[id];
        let instance = Instance::at(self.instances.len());
        let first = u32::at(self.kinds.len());
        procedure.cfa.locations.indices().for_each(|location| {
            self.kinds.push(PointKind::At(instance, location));
        });
        procedure.cfa.edges.indices().for_each(|edge| {
            self.kinds.push(PointKind::Fault(instance, edge));
        });
        let variable = |name: &str| alphabet.find_variable(name);
        let missing = Variable(u32::MAX);
        let variables: IndexVec<LocalId, Variable> =
            procedure.locals.iter().map(|l| variable(&l.name).unwrap_or(missing)).collect();
        let liveness = Liveness::new(procedure);
        let always: FixedBitSet = kept.iter().filter_map(|name| variable(name)).map(Idx::index).collect();
        let variables_of = |locals: &mut dyn Iterator<Item = LocalId>| {
            let counting = locals.map(|local| variables[local]).filter(|&v| v != missing);
            counting.map(Idx::index).collect::<FixedBitSet>()
        };
        let locations = || procedure.cfa.locations.indices();
        let live: IndexVec<Location, FixedBitSet> =
            locations().map(|location| variables_of(&mut liveness.live_at(location))).collect();
        let mut kept = live.clone();
        kept.iter_mut().for_each(|kept| kept.union_with(&always));
        let holders = of_whole_heap.then(|| {
            let is_entry = instance == Instance::at(0);
            let is_given = |&v: &Variable| {
                is_entry && alphabet.kind(v) == VariableKind::Program && !variables.iter().any(|&own| own == v)
            };
            let given: FixedBitSet = alphabet.variables().filter(is_given).map(Idx::index).collect();
            let is_always = |&local: &LocalId| is_entry && procedure.is_unchanged(local);
            let unchanged: FxHashSet<LocalId> = procedure.given().filter(is_always).collect();
            let in_scope = locations().map(|location| {
                let counts = |&local: &LocalId| procedure.is_in_scope(local, location) || unchanged.contains(&local);
                let mut in_scope = variables_of(&mut procedure.locals.indices().filter(counts));
                in_scope.union_with(&given);
                in_scope
            });
            let sources = procedure.cfa.edges.iter().map(|edge| edge.source).collect();
            Holders { in_scope: in_scope.collect(), live, sources }
        });
        if let Some(holders) = &holders {
            kept.iter_mut().zip(&holders.in_scope).for_each(|(kept, in_scope)| kept.union_with(in_scope));
        }
        self.instances.push(InstanceInfo {
            procedure: id,
            first,
            variables,
            merge: procedure.merge_points(),
            cut: procedure.cut_points(),
            loop_heads: procedure.cfa.loop_heads(),
            is_recursive: false,
            uses_structures_singly: program.is_client(id) && program.uses_objects_singly(id),
            kept,
            holders,
        })
    }

    /// Keeps a local of the procedure at a point, even if it is never read again.
    pub(super) fn keep(&mut self, point: Point, local: LocalId) {
        let PointKind::At(instance, location) = self.kinds[point] else { return };
        let info = &mut self.instances[instance];
        let variable = info.variables[local].index();
        if variable < u32::MAX as usize {
            info.kept[location].grow(variable + 1);
            info.kept[location].insert(variable);
        }
    }

    /// Keeps the arguments of an instance at its entry even if it never reads them.
    pub(super) fn keep_parameters(&mut self, instance: Instance, program: &Program) {
        let info = &mut self.instances[instance];
        let procedure = &program.procedures[info.procedure];
        let kept = &mut info.kept[procedure.cfa.entry];
        for &local in procedure.receiver.iter().chain(&procedure.parameters) {
            let variable = info.variables[local].index();
            kept.grow(variable + 1);
            kept.insert(variable);
        }
    }

    /// The first point of a run.
    pub fn entry(&self) -> Point {
        Point(0)
    }

    /// All points.
    pub(super) fn all(&self) -> impl Iterator<Item = Point> + use<> {
        self.kinds.indices()
    }

    /// What a point is.
    pub fn kind(&self, point: Point) -> PointKind {
        self.kinds[point]
    }

    /// An instance.
    pub fn instance(&self, instance: Instance) -> &InstanceInfo {
        &self.instances[instance]
    }

    /// The instance that a call of `procedure` enters; the procedure must be reachable from the entry.
    pub fn callee(&self, procedure: ProcedureId) -> Instance {
        self.callees[procedure].expect("every procedure in a call table is reachable")
    }

    /// The instance that a point belongs to.
    pub fn instance_of(&self, point: Point) -> Instance {
        match self.kinds[point] {
            PointKind::At(instance, _) | PointKind::Fault(instance, _) => instance,
        }
    }

    /// The point of a location.
    pub fn at(&self, instance: Instance, location: Location) -> Point {
        Point(self.instances[instance].first + location.0)
    }

    /// The error point of an edge.
    pub fn fault(&self, instance: Instance, edge: EdgeId) -> Point {
        let info = &self.instances[instance];
        Point(info.first + u32::at(info.merge.len()) + edge.0)
    }

    /// The variable of a local.
    pub(super) fn variable(&self, instance: Instance, local: LocalId) -> Variable {
        self.instances[instance].variables[local]
    }

    /// Whether a variable belongs to an instance. The variables that only initial heaps bind belong to the entry
    /// procedure.
    pub(super) fn declares(&self, instance: Instance, variable: Variable) -> bool {
        instance == Instance::at(0) || self.has_local(instance, variable)
    }

    /// Whether the procedure of an instance declares a variable.
    pub(super) fn has_local(&self, instance: Instance, variable: Variable) -> bool {
        self.instances[instance].variables.iter().any(|&v| v == variable)
    }

    /// Whether states merge at a point.
    pub(super) fn merges(&self, point: Point) -> bool {
        match self.kinds[point] {
            PointKind::At(instance, location) => self.instances[instance].merge[location],
            PointKind::Fault(..) => false,
        }
    }

    /// Whether a point is a cut point, where states must merge for every cycle to contain a merge
    /// point.
    pub fn must_merge(&self, point: Point) -> bool {
        match self.kinds[point] {
            PointKind::At(instance, location) => self.instances[instance].cut[location],
            PointKind::Fault(..) => false,
        }
    }

    /// Whether a point is the head of a loop.
    pub(super) fn is_loop_head(&self, point: Point) -> bool {
        match self.kinds[point] {
            PointKind::At(instance, location) => self.instances[instance].loop_heads[location],
            PointKind::Fault(..) => false,
        }
    }

    /// Whether a point is the head of the loop of a client that uses the structures it holds one by one.
    pub(super) fn tells_structures_apart(&self, point: Point) -> bool {
        self.is_loop_head(point) && self.instances[self.instance_of(point)].uses_structures_singly
    }

    /// Whether a point is one of those of which every cycle of the program has one: the head of a loop, or a [cut
    /// point](Self::must_merge) of a recursive procedure.
    pub(super) fn closes_cycle(&self, point: Point) -> bool {
        let PointKind::At(instance, location) = self.kinds[point] else { return false };
        let info = &self.instances[instance];
        info.loop_heads[location] || info.is_recursive && info.cut[location]
    }

    /// Whether a program variable may still be read at or after a point, or is kept there.
    pub(super) fn keeps(&self, point: Point, variable: Variable) -> bool {
        match self.kinds[point] {
            PointKind::At(instance, location) => self.instances[instance].kept[location].contains(variable.index()),
            // Error states keep all variables, to be shown.
            PointKind::Fault(..) => true,
        }
    }

    /// Whether a variable counts for the whole heap at a point: it is in scope or may still be read, the caller of the run holds what
    /// it leads to, or only the initial heap binds it. So do all where no proposition is about that.
    pub(super) fn holds(&self, point: Point, variable: Variable) -> bool {
        let Some((holders, location)) = self.holders(point) else { return true };
        let holds = |of: &IndexVec<Location, FixedBitSet>| of[location].contains(variable.index());
        holds(&holders.in_scope) || holds(&holders.live)
    }

    /// Whether a variable counts for the whole heap, and not only because it may still be read.
    pub(super) fn is_in_scope(&self, point: Point, variable: Variable) -> bool {
        self.holders(point).is_some_and(|(holders, at)| holders.in_scope[at].contains(variable.index()))
    }

    /// Whether a variable may still be read at or after a point, if propositions are about the whole heap.
    pub(super) fn is_live(&self, point: Point, variable: Variable) -> bool {
        self.holders(point).is_some_and(|(holders, at)| holders.live[at].contains(variable.index()))
    }

    fn holders(&self, point: Point) -> Option<(&Holders, Location)> {
        let holders = self.instances[self.instance_of(point)].holders.as_ref()?;
        let location = match self.kinds[point] {
            PointKind::At(_, location) => location,
            PointKind::Fault(_, edge) => holders.sources[edge],
        };
        Some((holders, location))
    }
}
