//! The headers of the standard library, as far as programs that are verified need them: declarations only.

use std::cmp::Ordering;

/// What is defined before every program: by GCC, and by us.
pub(super) const PREDEFINED: &str = concat!(include_str!("gcc/common.h"), "#define __hrglass__ 1\n");

/// What is defined for `int`, `long` and pointers of 32 bits.
pub(super) const ILP32: &str = include_str!("gcc/ilp32.h");

/// What is defined for `long` and pointers of 64 bits.
pub(super) const LP64: &str = include_str!("gcc/lp64.h");

const STDDEF: &str = "\
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __WCHAR_TYPE__ wchar_t;
#define NULL ((void *)0)
#define offsetof(type, member) __builtin_offsetof(type, member)
";

const STDLIB: &str = "\
#include <stddef.h>
#define EXIT_SUCCESS 0
#define EXIT_FAILURE 1
#define RAND_MAX 2147483647
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *object);
void abort(void) __attribute__((noreturn));
void exit(int status) __attribute__((noreturn));
void _Exit(int status) __attribute__((noreturn));
int atoi(const char *text);
long atol(const char *text);
long long atoll(const char *text);
int abs(int number);
long labs(long number);
long long llabs(long long number);
int rand(void);
void srand(unsigned int seed);
long strtol(const char *text, char **end, int base);
long long strtoll(const char *text, char **end, int base);
unsigned long strtoul(const char *text, char **end, int base);
unsigned long long strtoull(const char *text, char **end, int base);
long random(void);
void srandom(unsigned int seed);
int rand_r(unsigned int *seed);
void *aligned_alloc(size_t alignment, size_t size);
int mblen(const char *text, size_t count);
void quick_exit(int status) __attribute__((noreturn));
char *getenv(const char *name);
int system(const char *command);
";

const STRING: &str = "\
#include <stddef.h>
void *memcpy(void *to, const void *from, size_t count);
void *memmove(void *to, const void *from, size_t count);
void *memset(void *object, int byte, size_t count);
int memcmp(const void *a, const void *b, size_t count);
void *memchr(const void *object, int byte, size_t count);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t count);
char *strcat(char *to, const char *from);
char *strncat(char *to, const char *from, size_t count);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t count);
char *strchr(const char *text, int character);
char *strrchr(const char *text, int character);
char *strstr(const char *text, const char *part);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t count);
size_t strspn(const char *text, const char *characters);
size_t strcspn(const char *text, const char *characters);
char *strpbrk(const char *text, const char *characters);
char *strtok(char *text, const char *separators);
char *strtok_r(char *text, const char *separators, char **rest);
int strcoll(const char *a, const char *b);
size_t strxfrm(char *to, const char *from, size_t count);
char *strndup(const char *text, size_t count);
char *stpcpy(char *to, const char *from);
int strcasecmp(const char *a, const char *b);
int strncasecmp(const char *a, const char *b, size_t count);
void bzero(void *object, size_t count);
char *strdup(const char *text);
char *strerror(int number);
";

const STDIO: &str = "\
#include <stddef.h>
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
typedef struct __hrglass_file FILE;
extern FILE *stdin;
extern FILE *stdout;
extern FILE *stderr;
#define stdin stdin
#define stdout stdout
#define stderr stderr
int printf(const char *format, ...);
int fprintf(FILE *file, const char *format, ...);
int sprintf(char *to, const char *format, ...);
int snprintf(char *to, size_t count, const char *format, ...);
int scanf(const char *format, ...);
int fscanf(FILE *file, const char *format, ...);
int sscanf(const char *text, const char *format, ...);
int puts(const char *text);
int fputs(const char *text, FILE *file);
int putchar(int character);
int putc(int character, FILE *file);
int fputc(int character, FILE *file);
int getchar(void);
int getc(FILE *file);
int fgetc(FILE *file);
char *fgets(char *to, int count, FILE *file);
FILE *fopen(const char *name, const char *mode);
int fclose(FILE *file);
int fflush(FILE *file);
size_t fread(void *to, size_t size, size_t count, FILE *file);
size_t fwrite(const void *from, size_t size, size_t count, FILE *file);
int fseek(FILE *file, long offset, int whence);
long ftell(FILE *file);
void rewind(FILE *file);
int feof(FILE *file);
int ferror(FILE *file);
void clearerr(FILE *file);
int ungetc(int character, FILE *file);
int remove(const char *name);
int rename(const char *old, const char *name);
FILE *tmpfile(void);
FILE *freopen(const char *name, const char *mode, FILE *file);
int setvbuf(FILE *file, char *buffer, int mode, size_t size);
void setbuf(FILE *file, char *buffer);
void perror(const char *text);
";

