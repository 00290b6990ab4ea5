/**
 * A line editor. The text before the cursor and the text behind it are two
 * stacks, and the cursor is between their tops.
 */
public class TextEditor {

    class CharNode {
        char ch;
        CharNode next;

        CharNode(char ch, CharNode next) {
            this.ch = ch;
            this.next = next;
        }
    }

    private CharNode before = null;
    private CharNode behind = null;

    public void type(char ch) {
        before = new CharNode(ch, before);
    }

    public void type(String text) {
        for (int i = 0; i < text.length(); i++) {
            type(text.charAt(i));
        }
    }

    public boolean moveLeft() {
        if (before == null) {
            return false;
        }
        CharNode node = before;
        before = node.next;
        node.next = behind;
        behind = node;
        return true;
    }

    public boolean moveRight() {
        if (behind == null) {
            return false;
        }
        CharNode node = behind;
        behind = node.next;
        node.next = before;
        before = node;
        return true;
    }

    /** Moves the cursor to the beginning of the word. */
    public void moveWordLeft() {
        while (before != null && before.ch == ' ') {
            moveLeft();
        }
        while (before != null && before.ch != ' ') {
            moveLeft();
        }
    }

    public void backspace() {
        if (before != null) {
            before = before.next;
        }
    }

    public void execute(String command) {
        switch (command) {
            case "left":
                moveLeft();
                break;
            case "right":
                moveRight();
                break;
            case "word":
                moveWordLeft();
                break;
            case "delete":
                backspace();
                break;
            default:
                type(command);
        }
    }

    @Override
    public String toString() {
        StringBuilder sb = new StringBuilder();
        for (CharNode n = before; n != null; n = n.next) {
            sb.insert(0, n.ch);
        }
        sb.append('|');
        for (CharNode n = behind; n != null; n = n.next) {
            sb.append(n.ch);
        }
        return sb.toString();
    }

    public static void main(String[] args) {
        TextEditor editor = new TextEditor();
        String[] commands = {"helo world", "word", "left", "left", "l", "right", "delete", "left"};
        for (String command : commands) {
            editor.execute(command);
            System.out.println(editor);
        }
    }
}
