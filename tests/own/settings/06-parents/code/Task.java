import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A task is split into at most two parts, which point back to it. */
public class Task {

    Task left;
    Task right;
    Task parent;
    private String title = "untitled";

    /** The number of steps from the leftmost part up to the whole task. */
    static int depthOfLeftmost(Task whole) {
        Task task = whole;
        while (task.left != null) {
            task = task.left;
        }
        int steps = 0;
        while (task.parent != null) {
            task = task.parent;
            steps++;
        }
        return steps;
    }

    Task split(String first, String second) {
        left = new Task();
        left.title = first;
        left.parent = this;
        right = new Task();
        right.title = second;
        right.parent = this;
        return left;
    }

    List<String> path() {
        List<String> titles = new ArrayList<>();
        for (Task t = this; t != null; t = t.parent) {
            titles.add(t.title);
        }
        Collections.reverse(titles);
        return titles;
    }

    public static void main(String[] args) {
        Task whole = new Task();
        Task part = whole.split("write", "publish").split("draft", "revise");
        System.out.println(String.join(" / ", part.path()));
        System.out.println(depthOfLeftmost(whole));
    }
}
