/** Stock keeping for a small shop. Products are held in a list sorted by SKU. */
public class Inventory {

    private static class Product {
        String sku;
        int priceCents;
        int stock;
        Product next;

        Product(String sku, int priceCents, int stock, Product next) {
            this.sku = sku;
            this.priceCents = priceCents;
            this.stock = stock;
            this.next = next;
        }
    }

    private Product list;
    private int products;

    /** Registers a new product with its first delivery. */
    public void addProduct(String sku, int priceCents, int stock) {
        if (sku.isEmpty() || priceCents < 0 || stock <= 0) {
            throw new IllegalArgumentException("bad product");
        }
        if (find(list, sku) != null) {
            throw new IllegalArgumentException("duplicate sku " + sku);
        }
        list = insert(list, sku, priceCents, stock);
        products++;
    }

    private static Product insert(Product p, String sku, int price, int stock) {
        if (p == null || p.sku.compareTo(sku) > 0) {
            return new Product(sku, price, stock, p);
        }
        p.next = insert(p.next, sku, price, stock);
        return p;
    }

    private static Product find(Product p, String sku) {
        if (p == null) {
            return null;
        }
        int c = p.sku.compareTo(sku);
        if (c > 0) {
            return null;
        }
        return c == 0 ? p : find(p.next, sku);
    }

    public boolean receive(String sku, int amount) {
        Product p = find(list, sku);
        if (p == null || amount <= 0 || amount > Integer.MAX_VALUE - p.stock) {
            return false;
        }
        p.stock += amount;
        return true;
    }

    public boolean ship(String sku, int amount) {
        Product p = find(list, sku);
        if (p == null || amount <= 0 || amount > p.stock) {
            return false;
        }
        p.stock -= amount;
        return true;
    }

    public boolean discontinue(String sku) {
        if (find(list, sku) == null) {
            return false;
        }
        list = remove(list, sku);
        products--;
        return true;
    }

    private static Product remove(Product p, String sku) {
        if (p.sku.equals(sku)) {
            return p.next;
        }
        p.next = remove(p.next, sku);
        return p;
    }

    public int stockOf(String sku) {
        Product p = find(list, sku);
        return p == null ? 0 : p.stock;
    }

    /** SKUs of all products with less than the given stock, in order. */
    public String[] lowStock(int threshold) {
        int n = 0;
        for (Product p = list; p != null; p = p.next) {
            if (p.stock < threshold) n++;
        }
        String[] result = new String[n];
        for (Product p = list; p != null; p = p.next) {
            if (p.stock < threshold) result[result.length - n--] = p.sku;
        }
        return result;
    }

    /** Average value of one stocked item in cents. */
    public long averageItemValue() {
        if (products == 0) {
            return 0;
        }
        long items = 0;
        long value = 0;
        for (Product p = list; p != null; p = p.next) {
            items += p.stock;
            value += (long) p.stock * p.priceCents;
        }
        return value / items;
    }
}
