//! Objects inside of objects, their ends, and pointers to all of them.

use expect_test::expect;

use super::{check, check_diagnostics, parse_files, render};
use crate::{COptions, DataModel};
use program::objects::{Role, Storage};

/// Programs of the kinds that tools for shape analysis are compared on. `tests/engine/c_programs/memory.rs` runs them.
const PROGRAMS: [(&str, &str); 29] = [
    ("bubble_sort.c", include_str!("memory/bubble_sort.c")),
    ("circular.c", include_str!("memory/circular.c")),
    ("container_of.c", include_str!("memory/container_of.c")),
    ("doubly_linked.c", include_str!("memory/doubly_linked.c")),
    ("embedded_first.c", include_str!("memory/embedded_first.c")),
    ("intrusive_hash.c", include_str!("memory/intrusive_hash.c")),
    ("linux_list.c", include_str!("memory/linux_list.c")),
    ("linux_lists.c", include_str!("memory/linux_lists.c")),
    ("list.c", include_str!("memory/list.c")),
    ("lists_of_doubly_linked.c", include_str!("memory/lists_of_doubly_linked.c")),
    ("lists_of_lists.c", include_str!("memory/lists_of_lists.c")),
    ("literals.c", include_str!("memory/literals.c")),
    ("merge_sort.c", include_str!("memory/merge_sort.c")),
    ("pointer_to_local.c", include_str!("memory/pointer_to_local.c")),
    ("pointer_to_pointer.c", include_str!("memory/pointer_to_pointer.c")),
    ("queue.c", include_str!("memory/queue.c")),
    ("recursive_lists.c", include_str!("memory/recursive_lists.c")),
    ("recursive_trees.c", include_str!("memory/recursive_trees.c")),
    ("rings_of_rings.c", include_str!("memory/rings_of_rings.c")),
    ("rotated_and_disposed.c", include_str!("memory/rotated_and_disposed.c")),
    ("scopes.c", include_str!("memory/scopes.c")),
    ("search_tree_with_parents.c", include_str!("memory/search_tree_with_parents.c")),
    ("sentinel.c", include_str!("memory/sentinel.c")),
    ("sorting_doubly_linked.c", include_str!("memory/sorting_doubly_linked.c")),
    ("structures_in_arrays.c", include_str!("memory/structures_in_arrays.c")),
    ("tree_rotating.c", include_str!("memory/tree_rotating.c")),
    ("tree_with_parents.c", include_str!("memory/tree_with_parents.c")),
    ("tree_with_stack.c", include_str!("memory/tree_with_stack.c")),
    ("void_pointers.c", include_str!("memory/void_pointers.c")),
];

#[test]
fn programs_with_lists_and_trees_are_accepted() {
    for model in [DataModel::Ilp32, DataModel::Lp64] {
        for (name, text) in PROGRAMS {
            let (sources, program, diagnostics) =
                parse_files(&[(name, text)], COptions { model, ..COptions::default() });
            assert!(program.is_some(), "{}", render(&sources, &diagnostics));
        }
    }
}

