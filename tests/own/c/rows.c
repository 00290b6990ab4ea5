/* Lines of a text: a list of lists. */
#include <stdlib.h>

struct word {
    int letters;
    struct word *next;
};

struct line {
    struct word *words;
    struct line *next;
};

struct line *add_line(struct line *text)
{
    struct line *l = malloc(sizeof(struct line));
    l->words = NULL;
    l->next = text;
    return l;
}

void add_word(struct line *l, int letters)
{
    if (l == NULL)
        return;
    struct word *w = malloc(sizeof(struct word));
    w->letters = letters;
    w->next = l->words;
    l->words = w;
}

int count_words(const struct line *text)
{
    int n = 0;
    for (; text != NULL; text = text->next)
        for (const struct word *w = text->words; w != NULL; w = w->next)
            n++;
    return n;
}

void free_text(struct line *text)
{
    while (text) {
        struct line *next = text->next;
        while (text->words) {
            struct word *w = text->words;
            text->words = w->next;
            free(w);
        }
        free(text);
        text = next;
    }
}

/* Wrong: the words are not freed. */
void free_lines_only(struct line *text)
{
    while (text) {
        struct line *next = text->next;
        free(text);
        text = next;
    }
}
