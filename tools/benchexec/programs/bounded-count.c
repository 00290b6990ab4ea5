// A number that grows by one while it is small never passes its bound.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  unsigned int count = 0;
  while (__VERIFIER_nondet_int()) {
    if (count < 1000) count = count + 1;
  }
  if (count > 1000) reach_error();
  return 0;
}