const STDBOOL: &str = "\
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

const LIMITS: &str = "\
#define CHAR_BIT __CHAR_BIT__
#define MB_LEN_MAX 16
#define SCHAR_MIN (-SCHAR_MAX - 1)
#define SCHAR_MAX __SCHAR_MAX__
#define UCHAR_MAX (SCHAR_MAX * 2 + 1)
#define CHAR_MIN SCHAR_MIN
#define CHAR_MAX SCHAR_MAX
#define SHRT_MIN (-SHRT_MAX - 1)
#define SHRT_MAX __SHRT_MAX__
#define USHRT_MAX (SHRT_MAX * 2 + 1)
#define INT_MIN (-INT_MAX - 1)
#define INT_MAX __INT_MAX__
#define UINT_MAX (INT_MAX * 2U + 1U)
#define LONG_MIN (-LONG_MAX - 1L)
#define LONG_MAX __LONG_MAX__
#define ULONG_MAX (LONG_MAX * 2UL + 1UL)
#define LLONG_MIN (-LLONG_MAX - 1LL)
#define LLONG_MAX __LONG_LONG_MAX__
#define ULLONG_MAX (LLONG_MAX * 2ULL + 1ULL)
#define SSIZE_MAX LONG_MAX
#define PATH_MAX 4096
";

const STDINT: &str = "\
typedef __INT8_TYPE__ int8_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __INT16_TYPE__ int16_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __INT32_TYPE__ int32_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT_LEAST8_TYPE__ int_least8_t;
typedef __UINT_LEAST8_TYPE__ uint_least8_t;
typedef __INT_LEAST16_TYPE__ int_least16_t;
typedef __UINT_LEAST16_TYPE__ uint_least16_t;
typedef __INT_LEAST32_TYPE__ int_least32_t;
typedef __UINT_LEAST32_TYPE__ uint_least32_t;
typedef __INT_LEAST64_TYPE__ int_least64_t;
typedef __UINT_LEAST64_TYPE__ uint_least64_t;
typedef __INT_FAST8_TYPE__ int_fast8_t;
typedef __UINT_FAST8_TYPE__ uint_fast8_t;
typedef __INT_FAST16_TYPE__ int_fast16_t;
typedef __UINT_FAST16_TYPE__ uint_fast16_t;
typedef __INT_FAST32_TYPE__ int_fast32_t;
typedef __UINT_FAST32_TYPE__ uint_fast32_t;
typedef __INT_FAST64_TYPE__ int_fast64_t;
typedef __UINT_FAST64_TYPE__ uint_fast64_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
#define INT8_MAX __INT8_MAX__
#define INT8_MIN (-INT8_MAX - 1)
#define UINT8_MAX __UINT8_MAX__
#define INT16_MAX __INT16_MAX__
#define INT16_MIN (-INT16_MAX - 1)
#define UINT16_MAX __UINT16_MAX__
#define INT32_MAX __INT32_MAX__
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX __UINT32_MAX__
#define INT64_MAX __INT64_MAX__
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX __UINT64_MAX__
#define INT_LEAST8_MAX __INT_LEAST8_MAX__
#define INT_LEAST8_MIN (-INT_LEAST8_MAX - 1)
#define UINT_LEAST8_MAX __UINT_LEAST8_MAX__
#define INT_LEAST16_MAX __INT_LEAST16_MAX__
#define INT_LEAST16_MIN (-INT_LEAST16_MAX - 1)
#define UINT_LEAST16_MAX __UINT_LEAST16_MAX__
#define INT_LEAST32_MAX __INT_LEAST32_MAX__
#define INT_LEAST32_MIN (-INT_LEAST32_MAX - 1)
#define UINT_LEAST32_MAX __UINT_LEAST32_MAX__
#define INT_LEAST64_MAX __INT_LEAST64_MAX__
#define INT_LEAST64_MIN (-INT_LEAST64_MAX - 1)
#define UINT_LEAST64_MAX __UINT_LEAST64_MAX__
#define INT_FAST8_MAX __INT_FAST8_MAX__
#define INT_FAST8_MIN (-INT_FAST8_MAX - 1)
#define UINT_FAST8_MAX __UINT_FAST8_MAX__
#define INT_FAST16_MAX __INT_FAST16_MAX__
#define INT_FAST16_MIN (-INT_FAST16_MAX - 1)
#define UINT_FAST16_MAX __UINT_FAST16_MAX__
#define INT_FAST32_MAX __INT_FAST32_MAX__
#define INT_FAST32_MIN (-INT_FAST32_MAX - 1)
#define UINT_FAST32_MAX __UINT_FAST32_MAX__
#define INT_FAST64_MAX __INT_FAST64_MAX__
#define INT_FAST64_MIN (-INT_FAST64_MAX - 1)
#define UINT_FAST64_MAX __UINT_FAST64_MAX__
#define INTMAX_MAX __INTMAX_MAX__
#define INTMAX_MIN (-INTMAX_MAX - 1)
#define UINTMAX_MAX __UINTMAX_MAX__
#define INTPTR_MAX __INTPTR_MAX__
#define INTPTR_MIN (-INTPTR_MAX - 1)
#define UINTPTR_MAX __UINTPTR_MAX__
#define PTRDIFF_MAX __PTRDIFF_MAX__
#define PTRDIFF_MIN (-PTRDIFF_MAX - 1)
#define SIG_ATOMIC_MAX __SIG_ATOMIC_MAX__
#define SIG_ATOMIC_MIN __SIG_ATOMIC_MIN__
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
#define WINT_MAX __WINT_MAX__
#define WINT_MIN __WINT_MIN__
#define SIZE_MAX __SIZE_MAX__
#define INT8_C(value) __INT8_C(value)
#define UINT8_C(value) __UINT8_C(value)
#define INT16_C(value) __INT16_C(value)
#define UINT16_C(value) __UINT16_C(value)
#define INT32_C(value) __INT32_C(value)
#define UINT32_C(value) __UINT32_C(value)
#define INT64_C(value) __INT64_C(value)
#define UINT64_C(value) __UINT64_C(value)
#define INTMAX_C(value) __INTMAX_C(value)
#define UINTMAX_C(value) __UINTMAX_C(value)
";

