// The second lock is not taken when the first flag is negative.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
  int second_lock = 0;
  if (second && first >= 0) second_lock = 1;
  if (second && second_lock != 1) reach_error();
  return 0;
}
