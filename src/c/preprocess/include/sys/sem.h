#include <sys/ipc.h>
#define SEM_UNDO 4096
#define GETPID 11
#define GETVAL 12
#define GETALL 13
#define GETNCNT 14
#define GETZCNT 15
#define SETVAL 16
#define SETALL 17
struct sembuf {
    unsigned short sem_num;
    short sem_op;
    short sem_flg;
};
int semctl(int id, int number, int command, ...);
int semget(key_t key, int count, int flags);
int semop(int id, struct sembuf *operations, size_t count);
