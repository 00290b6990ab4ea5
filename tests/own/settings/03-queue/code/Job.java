/** Something to print. */
class Job {
    final int pages;
    Job following;

    Job(int pages) {
        this.pages = pages;
    }
}
