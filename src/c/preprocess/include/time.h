#include <stddef.h>
typedef long clock_t;
typedef long time_t;
typedef int clockid_t;
typedef void *timer_t;
typedef int pid_t;
#define CLOCKS_PER_SEC ((clock_t)1000000)
#define CLOCK_REALTIME 0
#define CLOCK_MONOTONIC 1
#define CLOCK_PROCESS_CPUTIME_ID 2
#define CLOCK_THREAD_CPUTIME_ID 3
#define CLOCK_MONOTONIC_RAW 4
#define CLOCK_REALTIME_COARSE 5
#define CLOCK_MONOTONIC_COARSE 6
#define CLOCK_BOOTTIME 7
#define TIMER_ABSTIME 1
#define TIME_UTC 1
struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long tm_gmtoff;
    const char *tm_zone;
};
#ifndef __timespec_defined
#define __timespec_defined 1
struct timespec {
    time_t tv_sec;
    long tv_nsec;
};
#endif
struct itimerspec {
    struct timespec it_interval;
    struct timespec it_value;
};
struct sigevent;
clock_t clock(void);
time_t time(time_t *to);
double difftime(time_t later, time_t earlier);
time_t mktime(struct tm *broken);
size_t strftime(char *to, size_t count, const char *format, const struct tm *broken);
struct tm *gmtime(const time_t *time);
struct tm *localtime(const time_t *time);
struct tm *gmtime_r(const time_t *time, struct tm *to);
struct tm *localtime_r(const time_t *time, struct tm *to);
char *asctime(const struct tm *broken);
char *ctime(const time_t *time);
char *asctime_r(const struct tm *broken, char *to);
char *ctime_r(const time_t *time, char *to);
int timespec_get(struct timespec *to, int base);
extern char *tzname[2];
extern int daylight;
extern long timezone;
void tzset(void);
time_t timegm(struct tm *broken);
time_t timelocal(struct tm *broken);
int dysize(int year);
int nanosleep(const struct timespec *time, struct timespec *rest);
int clock_getres(clockid_t clock, struct timespec *to);
int clock_gettime(clockid_t clock, struct timespec *to);
int clock_settime(clockid_t clock, const struct timespec *time);
int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *rest);
int timer_create(clockid_t clock, struct sigevent *event, timer_t *to);
int timer_delete(timer_t timer);
int timer_settime(timer_t timer, int flags, const struct itimerspec *time, struct itimerspec *old);
int timer_gettime(timer_t timer, struct itimerspec *to);
int timer_getoverrun(timer_t timer);
#ifdef _GNU_SOURCE
char *strptime(const char *text, const char *format, struct tm *to);
int getdate_r(const char *text, struct tm *to);
#endif
