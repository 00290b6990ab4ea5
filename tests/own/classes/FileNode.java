import java.util.Optional;

/**
 * A file or a directory. The entries of a directory form a singly linked list
 * through {@code nextSibling}, newest first.
 */
public class FileNode {
    private final String name;
    private final boolean directory;
    private final long bytes;

    private FileNode parent;
    private FileNode firstChild;
    private FileNode nextSibling;

    private FileNode(String name, boolean directory, long bytes) {
        this.name = name;
        this.directory = directory;
        this.bytes = bytes;
    }

    public static FileNode file(String name, long bytes) {
        if (bytes < 0) {
            throw new IllegalArgumentException("negative size");
        }
        return new FileNode(name, false, bytes);
    }

    public static FileNode directory(String name) {
        return new FileNode(name, true, 0);
    }

    public String getName() {
        return name;
    }

    public void add(FileNode node) {
        if (!directory) {
            throw new IllegalStateException(name + " is not a directory");
        }
        if (node.parent != null) {
            throw new IllegalArgumentException(node.name + " is already in a directory");
        }
        for (FileNode up = this; up != null; up = up.parent) {
            if (up == node) {
                throw new IllegalArgumentException("cannot put " + node.name + " into itself");
            }
        }
        if (lookup(node.name).isPresent()) {
            throw new IllegalArgumentException(node.name + " exists");
        }
        node.parent = this;
        node.nextSibling = firstChild;
        firstChild = node;
    }

    public Optional<FileNode> lookup(String childName) {
        for (FileNode c = firstChild; c != null; c = c.nextSibling) {
            if (c.name.equals(childName)) {
                return Optional.of(c);
            }
        }
        return Optional.empty();
    }

    /** Takes this node out of its directory. The root cannot be deleted. */
    public void delete() {
        if (parent == null) {
            throw new IllegalStateException(name + " is not in a directory");
        }
        if (parent.firstChild == this) {
            parent.firstChild = nextSibling;
        } else {
            FileNode before = parent.firstChild;
            while (before.nextSibling != this) {
                before = before.nextSibling;
            }
            before.nextSibling = nextSibling;
        }
        nextSibling = null;
    }

    /** Deletes the entry with the given name; false if there is none. */
    public boolean remove(String childName) {
        Optional<FileNode> child = lookup(childName);
        child.ifPresent(FileNode::delete);
        return child.isPresent();
    }

    /** Size in bytes of this file, or of everything below this directory. */
    public long size() {
        long total = bytes;
        for (FileNode c = firstChild; c != null; c = c.nextSibling) {
            total += c.size();
        }
        return total;
    }

    public String path() {
        return parent == null ? name : parent.path() + "/" + name;
    }
}
