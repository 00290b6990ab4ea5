/* Every construct at least once. */
#include <stddef.h>
#include <stdbool.h>
#include <limits.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), __VERIFIER_assert(int condition), reach_error(void);
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#define NAME(x) #x
#define GLUE(a, b) a ## b
#define FIRST(a, ...) a
#if defined(MAX) && !defined(NOTHING) && (2 * 3 == 6 || 1 / 0)
#define YES 1
#elif 1
#error never
#else
#define YES 0
#endif
#ifdef NOTHING
'unterminated
#endif
#undef NOTHING
# 40 "other.c"
enum shade { DARK = -1, LIGHT = 1 << 3, NEXT };
typedef unsigned long word, *word_pointer;
typedef struct list { struct list *next; int value; _Bool flag; struct { short inner; } deep; int cells[2]; } list;
union both { int number; char bytes[4]; };
struct bits { unsigned low : 3; unsigned high : 5; };
extern int outside(int, const char *, ...);
static const int limits[2][2] = { { 1, 2 }, { [1] = 4 } };
int counter, *address = &counter;
list *head;
static inline __attribute__((unused)) int larger(int a, int b) { return MAX(a, b); }
double average(double a, double b) { return (a + b) / 2; }
int (*chosen)(int, int) = larger;
static list *push(list *rest, int value) {
  list *new = (list *)malloc(sizeof(*new));
  new->next = rest, new->value = value;
  new->deep.inner = (short)value;
  new->cells[1] = value;
  return new;
}
void *malloc(size_t);
static unsigned long long many(unsigned char a, short b, long c) {
  a += b; b <<= 2; c >>= 1u; a++; --b; a = ~a; b = -b; c = +c;
  return a ^ b | c & 0x1fL;
}
int main(int count, char **arguments) {
  int i, total = 0, GLUE(to, tal2) = YES, array[4] = { 1, 2 };
  const char *text = "a" "b\n" NAME(x + 1);
  list one = { .value = 3, .deep = { 4 } }, two;
  int matrix[2][3] = { 1, 2, 3, { 4 } };
  int *to = &total;
  bool is = count > 2 || !YES;
  static short calls;
  two = one;
  two.cells[0]++;
  for (i = 0; i < 4; i++) { if (i == 2) continue; array[i] += i; }
  while (1) { if (i-- <= 0) break; else *to = *to + matrix[i & 1][2]; }
  do total--; while (total > 10);
  switch (total) {
    case 1: total = LIGHT;
    case 2 ... 5: { total += NEXT; break; }
    default: total = (int)sizeof(list) + sizeof total;
  }
  head = push(head, total);
  if (head && head->next != NULL) head->next->flag = is;
  total = is ? larger(total, i) : (i = 3, FIRST(i, 4, 5));
  total = ({ int t = total; t + 1; });
  if (__builtin_expect(total == INT_MAX, 0)) goto end;
  __VERIFIER_assume(total < 100);
  total %= 7; total /= 2; total |= 'c'; total = total << 1 >> 1;
  counter += many(1, 2, 3u) > 4ull;
  if (limits[1][1] != 4 || __VERIFIER_nondet_int() == total - 1) { reach_error(); }
again:
  calls++;
  if (calls < 3) goto again;
  outside(1, text);
  free_all: ;
  (void)offsetof(list, deep.inner);
  __VERIFIER_assert(larger(1, 2) == 2);
end:
  return *address;
}