#[test]
fn a_member_whose_address_is_taken_is_an_object() {
    check(
        "#include <stdlib.h>\n\
         struct node { struct node *next; int n; }; struct other { struct node *next; };\n\
         int main(void) { struct node *list = malloc(sizeof *list), **to = &list->next; *to = list; to = &(*to)->next;\n\
         struct other *o = calloc(1, sizeof *o); free(o); return *to == list; }",
        expect![[r#"
            main() entry 0 exit 20 throws 21
            0 -> 1: $0 = new node
            1 -> 2: $1 = new node.next
            2 -> 3: $1.@container = $0
            3 -> 4: $0.next = $1
            4 -> 5: $2 = $0.next
            5 -> 6: $3 = *
            6 -> 7: $2.value = $3
            7 -> 8: $4 = *
            8 -> 9: $0.n = $4
            9 -> 10: list = $0
            10 -> 11: to = list.next
            11 -> 12: to.value = list
            12 -> 13: $6 = to.value
            13 -> 14: to = $6.next
            14 -> 15: o = new other
            15 -> 16: free(o)
            16 -> 17: $9 = to.value
            17 -> 18: [$9 == list]
            17 -> 19: [$9 != list]
            18 -> 20: @return = 1
            19 -> 20: @return = 0
        "#]],
    );
}

#[test]
fn container_of_follows_a_field() {
    check(
        "#include <stddef.h>\n\
         struct link { struct link *next; }; struct item { int n; struct link link; };\n\
         #define container_of(p, type, member) ({ const __typeof__(((type *)0)->member) *q = (p); (type *)((char *)q - offsetof(type, member)); })\n\
         int main(void) { struct item x = { 1 }; struct link *p = &x.link; return container_of(p, struct item, link)->n; }",
        expect![[r#"
            main() entry 0 exit 16 throws 17
            0 -> 1: $0 = new automatic item
            1 -> 2: $1 = new item.link
            2 -> 3: $1.@container = $0
            3 -> 4: $0.link = $1
            4 -> 5: &x = $0
            5 -> 6: &x.n = 0
            6 -> 7: $2 = &x.link
            7 -> 8: $2.next = NULL
            8 -> 9: &x.n = 1
            9 -> 10: p = &x.link
            10 -> 11: q = p
            11 -> 12: [q == NULL]
            11 -> 13: [q != NULL]
            12 -> 14: $4 = *
            13 -> 14: $4 = q.@container
            14 -> 15: @return = $4.n
            15 -> 16: end &x
        "#]],
    );
}

#[test]
fn a_pointer_to_the_first_member_is_one_to_the_whole() {
    check(
        "struct link { struct link *next; }; struct item { struct link link; int n; };\n\
         struct item *whole(struct link *p) { return (struct item *)p; } struct link *first(struct item *p) { return (struct link *)p; }\n\
         int main(void) { struct item x; return whole(first(&x)) == (struct item *)&x.link; }",
        expect![[r#"
            main() entry 0 exit 18 throws 19
            0 -> 1: $0 = new automatic item
            1 -> 2: $1 = new item.link
            2 -> 3: $1.@container = $0
            3 -> 4: $0.link = $1
            4 -> 5: &x = $0
            5 -> 6: $2 = &x.link
            6 -> 7: $3 = *
            7 -> 8: $2.next = $3
            8 -> 9: $4 = *
            9 -> 10: &x.n = $4
            10 -> 11: $5 = first(&x) throws to 19
            11 -> 12: $6 = whole($5) throws to 19
            12 -> 13: $7 = &x.link
            13 -> 14: $9 = $7.@container
            14 -> 15: [$6 == $9]
            14 -> 16: [$6 != $9]
            15 -> 17: @return = 1
            16 -> 17: @return = 0
            17 -> 18: end &x

            first(p) entry 0 exit 4 throws 5
            0 -> 1: [p == NULL]
            0 -> 2: [p != NULL]
            1 -> 3: $0 = NULL
            2 -> 3: $0 = p.link
            3 -> 4: @return = $0

            whole(p) entry 0 exit 4 throws 5
            0 -> 1: [p == NULL]
            0 -> 2: [p != NULL]
            1 -> 3: $0 = NULL
            2 -> 3: $0 = p.@container
            3 -> 4: @return = $0
        "#]],
    );
}

#[test]
fn objects_end_on_every_way_out() {
    check(
        "int main(int n) { int a, *p = &a; while (n) { int b, *q = &b; if (n == 3) break; if (n == 4) continue;\n\
         if (n == 5) goto out; if (n == 6) return 1; *q = 2; } { int c; p = &c; *p = 1; } out: return 0; }",
        expect![[r#"
            main() entry 0 exit 32 throws 33
            0 -> 1: n = *
            1 -> 2: &a = new automatic int
            2 -> 3: $1 = *
            3 -> 4: &a.value = $1
            4 -> 5: $2 = *
            5 -> 6: &a.value = $2
            6 -> 7: p = &a
            7 -> 8: [n != 0]
            7 -> 24: [n == 0]
            8 -> 9: &b = new automatic int
            9 -> 10: $4 = *
            10 -> 11: &b.value = $4
            11 -> 12: q = &b
            12 -> 13: [n == 3]
            12 -> 14: [n != 3]
            13 -> 24: end &b
            14 -> 15: [n == 4]
            14 -> 16: [n != 4]
            15 -> 7: end &b
            16 -> 17: [n == 5]
            16 -> 18: [n != 5]
            17 -> 30: end &b
            18 -> 19: [n == 6]
            18 -> 22: [n != 6]
            19 -> 20: @return = 1
            20 -> 21: end &b
            21 -> 32: end &a
            22 -> 23: q.value = 2
            23 -> 7: end &b
            24 -> 25: &c = new automatic int
            25 -> 26: $6 = *
            26 -> 27: &c.value = $6
            27 -> 28: p = &c
            28 -> 29: p.value = 1
            29 -> 30: end &c
            30 -> 31: @return = 0
            31 -> 32: end &a
        "#]],
    );
}

#[test]
fn a_block_with_labels_makes_its_objects_once() {
    check(
        "int main(int n) { { int a; again: a = 1; int *p = &a; if (n) goto again; } return 0; }",
        expect![[r#"
        main() entry 0 exit 11 throws 12
        0 -> 1: n = *
        1 -> 2: &a = new automatic int
        2 -> 3: $1 = *
        3 -> 4: &a.value = $1
        4 -> 5: $2 = *
        5 -> 6: &a.value = $2
        6 -> 7: &a.value = 1
        7 -> 8: p = &a
        8 -> 6: [n != 0]
        8 -> 9: [n == 0]
        9 -> 10: end &a
        10 -> 11: @return = 0
    "#]],
    );
}

#[test]
fn memory_is_freed_once() {
    check(
        "#include <stdlib.h>\nint main(void) { void *v = NULL; int *p = malloc(sizeof(int)); v = p; p = v; free(p); free(v); free(NULL); return 0; }",
        expect![[r#"
            main() entry 0 exit 10 throws 11
            0 -> 1: v = NULL
            1 -> 2: $0 = new allocated int
            2 -> 3: $1 = *
            3 -> 4: $0.value = $1
            4 -> 5: p = $0
            5 -> 6: v = p
            6 -> 7: p = v
            7 -> 8: free(p)
            8 -> 9: free(v)
            9 -> 10: @return = 0
        "#]],
    );
}

#[test]
fn classes_say_where_objects_are() {
    let text = "struct link { struct link *next; }; struct item { struct link link[2]; int n; }; static struct item s;\n\
        int main(void) { struct item x; int *p = &x.n; struct link *l = &s.link[1]; (void)l; return *p; }";
    let (_, program, _) = parse_files(&[("a.c", text)], super::OPTIONS);
    let (program, _) = program.expect("a program");
    let shown = program.classes.iter().map(|class| {
        let fields =
            class.fields.iter().map(|&field| match (&*program.fields[field].name, program.fields[field].role) {
                (name, Role::Plain) => name.to_owned(),
                (name, Role::Part { is_first }) => {
                    format!("{name}: part{}", if is_first { " at the start" } else { "" })
                }
                (name, Role::Container(part)) => format!("{name} of {}", program.fields[part].name),
            });
        let superclass = class.superclass.map_or(String::new(), |up| format!(" extends {}", program.classes[up].name));
        let storage = match class.storage {
            Storage::Heap => "heap",
            Storage::Automatic => "automatic",
            Storage::Static => "static",
            Storage::Part => "part",
        };
        format!("{}{superclass} [{storage}]: {}\n", class.name, fields.collect::<Vec<_>>().join(", "))
    });
    expect![[r#"
        void [heap]: 
        static [static]: &s
        item extends void [heap]: link[0]: part at the start, link[1]: part, n: part
        automatic item extends item [automatic]: 
        link extends void [heap]: next
        item.link[0] extends link [part]: @container of link[0]
        item.link[1] extends link [part]: @container of link[1]
        allocated int extends void [heap]: value
        item.n extends allocated int [part]: @container of n
        static item extends item [static]: 
    "#]]
    .assert_eq(&shown.collect::<String>());
}

#[test]
fn other_conversions_are_given_up() {
    check_diagnostics(
        "#include <stddef.h>\n\
         struct link { struct link *next; }; struct item { int n; struct link link; }; struct other { int n[3]; };\n\
         int main(void) { struct item x; struct link *p = &x.link;\n\
         struct item *a = (struct item *)((char *)p - 3); struct other *b = (struct other *)p; struct link *c = p + 1;\n\
         struct item *d = (struct item *)((long)p * 2); int e[100], *f = &e[3]; return 0; }",
        expect![[r#"
            a.c:4:34: warning: the conversion of a pointer to one of another type is not supported yet
            a.c:4:68: warning: the conversion of a pointer to one of another type is not supported yet
            a.c:5:18: warning: the conversion of a number to a pointer is not supported yet
        "#]],
    );
}
