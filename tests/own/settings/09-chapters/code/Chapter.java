import java.util.Map;
import java.util.TreeMap;

/** A book is a list of chapters, a chapter is a list of paragraphs. */
public class Chapter {

    Paragraph paragraphs;
    Chapter next;
    String heading = "";

    /** How many paragraphs there are in all chapters. */
    static int countParagraphs(Chapter book) {
        int count = 0;
        Chapter chapter = book;
        while (chapter != null) {
            Paragraph paragraph = chapter.paragraphs;
            while (paragraph != null) {
                count++;
                paragraph = paragraph.next;
            }
            chapter = chapter.next;
        }
        return count;
    }

    static Chapter parse(String[] lines) {
        Chapter first = null;
        Chapter last = null;
        for (String line : lines) {
            if (line.startsWith("#")) {
                Chapter c = new Chapter();
                c.heading = line.substring(1).trim();
                if (first == null) {
                    first = c;
                } else {
                    last.next = c;
                }
                last = c;
            } else if (last != null) {
                last.paragraphs = new Paragraph(line, last.paragraphs);
            }
        }
        return first;
    }

    public static void main(String[] args) {
        String[] lines = {"# One", "It begins.", "It goes on.", "# Two", "# Three", "It ends."};
        Chapter book = parse(lines);
        Map<String, Integer> words = new TreeMap<>();
        for (String line : lines) {
            for (String word : line.split("\\W+")) {
                words.merge(word.toLowerCase(), 1, Integer::sum);
            }
        }
        System.out.println(countParagraphs(book) + " paragraphs, " + words);
    }
}
