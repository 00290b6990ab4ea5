//! Random programs without input that combine what stands beside the statements: attributes, pragmas, alignments, sizes, predefined macros,
//! literals, constant expressions, initialisers, builtin functions, functions of the library, large arrays, the order of evaluation.

use hrglass::base::Random;

/// A function `check_SEED` without parameters that returns a number, with all that it needs.
pub struct Program {
    /// What the engine reads.
    pub text: String,
    /// What GCC runs instead: each may be what the program means.
    pub variants: Vec<String>,
    /// Whether a run of one variant is enough for a violation: they differ in a value that may be any.
    pub any_counts: bool,
}

const HEADERS: &str = "#include <limits.h>\n#include <stdint.h>\n#include <stddef.h>\n#include <stdlib.h>\n#include <string.h>\n#include <ctype.h>\n#include <stdbool.h>\n";

/// Declarations, then a number after `##`. Holes: `$n` digit, `$l` literal, `$x` constant expression, `$t` type, `$a` attributes that change
/// nothing, `$m` macro, `$p` power of two; `@` makes names unique, `<|a ~ b|>` are two orders of the same.
const NUMBERS: [&str; 97] = [
    // Literals and constant expressions.
    "## (long long)($x)",
    "## ($x) > ($x)",
    "## sizeof($l) * 100 + sizeof($x)",
    "## ($l) > -1",
    "## (long long)(~($l) >> $n)",
    "## (long long)(($t)($l))",
    "## sizeof(($t)1 + ($t)1)",
    "## (($t)($l) < ($t)($x)) + 2 * (($t)-1 > 0)",
    "## ($l) ? (long long)($x) : (long long)($l)",
    "## sizeof(1 ? ($t)0 : ($t)0)",
    "## sizeof(char[($n) + sizeof($l)])",
    "## (long long)sizeof \"a\" \"bc\" + sizeof L\"ab\" + sizeof u\"abc\" + sizeof U\"\" + sizeof u8\"x\"",
    "## \"ab\\x41\\101\"[$n % 4] + '\\n'",
    "## 'ab' + L'\\x7f' + u'\\xffff' + '\\377'",
    "## (long long)(($t)($x) + ($t)($l))",
    "## ({ $t v = $x; v += $l; (long long)v; })",
    "## ({ $t v = $x; v++; (long long)v; })",
    "## ({ $t v = $x; $t w = v >> $n; (long long)w; })",
    // Enumerations, case labels, conditions of the preprocessor.
    "enum e@ { A@ = $n, B@, C@ = A@ * 3 + $n, D@ = C@ - B@ };## A@ + B@ * 2 + C@ * 3 + D@ * 5",
    "enum $a e@ { A@, B@ $a = $x & 127, C@ } $a;## sizeof(enum e@) + B@ + C@",
    "enum e@ { A@ = 1ULL << 3$n, B@ };## sizeof(enum e@) * 2 + sizeof(A@) + (B@ > A@)",
    "enum e@ { A@ = -$n, B@ };## ((enum e@)-1 < 0) + 2 * (A@ < B@)",
    "enum __attribute__((packed)) e@ { A@, B@ = $n };## sizeof(enum e@)",
    "enum e@ { A@ = -$n, B@ = 12$n, C@ = 25$n } __attribute__((packed));## sizeof(enum e@) + 10 * ((enum e@)-1 < 0) + 100 * sizeof(C@)",
    "enum __attribute__((__packed__)) e@ { A@ = 6553$n, B@ };## ({ enum e@ v = B@; v++; (long long)v + sizeof v + sizeof(v + v); })",
    "enum __attribute__((packed)) e@ { A@ = -3276$n, B@ = 3276$n }; struct s@ { char a; enum e@ b[3]; };## sizeof(struct s@) + _Alignof(enum e@)",
    "## ({ int v = 0; switch ($n) { case 0 ... 2: v = 1; break; case 3 + 1: v = 2; case sizeof(int) + 1: v += 3; break; default: v = 9; } v; })",
    "## ({ long v = 0; switch (($t)($l)) { case 1: v = 1; break; case 'a': v = 2; break; default: v = 3; } v; })",
    "#if $l > $l\n#define X@ 1\n#else\n#define X@ 2\n#endif\n## X@",
    "#if ($m) > $l && defined($m)\n#define X@ 1\n#elif $n\n#define X@ 3\n#else\n#define X@ 2\n#endif\n## X@",
    "#if -1 > 0u && ($n << 3) == 8 || 'a' < 0\n#define X@ 1\n#else\n#define X@ 2\n#endif\n## X@",
    "#if '\\377' < 0 && $m\n#define X@ 1\n#else\n#define X@ 2\n#endif\n## X@",
    "_Static_assert(sizeof(int) == 4, \"\");## 1",
    // Macros.
    "## (long long)($m)",
    "## sizeof($m) + 10 * (($m) > -1)",
    "## (long long)(($m) & 0xffff) + ($m == $m)",
    "## __BYTE_ORDER__ + __CHAR_BIT__ + __SIZEOF_POINTER__ + __INT_WIDTH__",
    "## sizeof(INT64_C(1)) + sizeof(UINT8_C(1)) + sizeof(INTMAX_C($n)) + (UINT32_C(1) > -1)",
    // Sizes and layouts.
    "$s## sizeof(struct s@)",
    "$s## sizeof(struct s@[$n]) + _Alignof(struct s@)",
    "$s## offsetof(struct s@, last)",
    "$s## __alignof__(((struct s@ *)0)->last) + 16 * sizeof(((struct s@ *)0)->last)",
    "#pragma pack(push, $p)\n$s\n#pragma pack(pop)\n## sizeof(struct s@)",
    "#pragma pack($p)\n$s\n#pragma pack()\n## sizeof(struct s@)",
    "_Pragma(\"pack(push, 1)\") $s _Pragma(\"pack(pop)\")## sizeof(struct s@)",
    "#pragma GCC diagnostic push\n#pragma GCC diagnostic ignored \"-Wall\"\n$s\n#pragma GCC diagnostic pop\n## sizeof(struct s@)",
    "union u@ { char a[$n + 1]; $t b; };## sizeof(union u@) + 100 * _Alignof(union u@)",
    "union u@ { char a; $t b; };## ({ union u@ u; u.b = $l; u.a; })",
    "struct s@ { int a : $n; unsigned b : 3; };## sizeof(struct s@)",
    "struct s@ { unsigned b : 3; };## ({ struct s@ v = { 5 }; v.b += $n; (int)v.b; })",
    "typedef $t t@ $a;## sizeof(t@) + ((t@)-1 > 0)",
    "typedef $t t@ __attribute__((aligned($p)));## sizeof(t@) + 100 * _Alignof(t@)",
    "typedef unsigned t@ __attribute__((__mode__(QI)));## ({ t@ v = 250 + $n; (int)v; })",
    "typedef int t@ __attribute__((mode($d)));## sizeof(t@) + 100 * ((t@)-1 < 0)",
    "## ({ int v __attribute__((mode($d), unused)) = 70000; (long long)v; })",
    "## ({ _Alignas(16) $t v = $l; (long long)v; })",
    "## ({ $t v $a = $l; (long long)v; })",
    "## ({ _Alignas(16) int v = 1; (int)_Alignof(v); })",
    "struct s@ { char a; int b __attribute__((packed)); };## sizeof(struct s@)",
    "typedef struct __attribute__((packed, aligned($p))) { char a; $t b; } t@;## sizeof(t@)",
    "struct s@ { char a; struct { $t b; } __attribute__((packed)) c; };## sizeof(struct s@)",
    "typedef int t@ __attribute__((vector_size(16)));## sizeof(t@)",
    "## sizeof(double) + sizeof(1.0f) + sizeof(1.0L) + sizeof(0x1p3) + sizeof(1.0 + 1)",
    "## _Alignof(double) + _Alignof(long long) + __alignof__(long double) + _Alignof($t)",
    "## sizeof(struct { char c; double d; }) + sizeof(float[$n])",
    // Attributes of functions and variables.
    "static int g@ = 1; __attribute__((constructor)) static void init@(void) { g@ = $n; }## g@",
    "static int g@ = 1; static void init@(void) __attribute__((constructor(200 + $n), unused)); static void init@(void) { g@ += $n; }## g@",
    "$a static int f@(int a $a) $a; static int f@(int a) { return a + $n; }## f@($n)",
    "static int $a f@(void) { return $n; }## f@() * 3",
    "static inline __attribute__((always_inline)) int f@(int n) { return n * 2; }## f@(f@($n))",
    "static __attribute__((pure)) int f@(int n) { return n - 1; } int k@(int) __attribute__((const)); int k@(int n) { return n; }## f@($n) + k@($n)",
    "int f@(void) { return $n; } int h@(void) __attribute__((alias(\"f@\")));## h@()",
    "int f@(void) { return $n; } int h@(void) __attribute__((weak, alias(\"f@\"))); int i@(void) { return $n; }## i@()",
    "int w@(void) __attribute__((weak)); int w@(void) { return $n; }## w@()",
    "int f@(void) { return $n; } int h@(void) __asm__(\"f@\");## h@()",
    "static int g@; static void done@(int *x) { g@ += *x; }## ({ { int v __attribute__((cleanup(done@))) = $n; } g@; })",
    "static int g@; static void done@(int *x) { g@ += *x; } static void f@(void) { int v __attribute__((cleanup(done@), unused)) = $n; g@ = 1; }## (f@(), g@)",
    "__attribute__((noreturn)) static void stop@(void) { exit($n); }## ({ int v = $n; if (v > 100) stop@(); v; })",
    "int r@(int noreturn); int r@(int n) { return n; }## r@($n)",
    "int a@ $a = $n, b@ __attribute__((section(\".data\"))) = $n;## a@ - b@",
    "static int __attribute__((used)) a@ = $n; extern int b@; int b@ = $n; extern int c@ __attribute__((alias(\"b@\")));## a@ + b@",
    "## ({ __label__ l@; int v = $n; goto l@; v = 7; l@: __attribute__((unused)) v++; v; })",
    "## ({ int v = 0; switch ($n) { case 1: v = 1; __attribute__((fallthrough)); case 2: v += 2; break; } v; })",
    "## ({ register int v $a = $n; volatile int w = v; const int c = w; c; })",
    "struct s@ { int a $a; int b; } $a;## ({ struct s@ $a v = { $n, $n }; v.a * 10 + v.b; })",
    // Initialisers.
    "## ({ int a[6] = { [2] = $n, $n, [0] = $n, [1 ... 2] = $n }; a[0] + a[1] * 10 + a[2] * 100 + a[3] * 1000 + a[5]; })",
    "struct s@ { int a; struct { int b, c[2]; } d; };## ({ struct s@ v = { .d = { $n, { $n } }, .d.c[1] = $n, .a = $n, .d.b = $n }; v.a + v.d.b * 10 + v.d.c[0] * 100 + v.d.c[1] * 1000; })",
    "struct s@ { int a; struct { int b, c[2]; } d; }; static struct s@ g@ = { $n, $n, $n, $n };## g@.a + g@.d.b * 10 + g@.d.c[0] * 100 + g@.d.c[1] * 1000",
    "struct s@ { int a, b; }; static int f@(void) { return $n; }## ({ struct s@ w = { $n, 2 }; struct { struct s@ x; int y; } v = { .x = w, .x.a = f@() }; v.x.a + 10 * v.y; })",
    "static int a@[] = { $n, [4] = $n, 3 };## sizeof(a@) / sizeof(*a@) + a@[0] + a@[4] * 10 + a@[5] * 100",
    "static const char t@[] = \"ab\" \"c\";## sizeof t@ * 1000 + t@[$n % 4]",
    "## ({ char t[5] = \"abc\"; t[$n % 5] + t[4]; })",
    "## ({ wchar_t t[] = L\"a\\x100z\"; (long long)sizeof t + t[1]; })",
    "static int f@(int n) { static int k = $n; return k += n; }## (f@(1), f@($n))",
    "#define S@(x) #x\n#define J@(a, b) a##b\n## J@(1, $n) + sizeof(S@(a b)) + __COUNTER__ * 0",
    "## ({ int a[2][3] = { { 1, $n }, $n, 5 }; a[0][1] + a[0][2] * 10 + a[1][0] * 100 + a[1][1] * 1000; })",
    "## ((struct { int a, b; }){ .b = $n, .a = $n }).b",
];

