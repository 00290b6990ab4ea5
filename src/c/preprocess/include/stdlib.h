#include <stddef.h>
#include <sys/types.h>
#include <alloca.h>
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
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
typedef struct {
    int quot;
    int rem;
} div_t;
typedef struct {
    long quot;
    long rem;
} ldiv_t;
typedef struct {
    long long quot;
    long long rem;
} lldiv_t;
size_t __ctype_get_mb_cur_max(void);
div_t div(int number, int divisor);
ldiv_t ldiv(long number, long divisor);
lldiv_t lldiv(long long number, long long divisor);
double atof(const char *text);
double strtod(const char *text, char **end);
float strtof(const char *text, char **end);
long double strtold(const char *text, char **end);
double drand48(void);
double erand48(unsigned short seed[3]);
long lrand48(void);
long nrand48(unsigned short seed[3]);
long mrand48(void);
long jrand48(unsigned short seed[3]);
void srand48(long seed);
unsigned short *seed48(unsigned short seed[3]);
void lcong48(unsigned short seed[7]);
char *initstate(unsigned int seed, char *state, size_t size);
char *setstate(char *state);
long a64l(const char *text);
char *l64a(long number);
int atexit(void (*function)(void));
int at_quick_exit(void (*function)(void));
int on_exit(void (*function)(int, void *), void *argument);
char *getenv(const char *name);
int setenv(const char *name, const char *value, int overwrites);
int unsetenv(const char *name);
int putenv(char *assignment);
int clearenv(void);
int system(const char *command);
void *bsearch(const void *key, const void *first, size_t count, size_t size, int (*compare)(const void *, const void *));
void qsort(void *first, size_t count, size_t size, int (*compare)(const void *, const void *));
int mbtowc(wchar_t *to, const char *text, size_t count);
int wctomb(char *to, wchar_t character);
size_t mbstowcs(wchar_t *to, const char *text, size_t count);
size_t wcstombs(char *to, const wchar_t *text, size_t count);
int posix_memalign(void **pointer, size_t alignment, size_t size);
void *valloc(size_t size);
void *reallocarray(void *old, size_t count, size_t size);
char *realpath(const char *name, char *to);
char *mktemp(char *name);
int mkstemp(char *name);
char *mkdtemp(char *name);
int getloadavg(double averages[], int count);
int getsubopt(char **rest, char *const *names, char **value);
char *ecvt(double number, int digits, int *point, int *sign);
char *fcvt(double number, int digits, int *point, int *sign);
char *gcvt(double number, int digits, char *to);
int rpmatch(const char *answer);
#ifdef _GNU_SOURCE
int posix_openpt(int flags);
int grantpt(int file);
int unlockpt(int file);
char *ptsname(int file);
char *secure_getenv(const char *name);
void qsort_r(void *first, size_t count, size_t size, int (*compare)(const void *, const void *, void *), void *argument);
char *canonicalize_file_name(const char *name);
#endif
