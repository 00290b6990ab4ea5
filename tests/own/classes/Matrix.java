import java.util.Arrays;

/** A dense matrix of doubles. */
public class Matrix {

    private final int rows;
    private final int cols;
    private final double[][] data;

    public Matrix(int rows, int cols) {
        if (rows < 1 || cols < 1) {
            throw new IllegalArgumentException("Bad dimensions: " + rows + "x" + cols);
        }
        this.rows = rows;
        this.cols = cols;
        this.data = new double[rows][cols];
    }

    public static Matrix identity(int n) {
        Matrix id = new Matrix(n, n);
        for (int i = 0; i < n; i++) {
            id.data[i][i] = 1.0;
        }
        return id;
    }

    /** Creates a matrix from the values, given row by row. */
    public static Matrix of(int rows, int cols, double... values) {
        if ((long) rows * cols != values.length) {
            throw new IllegalArgumentException("Wrong number of values");
        }
        Matrix m = new Matrix(rows, cols);
        int k = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < cols; j++) {
                m.data[i][j] = values[k++];
            }
        }
        return m;
    }

    public int rows() { return rows; }

    public int cols() { return cols; }

    public double get(int i, int j) {
        check(i, j);
        return data[i][j];
    }

    public void set(int i, int j, double value) {
        check(i, j);
        data[i][j] = value;
    }

    private void check(int i, int j) {
        if (i < 0 || i >= rows || j < 0 || j >= cols) {
            throw new IllegalArgumentException("No element (" + i + "," + j + ")");
        }
    }

    public Matrix plus(Matrix other) {
        if (rows != other.rows || cols != other.cols) {
            throw new IllegalArgumentException("Dimensions differ");
        }
        Matrix sum = new Matrix(rows, cols);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                sum.data[i][j] = data[i][j] + other.data[i][j];
        return sum;
    }

    public Matrix multiply(Matrix other) {
        if (cols != other.rows) {
            throw new IllegalArgumentException("Dimensions do not fit");
        }
        Matrix product = new Matrix(rows, other.cols);
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < other.cols; j++) {
                double sum = 0;
                for (int k = 0; k < other.cols; k++) {
                    sum += data[i][k] * other.data[k][j];
                }
                product.data[i][j] = sum;
            }
        }
        return product;
    }

    public Matrix transpose() {
        Matrix t = new Matrix(cols, rows);
        for (int i = 0; i < rows; i++)
            for (int j = 0; j < cols; j++)
                t.data[j][i] = data[i][j];
        return t;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Matrix && Arrays.deepEquals(data, ((Matrix) o).data);
    }

    @Override
    public int hashCode() {
        return Arrays.deepHashCode(data);
    }
}
