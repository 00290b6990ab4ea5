public class Address {

    final String town;
    final int zone;

    public Address(String town, int zone) {
        this.town = town;
        this.zone = zone;
    }
}