/// The same where operators can overflow (what they give is kept first: in `v + 5 != 0`, GCC does not add), the order is open, or what is called is of the library or of GCC.
const DOUBTS: [&str; 68] = [
    "## strtoul(\"42949672$n\", 0, 10) > $n",
    "## (long long)sizeof(strspn(\"a\", \"a\")) + (long long)sizeof(labs($n)) * 10",
    "## imaxabs(-6442450944LL - $n) > 0",
    "## __builtin_labs(-$n - 5L) > 2",
    "## __builtin_llabs(-6442450944LL - $n) > 0",
    "## ({ unsigned long long v = 6442450944ULL + $n; __sync_fetch_and_add(&v, 2ULL) > 5; })",
    "static int g@; static int f@(int *p) { *p = 5; return $n; }## ({ int *q = &g@; <|g@ + f@(q) ~ ({ int b = f@(q); g@ + b; })|>; })",
    "struct s@ { int v; }; static int f@(struct s@ *p) { return ++p->v; }## ({ struct s@ x = { $n }, *p = &x; <|p->v * 10 + f@(p) ~ ({ int b = f@(p); p->v * 10 + b; })|>; })",
    "## ({ int v = INT_MIN + $n; v % -1; })",
    "## ({ int v = INT_MIN + $n; v = -v; v != 0; })",
    "## ({ int v = INT_MAX - $n; v = v + 5; v != 0; })",
    "## ({ int v = INT_MIN + $n % 2; v = v / -1; v != 0; })",
    "## (1 << (28 + $n % 4))",
    "## (($n - 4) << $n)",
    "## ({ long v = LONG_MAX - $n; v += 4; v > 0; })",
    "## ({ short v = SHRT_MAX - $n; v += 5; v; })",
    "## ({ signed char v = 120 + $n; v++; v; })",
    "## ({ int v = INT_MAX - $n; v++; v--; v == $n; })",
    "## ({ int v = 40000 + $n * 3000; v = v * v; v != 0; })",
    "## ({ unsigned v = UINT_MAX; v * v + $n; })",
    "## ({ unsigned short v = 65535 - $n; int w = v * v; w != 0; })",
    "## abs(INT_MIN + ($n % 2)) != 0",
    "## ({ int v = $n; v -= INT_MIN + 5; v != 0; })",
    "## ({ long long v = 1LL << (62 + $n % 2); v != 0; })",
    "## abs(-$n) + (labs($n - 5L) > 2)",
    "## (long long)strlen(\"abc\") + $n",
    "## strcmp(\"a\", \"b\") < 0",
    "## atoi(\"1$n\")",
    "## isdigit('$n') != 0",
    "## toupper('a')",
    "## ({ char b[8]; strcpy(b, \"abc\"); b[$n % 4]; })",
    "## ({ int v[3] = { 1, 2, 3 }; memset(v, 0, sizeof v); v[$n % 3]; })",
    "## ({ int v[3] = { 1, 2, 3 }, w[3]; memcpy(w, v, sizeof w); w[$n % 3]; })",
    "## ({ int v[3] = { 1, 2, 3 }; memmove(v + 1, v, 4); v[1]; })",
    "struct s@ { int a; short b; };## ({ struct s@ v = { $n, 2 }, w; memcpy(&w, &v, sizeof v); w.a + w.b; })",
    "struct s@ { int a; short b; };## ({ struct s@ v = { $n, 2 }; memset(&v, 0, sizeof v); v.a + v.b; })",
    "struct s@ { int a; short b; };## ({ struct s@ v = { $n, 2 }; memset(&v, 1, sizeof v); v.a & 255; })",
    "## memcmp(\"ab\", \"ab\", 2) == 0",
    "## __builtin_popcount($n)",
    "## __builtin_ctz($n + 1) + __builtin_clz(8)",
    "## __builtin_expect($n, 1) + __builtin_constant_p(3) * 0",
    "## __builtin_abs(-$n)",
    "## __builtin_offsetof(struct { char a; int b; }, b) + __builtin_types_compatible_p(int, $t)",
    "## __builtin_choose_expr($n, 1, 2L)",
    "## ({ int r; __builtin_add_overflow(INT_MAX, $n, &r); })",
    "## ({ int r = 3; __builtin_mul_overflow(4, $n, &r); r; })",
    "## __builtin_bswap32($n) != 0",
    "## (long long)__builtin_strlen(\"ab\")",
    "## __builtin_ffs($n) + __builtin_parity($n)",
    "## ({ int v = $n; __sync_fetch_and_add(&v, 2); v; })",
    "## ({ int v = $n; int w = __sync_add_and_fetch(&v, 2); w; })",
    "## ({ int v = $n; __atomic_store_n(&v, 5, 0); __atomic_load_n(&v, 0); })",
    "## (__builtin_object_size(\"ab\", 0) > 2)",
    "static int g@; static int f@(void) { g@ = 2; return $n; }## <|g@ + f@() ~ ({ int b = f@(); g@ + b; })|>",
    "static int g@ = 1; static int f@(void) { return g@ *= 2; } static int h@(void) { return g@ += $n; }## <|f@() + h@() * 100 ~ ({ int b = h@(); f@() + b * 100; })|>",
    "static int g@ = 1; static int f@(int n) { return g@ = g@ * 2 + n; } static int k@(int a, int b) { return a * 100 + b; }## <|k@(f@(1), f@(5)) ~ ({ int b = f@(5); k@(f@(1), b); })|>",
    "static int f@(int n) { return n * 2; }## <|f@(5) + f@(2) ~ f@(2) + f@(5)|>",
    "static int g@; static int f@(void) { return g@ = $n; }## <|(f@(), g@) + 1 ~ (f@(), g@) + 1|>",
    "static int g@[3]; static int f@(void) { g@[0] = 1; return $n; }## ({ <|g@[g@[0]] = f@() ~ ({ int b = f@(); g@[g@[0]] = b; })|>; g@[0] * 10 + g@[1]; })",
    "static int g@; static int f@(void) { return ++g@; }## ({ int a[2] = <|{ f@(), f@() * 10 } ~ { 0, f@() * 10 }; a[0] = f@()|>; a[0] + a[1]; })",
    "static int g@; static int f@(void) { return ++g@; }## ({ int a[3] = { [0 ... 1] = f@() + $n }; a[0] * 3 + a[1] + g@; })",
    "static int g@; static int f@(void) { return ++g@; }## <|g@ + ({ f@(); $n; }) * 0 ~ ({ f@(); g@; })|>",
    "## ({ int v = $n; int w = <|v++ + v ~ ({ int b = v; v++ + b; })|>; w; })",
    "## ({ int v = $n, w = 2; <|v = w++ + v ~ ({ int b = v; v = w++ + b; })|>; v * 10 + w; })",
    "## ({ int a[100]; a[3] = $n; a[70] = 2; a[3] + a[70]; })",
    "static int g@[80] = { 1, [70] = $n };## g@[70] + g@[5]",
    "## ({ int x = 1, y = 2, *p[3] = { &x, &y, 0 }; *p[1] = $n; y + x + (p[2] == 0); })",
    "static int x@ = 1, y@ = 2, *p@[70] = { &x@, [69] = &y@ };## ({ *p@[69] = $n; y@; })",
];

