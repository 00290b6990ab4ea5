import java.util.HashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Who reports to whom. Employees are known by their (unique) names. */
class OrgChart {

    enum Role { CHIEF, MANAGER, STAFF }

    private static class Employee {
        final String name;
        Employee boss;
        // direct reports are chained: boss.reports -> peer -> peer -> ...
        Employee reports;
        Employee peer;

        Employee(String name) {
            this.name = name;
        }

        void join(Employee newBoss) {
            boss = newBoss;
            peer = newBoss.reports;
            newBoss.reports = this;
        }

        void quit() {
            if (boss.reports == this) {
                boss.reports = peer;
            } else {
                Employee e = boss.reports;
                while (e.peer != this) e = e.peer;
                e.peer = peer;
            }
            boss = null;
            peer = null;
        }

        int headCount() {
            int sum = 1;
            for (Employee e = reports; e != null; e = e.peer) sum += e.headCount();
            return sum;
        }
    }

    private final Employee chief;
    private final Map<String, Employee> byName = new HashMap<>();

    OrgChart(String chiefName) {
        chief = new Employee(chiefName);
        byName.put(chiefName, chief);
    }

    private Employee get(String name) {
        Employee e = byName.get(name);
        if (e == null) throw new NoSuchElementException("nobody is called " + name);
        return e;
    }

    void hire(String name, String bossName) {
        Employee boss = get(bossName);
        if (byName.containsKey(name)) throw new IllegalArgumentException(name + " is already employed");
        Employee e = new Employee(name);
        e.join(boss);
        byName.put(name, e);
    }

    /** The reports of somebody who leaves are taken over by the next manager up. */
    void leave(String name) {
        Employee e = get(name);
        if (e == chief) throw new IllegalStateException("the chief cannot leave");
        Employee boss = e.boss;
        e.quit();
        while (e.reports != null) {
            Employee r = e.reports;
            r.quit();
            r.join(boss);
        }
        byName.remove(name);
    }

    void transfer(String name, String newBossName) {
        Employee e = get(name);
        Employee newBoss = get(newBossName);
        for (Employee up = newBoss; up != null; up = up.boss) {
            if (up == e) throw new IllegalArgumentException(newBossName + " works for " + name);
        }
        e.quit();
        e.join(newBoss);
    }

    Optional<String> bossOf(String name) {
        return Optional.ofNullable(get(name).boss).map(b -> b.name);
    }

    Role roleOf(String name) {
        Employee e = get(name);
        if (e == chief) return Role.CHIEF;
        return e.reports == null ? Role.STAFF : Role.MANAGER;
    }

    int teamSize(String name) {
        return get(name).headCount();
    }

    private static int level(Employee e) {
        return e.boss == null ? 0 : 1 + level(e.boss);
    }

    /** Name of the lowest employee who is above (or is) both. */
    String commonBoss(String first, String second) {
        Employee a = get(first);
        Employee b = get(second);
        int la = level(a);
        int lb = level(b);
        for (; la > lb; la--) a = a.boss;
        for (; lb > la; lb--) b = b.boss;
        while (a != b) {
            a = a.boss;
            b = b.boss;
        }
        return a.name;
    }
}
