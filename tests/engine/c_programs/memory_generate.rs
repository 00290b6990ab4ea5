//! Random programs with memory of all kinds: about half of them use it wrongly somewhere.

use hrglass::base::Random;

/// What every program declares; `@` makes names different from those of others.
const DECLARATIONS: &str = "
struct link@ { struct link@ *next, *prev; };
struct inner@ { int a; struct link@ chain; };
struct node@ { int key; struct node@ *left; struct link@ link; struct node@ *right; int *count; struct inner@ in; int cells[2]; };
struct first@ { struct link@ link; int n; };
#define NODE@(q) ((struct node@ *)((char *)(q) - offsetof(struct node@, link)))
#define NODE_OF_CHAIN@(q) ({ const __typeof__(((struct node@ *)0)->in.chain) *p_ = (q); (struct node@ *)((char *)p_ - offsetof(struct node@, in.chain)); })
static unsigned long long trace@;
static struct link@ all@ = { &all@, &all@ };
static struct node@ *kept@, fixed@;
static struct link@ *anchor@;
static int number@ = 5;
static void see@(unsigned long long n) { trace@ = trace@ * 31 + n; }
static struct node@ *raw@(int key) {
  struct node@ *p = malloc(sizeof *p);
  int *k = &p->key; *k = key; p->right = 0; p->count = 0;
  p->in.a = key + 1; p->in.chain.next = p->in.chain.prev = &p->in.chain;
  p->cells[0] = 1; p->cells[1] = 2;
  return p;
}
static struct node@ *create@(int key) {
  struct node@ *p = raw@(key);
  p->left = 0;
  p->link.prev = &all@; p->link.next = all@.next;
  all@.next->prev = &p->link; all@.next = &p->link;
  return p;
}
static void drop@(struct node@ *p) {
  struct link@ *l = &p->link;
  l->next->prev = l->prev; l->prev->next = l->next;
  free(p);
}
static void clean@(void) { while (all@.next != &all@) drop@(NODE@(all@.next)); }
static int *dangle@(int n) { int x = n, *p = &x; *p += 1; return p; }
static void set@(struct node@ **to, struct node@ *what) { *to = what; }
static int bump@(int *n) { return n ? ++*n : 0; }
static struct node@ *last@(struct node@ *p) { return p->right && p->key ? last@(p->right) : p; }
";

const VARIABLES: &str = "  struct node@ *p0 = 0, *p1 = 0, *p2 = 0, local = { 3 };
  struct link@ head = { &head, &head }, *q0 = &head, *q1 = &all@;
  int x0 = 1, x1 = 2, *i0 = &x0, *i1 = &x1, cells[3] = { 7, 8, 9 };
  struct node@ **pp0 = &p0, **pp1 = &p1;
  struct first@ *f0 = 0;
  void *v0 = 0;
";

