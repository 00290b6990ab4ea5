#define __GLIBC__ 2
#define __GLIBC_MINOR__ 36
#define __GNU_LIBRARY__ 6
#define __USE_POSIX 1
#define __USE_MISC 1
