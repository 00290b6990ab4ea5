#include <stdlib.h>
#include <stdio.h>
void *memalign(size_t alignment, size_t size);
size_t malloc_usable_size(void *object);
int malloc_trim(size_t size);
int mallopt(int parameter, int value);
void malloc_stats(void);
