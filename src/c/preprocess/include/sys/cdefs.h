#include <features.h>
#define __BEGIN_DECLS
#define __END_DECLS
#define __THROW __attribute__((__nothrow__))
#define __P(arguments) arguments
#define __CONCAT(x, y) x ## y
#define __STRING(x) #x
