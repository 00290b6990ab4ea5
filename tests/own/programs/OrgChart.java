class Employee {
    String name;
    Employee boss;
    Employee firstReport;
    Employee nextColleague;

    Employee(String name, Employee boss) {
        this.name = name;
        this.boss = boss;
    }
}

/**
 * Who works for whom in a company.
 */
public class OrgChart {

    private Employee director;

    public OrgChart(String directorName) {
        director = new Employee(directorName, null);
    }

    /** Hires somebody; returns false if there is no such boss. */
    public boolean hire(String name, String bossName) {
        Employee boss = find(bossName);
        if (boss == null) {
            return false;
        }
        Employee e = new Employee(name, boss);
        e.nextColleague = boss.firstReport;
        boss.firstReport = e;
        return true;
    }

    public Employee find(String name) {
        return find(director, name);
    }

    private Employee find(Employee e, String name) {
        if (e == null || e.name.equals(name)) {
            return e;
        }
        Employee found = find(e.firstReport, name);
        if (found == null) {
            found = find(e.nextColleague, name);
        }
        return found;
    }

    /** The name of the boss of somebody; "?" if we do not know the person. */
    public String bossOf(String name) {
        Employee e = find(name);
        if (e == null) {
            return "?";
        }
        return e.boss.name;
    }

    public int headcount() {
        return count(director);
    }

    private int count(Employee e) {
        return e == null ? 0 : 1 + count(e.firstReport) + count(e.nextColleague);
    }

    public static void main(String[] args) {
        OrgChart chart = new OrgChart("Grace");
        String[][] pairs = {{"Linus", "Grace"}, {"Ken", "Grace"}, {"Dennis", "Ken"}, {"Bjarne", "Nobody"}};
        for (String[] pair : pairs) {
            boolean ok = chart.hire(pair[0], pair[1]);
            System.out.println(pair[0] + (ok ? " is hired" : " is not hired"));
        }
        System.out.println("boss of Dennis: " + chart.bossOf("Dennis"));
        System.out.println("boss of Bjarne: " + chart.bossOf("Bjarne"));
        System.out.println(chart.headcount() + " people");
    }
}
