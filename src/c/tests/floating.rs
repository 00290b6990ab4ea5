//! Floating-point numbers: what is constant is computed as GCC does, the rest by executions.

use expect_test::expect;

use super::{OPTIONS, check_diagnostics, check_with};
use crate::{COptions, DataModel};

const LP64: COptions<'_> = COptions { model: DataModel::Lp64, ..OPTIONS };

#[test]
fn constants_are_computed() {
    let (sources, program, diagnostics) = super::parse_files(
        &[(
            "a.c",
            "#include <math.h>\n#include <float.h>\n\
             #define SAME(a, b) _Static_assert((a) == (b), #a)\n\
             SAME((int)2.9, 2); SAME((int)-2.9, -2); SAME(0.1 + 0.2 == 0.3, 0); SAME(0.1f == 0.1, 0); SAME(0x1.8p3, 12.0); SAME(.5e1, 5);\n\
             SAME(1.0 / 0, INFINITY); SAME(__builtin_isnan(NAN), 1); SAME(NAN == NAN, 0); SAME(!0.0, 1); SAME(-0.0 ? 1 : 2, 2);\n\
             SAME((float)16777217, 16777216.0f); SAME((unsigned char)255.9, 255); SAME((_Bool)0.5, 1); SAME(1 ? 2 : 3.0, 2.0);\n\
             SAME(DBL_MAX > 1.7976931348623157e308, 0); SAME((double)0.5L, 0.5); SAME(FLT_EPSILON, 0x1p-23f); SAME(sizeof(1.0f * 1), 4);\n\
             SAME(__builtin_fpclassify(1, 2, 3, 4, 5, FLT_MIN / 2), 4); SAME(__builtin_isgreater(2.0, 1.0f), 1); SAME(3.0 < 2, 0);\n\
             double table[] = { 1, M_PI, 1.0 / 3, -HUGE_VAL }; static float f = 1e10;\nint main(void) { return f; }\n",
        )],
        LP64,
    );
    assert!(program.is_some() && diagnostics.is_empty(), "{}", super::render(&sources, &diagnostics));
}

#[test]
fn abstractions_take_any_number() {
    check_with(
        LP64,
        "double sqrt(double); int main(void) { double d = 2; float f = d * 0.5; d += 1; f++; int i = sqrt(d); if (d < f || !d) i *= 1.5; return d > 1; }",
        expect![[r#"
            main() entry 0 exit 11 throws 12
            0 -> 1: d = *
            1 -> 2: f = *
            2 -> 3: d = *
            3 -> 4: f = *
            4 -> 5: i = *
            5 -> 7: [*]
            5 -> 6: [*]
            6 -> 8: [*]
            6 -> 7: [*]
            7 -> 8: i = *
            8 -> 9: [*]
            8 -> 10: [*]
            9 -> 11: @return = 1
            10 -> 11: @return = 0
        "#]],
    );
}

#[test]
fn numbers_with_unknown_digits_refuse_nothing() {
    check_diagnostics(
        "#include <math.h>\nlong double l; struct s { float f; int n; } t; double area(double r) { return M_PI * r * r; }\n\
         int main(void) { double d = 0.5; struct s *p = &t; p->f = area(d); l = sinl(p->f); if (l > 1 && fabs(d)) return 1; return d; }\n",
        expect![[r#"
            a.c:3:72: note: `sinl` has no body: it may return any value
        "#]],
    );
}
