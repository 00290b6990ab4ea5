char *dirname(char *name);
char *__xpg_basename(char *name);
#define basename __xpg_basename
