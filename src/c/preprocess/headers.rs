//! The headers of the standard library, as far as programs that are verified need them: declarations only.

/// What is defined before a program.
pub(super) const PREDEFINED: &str = "\
#define __STDC__ 1
#define __STDC_VERSION__ 201112L
#define __STDC_HOSTED__ 1
#define __GNUC__ 12
#define __GNUC_MINOR__ 2
#define __CHAR_BIT__ 8
#define __SCHAR_MAX__ 127
#define __SHRT_MAX__ 32767
#define __INT_MAX__ 2147483647
#define __LONG_LONG_MAX__ 9223372036854775807LL
#define __SIZEOF_SHORT__ 2
#define __SIZEOF_INT__ 4
#define __SIZEOF_LONG_LONG__ 8
#define __INT8_TYPE__ signed char
#define __INT16_TYPE__ short int
#define __INT32_TYPE__ int
#define __UINT8_TYPE__ unsigned char
#define __UINT16_TYPE__ short unsigned int
#define __UINT32_TYPE__ unsigned int
#define __WCHAR_TYPE__ int
#define unix 1
#define __unix__ 1
#define __linux__ 1
#define __hrglass__ 1
";

/// What is defined for `int`, `long` and pointers of 32 bits.
pub(super) const ILP32: &str = "\
#define __ILP32__ 1
#define __i386__ 1
#define __LONG_MAX__ 2147483647L
#define __SIZEOF_LONG__ 4
#define __SIZEOF_POINTER__ 4
#define __SIZE_TYPE__ unsigned int
#define __PTRDIFF_TYPE__ int
#define __INT64_TYPE__ long long int
#define __UINT64_TYPE__ long long unsigned int
#define __SIZE_MAX__ 4294967295U
";

/// What is defined for `long` and pointers of 64 bits.
pub(super) const LP64: &str = "\
#define __LP64__ 1
#define _LP64 1
#define __x86_64__ 1
#define __LONG_MAX__ 9223372036854775807L
#define __SIZEOF_LONG__ 8
#define __SIZEOF_POINTER__ 8
#define __SIZE_TYPE__ long unsigned int
#define __PTRDIFF_TYPE__ long int
#define __INT64_TYPE__ long int
#define __UINT64_TYPE__ long unsigned int
#define __SIZE_MAX__ 18446744073709551615UL
";

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
char *strdup(const char *text);
char *strerror(int number);
";

const STDIO: &str = "\
#include <stddef.h>
#define EOF (-1)
#define BUFSIZ 8192
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
void perror(const char *text);
";

const STDBOOL: &str = "\
#define bool _Bool
#define true 1
#define false 0
#define __bool_true_false_are_defined 1
";

const LIMITS: &str = "\
#define CHAR_BIT 8
#define SCHAR_MIN (-128)
#define SCHAR_MAX 127
#define UCHAR_MAX 255
#define CHAR_MIN (-128)
#define CHAR_MAX 127
#define SHRT_MIN (-32768)
#define SHRT_MAX 32767
#define USHRT_MAX 65535
#define INT_MIN (-2147483647 - 1)
#define INT_MAX 2147483647
#define UINT_MAX 4294967295U
#define LONG_MAX __LONG_MAX__
#define LONG_MIN (-__LONG_MAX__ - 1L)
#define ULONG_MAX (__LONG_MAX__ * 2UL + 1UL)
#define LLONG_MAX 9223372036854775807LL
#define LLONG_MIN (-9223372036854775807LL - 1LL)
#define ULLONG_MAX 18446744073709551615ULL
";

const STDINT: &str = "\
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ uint8_t;
typedef __UINT16_TYPE__ uint16_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT8_TYPE__ int_least8_t;
typedef __INT16_TYPE__ int_least16_t;
typedef __INT32_TYPE__ int_least32_t;
typedef __INT64_TYPE__ int_least64_t;
typedef __UINT8_TYPE__ uint_least8_t;
typedef __UINT16_TYPE__ uint_least16_t;
typedef __UINT32_TYPE__ uint_least32_t;
typedef __UINT64_TYPE__ uint_least64_t;
typedef __INT64_TYPE__ intmax_t;
typedef __UINT64_TYPE__ uintmax_t;
typedef __PTRDIFF_TYPE__ intptr_t;
typedef __SIZE_TYPE__ uintptr_t;
#define INT8_MIN (-128)
#define INT16_MIN (-32768)
#define INT32_MIN (-2147483647 - 1)
#define INT64_MIN ((int64_t)(-9223372036854775807LL - 1))
#define INT8_MAX 127
#define INT16_MAX 32767
#define INT32_MAX 2147483647
#define INT64_MAX ((int64_t)9223372036854775807LL)
#define UINT8_MAX 255
#define UINT16_MAX 65535
#define UINT32_MAX 4294967295U
#define UINT64_MAX ((uint64_t)18446744073709551615ULL)
#define SIZE_MAX __SIZE_MAX__
#define INTMAX_MAX INT64_MAX
#define UINTMAX_MAX UINT64_MAX
#define INT64_C(value) value ## LL
#define UINT64_C(value) value ## ULL
#define INT32_C(value) value
#define UINT32_C(value) value ## U
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
    ("inttypes.h", STDINT),
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

/// Whether a header of ours declares this function of the standard library.
pub(crate) fn is_of_library(function: &str) -> bool {
    let texts = HEADERS.iter().filter(|(name, _)| !matches!(*name, "assert.h" | "verifier-builtins.h"));
    let mut lines = texts.flat_map(|(_, text)| text.lines()).filter(|line| !line.starts_with('#'));
    lines.any(|line| {
        let before = line.split_once('(').map(|(before, _)| before);
        before.is_some_and(|before| before.rsplit([' ', '*']).next() == Some(function))
    })
}

/// The names of all headers of ours.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    HEADERS.iter().map(|&(name, _)| name)
}
