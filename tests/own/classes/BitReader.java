/**
 * Reads bits (most significant first) from a byte array, for example to decode
 * a compressed header. Throws {@link IllegalStateException} when it would have
 * to read past the end.
 */
public class BitReader {

    private final byte[] data;
    private final long end;      // in bits
    private long pos;            // in bits

    public BitReader(byte[] data) {
        this(data, 0, data.length);
    }

    public BitReader(byte[] data, int offset, int length) {
        if (offset < 0 || length < 0 || length > data.length - offset) {
            throw new IllegalArgumentException("range not inside of the array");
        }
        this.data = data;
        this.pos = 8L * offset;
        this.end = 8L * offset + 8L * length;
    }

    public long remaining() {
        return end - pos;
    }

    public boolean readFlag() {
        return readBits(1) == 1;
    }

    /** Reads an unsigned value of up to 32 bits (32 bit values may come out negative). */
    public int readBits(int count) {
        if (count < 0 || count > 32) {
            throw new IllegalArgumentException("count = " + count);
        }
        if (count > remaining()) {
            throw new IllegalStateException("end of data");
        }
        int value = 0;
        while (count > 0) {
            int inByte = (int) (pos & 7);
            int take = Math.min(8 - inByte, count);
            int b = data[(int) (pos >>> 3)] & 0xff;
            int chunk = (b >>> (8 - inByte - take)) & ((1 << take) - 1);
            value = (value << take) | chunk;
            pos += take;
            count -= take;
        }
        return value;
    }

    /** Like readBits, but leaves the position where it is. */
    public int peekBits(int count) {
        long mark = pos;
        try {
            return readBits(count);
        } finally {
            pos = mark;
        }
    }

    /** Reads an Exp-Golomb coded number. */
    public int readGolomb() {
        if (remaining() == 0) {
            throw new IllegalStateException("end of data");
        }
        long mark = pos;
        int zeros = 0;
        while (remaining() > 0 && zeros < 32 && !readFlag()) {
            zeros++;
        }
        if (zeros > 30 || remaining() < zeros) {
            pos = mark;
            throw new IllegalStateException("not a Golomb code");
        }
        return (1 << zeros) - 1 + readBits(zeros);
    }

    public void skip(long bits) {
        if (bits < 0 || bits > remaining()) {
            throw new IllegalArgumentException("cannot skip " + bits);
        }
        pos += bits;
    }

    /** Goes on to the next byte boundary, if not at one. */
    public void align() {
        pos = (pos + 7) & ~7L;
    }

    /** Copies whole bytes out; returns how many there were. */
    public int readBytes(byte[] target) {
        int n = 0;
        while (n < target.length && remaining() >= 8) {
            target[n++] = (byte) readBits(8);
        }
        return n;
    }
}
