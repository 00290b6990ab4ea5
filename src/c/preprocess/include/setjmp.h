struct __jmp_buf_tag {
#ifdef __LP64__
    long __registers[8];
#else
    int __registers[6];
#endif
    int __has_mask;
    struct {
        unsigned long __bits[1024 / (8 * sizeof(unsigned long))];
    } __mask;
};
typedef struct __jmp_buf_tag jmp_buf[1];
typedef struct __jmp_buf_tag sigjmp_buf[1];
int setjmp(struct __jmp_buf_tag place[1]);
#define setjmp(place) setjmp(place)
int _setjmp(struct __jmp_buf_tag place[1]);
void longjmp(struct __jmp_buf_tag place[1], int value);
void _longjmp(struct __jmp_buf_tag place[1], int value);
int __sigsetjmp(struct __jmp_buf_tag place[1], int mask);
#define sigsetjmp(place, mask) __sigsetjmp(place, mask)
void siglongjmp(struct __jmp_buf_tag place[1], int value);
