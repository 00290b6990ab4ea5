#include <stddef.h>
#include <stdint.h>
typedef enum {
    memory_order_relaxed = 0,
    memory_order_consume = 1,
    memory_order_acquire = 2,
    memory_order_release = 3,
    memory_order_acq_rel = 4,
    memory_order_seq_cst = 5
} memory_order;
typedef _Atomic _Bool atomic_bool;
typedef _Atomic char atomic_char;
typedef _Atomic signed char atomic_schar;
typedef _Atomic unsigned char atomic_uchar;
typedef _Atomic short atomic_short;
typedef _Atomic unsigned short atomic_ushort;
typedef _Atomic int atomic_int;
typedef _Atomic unsigned int atomic_uint;
typedef _Atomic long atomic_long;
typedef _Atomic unsigned long atomic_ulong;
typedef _Atomic long long atomic_llong;
typedef _Atomic unsigned long long atomic_ullong;
typedef _Atomic __CHAR16_TYPE__ atomic_char16_t;
typedef _Atomic __CHAR32_TYPE__ atomic_char32_t;
typedef _Atomic __WCHAR_TYPE__ atomic_wchar_t;
typedef _Atomic int_least8_t atomic_int_least8_t;
typedef _Atomic uint_least8_t atomic_uint_least8_t;
typedef _Atomic int_least16_t atomic_int_least16_t;
typedef _Atomic uint_least16_t atomic_uint_least16_t;
typedef _Atomic int_least32_t atomic_int_least32_t;
typedef _Atomic uint_least32_t atomic_uint_least32_t;
typedef _Atomic int_least64_t atomic_int_least64_t;
typedef _Atomic uint_least64_t atomic_uint_least64_t;
typedef _Atomic int_fast8_t atomic_int_fast8_t;
typedef _Atomic uint_fast8_t atomic_uint_fast8_t;
typedef _Atomic int_fast16_t atomic_int_fast16_t;
typedef _Atomic uint_fast16_t atomic_uint_fast16_t;
typedef _Atomic int_fast32_t atomic_int_fast32_t;
typedef _Atomic uint_fast32_t atomic_uint_fast32_t;
typedef _Atomic int_fast64_t atomic_int_fast64_t;
typedef _Atomic uint_fast64_t atomic_uint_fast64_t;
typedef _Atomic intptr_t atomic_intptr_t;
typedef _Atomic uintptr_t atomic_uintptr_t;
typedef _Atomic size_t atomic_size_t;
typedef _Atomic ptrdiff_t atomic_ptrdiff_t;
typedef _Atomic intmax_t atomic_intmax_t;
typedef _Atomic uintmax_t atomic_uintmax_t;
typedef struct {
    _Bool __is_set;
} atomic_flag;
#define ATOMIC_FLAG_INIT { 0 }
#define ATOMIC_VAR_INIT(value) (value)
#define ATOMIC_BOOL_LOCK_FREE 2
#define ATOMIC_CHAR_LOCK_FREE 2
#define ATOMIC_CHAR16_T_LOCK_FREE 2
#define ATOMIC_CHAR32_T_LOCK_FREE 2
#define ATOMIC_WCHAR_T_LOCK_FREE 2
#define ATOMIC_SHORT_LOCK_FREE 2
#define ATOMIC_INT_LOCK_FREE 2
#define ATOMIC_LONG_LOCK_FREE 2
#define ATOMIC_LLONG_LOCK_FREE 2
#define ATOMIC_POINTER_LOCK_FREE 2
#define kill_dependency(value) (value)
#define atomic_is_lock_free(object) 1
#define atomic_thread_fence(order) ((void)(order))
#define atomic_signal_fence(order) ((void)(order))
#define atomic_init(object, value) ((void)(*(object) = (value)))
#define atomic_store(object, value) ((void)(*(object) = (value)))
#define atomic_store_explicit(object, value, order) ((void)(order), (void)(*(object) = (value)))
#define atomic_load(object) ((void)0, *(object))
#define atomic_load_explicit(object, order) ((void)(order), *(object))
#define __hrglass_fetch(object, operator, value) __extension__({ __auto_type __object = (object); __auto_type __old = *__object; *__object = __old operator (value); __old; })
#define atomic_exchange(object, value) __extension__({ __auto_type __object = (object); __auto_type __old = *__object; *__object = (value); __old; })
#define atomic_exchange_explicit(object, value, order) ((void)(order), atomic_exchange(object, value))
#define atomic_compare_exchange_strong(object, expected, value) __extension__({ __auto_type __object = (object); __auto_type __expected = (expected); _Bool __equal = *__object == *__expected; if (__equal) *__object = (value); else *__expected = *__object; __equal; })
#define atomic_compare_exchange_strong_explicit(object, expected, value, success, failure) ((void)(success), (void)(failure), atomic_compare_exchange_strong(object, expected, value))
#define atomic_compare_exchange_weak(object, expected, value) atomic_compare_exchange_strong(object, expected, value)
#define atomic_compare_exchange_weak_explicit(object, expected, value, success, failure) ((void)(success), (void)(failure), atomic_compare_exchange_strong(object, expected, value))
#define atomic_fetch_add(object, value) __hrglass_fetch(object, +, value)
#define atomic_fetch_add_explicit(object, value, order) ((void)(order), atomic_fetch_add(object, value))
#define atomic_fetch_sub(object, value) __hrglass_fetch(object, -, value)
#define atomic_fetch_sub_explicit(object, value, order) ((void)(order), atomic_fetch_sub(object, value))
#define atomic_fetch_or(object, value) __hrglass_fetch(object, |, value)
#define atomic_fetch_or_explicit(object, value, order) ((void)(order), atomic_fetch_or(object, value))
#define atomic_fetch_xor(object, value) __hrglass_fetch(object, ^, value)
#define atomic_fetch_xor_explicit(object, value, order) ((void)(order), atomic_fetch_xor(object, value))
#define atomic_fetch_and(object, value) __hrglass_fetch(object, &, value)
#define atomic_fetch_and_explicit(object, value, order) ((void)(order), atomic_fetch_and(object, value))
#define atomic_flag_test_and_set(flag) __extension__({ __auto_type __flag = (flag); _Bool __was_set = __flag->__is_set; __flag->__is_set = 1; __was_set; })
#define atomic_flag_test_and_set_explicit(flag, order) ((void)(order), atomic_flag_test_and_set(flag))
#define atomic_flag_clear(flag) ((void)((flag)->__is_set = 0))
#define atomic_flag_clear_explicit(flag, order) ((void)(order), atomic_flag_clear(flag))
