/**
 * Keeps the states of a document for undo and redo.
 *
 * @param <S> type of the states, should be immutable
 */
public class UndoHistory<S> {

    private record Memento<S>(S state, Memento<S> older) { }

    private S current;
    private Memento<S> undoStack;
    private Memento<S> redoStack;
    private int undoCount;
    private int redoCount;

    public UndoHistory(S initial) {
        current = initial;
    }

    public S current() {
        return current;
    }

    /** Makes the given state the current one. What had been undone cannot be redone any more. */
    public void perform(S state) {
        undoStack = new Memento<>(current, undoStack);
        undoCount++;
        current = state;
        redoStack = null;
    }

    public boolean canUndo() {
        return undoCount > 0;
    }

    public boolean canRedo() {
        return redoCount > 0;
    }

    public S undo() {
        if (!canUndo()) {
            throw new IllegalStateException("nothing to undo");
        }
        redoStack = new Memento<>(current, redoStack);
        redoCount++;
        current = undoStack.state();
        undoStack = undoStack.older();
        undoCount--;
        return current;
    }

    public S redo() {
        if (!canRedo()) {
            throw new IllegalStateException("nothing to redo");
        }
        undoStack = new Memento<>(current, undoStack);
        undoCount++;
        current = redoStack.state();
        redoStack = redoStack.older();
        redoCount--;
        return current;
    }

    /** Back to the oldest state. */
    public S undoAll() {
        while (canUndo()) {
            undo();
        }
        return current;
    }

    public S redoAll() {
        while (canRedo()) {
            redo();
        }
        return current;
    }

    public void forget() {
        undoStack = redoStack = null;
        undoCount = redoCount = 0;
    }

    public int depth() {
        return undoCount;
    }
}
