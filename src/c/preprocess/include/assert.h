#undef assert
#ifdef NDEBUG
#define assert(condition) ((void)0)
#else
void __hrglass_assert(int holds);
#define assert(condition) __hrglass_assert(!!(condition))
#endif
#define static_assert _Static_assert
