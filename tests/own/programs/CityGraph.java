package org.example.graphs;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;

/** A road map: every city has a list of the roads that leave it. */
public class CityGraph {

    static final class City {
        final String name;
        Road roads;
        City nextCity;
        boolean visited;

        City(String name, City nextCity) {
            this.name = name;
            this.nextCity = nextCity;
        }
    }

    static final class Road {
        final City target;
        final int length;
        final Road next;

        Road(City target, int length, Road next) {
            this.target = target;
            this.length = length;
            this.next = next;
        }
    }

    private static final Map<String, Integer> DISTANCES;

    static {
        DISTANCES = new LinkedHashMap<>();
        DISTANCES.put("Aachen-Cologne", 70);
        DISTANCES.put("Cologne-Bonn", 30);
        DISTANCES.put("Berlin-Potsdam", 35);
    }

    private City cities;

    City city(String name) {
        for (City c = cities; c != null; c = c.nextCity) {
            if (c.name.equals(name)) {
                return c;
            }
        }
        return cities = new City(name, cities);
    }

    void connect(City a, City b, int length) {
        a.roads = new Road(b, length, a.roads);
        b.roads = new Road(a, length, b.roads);
    }

    /** Whether there is a way; a city that is null cannot be reached and is no start. */
    boolean isReachable(City from, City to) {
        for (City c = cities; c != null; c = c.nextCity) {
            c.visited = false;
        }
        return from != null && to != null && search(from, to);
    }

    private static boolean search(City at, City to) {
        if (at == to) {
            return true;
        }
        at.visited = true;
        for (Road road = at.roads; road != null; road = road.next) {
            if (!road.target.visited && search(road.target, to)) {
                return true;
            }
        }
        return false;
    }

    /** How many roads one has to take at least; -1 if there is no way. */
    int hops(City from, City to) {
        Map<City, Integer> distance = new LinkedHashMap<>();
        Deque<City> queue = new ArrayDeque<>();
        distance.put(from, 0);
        queue.add(from);
        while (!queue.isEmpty()) {
            City city = queue.remove();
            for (Road road = city.roads; road != null; road = road.next) {
                if (distance.putIfAbsent(road.target, distance.get(city) + 1) == null) {
                    queue.add(road.target);
                }
            }
        }
        return distance.getOrDefault(to, -1);
    }

    public static void main(String[] args) {
        CityGraph graph = new CityGraph();
        DISTANCES.forEach((pair, length) -> {
            String[] names = pair.split("-");
            graph.connect(graph.city(names[0]), graph.city(names[1]), length);
        });
        City aachen = graph.city("Aachen");
        for (String name : new String[] {"Bonn", "Potsdam"}) {
            City goal = graph.city(name);
            System.out.println(name + " " + graph.isReachable(aachen, goal) + " " + graph.hops(aachen, goal));
        }
    }
}