const INTTYPES: &str = "\
#include <stdint.h>
intmax_t imaxabs(intmax_t number);
intmax_t strtoimax(const char *text, char **end, int base);
uintmax_t strtoumax(const char *text, char **end, int base);
#ifdef __LP64__
#define PRId64 \"ld\"
#define PRIdMAX \"ld\"
#define PRIdPTR \"ld\"
#define PRIi64 \"li\"
#define PRIiMAX \"li\"
#define PRIiPTR \"li\"
#define PRIo64 \"lo\"
#define PRIoMAX \"lo\"
#define PRIoPTR \"lo\"
#define PRIu64 \"lu\"
#define PRIuMAX \"lu\"
#define PRIuPTR \"lu\"
#define PRIx64 \"lx\"
#define PRIxMAX \"lx\"
#define PRIxPTR \"lx\"
#define PRIX64 \"lX\"
#define PRIXMAX \"lX\"
#define PRIXPTR \"lX\"
#else
#define PRId64 \"lld\"
#define PRIdMAX \"lld\"
#define PRIdPTR \"d\"
#define PRIi64 \"lli\"
#define PRIiMAX \"lli\"
#define PRIiPTR \"i\"
#define PRIo64 \"llo\"
#define PRIoMAX \"llo\"
#define PRIoPTR \"o\"
#define PRIu64 \"llu\"
#define PRIuMAX \"llu\"
#define PRIuPTR \"u\"
#define PRIx64 \"llx\"
#define PRIxMAX \"llx\"
#define PRIxPTR \"x\"
#define PRIX64 \"llX\"
#define PRIXMAX \"llX\"
#define PRIXPTR \"X\"
#endif
#define PRId32 \"d\"
#define PRId16 \"d\"
#define PRId8 \"d\"
#define PRIi32 \"i\"
#define PRIi16 \"i\"
#define PRIi8 \"i\"
#define PRIo32 \"o\"
#define PRIo16 \"o\"
#define PRIo8 \"o\"
#define PRIu32 \"u\"
#define PRIu16 \"u\"
#define PRIu8 \"u\"
#define PRIx32 \"x\"
#define PRIx16 \"x\"
#define PRIx8 \"x\"
#define PRIX32 \"X\"
#define PRIX16 \"X\"
#define PRIX8 \"X\"
";

const ASSERT: &str = "\
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __hrglass_assert(int holds);
#define assert(condition) __hrglass_assert(!!(condition))
#endif
#define static_assert _Static_assert
";

const ERRNO: &str = "\
extern int errno;
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define EIO 5
#define EAGAIN 11
#define ENOMEM 12
#define EACCES 13
#define EFAULT 14
#define EBUSY 16
#define EEXIST 17
#define ENODEV 19
#define EINVAL 22
#define ENOSPC 28
#define EDOM 33
#define ERANGE 34
";