/// Statements that use memory, some wrongly; `{a|b}` are bodies of a function that the engine does not see.
const MEMORY: [&str; 56] = [
    "struct n@ *a = malloc(sizeof *a); a->v = $n; free(a);",
    "struct n@ *a = malloc(sizeof *a); a->v = $n;",
    "struct n@ *a = malloc(sizeof *a); free(a); a->v = $n;",
    "struct n@ *a = malloc(sizeof *a); free(a); free(a);",
    "struct n@ *a = malloc(sizeof *a); free(&a->v);",
    "struct n@ *a = malloc(sizeof *a); free(&a->next);",
    "struct n@ *a = calloc(1, sizeof *a); free(a->next); free(a);",
    "struct n@ *a = 0; a->v = $n;",
    "struct n@ *a = 0; a->big[$n] = 1;",
    "struct n@ *a = malloc(sizeof *a); a->big[$n * 12] = 1; free(a);",
    "struct n@ *a = malloc(sizeof *a); a->small[$n] = 1; free(a);",
    "struct n@ *a = malloc(sizeof *a); free(a); if (a->small[$n % 4]) x@ = 1;",
    "struct n@ *a = malloc(sizeof *a), b; a->v = 1; b = *a; free(a); x@ = b.v;",
    "struct n@ *a = 0, b; b.v = $n; if (x@) a = &b; *a = b;",
    "struct n@ *a = malloc(sizeof *a); a->next = malloc(sizeof *a); free(a->next); free(a);",
    "struct n@ *a = malloc(sizeof *a); a->next = malloc(sizeof *a); free(a);",
    "struct n@ *a = malloc(sizeof *a); a->next = malloc(sizeof *a); struct n@ *b = a->next; free(a); free(b);",
    "struct n@ *a = malloc(sizeof *a); free(a); struct n@ *b = a->next; x@ = b != 0;",
    "kept@ = malloc(sizeof *kept@); kept@->v = $n; kept@->next = 0;",
    "kept@ = malloc(sizeof *kept@); kept@ = 0;",
    "table@[$n] = malloc(sizeof(struct n@));",
    "table@[$n] = malloc(sizeof(struct n@)); table@[$n] = 0;",
    "table@[3] = malloc(sizeof(struct n@)); free(table@[3]); table@[3] = 0;",
    "table@[3] = malloc(sizeof(struct n@)); table@[3]->v = 1; free(table@[3]);",
    "large@[$n] = malloc(sizeof(struct n@));",
    "large@[3] = malloc(sizeof(struct n@)); free(large@[3]);",
    "struct n@ *a = malloc(sizeof *a); memset(a, 0, sizeof *a); free(a->next); free(a);",
    "struct n@ *a = malloc(sizeof *a); memset(a, 0, sizeof *a + $n); free(a);",
    "struct n@ *a = 0; memset(a, 0, sizeof *a);",
    "struct n@ *a = calloc(1, sizeof *a), b; memcpy(&b, a, sizeof b); free(a); free(b.next);",
    "struct n@ *a = calloc(1, sizeof *a), b; free(a); memcpy(&b, a, sizeof b);",
    "struct n@ *a = calloc(1, sizeof *a); a->next = malloc(sizeof *a); memset(a, 0, sizeof *a); free(a);",
    "char b[4]; strcpy(b, $w); x@ = b[0];",
    "struct n@ *a = malloc(sizeof *a); strcpy(a->text, $w); free(a);",
    "struct n@ *a = malloc(sizeof *a); free(a); strcpy(a->text, $w);",
    "char *s = $n % 3 ? $w : 0; x@ = strlen(s);",
    "char *s = malloc(1); *s = 0; x@ = strlen(s); free(s);",
    "char *s = malloc(1); *s = 0; free(s); x@ = strlen(s);",
    "char *s = malloc(1); *s = 'a'; x@ = s[0]; free(s);",
    "char *s = $w; if ($n > 5) *s = 'x';",
    "x@ = memcmp($w, $w, $n % 4);",
    "int a[4] = { 1 }, b[4]; memcpy(b, a, $n * 3); x@ = 0;",
    "int a[4]; memset(a, 0, sizeof a); x@ = a[$n];",
    "char b[4] = \"ab\"; strcat(b, \"c\");",
    "int *i = malloc(sizeof(int)); *i = $n; x@ = *i; free(i);",
    "int *i = malloc(sizeof *i); *i = $n; x@ = abs(*i);",
    "int y = $n, *i = &y; { int z = 1; i = &z; } if ($n > 4) *i = 1; x@ = y;",
    "int y = $n, *i = &y; free($n % 2 ? i : 0);",
    "int *i = (int *)&fixed@; if ($n > 5) *i = 3;",
    "struct n@ *a = malloc(sizeof *a); a->v = 1; take@(a);{|free(p);|kept@ = p;}",
    "struct n@ *a = malloc(sizeof *a); a->v = 1; take@(a); free(a);{|free(p);|p->v = 3;}",
    "struct n@ *a = malloc(sizeof *a); if (look@($n)) free(a);{0|1}",
    "struct n@ *a = malloc(sizeof *a); a->next = 0; a->v = look@(3); free(a->next); free(a);{0|1}",
    "struct n@ *a = alloca(sizeof *a); a->v = $n; if ($n > 6) free(a);",
    "void *v = malloc(sizeof(struct n@)); struct n@ *a = v; a->v = $n; free(v);",
    "struct n@ *a __attribute__((cleanup(end@))) = malloc(sizeof *a);",
];

