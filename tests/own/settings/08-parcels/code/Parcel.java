import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parcels in a van, each with an address. */
public class Parcel {

    Address address;
    Parcel next;
    int grams;

    Parcel(Address address, int grams, Parcel next) {
        this.address = address;
        this.grams = grams;
        this.next = next;
    }

    /** The largest zone among the addresses, at least 0. */
    static int farthestZone(Parcel first) {
        int zone = 0;
        for (Parcel parcel = first; parcel != null; parcel = parcel.next) {
            Address address = parcel.address;
            if (address.zone > zone) {
                zone = address.zone;
            }
        }
        return zone;
    }

    static Optional<Parcel> heaviest(Parcel first) {
        List<Parcel> parcels = new ArrayList<>();
        while (first != null) {
            parcels.add(first);
            first = first.next;
        }
        return parcels.stream().max((a, b) -> Integer.compare(a.grams, b.grams));
    }

    public static void main(String[] args) {
        Parcel parcels = null;
        String[] towns = {"Aachen", "Liege", "Maastricht"};
        for (int i = 0; i < towns.length; i++) {
            parcels = new Parcel(new Address(towns[i], i), 500 * i, parcels);
        }
        System.out.println(farthestZone(parcels) + " " + farthestZone(null));
        System.out.println(heaviest(parcels).map(p -> p.address.town).orElse("nothing"));
    }
}
