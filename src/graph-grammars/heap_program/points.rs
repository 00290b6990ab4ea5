//! Program points: the locations of all procedures in one numbering, with the variables kept and the points at which
//! states merge.

use fixedbitset::FixedBitSet;

use super::PropositionScope;
use base::{Idx, IndexVec, newtype_index};
use heap_grammar::heap::{Alphabet, Variable};
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
    kept: IndexVec<Location, FixedBitSet>,
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
    pub(super) fn new(
        program: &Program,
        entry: ProcedureId,
        alphabet: &Alphabet,
        kept: &[String],
        scope: PropositionScope,
    ) -> Self {
        let mut points = Self {
            instances: IndexVec::new(),
            kinds: IndexVec::new(),
            callees: IndexVec::filled(None, program.procedures.len()),
        };
        points.add(program, entry, alphabet, kept);
        let kept_by_callees = if scope == PropositionScope::AllProcedures { kept } else { &[] };
        for procedure in program.reachable(entry) {
            let instance = points.add(program, procedure, alphabet, kept_by_callees);
            points.callees[procedure] = Some(instance);
        }
        points
    }

    fn add(&mut self, program: &Program, id: ProcedureId, alphabet: &Alphabet, kept: &[String]) -> Instance {
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
        let kept_at = |location: Location| {
            let live = procedure.locals.indices().filter(|&l| liveness.is_live(location, l));
            let mut kept: FixedBitSet = live.map(|l| variables[l]).filter(|&v| v != missing).map(Idx::index).collect();
            kept.grow(always.len());
            kept.union_with(&always);
            kept
        };
        let kept = procedure.cfa.locations.indices().map(kept_at).collect();
        self.instances.push(InstanceInfo {
            procedure: id,
            first,
            variables,
            merge: procedure.merge_points(),
            cut: procedure.cut_points(),
            loop_heads: procedure.cfa.loop_heads(),
            kept,
        })
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

    /// Whether a program variable may still be read at or after a point, or is kept there.
    pub(super) fn keeps(&self, point: Point, variable: Variable) -> bool {
        match self.kinds[point] {
            PointKind::At(instance, location) => self.instances[instance].kept[location].contains(variable.index()),
            // Error states keep all variables, to be shown.
            PointKind::Fault(..) => true,
        }
    }
}
