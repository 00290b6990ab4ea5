#include <stdarg.h>
void warn(const char *format, ...);
void vwarn(const char *format, va_list arguments);
void warnx(const char *format, ...);
void vwarnx(const char *format, va_list arguments);
void err(int status, const char *format, ...) __attribute__((noreturn));
void verr(int status, const char *format, va_list arguments) __attribute__((noreturn));
void errx(int status, const char *format, ...) __attribute__((noreturn));
void verrx(int status, const char *format, va_list arguments) __attribute__((noreturn));
