/**
 * A parking lot with small slots for cars and, behind them, large slots for
 * trucks. When the small slots are full, cars may use the large ones.
 */
public class ParkingLot {

    private static final int CAR_FEE = 5;
    private static final int TRUCK_FEE = 20;
    private static final int MAX_SLOTS = 1000;

    private abstract static class Vehicle {
        final String plate;

        Vehicle(String plate) {
            this.plate = plate;
        }

        abstract int fee();
    }

    private static class Car extends Vehicle {
        Car(String plate) { super(plate); }

        @Override int fee() { return CAR_FEE; }
    }

    private static class Truck extends Vehicle {
        final int tons;

        Truck(String plate, int tons) {
            super(plate);
            this.tons = tons;
        }

        @Override int fee() { return TRUCK_FEE + tons; }
    }

    private final Vehicle[] slots;
    private final int smallSlots;
    private int taken;
    private long earnings;

    public ParkingLot(int smallSlots, int largeSlots) {
        if (smallSlots < 0 || smallSlots > MAX_SLOTS || largeSlots < 0 || largeSlots > MAX_SLOTS) {
            throw new IllegalArgumentException("number of slots");
        }
        this.smallSlots = smallSlots;
        this.slots = new Vehicle[smallSlots + largeSlots];
    }

    /** Parks a car; returns the slot, or -1 if the lot is full. */
    public int parkCar(String plate) {
        return park(new Car(plate), 0);
    }

    /** Parks a truck; returns the slot, or -1 if there is no large slot left. */
    public int parkTruck(String plate, int tons) {
        if (tons < 1) {
            throw new IllegalArgumentException("tons: " + tons);
        }
        return park(new Truck(plate, tons), smallSlots);
    }

    private int park(Vehicle vehicle, int firstSlot) {
        if (find(vehicle.plate) >= 0) {
            throw new IllegalStateException(vehicle.plate + " is parked already");
        }
        for (int i = firstSlot; i < slots.length; i++) {
            if (slots[i] == null) {
                slots[i] = vehicle;
                taken++;
                return i;
            }
        }
        return -1;
    }

    public int find(String plate) {
        for (int i = 0; i < slots.length; i++) {
            if (slots[i] != null && slots[i].plate.equals(plate)) {
                return i;
            }
        }
        return -1;
    }

    /** The vehicle leaves the slot and pays; returns the fee. */
    public int leave(int slot) {
        if (slot < 0 || slot >= slots.length || slots[slot] == null) {
            throw new IllegalArgumentException("nothing parked at " + slot);
        }
        int fee = slots[slot].fee();
        earnings += fee;
        slots[slot] = null;
        taken--;
        return fee;
    }

    /** Total weight that stands on the large slots. */
    public long tonsParked() {
        long tons = 0;
        for (int i = smallSlots; i < slots.length; i++) {
            if (slots[i] != null) {
                tons += ((Truck) slots[i]).tons;
            }
        }
        return tons;
    }

    public int freeSlots() {
        return slots.length - taken;
    }

    public long earnings() {
        return earnings;
    }
}