const MEMORY_DECLARATIONS: &str = "#include <alloca.h>
struct n@ { struct n@ *next; int v; char big[96]; int small[4]; char text[4]; };
static struct n@ *kept@, *table@[10], *large@[70]; static int x@; static const int fixed@ = 5;
static void end@(struct n@ **a) { free(*a); }\n";

const TYPES: [&str; 16] = [
    "char",
    "signed char",
    "unsigned char",
    "short",
    "unsigned short",
    "int",
    "unsigned",
    "long",
    "unsigned long",
    "long long",
    "unsigned long long",
    "_Bool",
    "size_t",
    "int8_t",
    "uint_least16_t",
    "wchar_t",
];

const HARMLESS: [&str; 8] = [
    "",
    "__attribute__((unused))",
    "__attribute__((__unused__))",
    "__attribute__(())",
    "__attribute__((deprecated))",
    "__attribute__((unused, deprecated(\"old\")))",
    "__attribute__((unused)) __attribute__(())",
    "__attribute__((visibility(\"default\")))",
];

const MACROS: [&str; 40] = [
    "INT_MAX",
    "INT_MIN",
    "UINT_MAX",
    "LONG_MAX",
    "ULONG_MAX",
    "LLONG_MIN",
    "SHRT_MIN",
    "USHRT_MAX",
    "SCHAR_MIN",
    "CHAR_MAX",
    "CHAR_BIT",
    "MB_LEN_MAX",
    "INT8_MIN",
    "UINT16_MAX",
    "INT32_MIN",
    "UINT64_MAX",
    "INT_FAST16_MAX",
    "UINT_FAST8_MAX",
    "INT_LEAST32_MIN",
    "INTPTR_MAX",
    "UINTMAX_MAX",
    "SIZE_MAX",
    "PTRDIFF_MIN",
    "WCHAR_MAX",
    "WINT_MIN",
    "SIG_ATOMIC_MAX",
    "__INT_MAX__",
    "__LONG_MAX__",
    "__SIZEOF_LONG__",
    "__SIZEOF_WCHAR_T__",
    "__BYTE_ORDER__",
    "__ORDER_BIG_ENDIAN__",
    "__CHAR_BIT__",
    "__UINT8_MAX__",
    "__STDC_VERSION__",
    "__GNUC__",
    "__SIZE_MAX__",
    "__INTMAX_MAX__",
    "__BIGGEST_ALIGNMENT__",
    "__STDC__",
];