/// Statements that are right unless a pointer dangles. `#p`, `#q`, `#i`, `#pp` are variables, `#n` is a number.
const RIGHT: [&str; 59] = [
    "#p = create@(#n);",
    "#p = create@(#n);",
    "#p = create@(#n); if (#p) see@(#p->key);",
    "#p = #p;",
    "if (#p) { #p->left = create@(#n); }",
    "#p = #p ? create@(#n) : #p;",
    "{ struct node@ *a = #p, *b = #p; if (a) a->left = b; }",
    "{ struct node@ *a = #p, *b = #p; if (a) a->right = b != a && b && !b->right ? b : 0; }",
    "{ struct node@ *a = #p; if (a && a->left) see@(a->left->key); }",
    "{ struct node@ *a = #p; if (a) #p = a->left; }",
    "{ struct node@ *a = #p; if (a) { drop@(a); @RESET } }",
    "{ struct node@ *a = #p; if (a) { drop@(a); @RESET } }",
    "{ struct node@ *a = #p; if (a) { drop@(a); #p = 0; } }",
    "clean@(); @RESET",
    "#q = #p ? &head : #q;",
    "{ struct node@ *a = #p; #q = a ? &a->link : &head; see@(#q != &head); }",
    "{ struct node@ *a = NODE@(all@.next); if (&a->link != &all@) see@(a->key); }",
    "{ struct node@ *a = NODE@(all@.next); if (&a->link != &all@) #p = a; }",
    "for (struct link@ *at = all@.next; at != &all@; at = at->next) see@(NODE@(at)->key);",
    "for (struct node@ *at = NODE@(all@.next); &at->link != &all@; at = NODE@(at->link.next)) at->key += #n;",
    "{ struct node@ *a = NODE@(&head); see@(&a->link == &head); see@(a == NODE@(&head)); }",
    "{ struct node@ *a = #p; if (a) { #i = &a->key; *#i += 1; } }",
    "{ struct node@ *a = #p; if (a) { a->count = &x0; ++*a->count; #i = a->count; a->count = 0; } }",
    "#i = &x1; see@(bump@(#i));",
    "if (#i) { see@(*#i); }",
    "#i = &cells[#n % 3]; *#i += #n;",
    "cells[#n % 3] = x0 & 7; #i = &cells[cells[1] % 3 & 1]; see@(cells[0] + cells[1]);",
    "{ struct node@ *a = #p; if (a) { #i = &a->cells[x0 & 1]; see@(*#i); } }",
    "#i = &number@; *#i += #n; see@(number@);",
    "#pp = &#p; if (*#pp) see@((*#pp)->key);",
    "{ struct node@ *a = #p; if (a) { #pp = &a->left; *#pp = #p; } }",
    "{ struct node@ **pp = &#p; while (*pp && (*pp)->key > #n) pp = &(*pp)->right; see@(pp == &p0); }",
    "set@(&#p, create@(#n));",
    "set@(#pp, #p); see@(*#pp != 0);",
    "#pp = &kept@; *#pp = #p; see@(kept@ == #p); kept@ = 0; #pp = &#p;",
    "{ int y = #n, *j = &y; #i = j; *#i += 2; see@(y); #i = &x0; }",
    "for (int k = 0; k < 3; k++) { int y = k; #i = &y; if (k == 1) { #i = &x1; continue; } *#i += 3; see@(y); #i = &x0; if (y > 4) break; }",
    "{ int y = #n; { int z = 1; #i = &z; if (y > 4) goto L%; #i = &y; } see@(*#i); L%: #i = &x1; }",
    "{ v0 = #p; struct node@ *a = v0; see@(a == v0); if (a) see@(a->in.a); }",
    "{ struct node@ *a = #p; if (a) { #q = &a->in.chain; see@(NODE_OF_CHAIN@(#q)->key); see@(NODE_OF_CHAIN@(#q->next) == a); } }",
    "{ struct node@ *a = #p; if (a) { struct inner@ *b = (struct inner@ *)((char *)&a->in.chain - offsetof(struct inner@, chain)); see@(b->a); } }",
    "if (!f0) { f0 = malloc(sizeof *f0); f0->n = #n; f0->link.next = 0; } see@(f0->n);",
    "if (f0) { struct link@ *a = (struct link@ *)f0; see@(((struct first@ *)a)->n); free(a); f0 = 0; }",
    "if (f0) { #q = &f0->link; struct first@ *a = (struct first@ *)#q; see@(a == f0); free(f0); f0 = 0; #q = &head; }",
    "{ struct node@ *a = #p; if (a) { struct node@ b = *a; b.in.a += 1; see@(b.in.a + b.key); fixed@ = b; #i = &fixed@.key; } }",
    "local.key += #n; { struct node@ *a = &local; a->left = 0; #i = &local.key; see@(a->key); }",
    "memset(&local, 0, sizeof local); see@(local.key);",
    "#p = #p ? last@(#p) : 0;",
    "{ int *j = &(int){ #n }; *j += 1; see@(*j); }",
    "{ struct node@ *a = raw@(#n); a->left = 0; if (!anchor@) { anchor@ = &a->in.chain; } else { free(a); } }",
    "{ struct node@ *a = #p; void *b = a, *c = a ? &a->key : &x0, *d = a ? &a->link : 0; see@((b == c) + 2 * (b == d)); }",
    "{ struct node@ *a = #p; if (a) { void *b = a; int *c = b; see@(*c); *c += #n; b = c; see@(((struct node@ *)b)->key); } }",
    "{ struct first@ *a = malloc(sizeof *a); a->n = #n; void *b = a; struct link@ *c = b; c->prev = c; b = c; struct first@ *d = b; see@(d->n + (d == a)); free(c); }",
    "{ struct first@ *a = (struct first@ *)&head; void *b = a, *c = &head; see@((b == c) + 2 * (&a->link == &head)); }",
    "{ struct link@ *a = &(struct link@){ 0, 0 }; a->next = a; see@(a->next == a); }",
    "switch (x0 & 3) { int y; case 0: y = 1; #i = &y; see@(*#i); #i = &x0; break; default: { int z = 2; #i = &z; see@(*#i); #i = &x1; } }",
    "{ struct node@ *a = raw@(#n); a->left = 0; see@(a->key); free(a); }",
    "{ struct node@ *a = calloc(1, sizeof *a); see@(a->key + a->in.a + (a->left == 0)); free(&a->key); }",
    "{ int *j = malloc(sizeof(int)); *j = #n; see@(*j); free(j); }",
];

