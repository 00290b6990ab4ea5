#include <sys/ipc.h>
#define MSG_NOERROR 4096
struct msqid_ds;
int msgctl(int id, int command, struct msqid_ds *data);
int msgget(key_t key, int flags);
ssize_t msgrcv(int id, void *to, size_t size, long type, int flags);
int msgsnd(int id, const void *from, size_t size, int flags);
