#include <sched.h>
#include <sys/types.h>
#include <time.h>
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
#define PTHREAD_PROCESS_PRIVATE 0
#define PTHREAD_PROCESS_SHARED 1
#define PTHREAD_CANCEL_ENABLE 0
#define PTHREAD_CANCEL_DISABLE 1
#define PTHREAD_CANCEL_DEFERRED 0
#define PTHREAD_CANCEL_ASYNCHRONOUS 1
#define PTHREAD_CANCELED ((void *)-1)
#define PTHREAD_SCOPE_SYSTEM 0
#define PTHREAD_SCOPE_PROCESS 1
#define PTHREAD_INHERIT_SCHED 0
#define PTHREAD_EXPLICIT_SCHED 1
#define PTHREAD_PRIO_NONE 0
#define PTHREAD_PRIO_INHERIT 1
#define PTHREAD_PRIO_PROTECT 2
#define PTHREAD_BARRIER_SERIAL_THREAD -1
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define pthread_cleanup_push(routine, argument) do { void (*__routine)(void *) = (routine); void *__argument = (argument);
#define pthread_cleanup_pop(executes) if (executes) __routine(__argument); } while (0)
int pthread_create(pthread_t *to, const pthread_attr_t *attributes, void *(*start)(void *), void *argument);
void pthread_exit(void *result) __attribute__((noreturn));
int pthread_join(pthread_t thread, void **result);
int pthread_detach(pthread_t thread);
pthread_t pthread_self(void);
int pthread_equal(pthread_t one, pthread_t other);
int pthread_cancel(pthread_t thread);
int pthread_setcancelstate(int state, int *old);
int pthread_setcanceltype(int type, int *old);
void pthread_testcancel(void);
int pthread_once(pthread_once_t *control, void (*routine)(void));
int pthread_atfork(void (*before)(void), void (*parent)(void), void (*child)(void));
int pthread_getcpuclockid(pthread_t thread, clockid_t *to);
int pthread_getschedparam(pthread_t thread, int *policy, struct sched_param *parameters);
int pthread_setschedparam(pthread_t thread, int policy, const struct sched_param *parameters);
int pthread_key_create(pthread_key_t *key, void (*destructor)(void *));
int pthread_key_delete(pthread_key_t key);
void *pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *value);
int pthread_attr_init(pthread_attr_t *attributes);
int pthread_attr_destroy(pthread_attr_t *attributes);
int pthread_attr_getdetachstate(const pthread_attr_t *attributes, int *to);
int pthread_attr_setdetachstate(pthread_attr_t *attributes, int value);
int pthread_attr_getguardsize(const pthread_attr_t *attributes, size_t *to);
int pthread_attr_setguardsize(pthread_attr_t *attributes, size_t value);
int pthread_attr_getinheritsched(const pthread_attr_t *attributes, int *to);
int pthread_attr_setinheritsched(pthread_attr_t *attributes, int value);
int pthread_attr_getschedpolicy(const pthread_attr_t *attributes, int *to);
int pthread_attr_setschedpolicy(pthread_attr_t *attributes, int value);
int pthread_attr_getscope(const pthread_attr_t *attributes, int *to);
int pthread_attr_setscope(pthread_attr_t *attributes, int value);
int pthread_attr_getstacksize(const pthread_attr_t *attributes, size_t *to);
int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t value);
int pthread_attr_getschedparam(const pthread_attr_t *attributes, struct sched_param *to);
int pthread_attr_setschedparam(pthread_attr_t *attributes, const struct sched_param *value);
int pthread_attr_getstack(const pthread_attr_t *attributes, void **stack, size_t *size);
int pthread_attr_setstack(pthread_attr_t *attributes, void *stack, size_t size);
int pthread_mutex_init(pthread_mutex_t *object, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *object);
int pthread_mutexattr_init(pthread_mutexattr_t *attributes);
int pthread_mutexattr_destroy(pthread_mutexattr_t *attributes);
int pthread_mutexattr_getpshared(const pthread_mutexattr_t *attributes, int *to);
int pthread_mutexattr_setpshared(pthread_mutexattr_t *attributes, int value);
int pthread_cond_init(pthread_cond_t *object, const pthread_condattr_t *attributes);
int pthread_cond_destroy(pthread_cond_t *object);
int pthread_condattr_init(pthread_condattr_t *attributes);
int pthread_condattr_destroy(pthread_condattr_t *attributes);
int pthread_condattr_getpshared(const pthread_condattr_t *attributes, int *to);
int pthread_condattr_setpshared(pthread_condattr_t *attributes, int value);
int pthread_rwlock_init(pthread_rwlock_t *object, const pthread_rwlockattr_t *attributes);
int pthread_rwlock_destroy(pthread_rwlock_t *object);
int pthread_rwlockattr_init(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_destroy(pthread_rwlockattr_t *attributes);
int pthread_rwlockattr_getpshared(const pthread_rwlockattr_t *attributes, int *to);
int pthread_rwlockattr_setpshared(pthread_rwlockattr_t *attributes, int value);
int pthread_mutexattr_gettype(const pthread_mutexattr_t *attributes, int *to);
int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int value);
int pthread_mutexattr_getprotocol(const pthread_mutexattr_t *attributes, int *to);
int pthread_mutexattr_setprotocol(pthread_mutexattr_t *attributes, int value);
int pthread_mutexattr_getprioceiling(const pthread_mutexattr_t *attributes, int *to);
int pthread_mutexattr_setprioceiling(pthread_mutexattr_t *attributes, int value);
int pthread_mutexattr_getrobust(const pthread_mutexattr_t *attributes, int *to);
int pthread_mutexattr_setrobust(pthread_mutexattr_t *attributes, int value);
int pthread_condattr_getclock(const pthread_condattr_t *attributes, clockid_t *to);
int pthread_condattr_setclock(pthread_condattr_t *attributes, clockid_t value);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_trylock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_mutex_consistent(pthread_mutex_t *mutex);
int pthread_mutex_timedlock(pthread_mutex_t *mutex, const struct timespec *time);
int pthread_cond_signal(pthread_cond_t *condition);
int pthread_cond_broadcast(pthread_cond_t *condition);
int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex);
int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *time);
int pthread_rwlock_rdlock(pthread_rwlock_t *lock);
int pthread_rwlock_tryrdlock(pthread_rwlock_t *lock);
int pthread_rwlock_wrlock(pthread_rwlock_t *lock);
int pthread_rwlock_trywrlock(pthread_rwlock_t *lock);
int pthread_rwlock_unlock(pthread_rwlock_t *lock);
int pthread_rwlock_timedrdlock(pthread_rwlock_t *lock, const struct timespec *time);
int pthread_rwlock_timedwrlock(pthread_rwlock_t *lock, const struct timespec *time);
int pthread_spin_init(pthread_spinlock_t *lock, int shared);
int pthread_spin_destroy(pthread_spinlock_t *lock);
int pthread_spin_lock(pthread_spinlock_t *lock);
int pthread_spin_trylock(pthread_spinlock_t *lock);
int pthread_spin_unlock(pthread_spinlock_t *lock);
int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes, unsigned int count);
int pthread_barrier_destroy(pthread_barrier_t *barrier);
int pthread_barrier_wait(pthread_barrier_t *barrier);
int pthread_barrierattr_init(pthread_barrierattr_t *attributes);
int pthread_barrierattr_destroy(pthread_barrierattr_t *attributes);
int pthread_barrierattr_getpshared(const pthread_barrierattr_t *attributes, int *to);
int pthread_barrierattr_setpshared(pthread_barrierattr_t *attributes, int value);
#ifdef _GNU_SOURCE
int pthread_setname_np(pthread_t thread, const char *name);
int pthread_getname_np(pthread_t thread, char *to, size_t size);
int pthread_yield(void);
int pthread_tryjoin_np(pthread_t thread, void **result);
#endif