/// Statements that use memory wrongly, if the pointers are what they may be.
const WRONG: [&str; 46] = [
    "#p = raw@(#n); #p->left = 0;",
    "kept@ = raw@(#n); kept@->left = 0;",
    "kept@ = raw@(#n); kept@->left = raw@(#n); kept@->left->left = 0; kept@ = #p;",
    "kept@ = raw@(#n); kept@->left = raw@(#n); kept@->left->left = 0; #q = &kept@->link;",
    "f0 = malloc(sizeof *f0); f0->n = #n; kept@ = 0;",
    "{ int *j = malloc(sizeof(int)); *j = #n; see@(*j); }",
    "{ struct node@ *a = #p; if (a) drop@(a); see@(a != 0); }",
    "{ struct node@ *a = create@(#n); drop@(a); see@(a->key); }",
    "{ struct node@ *a = create@(#n); struct link@ *l = &a->in.chain; drop@(a); see@(NODE_OF_CHAIN@(l) == a); see@(l->next != 0); }",
    "{ struct node@ *a = create@(#n); drop@(a); free(a); }",
    "{ struct node@ *a = create@(#n); drop@(a); free(&a->key); }",
    "{ struct node@ *a = create@(#n); drop@(a); free(&a->link); }",
    "{ struct first@ *a = malloc(sizeof *a), *b = a; a->n = 1; free(&a->link); #q = &b->link; #q->next = 0; }",
    "#p = create@(#n); #p = #p; #pp = &#p; if (*#pp) { struct node@ *a = *#pp; drop@(a); see@(*#pp == a); see@((*#pp)->in.a); }",
    "#p = create@(#n); if (p0) { #i = &p0->cells[1]; drop@(p0); *#i = 3; }",
    "#p = create@(#n); if (p1) { #pp = &p1->right; drop@(p1); *#pp = 0; }",
    "free(#p);",
    "free(#p); @RESET",
    "free(#p); #p = 0;",
    "free(#i);",
    "free(#q);",
    "free(#pp);",
    "free(v0);",
    "free(&x0);",
    "free(&fixed@);",
    "free(&fixed@.link);",
    "free(&local);",
    "free(&cells[#n % 3]);",
    "if (#p) free(&p0->link);",
    "if (#p) free(&p1->key);",
    "free(NODE@(&head));",
    "see@(NODE@(&head)->key);",
    "{ struct node@ *a = NODE@(&head); a->left = 0; }",
    "{ struct link@ *l = malloc(sizeof *l); l->next = l; struct node@ *a = NODE@(l->next); see@(&a->link == l); see@(a->key); free(l); }",
    "see@(#p->key);",
    "{ struct node@ *a = 0; struct link@ *l = &a->link; see@(l == 0); }",
    "#i = 0; see@(*#i);",
    "{ int y = #n; #i = &y; } see@(*#i);",
    "for (int k = 0; k < 2; k++) { int y = k; #i = &y; if (k) break; #i = &x0; } see@(*#i);",
    "for (int k = 0; k < 2; k++) { if (k) { see@(*#i); break; } int y = 5; #i = &y; if (y > 3) continue; y = 2; }",
    "{ int k = 0; A%: if (k) { see@(*#i); } { int y = 4; #i = &y; k++; if (k < 2) goto A%; } #i = &x0; }",
    "{ int k = 0; while (k < 2) { if (k++) { see@(*#i); continue; } int y = 6; #i = &y; continue; } }",
    "{ int k = 0; do { if (k) { see@(bump@(#i)); } else { int y = 6; #i = &y; k++; continue; } k++; } while (k < 2); }",
    "#i = dangle@(#n); see@(*#i);",
    "{ struct node@ *a; see@(a->key); }",
    "{ struct node@ *a = raw@(#n); see@(a->left->key); }",
];

const RESET: &str = "p0 = p1 = p2 = 0; q0 = q1 = &head; i0 = &x0; i1 = &x1; pp0 = &p0; pp1 = &p1; v0 = 0; kept@ = 0;";

/// Some statements, of which one may be wrong, in lines of their own. `fill` fills the holes of one at a position.
pub fn statements(
    random: &mut Random,
    right: &[&str],
    wrong: &[&str],
    fill: impl Fn(&str, usize, &mut Random) -> String,
) -> String {
    let count = 3 + random.below(18);
    let at = (!random.one_in(3)).then(|| random.below(count));
    let statement = |position: usize| {
        let statement = *random.one_of::<&str>(if at == Some(position) { wrong } else { right });
        format!("  {}\n", fill(statement, position, random))
    };
    (0..count).map(statement).collect()
}

/// A function `check_SEED` without parameters, with all that it needs.
pub fn program(seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut text = DECLARATIONS.to_owned();
    text += "unsigned long long check@(void) {\n";
    text += VARIABLES;
    text += &statements(&mut random, &RIGHT, &WRONG, filled);
    if !random.one_in(8) {
        text += "  clean@();\n";
    }
    if !random.one_in(8) {
        text += "  free(f0);\n";
    }
    text += "  return trace@;\n}\n";
    text.replace('@', &format!("_{seed}"))
}

fn filled(statement: &str, position: usize, random: &mut Random) -> String {
    let mut text = statement
        .replace("@RESET", RESET)
        .replace("L%", &format!("L{position}"))
        .replace("A%", &format!("A{position}"));
    // A statement uses one of each of these.
    for (hole, name, count) in [("#pp", "pp", 2), ("#q", "q", 2), ("#i", "i", 2)] {
        text = text.replace(hole, &format!("{name}{}", random.below(count)));
    }
    for (hole, name, count) in [("#p", "p", 3), ("#n", "", 9)] {
        while let Some(at) = text.find(hole) {
            text.replace_range(at..at + hole.len(), &format!("{name}{}", random.below(count)));
        }
    }
    text
}