const SUFFIXES: [&str; 8] = ["", "", "u", "L", "UL", "ll", "LLU", "uLL"];

const CHARACTERS: [&str; 12] =
    ["'a'", "'\\0'", "'\\n'", "'\\xff'", "'\\377'", "L'a'", "u'b'", "U'c'", "L'\\xffff'", "'\\\\'", "'\"'", "'?'"];

const WORDS: [&str; 5] = ["\"\"", "\"a\"", "\"abc\"", "\"abcd\"", "\"a\\0bcdef\""];

/// A program that computes a number from one to three parts.
pub fn numbers(seed: u64) -> Program {
    let mut random = Random::scattered(seed);
    let (mut declarations, mut body) = (HEADERS.to_owned(), "  long long sum = 0;\n".to_owned());
    for part in 0..1 + random.below(3) {
        let piece = if random.one_in(3) { *random.one_of(&DOUBTS) } else { *random.one_of(&NUMBERS) };
        let piece = filled(piece, &mut random).replace('@', &format!("_{seed}_{part}"));
        let (before, number) = piece.split_once("## ").expect("a number");
        declarations += &format!("{before}\n");
        body += &format!("  sum = sum * 3 % 100000 + ({number});\n");
    }
    let text = format!("{declarations}long long check_{seed}(void) {{\n{body}  return sum;\n}}\n");
    let variants = (0..2).map(|order| ordered(&text, order)).collect();
    Program { variants, text: ordered(&text, 0), any_counts: false }
}

