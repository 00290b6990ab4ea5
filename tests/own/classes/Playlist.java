import java.util.ArrayList;
import java.util.List;

/** One track of a playlist. */
record Song(String title, int seconds) {
}

/** Playlist that starts again at the beginning after the last song. */
class Playlist {

    private class Track {
        final Song song;
        Track prev;
        Track next;

        Track(Song song) {
            this.song = song;
        }
    }

    private Track first;
    private Track last;
    private Track playing;

    void add(Song song) {
        Track t = new Track(song);
        if (first == null) {
            first = t;
            playing = t;
        } else {
            last.next = t;
            t.prev = last;
        }
        last = t;
    }

    boolean isEmpty() {
        return first == null;
    }

    Song current() {
        checkNotEmpty();
        return playing.song;
    }

    Song next() {
        checkNotEmpty();
        playing = playing.next != null ? playing.next : first;
        return playing.song;
    }

    Song previous() {
        checkNotEmpty();
        playing = playing.prev != null ? playing.prev : last;
        return playing.song;
    }

    /** Removes the first song with that title. If it is being played, the song after it is up. */
    boolean remove(String title) {
        Track t = first;
        while (t != null && !t.song.title().equals(title)) {
            t = t.next;
        }
        if (t == null) {
            return false;
        }
        if (t.prev != null) {
            t.prev.next = t.next;
        } else {
            first = t.next;
        }
        if (t.next != null) {
            t.next.prev = t.prev;
        } else {
            last = t.prev;
        }
        if (t == playing) {
            playing = t.next;
        }
        return true;
    }

    long totalSeconds() {
        long sum = 0;
        for (Track t = first; t != null; t = t.next) {
            sum += t.song.seconds();
        }
        return sum;
    }

    List<String> titles() {
        List<String> titles = new ArrayList<>();
        for (Track t = first; t != null; t = t.next) {
            titles.add(t == playing ? "> " + t.song.title() : t.song.title());
        }
        return titles;
    }

    private void checkNotEmpty() {
        if (isEmpty()) {
            throw new IllegalStateException("playlist is empty");
        }
    }
}
