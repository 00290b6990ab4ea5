import java.util.Arrays;
import java.util.StringJoiner;

/** The jobs that wait for a printer. */
public class PrintQueue {

    Job first;
    Job last;

    /** Appends a job. */
    public PrintQueue enqueue(int pages) {
        Job job = new Job(pages);
        if (last == null) {
            first = job;
        } else {
            last.following = job;
        }
        last = job;
        return this;
    }

    /** Removes the first job; null if there is none. */
    public Job dequeue() {
        Job job = first;
        if (job != null) {
            first = job.following;
            if (first == null) {
                last = null;
            }
            job.following = null;
        }
        return job;
    }

    int[] toArray() {
        int[] pages = new int[8];
        int n = 0;
        for (Job j = first; j != null; j = j.following) {
            if (n == pages.length) {
                pages = Arrays.copyOf(pages, 2 * n);
            }
            pages[n++] = j.pages;
        }
        return Arrays.copyOf(pages, n);
    }

    @Override
    public String toString() {
        StringJoiner joiner = new StringJoiner(" < ", "(", ")");
        for (Job j = first; j != null; j = j.following) {
            joiner.add(j.pages + "p");
        }
        return joiner.toString();
    }

    public static void main(String[] args) {
        PrintQueue queue = new PrintQueue();
        for (String arg : args.length > 0 ? args : new String[] {"3", "12", "1"}) {
            queue.enqueue(Integer.parseInt(arg));
        }
        System.out.println(queue + " " + Arrays.toString(queue.toArray()));
        System.out.println(queue.dequeue().pages);
    }
}
