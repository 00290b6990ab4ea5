package org.example.shop;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** The goods of a shop, as a linked list sorted by name. */
public class Inventory {

    enum Category {
        FOOD(7), BOOK(7), OTHER(19);

        private final int vatPercent;

        Category(int vatPercent) {
            this.vatPercent = vatPercent;
        }

        static Category parse(String text) {
            return switch (text) {
                case "food" -> FOOD;
                case "book", "magazine" -> BOOK;
                default -> OTHER;
            };
        }
    }

    static final class Item {
        final String name;
        final Category category;
        int quantity;
        long unitPrice;
        private Item next;

        Item(String name, Category category, int quantity, long unitPrice) {
            this.name = Objects.requireNonNull(name, "name");
            this.category = Objects.requireNonNull(category, "category");
            this.quantity = quantity;
            this.unitPrice = unitPrice;
        }

        long grossValue() {
            return quantity * unitPrice * (100 + category.vatPercent) / 100;
        }
    }

    private Item first;

    /** Adds an item; one with the same name is replaced. Returns the replaced item. */
    public Optional<Item> put(Item added) {
        Item before = null;
        Item item = first;
        while (item != null && item.name.compareTo(added.name) < 0) {
            before = item;
            item = item.next;
        }
        boolean replaces = item != null && item.name.equals(added.name);
        added.next = replaces ? item.next : item;
        if (before == null) {
            first = added;
        } else {
            before.next = added;
        }
        return replaces ? Optional.of(item) : Optional.empty();
    }

    /** Removes an item; false if there is none of this name. */
    public boolean remove(String name) {
        Item before = null;
        for (Item item = first; item != null; item = item.next) {
            if (item.name.equals(name)) {
                if (before == null) {
                    first = item.next;
                } else {
                    before.next = item.next;
                }
                return true;
            }
            before = item;
        }
        return false;
    }

    public Stream<Item> items() {
        return Stream.iterate(first, item -> item != null, item -> item.next);
    }

    /** Reads lines such as {@code apple;food;30;25}; wrong lines are counted and left out. */
    public int load(String text) throws IOException {
        int wrong = 0;
        try (BufferedReader reader = new BufferedReader(new StringReader(text))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                String[] parts = line.split(";");
                try {
                    int quantity = Integer.parseInt(parts[2].strip());
                    long price = Long.parseLong(parts[3].strip());
                    put(new Item(parts[0], Category.parse(parts[1]), quantity, price));
                } catch (NumberFormatException | ArrayIndexOutOfBoundsException e) {
                    wrong++;
                }
            }
        }
        return wrong;
    }

    public static void main(String[] args) throws IOException {
        Inventory inventory = new Inventory();
        int wrong = inventory.load("""
            pear;food;12;40
            atlas;book;2;3490
            broken line
            lamp;other;three;1999
            apple;food;30;25
            """);
        System.out.println(wrong + " lines are wrong");
        System.out.println(inventory.remove("pear") + " " + inventory.remove("lamp"));
        inventory.items().map(item -> item.name + " " + item.grossValue()).forEach(System.out::println);
    }
}
