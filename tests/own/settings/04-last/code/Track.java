import java.util.ArrayDeque;
import java.util.Deque;

/** A doubly linked list of tracks of a record. */
public class Track {

    Track prev;
    Track next;
    int seconds;

    static Track last(Track first) {
        Track track = first;
        while (track.next != null) {
            track = track.next;
        }
        return track;
    }

    static Track of(int... seconds) {
        Track first = null;
        Track last = null;
        for (int s : seconds) {
            Track t = new Track();
            t.seconds = s;
            t.prev = last;
            if (first == null) {
                first = t;
            } else {
                last.next = t;
            }
            last = t;
        }
        return first;
    }

    static String backwards(Track track) {
        StringBuilder text = new StringBuilder();
        for (Track t = last(track); t != null; t = t.prev) {
            text.append(t.seconds).append("s ");
        }
        return text.toString();
    }

    public static void main(String[] args) {
        Deque<String> log = new ArrayDeque<>();
        log.push(backwards(of(180, 243, 95)));
        log.push("reversed:");
        log.forEach(System.out::println);
    }
}
