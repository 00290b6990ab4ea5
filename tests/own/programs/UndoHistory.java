package org.example.editor;

/**
 * Commands that have been executed, for undo and redo. The steps form a
 * chain that starts with an artificial step.
 */
public class UndoHistory {

    /** Something that can be done and undone. */
    public interface Command {
        void apply();

        void revert();

        default String label() {
            return "edit";
        }
    }

    private static class Step {
        final Command command;
        Step previous;
        Step next;

        Step(Command command, Step previous) {
            this.command = command;
            this.previous = previous;
        }
    }

    private final Step start = new Step(null, null);
    private Step current = start;

    /** Executes a command; what has been undone before is forgotten. */
    public void execute(Command command) {
        if (command == null) {
            return;
        }
        command.apply();
        Step step = new Step(command, current);
        current.next = step;
        current = step;
    }

    /** Undoes the last command that is still in effect, if any. */
    public boolean undo() {
        if (current == start) {
            return false;
        }
        current.command.revert();
        current = current.previous;
        return true;
    }

    public boolean redo() {
        if (current.next == null) {
            return false;
        }
        current = current.next;
        current.command.apply();
        return true;
    }

    public int depth() {
        int depth = 0;
        for (Step step = current; step != start; step = step.previous) {
            depth++;
        }
        return depth;
    }

    public static void main(String[] args) {
        StringBuilder text = new StringBuilder();
        UndoHistory history = new UndoHistory();
        for (String word : new String[] {"hello", ", ", "world"}) {
            history.execute(new Command() {
                @Override
                public void apply() {
                    text.append(word);
                }

                @Override
                public void revert() {
                    text.setLength(text.length() - word.length());
                }

                @Override
                public String label() {
                    return "type '" + word + "'";
                }
            });
        }
        System.out.println(text + " after " + history.depth() + " commands");
        history.undo();
        history.undo();
        System.out.println(text);
        history.redo();
        System.out.println(text);
        while (history.undo()) {
            System.out.println("undo: '" + text + "'");
        }
    }
}
