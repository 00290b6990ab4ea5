#include <sys/types.h>
#include <stdint.h>
#define __LITTLE_ENDIAN 1234
#define __BIG_ENDIAN 4321
#define __PDP_ENDIAN 3412
#define __BYTE_ORDER __LITTLE_ENDIAN
#define LITTLE_ENDIAN __LITTLE_ENDIAN
#define BIG_ENDIAN __BIG_ENDIAN
#define PDP_ENDIAN __PDP_ENDIAN
#define BYTE_ORDER __BYTE_ORDER
#define htole16(number) ((uint16_t)(number))
#define le16toh(number) ((uint16_t)(number))
#define htole32(number) ((uint32_t)(number))
#define le32toh(number) ((uint32_t)(number))
#define htole64(number) ((uint64_t)(number))
#define le64toh(number) ((uint64_t)(number))
#define htobe16(number) __hrglass_swap16(number)
#define be16toh(number) __hrglass_swap16(number)
#define htobe32(number) __hrglass_swap32(number)
#define be32toh(number) __hrglass_swap32(number)
#define htobe64(number) __hrglass_swap64(number)
#define be64toh(number) __hrglass_swap64(number)
static inline uint16_t __hrglass_swap16(uint16_t number) { return number >> 8 | number << 8; }
static inline uint32_t __hrglass_swap32(uint32_t number) { return (uint32_t)__hrglass_swap16(number) << 16 | __hrglass_swap16(number >> 16); }
static inline uint64_t __hrglass_swap64(uint64_t number) { return (uint64_t)__hrglass_swap32(number) << 32 | __hrglass_swap32(number >> 32); }
