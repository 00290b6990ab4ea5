#include <stddef.h>
typedef __CHAR16_TYPE__ char16_t;
typedef __CHAR32_TYPE__ char32_t;
#include <wchar.h>
size_t mbrtoc16(char16_t *to, const char *text, size_t count, mbstate_t *state);
size_t c16rtomb(char *to, char16_t character, mbstate_t *state);
size_t mbrtoc32(char32_t *to, const char *text, size_t count, mbstate_t *state);
size_t c32rtomb(char *to, char32_t character, mbstate_t *state);
