// Variables whose address is taken, left in every way.
int pick(int *of) { return *of; }
int main(void) {
    int sum = 0;
    for (int i = 0; i < 9; i++) {
        int x = i, *p = &x;
        if (i == 2) continue;
        {
            int y = 1, *q = &y;
            sum += *p + *q;
            if (i == 4) goto again;
            if (i == 6) break;
        }
    again:;
        int z = 2;
        sum += pick(&z);
    }
    switch (sum) {
        int late;
    case 0: { int *p = &late; *p = 3; break; }
    default: { int inner = 5, *p = &inner; if (*p) return sum - sum; }
    }
    return 1;
}
