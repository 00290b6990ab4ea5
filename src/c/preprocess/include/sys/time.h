#include <sys/select.h>
struct timezone {
    int tz_minuteswest;
    int tz_dsttime;
};
struct itimerval {
    struct timeval it_interval;
    struct timeval it_value;
};
#define ITIMER_REAL 0
#define ITIMER_VIRTUAL 1
#define ITIMER_PROF 2
#define timerisset(time) ((time)->tv_sec || (time)->tv_usec)
#define timerclear(time) ((time)->tv_sec = (time)->tv_usec = 0)
#define timercmp(a, b, compare) (((a)->tv_sec == (b)->tv_sec) ? ((a)->tv_usec compare (b)->tv_usec) : ((a)->tv_sec compare (b)->tv_sec))
#define timeradd(a, b, sum) do { (sum)->tv_sec = (a)->tv_sec + (b)->tv_sec; (sum)->tv_usec = (a)->tv_usec + (b)->tv_usec; if ((sum)->tv_usec >= 1000000) { ++(sum)->tv_sec; (sum)->tv_usec -= 1000000; } } while (0)
#define timersub(a, b, rest) do { (rest)->tv_sec = (a)->tv_sec - (b)->tv_sec; (rest)->tv_usec = (a)->tv_usec - (b)->tv_usec; if ((rest)->tv_usec < 0) { --(rest)->tv_sec; (rest)->tv_usec += 1000000; } } while (0)
int gettimeofday(struct timeval *to, void *zone);
int settimeofday(const struct timeval *time, const struct timezone *zone);
int adjtime(const struct timeval *delta, struct timeval *old);
int getitimer(int which, struct itimerval *to);
int setitimer(int which, const struct itimerval *time, struct itimerval *old);
int utimes(const char *name, const struct timeval times[2]);
int lutimes(const char *name, const struct timeval times[2]);
int futimes(int file, const struct timeval times[2]);
