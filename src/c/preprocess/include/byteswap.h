#include <endian.h>
#define bswap_16(number) __hrglass_swap16(number)
#define bswap_32(number) __hrglass_swap32(number)
#define bswap_64(number) __hrglass_swap64(number)
