/**
 * Limit order book for one instrument, aggregated by price level.
 * Bids are sorted from high to low, asks from low to high, so the head of
 * each side is always the best price.
 */
public class OrderBook {

    private static final class Level {
        final int price;
        long quantity;
        Level next;

        Level(int price, long quantity, Level next) {
            this.price = price;
            this.quantity = quantity;
            this.next = next;
        }
    }

    private static final class Side {
        private final boolean descending;
        private Level best;
        private int levels;

        Side(boolean descending) {
            this.descending = descending;
        }

        private boolean before(int a, int b) {
            return descending ? a > b : a < b;
        }

        void add(int price, int quantity) {
            Level prev = null;
            Level cur = best;
            while (cur != null && before(cur.price, price)) {
                prev = cur;
                cur = cur.next;
            }
            if (cur != null && cur.price == price) {
                cur.quantity += quantity;
                return;
            }
            Level level = new Level(price, quantity, cur);
            if (prev == null) {
                best = level;
            } else {
                prev.next = level;
            }
            levels++;
        }

        boolean cancel(int price, int quantity) {
            Level prev = null;
            Level cur = best;
            while (cur != null && before(cur.price, price)) {
                prev = cur;
                cur = cur.next;
            }
            if (cur == null || cur.price != price || cur.quantity < quantity) {
                return false;
            }
            cur.quantity -= quantity;
            if (cur.quantity == 0) {
                if (prev == null) {
                    best = cur.next;
                    return true;
                }
                prev.next = cur.next;
                levels--;
            }
            return true;
        }

        int top() {
            if (levels == 0) {
                throw new IllegalStateException("no quotes");
            }
            return best.price;
        }

        /** Takes liquidity; returns the quantity that could not be filled. */
        long take(long quantity) {
            while (quantity > 0 && levels > 0) {
                long fill = Math.min(quantity, best.quantity);
                best.quantity -= fill;
                quantity -= fill;
                if (best.quantity == 0) {
                    best = best.next;
                    levels--;
                }
            }
            return quantity;
        }
    }

    private final Side bids = new Side(true);
    private final Side asks = new Side(false);

    public void addBid(int price, int quantity) {
        check(quantity);
        bids.add(price, quantity);
    }

    public void addAsk(int price, int quantity) {
        check(quantity);
        asks.add(price, quantity);
    }

    public boolean cancelBid(int price, int quantity) {
        check(quantity);
        return bids.cancel(price, quantity);
    }

    public boolean cancelAsk(int price, int quantity) {
        check(quantity);
        return asks.cancel(price, quantity);
    }

    public long spread() {
        return (long) asks.top() - bids.top();
    }

    /** Market buy order; returns the unfilled rest. */
    public long marketBuy(int quantity) {
        check(quantity);
        return asks.take(quantity);
    }

    private static void check(int quantity) {
        if (quantity <= 0) {
            throw new IllegalArgumentException("quantity: " + quantity);
        }
    }
}