/// A program that uses memory.
pub fn memory(seed: u64) -> Program {
    let mut random = Random::scattered(seed);
    let mut text = format!("{HEADERS}{MEMORY_DECLARATIONS}");
    let mut foreign: Vec<String> = vec![String::new()];
    let mut body = String::new();
    for _ in 0..1 + random.below(3) {
        let one = *random.one_of(&MEMORY);
        let statement = filled(one, &mut random);
        let (statement, bodies) = match statement.strip_suffix('}').and_then(|rest| rest.rsplit_once(";{")) {
            Some((statement, bodies)) => (format!("{statement};"), bodies.to_owned()),
            None => (statement, String::new()),
        };
        if !bodies.is_empty() && foreign.len() == 1 {
            foreign = bodies.split('|').map(str::to_owned).collect();
        }
        body += &format!("  {{ {statement} }}\n");
    }
    text += "void take@(struct n@ *p);\nint look@(int n);\n";
    text += &format!("long long check@(void) {{\n{body}  return 0;\n}}\n");
    let unique = |text: String| text.replace('@', &format!("_{seed}"));
    let defined = |body: &String| {
        let (take, look) = if body.parse::<u8>().is_ok() { ("", body.as_str()) } else { (body.as_str(), "0") };
        unique(format!("{text}void take@(struct n@ *p) {{ {take} }}\nint look@(int n) {{ return {look}; }}\n"))
    };
    let any_counts = foreign.iter().any(|body| body.parse::<u8>().is_ok());
    Program { variants: foreign.iter().map(defined).collect(), text: unique(text.clone()), any_counts }
}

