#include <stddef.h>
#include <stdio.h>
typedef unsigned int wint_t;
typedef struct {
    int __count;
    unsigned int __value;
} mbstate_t;
#define WEOF (0xffffffffu)
#define WCHAR_MAX __WCHAR_MAX__
#define WCHAR_MIN __WCHAR_MIN__
struct tm;
wchar_t *wcscpy(wchar_t *to, const wchar_t *from);
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wcscat(wchar_t *to, const wchar_t *from);
wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t count);
int wcscmp(const wchar_t *a, const wchar_t *b);
int wcsncmp(const wchar_t *a, const wchar_t *b, size_t count);
int wcscasecmp(const wchar_t *a, const wchar_t *b);
int wcsncasecmp(const wchar_t *a, const wchar_t *b, size_t count);
int wcscoll(const wchar_t *a, const wchar_t *b);
size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wcsdup(const wchar_t *text);
wchar_t *wcschr(const wchar_t *text, wchar_t character);
wchar_t *wcsrchr(const wchar_t *text, wchar_t character);
size_t wcscspn(const wchar_t *text, const wchar_t *characters);
size_t wcsspn(const wchar_t *text, const wchar_t *characters);
wchar_t *wcspbrk(const wchar_t *text, const wchar_t *characters);
wchar_t *wcsstr(const wchar_t *text, const wchar_t *part);
wchar_t *wcstok(wchar_t *text, const wchar_t *separators, wchar_t **rest);
size_t wcslen(const wchar_t *text);
size_t wcsnlen(const wchar_t *text, size_t count);
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from);
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemchr(const wchar_t *object, wchar_t character, size_t count);
int wmemcmp(const wchar_t *a, const wchar_t *b, size_t count);
wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count);
wchar_t *wmemset(wchar_t *object, wchar_t character, size_t count);
wint_t btowc(int character);
int wctob(wint_t character);
int mbsinit(const mbstate_t *state);
size_t mbrtowc(wchar_t *to, const char *text, size_t count, mbstate_t *state);
size_t wcrtomb(char *to, wchar_t character, mbstate_t *state);
size_t mbrlen(const char *text, size_t count, mbstate_t *state);
size_t mbsrtowcs(wchar_t *to, const char **text, size_t count, mbstate_t *state);
size_t wcsrtombs(char *to, const wchar_t **text, size_t count, mbstate_t *state);
double wcstod(const wchar_t *text, wchar_t **end);
float wcstof(const wchar_t *text, wchar_t **end);
long double wcstold(const wchar_t *text, wchar_t **end);
long wcstol(const wchar_t *text, wchar_t **end, int base);
unsigned long wcstoul(const wchar_t *text, wchar_t **end, int base);
long long wcstoll(const wchar_t *text, wchar_t **end, int base);
unsigned long long wcstoull(const wchar_t *text, wchar_t **end, int base);
int fwide(FILE *file, int mode);
int fwprintf(FILE *file, const wchar_t *format, ...);
int wprintf(const wchar_t *format, ...);
int swprintf(wchar_t *to, size_t count, const wchar_t *format, ...);
int vfwprintf(FILE *file, const wchar_t *format, va_list arguments);
int vwprintf(const wchar_t *format, va_list arguments);
int vswprintf(wchar_t *to, size_t count, const wchar_t *format, va_list arguments);
int fwscanf(FILE *file, const wchar_t *format, ...);
int wscanf(const wchar_t *format, ...);
int swscanf(const wchar_t *text, const wchar_t *format, ...);
wint_t fgetwc(FILE *file);
wint_t getwc(FILE *file);
wint_t getwchar(void);
wint_t fputwc(wchar_t character, FILE *file);
wint_t putwc(wchar_t character, FILE *file);
wint_t putwchar(wchar_t character);
wchar_t *fgetws(wchar_t *to, int count, FILE *file);
int fputws(const wchar_t *text, FILE *file);
wint_t ungetwc(wint_t character, FILE *file);
size_t wcsftime(wchar_t *to, size_t count, const wchar_t *format, const struct tm *broken);
#ifdef _GNU_SOURCE
int wcwidth(wchar_t character);
int wcswidth(const wchar_t *text, size_t count);
#endif
