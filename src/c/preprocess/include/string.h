#include <stddef.h>
#include <strings.h>
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
char *strdup(const char *text);
char *strerror(int number);
void *memccpy(void *to, const void *from, int byte, size_t count);
char *strsep(char **text, const char *separators);
char *stpncpy(char *to, const char *from, size_t count);
char *strsignal(int number);
#ifdef _GNU_SOURCE
void *mempcpy(void *to, const void *from, size_t count);
void *memrchr(const void *object, int byte, size_t count);
void *rawmemchr(const void *object, int byte);
void *memmem(const void *object, size_t size, const void *part, size_t count);
char *strchrnul(const char *text, int character);
char *strcasestr(const char *text, const char *part);
int strverscmp(const char *a, const char *b);
char *strerror_r(int number, char *to, size_t size);
#ifndef basename
char *basename(const char *name);
#endif
#else
int strerror_r(int number, char *to, size_t size);
#endif
