#include <stddef.h>
#include <sys/types.h>
#include <time.h>
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sig_t;
#ifdef _GNU_SOURCE
typedef __sighandler_t sighandler_t;
#endif
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGBUS 7
#define SIGFPE 8
#define SIGKILL 9
#define SIGUSR1 10
#define SIGSEGV 11
#define SIGUSR2 12
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTKFLT 16
#define SIGCHLD 17
#define SIGCONT 18
#define SIGSTOP 19
#define SIGTSTP 20
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGURG 23
#define SIGXCPU 24
#define SIGXFSZ 25
#define SIGVTALRM 26
#define SIGPROF 27
#define SIGWINCH 28
#define SIGPOLL 29
#define SIGPWR 30
#define SIGSYS 31
#define SIGIO SIGPOLL
#define SIGIOT SIGABRT
#define SIGCLD SIGCHLD
#define NSIG 65
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
#define SIG_BLOCK 0
#define SIG_UNBLOCK 1
#define SIG_SETMASK 2
#define SA_NOCLDSTOP 1
#define SA_NOCLDWAIT 2
#define SA_SIGINFO 4
#define SA_ONSTACK 0x08000000
#define SA_RESTART 0x10000000
#define SA_NODEFER 0x40000000
#define SA_RESETHAND 0x80000000
#define SI_USER 0
#define SI_KERNEL 0x80
#define SI_QUEUE -1
#define FPE_INTDIV 1
#define SEGV_MAPERR 1
#define SEGV_ACCERR 2
#ifdef _GNU_SOURCE
long __hrglass_stack_size(void);
#define MINSIGSTKSZ __hrglass_stack_size()
#define SIGSTKSZ __hrglass_stack_size()
#else
#define MINSIGSTKSZ 2048
#define SIGSTKSZ 8192
#endif
union sigval {
    int sival_int;
    void *sival_ptr;
};
typedef union sigval sigval_t;
typedef struct {
    int si_signo;
    int si_errno;
    int si_code;
#ifdef __LP64__
    int __padding;
#endif
    union {
        int __words[28 + (sizeof(long) == 4)];
        struct {
            pid_t __process;
            uid_t __user;
            int __status;
        } __sent;
        struct {
            pid_t __process;
            uid_t __user;
            sigval_t __value;
        } __queued;
        void *__address;
        long __band;
    } __data;
} siginfo_t;
#define si_pid __data.__sent.__process
#define si_uid __data.__sent.__user
#define si_status __data.__sent.__status
#define si_value __data.__queued.__value
#define si_addr __data.__address
#define si_band __data.__band
struct sigaction {
    union {
        __sighandler_t __plain;
        void (*__with_information)(int, siginfo_t *, void *);
    } __handler;
    sigset_t sa_mask;
    int sa_flags;
    void (*sa_restorer)(void);
};
#define sa_handler __handler.__plain
#define sa_sigaction __handler.__with_information
typedef struct {
    void *ss_sp;
    int ss_flags;
    size_t ss_size;
} stack_t;
__sighandler_t signal(int number, __sighandler_t handler);
int raise(int number);
int kill(pid_t process, int number);
int killpg(pid_t group, int number);
int sigemptyset(sigset_t *set);
int sigfillset(sigset_t *set);
int sigaddset(sigset_t *set, int number);
int sigdelset(sigset_t *set, int number);
int sigismember(const sigset_t *set, int number);
int sigaction(int number, const struct sigaction *action, struct sigaction *old);
int sigprocmask(int how, const sigset_t *set, sigset_t *old);
int sigpending(sigset_t *set);
int sigsuspend(const sigset_t *set);
int sigwait(const sigset_t *set, int *number);
int sigwaitinfo(const sigset_t *set, siginfo_t *information);
int sigtimedwait(const sigset_t *set, siginfo_t *information, const struct timespec *time);
int sigqueue(pid_t process, int number, const union sigval value);
int sigaltstack(const stack_t *stack, stack_t *old);
int siginterrupt(int number, int interrupts);
void psignal(int number, const char *text);
int pthread_kill(unsigned long thread, int number);
int pthread_sigmask(int how, const sigset_t *set, sigset_t *old);