/// The text with one of both orders wherever two are given.
fn ordered(text: &str, order: usize) -> String {
    let mut rest = text;
    let mut result = String::new();
    while let Some((before, orders)) = rest.split_once("<|") {
        let (orders, after) = orders.split_once("|>").expect("an end");
        let (first, second) = orders.split_once(" ~ ").expect("two orders");
        result += before;
        result += if order == 0 { first } else { second };
        rest = after;
    }
    result + rest
}

/// A piece with its holes filled.
fn filled(piece: &str, random: &mut Random) -> String {
    let mut rest = piece;
    let mut text = String::new();
    while let Some((before, hole)) = rest.split_once('$') {
        text += before;
        let kind = hole.chars().next().unwrap_or(' ');
        let filling = match kind {
            'n' => random.below(9).to_string(),
            'l' => literal(random),
            'x' => expression(random, 2),
            't' => (*random.one_of(&TYPES)).to_owned(),
            'a' => (*random.one_of(&HARMLESS)).to_owned(),
            'm' => (*random.one_of(&MACROS)).to_owned(),
            'p' => (1 << random.below(5)).to_string(),
            'd' => (*random.one_of(&["QI", "HI", "__SI__", "DI", "__byte__", "word", "pointer"])).to_owned(),
            'w' => (*random.one_of(&WORDS)).to_owned(),
            's' => structure(random),
            _ => format!("${kind}"),
        };
        text += &filling;
        rest = &hole[kind.len_utf8()..];
    }
    text + rest
}

