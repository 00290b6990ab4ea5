#include <stddef.h>
#include <sys/types.h>
typedef unsigned int useconds_t;
typedef unsigned int socklen_t;
typedef __INTPTR_TYPE__ intptr_t;
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define F_ULOCK 0
#define F_LOCK 1
#define F_TLOCK 2
#define F_TEST 3
#define _SC_ARG_MAX 0
#define _SC_CHILD_MAX 1
#define _SC_CLK_TCK 2
#define _SC_NGROUPS_MAX 3
#define _SC_OPEN_MAX 4
#define _SC_PAGESIZE 30
#define _SC_PAGE_SIZE 30
#define _SC_NPROCESSORS_CONF 83
#define _SC_NPROCESSORS_ONLN 84
#define _SC_PHYS_PAGES 85
#define _SC_AVPHYS_PAGES 86
#define _SC_HOST_NAME_MAX 180
#define _PC_LINK_MAX 0
#define _PC_NAME_MAX 3
#define _PC_PATH_MAX 4
#define _PC_PIPE_BUF 5
#define _POSIX_VERSION 200809L
extern char *optarg;
extern int optind;
extern int opterr;
extern int optopt;
int getopt(int count, char *const *arguments, const char *options);
int access(const char *name, int mode);
int faccessat(int folder, const char *name, int mode, int flags);
off_t lseek(int file, off_t offset, int whence);
int close(int file);
ssize_t read(int file, void *to, size_t count);
ssize_t write(int file, const void *from, size_t count);
ssize_t pread(int file, void *to, size_t count, off_t offset);
ssize_t pwrite(int file, const void *from, size_t count, off_t offset);
int pipe(int files[2]);
unsigned int alarm(unsigned int seconds);
unsigned int sleep(unsigned int seconds);
useconds_t ualarm(useconds_t first, useconds_t interval);
int usleep(useconds_t time);
int pause(void);
int chown(const char *name, uid_t owner, gid_t group);
int fchown(int file, uid_t owner, gid_t group);
int lchown(const char *name, uid_t owner, gid_t group);
int fchownat(int folder, const char *name, uid_t owner, gid_t group, int flags);
int chdir(const char *name);
int fchdir(int folder);
char *getcwd(char *to, size_t size);
char *getwd(char *to);
int dup(int file);
int dup2(int file, int other);
extern char **environ;
int execve(const char *name, char *const arguments[], char *const environment[]);
int fexecve(int file, char *const arguments[], char *const environment[]);
int execv(const char *name, char *const arguments[]);
int execle(const char *name, const char *argument, ...);
int execl(const char *name, const char *argument, ...);
int execvp(const char *name, char *const arguments[]);
int execlp(const char *name, const char *argument, ...);
int nice(int increment);
void _exit(int status) __attribute__((noreturn));
long pathconf(const char *name, int what);
long fpathconf(int file, int what);
long sysconf(int what);
size_t confstr(int what, char *to, size_t size);
pid_t getpid(void);
pid_t getppid(void);
pid_t getpgrp(void);
pid_t getpgid(pid_t process);
int setpgid(pid_t process, pid_t group);
int setpgrp(void);
pid_t setsid(void);
pid_t getsid(pid_t process);
uid_t getuid(void);
uid_t geteuid(void);
gid_t getgid(void);
gid_t getegid(void);
int getgroups(int count, gid_t to[]);
int setuid(uid_t user);
int setreuid(uid_t real, uid_t effective);
int seteuid(uid_t user);
int setgid(gid_t group);
int setregid(gid_t real, gid_t effective);
int setegid(gid_t group);
pid_t fork(void);
pid_t vfork(void);
char *ttyname(int file);
int ttyname_r(int file, char *to, size_t size);
int isatty(int file);
int link(const char *from, const char *to);
int symlink(const char *from, const char *to);
ssize_t readlink(const char *name, char *to, size_t size);
int unlink(const char *name);
int unlinkat(int folder, const char *name, int flags);
int rmdir(const char *name);
pid_t tcgetpgrp(int file);
int tcsetpgrp(int file, pid_t group);
char *getlogin(void);
int getlogin_r(char *to, size_t size);
int gethostname(char *to, size_t size);
int sethostname(const char *name, size_t size);
int getdomainname(char *to, size_t size);
long gethostid(void);
int daemon(int keeps_folder, int keeps_files);
int chroot(const char *name);
char *getpass(const char *prompt);
int fsync(int file);
int fdatasync(int file);
void sync(void);
int getpagesize(void);
int getdtablesize(void);
int truncate(const char *name, off_t size);
int ftruncate(int file, off_t size);
int brk(void *address);
void *sbrk(intptr_t increment);
long syscall(long number, ...);
int lockf(int file, int command, off_t size);
char *crypt(const char *key, const char *salt);
int getentropy(void *to, size_t size);
#ifdef _GNU_SOURCE
int pipe2(int files[2], int flags);
int dup3(int file, int other, int flags);
char *get_current_dir_name(void);
void swab(const void *from, void *to, ssize_t count);
pid_t gettid(void);
int execvpe(const char *name, char *const arguments[], char *const environment[]);
int euidaccess(const char *name, int mode);
#endif
