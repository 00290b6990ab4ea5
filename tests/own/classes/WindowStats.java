/**
 * Running statistics over the last N samples (ring buffer).
 */
public class WindowStats {

    /** Snapshot of the window. */
    public record Summary(int count, int min, int max, double mean) { }

    private int[] samples;
    private int next;      // where the next sample goes
    private int count;     // samples in the window
    private long sum;

    public WindowStats(int window) {
        checkWindow(window);
        samples = new int[window];
    }

    private static void checkWindow(int window) {
        if (window < 1) throw new IllegalArgumentException("window must be at least 1");
    }

    public void add(int sample) {
        if (count == samples.length) {
            sum -= samples[next];
        } else {
            count++;
        }
        samples[next] = sample;
        sum += sample;
        next = (next + 1) % samples.length;
    }

    /** i-th sample, counted from the oldest one in the window. */
    private int sample(int i) {
        int k = next - count + i;
        if (k < 0) k += samples.length;
        return samples[k];
    }

    public int count() {
        return count;
    }

    public double mean() {
        return count == 0 ? Double.NaN : (double) sum / count;
    }

    public long intMean() {
        requireSamples();
        return sum / count;
    }

    public Summary summary() {
        requireSamples();
        int min = Integer.MAX_VALUE;
        int max = Integer.MIN_VALUE;
        for (int i = 0; i < count; i++) {
            int s = sample(i);
            if (s < min) min = s;
            if (s > max) max = s;
        }
        return new Summary(count, min, max, mean());
    }

    public int latest() {
        requireSamples();
        return sample(count - 1);
    }

    /** Changes the length of the window; the newest samples that fit are kept. */
    public void resize(int window) {
        checkWindow(window);
        int keep = Math.min(count, window);
        int[] fresh = new int[window];
        long newSum = 0;
        for (int i = 0; i < keep; i++) {
            fresh[i] = sample(count - keep + i);
            newSum += fresh[i];
        }
        samples = fresh;
        count = keep;
        next = keep;
        sum = newSum;
    }

    public void clear() {
        next = 0;
        count = 0;
        sum = 0;
    }

    private void requireSamples() {
        if (count == 0) throw new IllegalStateException("no samples yet");
    }
}
