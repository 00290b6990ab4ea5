package org.example.numeric;

import java.util.function.IntBinaryOperator;

/** A matrix of which only the rows and elements different from zero are stored, as linked lists. */
public class SparseMatrix {

    private static final class Row {
        final int number;
        Element elements;
        Row below;

        Row(int number, Row below) {
            this.number = number;
            this.below = below;
        }
    }

    private static final class Element {
        final int column;
        int value;
        Element right;

        Element(int column, int value, Element right) {
            this.column = column;
            this.value = value;
            this.right = right;
        }
    }

    private Row rows;

    public int get(int row, int column) {
        Row r = rows;
        while (r != null && r.number < row) {
            r = r.below;
        }
        if (r == null || r.number > row) {
            return 0;
        }
        Element e = r.elements;
        while (e != null && e.column < column) {
            e = e.right;
        }
        return e != null && e.column == column ? e.value : 0;
    }

    public void set(int row, int column, int value) {
        Row above = null;
        Row r = rows;
        while (r != null && r.number < row) {
            above = r;
            r = r.below;
        }
        if (r == null || r.number != row) {
            if (value == 0) {
                return;
            }
            r = new Row(row, r);
            if (above == null) {
                rows = r;
            } else {
                above.below = r;
            }
        }
        Element left = null;
        Element e = r.elements;
        while (e != null && e.column < column) {
            left = e;
            e = e.right;
        }
        if (e != null && e.column == column) {
            e.value = value;
        } else if (value != 0) {
            e = new Element(column, value, e);
            if (left == null) {
                r.elements = e;
            } else {
                left.right = e;
            }
        }
    }

    public int rowSum(int row) {
        int sum = 0;
        for (Row r = rows; r != null && r.number <= row; r = r.below) {
            if (r.number == row) {
                for (Element e = r.elements; e != null; e = e.right) {
                    sum += e.value;
                }
            }
        }
        return sum;
    }

    static SparseMatrix generate(int n, IntBinaryOperator formula) {
        SparseMatrix m = new SparseMatrix();
        for (int i = n - 1; i >= 0; i--) {
            for (int j = 0; j < n; j++) {
                m.set(i, j, formula.applyAsInt(i, j));
            }
        }
        return m;
    }

    public static void main(String[] args) {
        SparseMatrix diagonal = generate(5, (i, j) -> i == j ? i + 1 : 0);
        SparseMatrix corner = generate(3, Math::max);
        System.out.println(diagonal.get(3, 3) + " " + diagonal.get(3, 2) + " " + diagonal.get(9, 9));
        System.out.println(corner.rowSum(0) + " " + corner.rowSum(2));
    }
}
