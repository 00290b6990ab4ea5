class Paragraph {

    private final String text;
    Paragraph next;

    Paragraph(String text, Paragraph next) {
        this.text = text;
        this.next = next;
    }

    int words() {
        return text.isBlank() ? 0 : text.split(" ").length;
    }
}
