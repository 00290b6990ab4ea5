#include <sys/ipc.h>
#define SHM_R 256
#define SHM_W 128
#define SHM_RDONLY 4096
struct shmid_ds;
int shmctl(int id, int command, struct shmid_ds *data);
int shmget(key_t key, size_t size, int flags);
void *shmat(int id, const void *address, int flags);
int shmdt(const void *address);
