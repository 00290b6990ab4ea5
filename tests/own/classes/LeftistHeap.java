import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * Mergeable priority queue after Crane: along every right spine the null path
 * length is minimal, so a merge needs O(log n) steps.
 */
public final class LeftistHeap<E extends Comparable<? super E>> {

    private static final class HeapNode<E> {
        final E elem;
        int npl;
        HeapNode<E> left, right;

        HeapNode(E elem) {
            this.elem = elem;
        }
    }

    private HeapNode<E> root;
    private int n;

    public LeftistHeap() {
    }

    /** A heap with one element. */
    public LeftistHeap(E single) {
        insert(single);
    }

    public boolean isEmpty() {
        return root == null;
    }

    public int size() {
        return n;
    }

    public void insert(E elem) {
        root = meld(root, new HeapNode<>(elem));
        n++;
    }

    public E findMin() {
        if (root == null) throw new NoSuchElementException("heap is empty");
        return root.elem;
    }

    public E deleteMin() {
        E min = findMin();
        root = meld(root.left, root.right);
        n--;
        return min;
    }

    /** Second smallest element, if there are two. */
    public Optional<E> runnerUp() {
        if (n < 2) {
            return Optional.empty();
        }
        HeapNode<E> l = root.left;
        HeapNode<E> r = root.right;
        return Optional.of(r == null || l.elem.compareTo(r.elem) <= 0 ? l.elem : r.elem);
    }

    /** Moves all elements of the other heap into this one; the other one is empty afterwards. */
    public void absorb(LeftistHeap<E> other) {
        if (other == this) {
            return;
        }
        root = meld(root, other.root);
        n += other.n;
        other.root = null;
        other.n = 0;
    }

    /** Takes all elements less than the bound out and returns them as a heap of their own. */
    public LeftistHeap<E> splitBelow(E bound) {
        LeftistHeap<E> below = new LeftistHeap<>();
        while (root != null && root.elem.compareTo(bound) < 0) {
            below.insert(deleteMin());
        }
        return below;
    }

    private static <E extends Comparable<? super E>> HeapNode<E> meld(HeapNode<E> a, HeapNode<E> b) {
        if (a == null) return b;
        if (b == null) return a;
        if (b.elem.compareTo(a.elem) < 0) {
            HeapNode<E> t = a;
            a = b;
            b = t;
        }
        a.right = meld(a.right, b);
        if (a.left == null || a.left.npl < a.right.npl) {
            HeapNode<E> t = a.left;
            a.left = a.right;
            a.right = t;
        }
        a.npl = a.right == null ? 0 : a.right.npl + 1;
        return a;
    }
}
