package java.util;

/** How many numbers there were, with their sum and bounds. */
public class IntSummaryStatistics implements IntConsumer {
    private long count, sum;
    private int min = Integer.MAX_VALUE, max = Integer.MIN_VALUE;

    public void accept(int value) {
        count++;
        sum += value;
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    public void combine(IntSummaryStatistics other) {
        count += other.count;
        sum += other.sum;
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    public long getCount() { return count; }

    public long getSum() { return sum; }

    public int getMin() { return min; }

    public int getMax() { return max; }

    public double getAverage() { return count > 0 ? (double) sum / count : 0.0; }

    public String toString() {
        return "IntSummaryStatistics{count=" + count + ", sum=" + sum + ", min=" + min + ", average=" + (float) getAverage()
            + ", max=" + max + "}";
    }
}
