#define RTLD_LAZY 1
#define RTLD_NOW 2
#define RTLD_GLOBAL 256
#define RTLD_LOCAL 0
void *dlopen(const char *name, int mode);
int dlclose(void *library);
void *dlsym(void *library, const char *name);
char *dlerror(void);
