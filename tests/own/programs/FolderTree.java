package org.example.files;

import java.util.StringTokenizer;

/** Folders and files in memory: each folder points to its first child, and each child to the next one. */
public class FolderTree {

    static class Folder {
        final String name;
        long ownSize;
        Folder firstChild;
        Folder nextSibling;

        Folder(String name, long ownSize) {
            this.name = name;
            this.ownSize = ownSize;
        }

        Folder add(String childName, long size) {
            Folder child = new Folder(childName, size);
            child.nextSibling = firstChild;
            firstChild = child;
            return child;
        }
    }

    private final Folder root = new Folder("", 0);

    /** The size of a folder with everything inside; 0 for null. */
    static long totalSize(Folder folder) {
        if (folder == null) {
            return 0;
        }
        long total = folder.ownSize;
        for (Folder child = folder.firstChild; child != null; child = child.nextSibling) {
            total += totalSize(child);
        }
        return total;
    }

    static int depth(Folder folder) {
        int deepest = 0;
        for (Folder child = folder.firstChild; child != null; child = child.nextSibling) {
            deepest = Math.max(deepest, depth(child));
        }
        return deepest + 1;
    }

    /** Follows a path such as {@code usr/share/doc}; null if it leads nowhere. */
    Folder resolve(String path) {
        Folder folder = root;
        StringTokenizer parts = new StringTokenizer(path, "/");
        while (folder != null && parts.hasMoreTokens()) {
            folder = child(folder, parts.nextToken());
        }
        return folder;
    }

    private static Folder child(Folder folder, String name) {
        Folder child = folder.firstChild;
        while (child != null && !child.name.equals(name)) {
            child = child.nextSibling;
        }
        return child;
    }

    private static void print(Folder folder, String indent) {
        System.out.println(indent + folder.name + "/ " + totalSize(folder));
        for (Folder child = folder.firstChild; child != null; child = child.nextSibling) {
            print(child, indent + "  ");
        }
    }

    public static void main(String[] args) {
        FolderTree tree = new FolderTree();
        Folder usr = tree.root.add("usr", 10);
        usr.add("bin", 2_000).add("games", 5);
        usr.add("share", 40).add("doc", 300);
        print(tree.root, "");
        System.out.println(totalSize(tree.resolve("usr/share")) + " " + totalSize(tree.resolve("home")));
        System.out.println(depth(tree.root));
    }
}
