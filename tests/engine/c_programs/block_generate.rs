//! Random programs with arrays, memory for several objects, and arithmetic on pointers: about half of them use it wrongly somewhere.

use super::memory_generate::statements;
use hrglass::base::Random;

/// What every program declares; `@` makes names different from those of others.
const DECLARATIONS: &str = "
struct rec@ { int key; char *name; int *at; short few[3]; unsigned char flag; };
struct box@ { int n; int cells[6]; char text[80]; struct box@ *next; };
static unsigned long long trace@;
static void see@(unsigned long long n) { trace@ = trace@ * 31 + n; }
static int big@[100] = { 3, [40] = 7, [99] = 9 };
static int grid@[3][4] = { { 1, 2 }, { 3 }, { [3] = 8 } };
static const char fixed@[] = \"constant\";
static char *words@[3] = { \"one\", \"three\", \"\" };
static char buffer@[80] = \"text\";
static struct rec@ table@[2] = { { 1, \"a\", big@ + 2, { 1, 2, 3 }, 200 }, { .name = buffer@, .at = &big@[40] } };
static int *kept@;
static int total@(int *a, int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
static int *fresh@(int n) { int *a = malloc(n * sizeof *a), *e = a + n; for (int *p = a; p < e; p++) *p = p - a; return a; }
static int *found@(int *a, int n, int key) { for (int *e = a + n; a != e; ++a) if (*a == key) return a; return 0; }
static int size@(const char *s) { const char *e = s; while (*e) e++; return e - s; }
static char *copy@(char *to, const char *from) { char *start = to; while ((*to++ = *from++)) ; return start; }
static char *twin@(const char *s) { char *to = malloc(size@(s) + 1); return copy@(to, s); }
static int same@(const char *a, const char *b) { while (*a && *a == *b) a++, b++; return *a == *b; }
static void back@(char *s) { for (char *e = s + size@(s); s < e; s++) { char c = *s; *s = *--e; *e = c; } }
static void move@(int **p, int by) { *p += by; }
static void sort@(int *a, int n) { for (int i = 1; i < n; i++) for (int *p = a + i; p > a && p[-1] > *p; p--) { int t = *p; *p = p[-1]; p[-1] = t; } }
static void *memory@(size_t n) { void *p = malloc(n); return p; }
static struct rec@ *last@(struct rec@ *r, int n) { return n ? &r[n - 1] : r; }
";

/// `p0` and `p1` lead to an element of which the three next ones exist, `s0` and `s1` to a text in a buffer of 16 bytes; `h` has `n`
/// elements, at least four.
const VARIABLES: &str = "  int few[8] = { 5, 1, 4 }, n = 6, x = 2, *p0 = few, *p1 = big@ + 3, *h = fresh@(6), *end;
  char text[16] = \"abc\", other[16] = { 0 }, *s0 = text, *s1 = other; const char *c0 = \"literal\", *c1 = fixed@;
  struct rec@ recs[3] = { { 7, \"x\" } }, *r0 = recs, *r1 = table@; struct box@ crate = { 0 }, *b = calloc(1, sizeof *b);
  unsigned char bytes[9] = { 250, 6 }; int **rows = 0; char **names = words@; long long wide[5] = { 0 }; _Bool flags[70] = { 0 };
";

/// Statements that are right. `#p`, `#s`, `#c`, `#r` are variables, `#n` is a number up to 3.
const RIGHT: [&str; 92] = [
    "#p[#n] += #n; see@(#p[#n]);",
    "*#p = #n; see@(*#p + #p[1]);",
    "*(#p + #n) = x; see@(*(#n + #p));",
    "{ int *q = #p; q++; *q = #n; ++q; q -= 2; see@(q == #p); q += 3; see@(q - #p); see@(*q--); see@(*q); }",
    "{ int *q = #p; see@(*q++); see@(*q++ + 1); *q++ = 5; see@(q - #p); }",
    "#p = few + #n;",
    "#p = &few[#n];",
    "#p = big@ + 50 + #n;",
    "#p = &big@[96];",
    "#p = &grid@[#n % 2][0]; see@(#p[3]);",
    "#p = grid@[1]; see@(total@(#p, 4));",
    "#p = h; #p[3] = n;",
    "#p = crate.cells; #p[5] = #n;",
    "#p = b->cells + 2; #p[#n] = #n;",
    "see@(p0 == p1); see@(#p == few); see@(#p != 0); see@(!#p);",
    "{ int *q = #p + #n; see@(q > #p); see@(q >= #p); see@(#p < q); see@(q - #p); }",
    "few[#n + 2] = x; see@(total@(few, 8));",
    "for (int i = 0; i < 8; i++) few[i] = i * #n;",
    "for (end = few + 8, #p = few; #p < end; ) *#p++ = #n; #p = few;",
    "sort@(few, 8); see@(few[0]); see@(few[7]);",
    "sort@(h, n); see@(h[n - 1]);",
    "big@[#n * 9] += #n; see@(big@[9]); see@(big@[99]);",
    "{ int i = #n; grid@[i % 3][i] = i; see@(grid@[i % 3][i] + grid@[0][1]); }",
    "for (int i = 0; i < 3; i++) for (int j = 0; j < 4; j++) see@(grid@[i][j]);",
    "{ int *q = found@(few, 8, #n); if (q) see@(q - few); }",
    "{ int *q = found@(h, n, #n); see@(q ? *q : 99); }",
    "free(h); n = 4 + #n; h = fresh@(n); p0 = p1 = few;",
    "h = realloc(h, (n + #n) * sizeof *h); for (int i = n; i < n + #n; i++) h[i] = i; n += #n; p0 = p1 = few;",
    "h = realloc(h, 4 * sizeof(int)); n = 4; see@(total@(h, n)); p0 = few; p1 = big@;",
    "{ int *q = calloc(5, sizeof *q); see@(total@(q, 5)); q[4] = #n; see@(q[4]); free(q); }",
    "{ int *q = calloc(#n + 1, sizeof(int)), *e = q + #n; *e = 3; see@(*e); free(q); }",
    "{ long long *q = malloc(24); q[0] = q[1] = #n; q[2] = 1LL << 40; wide[4] = q[2] + q[0]; see@(wide[4]); free(q); }",
    "{ short *q = malloc(6 * sizeof *q); q[5] = 70000; see@(q[5]); free(q); }",
    "{ _Bool *q = malloc(3); q[2] = 5; see@(q[2]); free(q); } flags[66] = x; see@(flags[66] + flags[2]);",
    "{ unsigned char *q = bytes + 1; q[0] += 255; see@(q[0]); see@(*--q); see@(q[8]); }",
    "{ int *q = memory@(5 * sizeof *q); q[4] = #n; see@(q[4]); free(q); }",
    "{ void *v = #p; int *q = v; see@(q[1]); see@(v == #p); see@(q - #p); }",
    "{ int **q = &#p; (*q)++; --*q; see@(**q + q[0][1]); move@(q, 1); move@(&#p, -1); see@((*q)[2]); }",
    "kept@ = #p; see@(kept@[1]); kept@ = 0;",
    "r0 = recs + #n % 3; r0->key = #n; see@(r0->key); r0 = recs;",
    "recs[#n % 3].key += 2; recs[#n % 3].few[1] = #n; see@(#r[1].key + recs[2].few[1]);",
    "#r->name = s0; see@(#r->name[0]); see@(*recs[0].name);",
    "#r->at = #p; see@(#r->at[1]); ++#r->at; --(#r->at); see@(*#r->at);",
    "for (struct rec@ *q = recs; q < recs + 3; q++) { q->key = q - recs; q->flag = 300; see@(q->flag); }",
    "{ struct rec@ a = *#r; a.key++; #r[1] = a; see@(#r[1].key); }",
    "{ struct rec@ *q = last@(recs, #n); see@(q - recs); q->few[2] = 8; see@(q->few[2]); }",
    "{ struct rec@ *q = malloc(4 * sizeof *q); for (int i = 0; i < 4; i++) { q[i].key = i; q[i].at = &q[3 - i].key - 0 ? few : 0; } see@(q[3].key); see@(q[2].at == few); free(q); }",
    "{ struct rec@ *q = calloc(2, sizeof *q); see@(q[1].key + (q[1].name == 0)); q[1] = q[0]; free(q); }",
    "see@(table@[0].at[0]); see@(*table@[1].at); see@(table@[0].name[0]);",
    "see@(size@(#s)); see@(size@(#c)); see@(size@(\"some\"));",
    "copy@(#s, \"word\"); see@(size@(#s)); see@(#s[3]);",
    "copy@(#s, \"elephant\"); back@(#s); see@(#s[0]); see@(same@(#s, \"tnahpele\"));",
    "{ char *q = twin@(#c); see@(same@(q, #c)); q[0] = 'q'; see@(same@(q, #c)); free(q); }",
    "{ char *q = twin@(#s); back@(q); see@(size@(q)); copy@(#s, q); free(q); }",
    "#s[0] = 'a' + #n; #s[#n + 1] = 0; see@(*#s); see@(size@(#s));",
    "#c = #s; see@(*#c); #c = \"again\" + #n; see@(*#c); see@(#c[1]);",
    "#c = fixed@ + #n; see@(#c[0]);",
    "see@(#c[0] < 'm'); see@(\"letters\"[#n]); see@(*(\"xyz\" + #n));",
    "for (const char *q = #c; *q; q++) see@(*q);",
    "see@(names[0][1]); see@(*names[1]); see@(size@(names[#n % 3]));",
    "words@[#n % 2] = \"new\"; see@(size@(words@[0]) + size@(names[1]));",
    "{ char **q = malloc(3 * sizeof *q); for (int i = 0; i < 3; i++) q[i] = twin@(words@[i]); see@(same@(q[1], words@[1])); char *t = q[0]; q[0] = q[2]; q[2] = t; see@(q[2][0]); for (char **e = q; e < q + 3; e++) free(*e); free(q); }",
    "{ rows = malloc(3 * sizeof *rows); for (int i = 0; i < 3; i++) rows[i] = fresh@(4); rows[2][3] = #n; see@(total@(rows[2], 4)); for (int i = 0; i < 3; i++) free(rows[i]); free(rows); rows = 0; }",
    "{ int *local[4] = { few, h, #p, 0 }; int **q = local; see@(q[0][1]); see@(**q); see@(*q[2]); see@(q[3] == 0); local[3] = local[1] + 1; see@(*q[3]); }",
    "{ char line[100] = \"line\"; char *q = line + 4; *q++ = '!'; *q = 0; see@(size@(line)); line[99] = 1; see@(line[99] + line[50]); }",
    "crate.cells[#n + 2] = x; see@(total@(crate.cells, 6)); { int *q = crate.cells + 5; *q = 4; see@(crate.cells[5]); }",
    "copy@(crate.text, #s); see@(size@(crate.text)); see@(crate.text[79]);",
    "copy@(b->text + 70, \"end\"); see@(b->text[71]); see@(size@(&b->text[70]));",
    "{ struct box@ a = *b; a.cells[0]++; see@(a.cells[0] + a.text[72]); crate = a; see@(crate.cells[0]); }",
    "b->next = &crate; b->next->cells[1] = #n; see@(crate.cells[1]); see@(b->next->cells + 1 == &crate.cells[1]); b->next = 0;",
    "copy@(buffer@ + 30, \"far\"); see@(buffer@[31]); buffer@[#n] = 'z'; see@(buffer@[0]);",
    "{ int y = #n, *q = &y; q[0]++; see@(*q); see@(total@(&y, 1)); see@(q + 1 > q); }",
    "{ unsigned i = 1; int *q = #p + 2; q = q - i; see@(*q); see@(q[-1]); see@(*(q - 1)); see@(i[q]); }",
    "see@(strlen(#s)); see@(strlen(#c) + strlen(words@[1])); see@(strnlen(#c, #n));",
    "strcpy(#s, \"word\"); strcat(#s, #n ? \"s\" : \"\"); see@(strlen(#s)); see@(#s[4]);",
    "strncpy(other, #c, 5); other[5] = 0; see@(strlen(other)); see@(other[3]); strncpy(text, \"ab\", 9); see@(text[2] + text[8]);",
    "strcpy(text, \"x\"); strncat(text, #c, #n); see@(strlen(text)); see@(text[1]);",
    "see@(strcmp(#s, #c) < 0); see@(strcmp(#s, #s) == 0); see@(strcmp(#c, \"literal\") > 0); see@(strncmp(#c, \"constable\", #n + 3) == 0);",
    "{ char *q = strchr(#s, 'a' + #n); see@(q ? q - #s : 99); q = strrchr(#s, 'o'); if (q) see@(*q + (q > #s)); see@(strchr(#c, 0) - #c); }",
    "{ char *q = strdup(#c); see@(strcmp(q, #c) == 0); q[0] = 'Q'; see@(strcmp(q, #c) < 0); free(q); }",
    "memset(#s, 'a' + #n, 4); #s[4] = 0; see@(strlen(#s)); see@(#s[2]); see@(memcmp(#s, \"aaaa\", 4) != 0);",
    "memset(few, 0, sizeof few); see@(total@(few, 8)); memset(bytes + 2, 255, #n + 1); see@(bytes[2] + bytes[8]);",
    "memcpy(few, big@ + #n, 4 * sizeof *few); see@(total@(few, 4)); memmove(#p, h, #n * sizeof(int)); see@(#p[1]);",
    "memmove(few + 1, few, 7 * sizeof(int)); see@(few[7]); memmove(text + #n, text, 5); see@(text[4]); text[15] = 0;",
    "{ struct rec@ q[2]; memset(q, 0, sizeof q); see@(q[1].key + (q[0].at == 0)); memcpy(q, #r, 2 * sizeof *q); see@(q[1].key + q[0].few[2]); }",
    "{ int *q = malloc(n * sizeof *q); memcpy(q, h, n * sizeof *q); see@(total@(q, n)); memset(q, 0, #n * sizeof *q); see@(q[0] + q[3]); free(q); }",
    "{ char *q = memchr(#c, 'e', 4); see@(q ? *q : 0); }",
    "{ int q[n]; for (int i = 0; i < n; i++) q[i] = h[i]; see@(total@(q, n)); int *e = q + n; see@(e[-1]); }",
    "{ int k = 2 + #n; char q[k][4]; for (int i = 0; i < k; i++) strcpy(q[i], \"row\"); q[k - 1][2] = 'w'; see@(strlen(q[1])); see@(q[k - 1][0]); }",
    "{ unsigned char *q = (unsigned char *)#s; q[0] = 200; see@(#s[0] < 0); see@(q[0]); #s[0] = 'a'; q[1] = 0; see@(strlen(#s)); see@(strlen((char *)q)); }",
    "{ unsigned *q = (unsigned *)#p; *q -= 2; see@(*q > 100); see@(#p[0]); #p[1] = -1; see@(q[1]); unsigned y = 5; int *j = (int *)&y; *j = -#n; see@(y); }",
    "x = (x + #n) & 7; switch (x) { case 1: #p = few; break; case 2: #p = big@ + x; break; default: see@(#p[x & 3]); }",
];

/// Statements that use memory wrongly.
const WRONG: [&str; 55] = [
    "few[8 + x * 0] = 1;",
    "{ int i = 8; see@(few[i]); }",
    "{ int *q = few; q[-1] = 2; }",
    "{ int *q = few + 8; see@(*q); }",
    "for (int i = 0; i <= 8; i++) { int *q = few; q[i] = i; }",
    "see@(total@(few, 9));",
    "see@(h[n]);",
    "h[-1] = 3;",
    "{ int *q = h + n; *q = 1; }",
    "for (int *q = h; q <= h + n; q++) *q = 0;",
    "{ int *q = malloc(3 * sizeof *q); q[3] = 1; free(q); }",
    "{ int *q = malloc(7); q[0] = 1; q[1] = 2; free(q); }",
    "{ int *q = calloc(2, sizeof *q); see@(q[2]); free(q); }",
    "{ char *q = malloc(4); copy@(q, \"four\"); free(q); }",
    "{ char q[4]; copy@(q, \"four\"); see@(q[0]); }",
    "{ char *q = malloc(size@(c0)); copy@(q, c0); free(q); }",
    "copy@(text + 12, \"word\");",
    "see@(big@[100 + x * 0]);",
    "{ int i = 100; big@[i] = 1; }",
    "{ int i = 3; see@(grid@[i][0]); }",
    "{ int i = 4; see@(grid@[1][i]); }",
    "see@(fixed@[9 + x * 0]);",
    "{ const char *q = \"abc\"; see@(q[4]); }",
    "see@(words@[3 + x * 0] != 0);",
    "{ int i = -1; see@(recs[i].key); }",
    "r0 = recs + 3; see@(r0->key);",
    "{ struct rec@ *q = calloc(2, sizeof *q); q[2].key = 1; free(q); }",
    "{ int i = 6; crate.cells[i] = 1; }",
    "{ char *q = malloc(3); q[0] = 1; free(q); see@(*q); }",
    "{ char q[4]; strcpy(q, \"four\"); see@(q[0]); }",
    "{ char *q = malloc(strlen(c0)); strcpy(q, c0); free(q); }",
    "strcat(text + 10, \"long words\");",
    "{ char q[3] = { 'a', 'b', 'c' }; see@(strlen(q)); }",
    "memset(h, 0, (n + 1) * sizeof *h);",
    "memcpy(few, big@, 9 * sizeof(int));",
    "{ int *q = malloc(2 * sizeof *q); memcpy(few, q, 3 * sizeof(int)); free(q); }",
    "{ char *q = strdup(c0); free(q); see@(strlen(q)); }",
    "{ char *q = strdup(c0); see@(strcmp(q, c0)); }",
    "{ int q[n]; q[n] = 1; }",
    "{ char q[n]; memset(q, 'x', n); see@(strlen(q)); }",
    "free(h); see@(h[1]);",
    "free(h); free(h);",
    "free(h + 1);",
    "{ int *q = h; q++; free(q); }",
    "free(few);",
    "free(&few[2]);",
    "free(p0);",
    "free(big@);",
    "{ char *q = twin@(\"left\"); see@(*q); }",
    "rows = malloc(2 * sizeof *rows); rows[0] = fresh@(2); rows[1] = 0; free(rows); rows = 0;",
    "h = fresh@(n);",
    "{ int *q = realloc(h, (n + 2) * sizeof *q); see@(h[0]); free(q); h = fresh@(4); }",
    "{ int *q = 0; see@(q[1]); }",
    "{ int *q = 0; see@(*q); }",
    "{ int q[5] = { 1 }; p0 = q + 1; } see@(*p0);",
];

/// A function `check_SEED` without parameters, with all that it needs.
pub fn program(seed: u64) -> String {
    let mut random = Random::scattered(seed);
    let mut text = DECLARATIONS.to_owned();
    text += "unsigned long long check@(void) {\n";
    text += VARIABLES;
    text += &statements(&mut random, &RIGHT, &WRONG, |statement, _, random| filled(statement, random));
    if !random.one_in(8) {
        text += "  free(h);\n";
    }
    if !random.one_in(8) {
        text += "  free(b);\n";
    }
    text += "  return trace@;\n}\n";
    text.replace('@', &format!("_{seed}"))
}

fn filled(statement: &str, random: &mut Random) -> String {
    let mut text = statement.to_owned();
    // A statement uses one of each of these, with one number.
    for (hole, name, count) in [("#p", "p", 2), ("#s", "s", 2), ("#c", "c", 2), ("#r", "r", 2), ("#n", "", 4)] {
        text = text.replace(hole, &format!("{name}{}", random.below(count)));
    }
    text
}
