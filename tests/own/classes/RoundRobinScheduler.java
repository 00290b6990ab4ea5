// Round robin over a ring of processes. "last" is the end of the ring, so
// last.next is the process whose turn it is.
class RoundRobinScheduler {

    enum State { READY, RUNNING, BLOCKED, TERMINATED }

    private static final class Process {
        final int pid;
        int remaining;
        State state = State.READY;
        Process next;

        Process(int pid, int remaining) {
            this.pid = pid;
            this.remaining = remaining;
        }
    }

    private final int quantum;
    private Process last;
    private int nextPid = 1;
    private int used;       // ticks of the running process since it got the cpu

    RoundRobinScheduler(int quantum) {
        if (quantum < 1) throw new IllegalArgumentException("quantum < 1");
        this.quantum = quantum;
    }

    /** Adds a process with the given cpu demand at the end of the ring; returns its pid. */
    int spawn(int burst) {
        if (burst < 1) throw new IllegalArgumentException("burst < 1");
        Process p = new Process(nextPid++, burst);
        if (last == null) {
            p.next = p;
        } else {
            p.next = last.next;
            last.next = p;
        }
        last = p;
        return p.pid;
    }

    /** Runs one tick and returns the pid that had the cpu, or 0 if nobody could run. */
    int tick() {
        if (!dispatch()) return 0;
        Process p = last.next;
        p.remaining--;
        used++;
        if (p.remaining == 0) {
            p.state = State.TERMINATED;
            unlinkAfter(last);
        } else if (used >= quantum) {
            p.state = State.READY;
            last = p;
        }
        return p.pid;
    }

    boolean block(int pid) {
        Process prev = findBefore(pid);
        if (prev == null) return false;
        Process p = prev.next;
        switch (p.state) {
            case READY, RUNNING -> p.state = State.BLOCKED;
            default -> { return false; }
        }
        return true;
    }

    boolean wake(int pid) {
        Process prev = findBefore(pid);
        if (prev == null || prev.next.state != State.BLOCKED) return false;
        prev.next.state = State.READY;
        return true;
    }

    boolean kill(int pid) {
        Process prev = findBefore(pid);
        if (prev == null) return false;
        unlinkAfter(prev);
        return true;
    }

    State stateOf(int pid) {
        if (pid < 1 || pid >= nextPid) throw new IllegalArgumentException("no such pid: " + pid);
        Process prev = findBefore(pid);
        return prev == null ? State.TERMINATED : prev.next.state;
    }

    int count(State wanted) {
        if (last == null) return 0;
        int n = last.state == wanted ? 1 : 0;
        for (Process p = last.next; p != last; p = p.next) {
            if (p.state == wanted) n++;
        }
        return n;
    }

    // makes last.next the running process
    private boolean dispatch() {
        if (last == null) return false;
        Process stop = last;
        do {
            Process candidate = last.next;
            if (candidate.state == State.RUNNING) return true;
            if (candidate.state == State.READY) {
                candidate.state = State.RUNNING;
                used = 0;
                return true;
            }
            last = candidate;
        } while (last != stop);
        return false;
    }

    private Process findBefore(int pid) {
        if (last == null) return null;
        Process prev = last;
        do {
            if (prev.next.pid == pid) return prev;
            prev = prev.next;
        } while (prev != last);
        return null;
    }

    private void unlinkAfter(Process prev) {
        Process gone = prev.next;
        if (gone == prev) {
            last = null;
            return;
        }
        prev.next = gone.next;
        if (gone == last) last = prev;
    }
}
