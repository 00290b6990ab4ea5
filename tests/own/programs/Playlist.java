class Song {
    final String title;
    final int seconds;
    Song next;
    Song previous;

    Song(String title, int seconds) {
        this.title = title;
        this.seconds = seconds;
    }

    @Override
    public String toString() {
        return title + " (" + seconds / 60 + ":" + (seconds % 60 < 10 ? "0" : "") + seconds % 60 + ")";
    }
}

/**
 * The playlist of a music player. After the last song it begins again.
 */
public class Playlist {

    private Song first;
    private Song last;
    private Song current;

    public void add(String title, int seconds) {
        Song song = new Song(title, seconds);
        if (first == null) {
            first = song;
            current = song;
        } else {
            last.next = song;
            song.previous = last;
        }
        last = song;
    }

    /** Goes to the next song and returns its title. */
    public String skip() {
        if (current.next != null) {
            current = current.next;
        } else {
            current = first;
        }
        return current.title;
    }

    /** Goes back; stays at the first song. */
    public void back() {
        if (current != null && current.previous != null) {
            current = current.previous;
        }
    }

    /** Removes the current song; the next one becomes the current one. */
    public void removeCurrent() {
        if (current == null) {
            return;
        }
        Song before = current.previous;
        Song after = current.next;
        if (before == null) {
            first = after;
        } else {
            before.next = after;
        }
        if (after == null) {
            last = before;
        } else {
            after.previous = before;
        }
        current = after != null ? after : first;
    }

    public int totalSeconds() {
        int total = 0;
        Song song = first;
        while (song != null) {
            total += song.seconds;
            song = song.next;
        }
        return total;
    }

    public static void main(String[] args) {
        Playlist list = new Playlist();
        list.add("Overture", 247);
        list.add("Slow Train", 185);
        list.add("Night Song", 309);
        System.out.println(list.current);
        System.out.println(list.skip());
        list.removeCurrent();
        System.out.println(list.current + ", " + list.totalSeconds() + " s in total");
        System.out.println(list.skip());
    }
}
