// Two locks that a loop opens and closes, if the flags of the same name are set.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  int first_lock, second_lock;
  while (__VERIFIER_nondet_int()) {
    first_lock = 0;
    second_lock = 0;
    if (first) first_lock = 1;
    if (second) second_lock = 1;
    if (first) {
      if (first_lock != 1) reach_error();
      first_lock = 0;
    }
    if (second) {
      if (second_lock != 1) reach_error();
      second_lock = 0;
    }
  }
  return 0;
}
