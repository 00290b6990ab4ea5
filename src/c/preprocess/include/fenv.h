#define FE_INVALID 1
#define FE_DIVBYZERO 4
#define FE_OVERFLOW 8
#define FE_UNDERFLOW 16
#define FE_INEXACT 32
#define FE_ALL_EXCEPT 61
#define FE_TONEAREST 0
#define FE_DOWNWARD 1024
#define FE_UPWARD 2048
#define FE_TOWARDZERO 3072
#define FE_DFL_ENV ((const fenv_t *)-1)
typedef unsigned short fexcept_t;
typedef struct {
    unsigned int __words[7];
#ifdef __LP64__
    unsigned int __control;
#endif
} fenv_t;
int feclearexcept(int exceptions);
int fegetexceptflag(fexcept_t *to, int exceptions);
int feraiseexcept(int exceptions);
int fesetexceptflag(const fexcept_t *from, int exceptions);
int fetestexcept(int exceptions);
int fegetround(void);
int fesetround(int direction);
int fegetenv(fenv_t *to);
int feholdexcept(fenv_t *to);
int fesetenv(const fenv_t *from);
int feupdateenv(const fenv_t *from);
#ifdef _GNU_SOURCE
int feenableexcept(int exceptions);
int fedisableexcept(int exceptions);
int fegetexcept(void);
#endif