fn literal(random: &mut Random) -> String {
    if random.one_in(5) {
        return (*random.one_of(&CHARACTERS)).to_owned();
    }
    let near = [0_u64, 1, 7, 127, 128, 255, 32767, 65536, 2147483647, 2147483648, 4294967295, 4294967296];
    let value = *random.one_of(&near) + random.below(2) as u64;
    let suffix = random.one_of(&SUFFIXES);
    match random.below(4) {
        0 => format!("0x{value:X}{suffix}"),
        1 => format!("0{value:o}{suffix}"),
        2 => format!("0b{value:b}{suffix}"),
        _ => format!("{value}{suffix}"),
    }
}

/// A constant expression in which nothing overflows.
fn expression(random: &mut Random, depth: usize) -> String {
    if depth == 0 || random.one_in(4) {
        return match random.below(4) {
            0 => literal(random),
            1 => format!("sizeof({})", random.one_of(&TYPES)),
            2 => format!("({}){}", random.one_of(&TYPES), literal(random)),
            _ => random.below(9).to_string(),
        };
    }
    let (a, b) = (expression(random, depth - 1), expression(random, depth - 1));
    match random.below(8) {
        0 => format!("({a} & {b})"),
        1 => format!("({a} ^ {b})"),
        2 => format!("({a} | {b})"),
        3 => format!("({a} < {b})"),
        4 => format!("(({a}) ? {b} : {a})"),
        5 => format!("(~{a})"),
        6 => format!("({a} >> {})", random.below(7)),
        _ => format!("(!{a} || {b} != {a})"),
    }
}

/// A structure `s@` with a member `last`.
fn structure(random: &mut Random) -> String {
    let kind =
        ["", "", "__attribute__((packed)) ", "__attribute__((aligned(8))) "][random.below(4).min(random.below(4))];
    let mut text = format!("struct {kind}s@ {{ ");
    for member in 0..random.below(4) {
        let one = match random.below(9) {
            0 => format!("struct {{ char a; {} b; }}", random.one_of(&TYPES)),
            1 => format!("union {{ char a; {} b; }}", random.one_of(&TYPES)),
            2 => "enum { Q@NUMBER = 3 }".replace("NUMBER", &member.to_string()),
            3 => "void *".to_owned(),
            4 => "double".to_owned(),
            _ => (*random.one_of(&TYPES)).to_owned(),
        };
        let array = ["", "", "[3]"][random.below(3)];
        text += &format!("{one} m{member}{array} {}; ", random.one_of(&["", "", "__attribute__((unused))"]));
    }
    text + &format!("{} last; }};", random.one_of(&TYPES))
}