const CTYPE: &str = "\
int isalpha(int character);
int isdigit(int character);
int isalnum(int character);
int isspace(int character);
int isupper(int character);
int islower(int character);
int isxdigit(int character);
int iscntrl(int character);
int isgraph(int character);
int isprint(int character);
int ispunct(int character);
int isblank(int character);
int toupper(int character);
int tolower(int character);
";

const VERIFIER: &str = "\
#include <stddef.h>
void __VERIFIER_error(void);
void reach_error(void);
void __VERIFIER_assume(int condition);
void __VERIFIER_assert(int condition);
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
int __VERIFIER_nondet_int(void);
unsigned int __VERIFIER_nondet_uint(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
size_t __VERIFIER_nondet_size_t(void);
";

const HEADERS: [(&str, &str); 16] = [
    ("stddef.h", STDDEF),
    ("stdlib.h", STDLIB),
    ("string.h", STRING),
    ("strings.h", STRING),
    ("memory.h", STRING),
    ("malloc.h", STDLIB),
    ("stdio.h", STDIO),
    ("stdbool.h", STDBOOL),
    ("stdint.h", STDINT),
    ("inttypes.h", INTTYPES),
    ("limits.h", LIMITS),
    ("assert.h", ASSERT),
    ("errno.h", ERRNO),
    ("ctype.h", CTYPE),
    ("verifier-builtins.h", VERIFIER),
    ("alloca.h", "#define alloca __builtin_alloca\n"),
];

/// A header of ours: its name and text. Headers with the same text have one name.
pub(super) fn header(name: &str) -> Option<(&'static str, &'static str)> {
    let &(_, text) = HEADERS.iter().find(|(known, _)| *known == name)?;
    HEADERS.iter().find(|(_, first)| *first == text).copied()
}

/// Whether a header of ours declares this function with the result `int`, or with none.
pub(crate) fn returns_int(function: &str) -> bool {
    let mut lines = HEADERS.iter().flat_map(|(_, text)| text.lines());
    lines.any(|line| {
        ["int ", "void "].into_iter().any(|ty| {
            line.strip_prefix(ty).and_then(|rest| rest.split_once('(')).is_some_and(|(name, _)| name == function)
        })
    })
}

/// Whether a header of ours declares this function of the standard library.
pub(crate) fn is_of_library(function: &str) -> bool {
    let texts = HEADERS.iter().filter(|(name, _)| !matches!(*name, "assert.h" | "verifier-builtins.h"));
    let mut lines = texts.flat_map(|(_, text)| text.lines()).filter(|line| !line.starts_with('#'));
    lines.any(|line| {
        let before = line.split_once('(').map(|(before, _)| before);
        before.is_some_and(|before| before.rsplit([' ', '*']).next() == Some(function))
    })
}

/// Functions of C11 and POSIX, in the order of their bytes, with one blank or line break after each.
const STANDARD: &str = include_str!("library.txt");

/// Whether it is a function of C11 or POSIX; asked for each call.
fn is_listed(function: &str) -> bool {
    let (mut from, mut to) = (0, STANDARD.len());
    while from < to {
        let middle = from.midpoint(to);
        let start = STANDARD[from..middle].rfind(char::is_whitespace).map_or(from, |at| from + at + 1);
        let end = STANDARD[start..].find(char::is_whitespace).map_or(STANDARD.len(), |at| start + at);
        match STANDARD[start..end].cmp(function) {
            Ordering::Equal => return true,
            Ordering::Less => from = end + 1,
            Ordering::Greater => to = start,
        }
    }
    false
}

/// Whether a function without a body is that of the standard library or of the system: their names are reserved (C11 7.1.3, 7.31).
pub(crate) fn is_standard(function: &str) -> bool {
    let is_reserved = ["str", "mem", "wcs"].iter().any(|prefix| {
        function.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase()))
    });
    is_reserved || is_listed(function)
}

#[test]
fn every_function_of_the_list_is_found() {
    let all: Vec<&str> = STANDARD.split_whitespace().collect();
    assert!(all.is_sorted() && all.len() > 500);
    assert!(all.iter().all(|function| is_listed(function)));
    assert!(!["", "a", "zzz", "print", "printff", "_"].into_iter().any(is_listed));
    let declared = HEADERS.iter().flat_map(|(_, text)| text.lines()).filter(|line| !line.starts_with('#'));
    let names = declared.filter_map(|line| line.split_once('(')?.0.rsplit([' ', '*']).next());
    let missing = names.filter(|name| is_of_library(name) && !is_listed(name));
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The names of all headers of ours.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|&(name, _)| name)
}
