#include <stddef.h>
typedef __builtin_va_list va_list;
#ifdef __LP64__
typedef long ssize_t;
#else
typedef int ssize_t;
#endif
typedef long off_t;
typedef struct {
    long __position;
    int __state[2];
} fpos_t;
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define FILENAME_MAX 4096
#define FOPEN_MAX 16
#define TMP_MAX 238328
#define L_tmpnam 20
#define L_ctermid 9
#define P_tmpdir "/tmp"
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
int vprintf(const char *format, va_list arguments);
int vfprintf(FILE *file, const char *format, va_list arguments);
int vsprintf(char *to, const char *format, va_list arguments);
int vsnprintf(char *to, size_t count, const char *format, va_list arguments);
int vscanf(const char *format, va_list arguments);
int vfscanf(FILE *file, const char *format, va_list arguments);
int vsscanf(const char *text, const char *format, va_list arguments);
int dprintf(int file, const char *format, ...);
int vdprintf(int file, const char *format, va_list arguments);
char *tmpnam(char *to);
char *tempnam(const char *folder, const char *prefix);
char *ctermid(char *to);
int fgetpos(FILE *file, fpos_t *position);
int fsetpos(FILE *file, const fpos_t *position);
int fseeko(FILE *file, off_t offset, int whence);
off_t ftello(FILE *file);
int fileno(FILE *file);
FILE *fdopen(int file, const char *mode);
FILE *popen(const char *command, const char *mode);
int pclose(FILE *file);
FILE *fmemopen(void *memory, size_t size, const char *mode);
FILE *open_memstream(char **text, size_t *size);
ssize_t getline(char **line, size_t *size, FILE *file);
ssize_t getdelim(char **line, size_t *size, int end, FILE *file);
void setbuffer(FILE *file, char *buffer, size_t size);
void setlinebuf(FILE *file);
void flockfile(FILE *file);
int ftrylockfile(FILE *file);
void funlockfile(FILE *file);
int getc_unlocked(FILE *file);
int getchar_unlocked(void);
int putc_unlocked(int character, FILE *file);
int putchar_unlocked(int character);
int fgetc_unlocked(FILE *file);
int fputc_unlocked(int character, FILE *file);
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *file);
size_t fwrite_unlocked(const void *from, size_t size, size_t count, FILE *file);
int getw(FILE *file);
int putw(int number, FILE *file);
int renameat(int from, const char *old, int to, const char *name);
#ifdef _GNU_SOURCE
int asprintf(char **text, const char *format, ...);
int vasprintf(char **text, const char *format, va_list arguments);
char *fgets_unlocked(char *to, int count, FILE *file);
int fputs_unlocked(const char *text, FILE *file);
#endif
