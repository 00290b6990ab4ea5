/**
 * A list of rows, each of which is a list of numbers again.
 */
public class ListOfLists {

    class Cell {
        int value;
        Cell next;

        Cell(int value) {
            this.value = value;
        }
    }

    class Row {
        Cell cells;
        Row nextRow;
    }

    private Row rows;

    public ListOfLists(int[][] table) {
        Row lastRow = null;
        for (int[] line : table) {
            Row row = new Row();
            for (int i = line.length - 1; i >= 0; i--) {
                Cell cell = new Cell(line[i]);
                cell.next = row.cells;
                row.cells = cell;
            }
            if (lastRow == null) {
                rows = row;
            } else {
                lastRow.nextRow = row;
            }
            lastRow = row;
        }
    }

    /** Copies all numbers into one list. */
    public Cell flatten() {
        Cell first = null;
        Cell last = null;
        for (Row row = rows; row != null; row = row.nextRow) {
            for (Cell cell = row.cells; cell != null; cell = cell.next) {
                Cell copy = new Cell(cell.value);
                if (first == null) {
                    first = copy;
                } else {
                    last.next = copy;
                }
                last = copy;
            }
        }
        return first;
    }

    /** Does some row contain the number? */
    public boolean contains(int value) {
        boolean found = false;
        outer:
        for (Row row = rows; row != null; row = row.nextRow) {
            Cell cell = row.cells;
            while (cell != null) {
                if (cell.value == value) {
                    found = true;
                    break outer;
                }
                cell = cell.next;
            }
        }
        return found;
    }

    public void removeEmptyRows() {
        while (rows != null && rows.cells == null) {
            rows = rows.nextRow;
        }
        Row row = rows;
        while (row != null && row.nextRow != null) {
            if (row.nextRow.cells == null) {
                row.nextRow = row.nextRow.nextRow;
            } else {
                row = row.nextRow;
            }
        }
    }

    public static void main(String[] args) {
        int[][] table = {{}, {1, 2, 3}, {}, {4}, {5, 6}};
        ListOfLists lists = new ListOfLists(table);
        lists.removeEmptyRows();
        int sum = 0;
        for (Cell c = lists.flatten(); c != null; c = c.next) {
            System.out.print(c.value + " ");
            sum += c.value;
        }
        System.out.println("sum " + sum + ", contains 4: " + lists.contains(4));
    }
}
