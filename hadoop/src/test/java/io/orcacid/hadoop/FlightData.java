package io.orcacid.hadoop;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Real flights, and what is to come out of them, computed without any table. */
final class FlightData {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss");

  private FlightData() {}

  /** One flight. */
  record Flight(long id, LocalDateTime departure, long delay, String origin) {}

  /** Flights and minutes of delay of one airport. */
  record Delays(long flights, long minutes) {
    Delays plus(long delay) {
      return new Delays(flights + 1, minutes + delay);
    }
  }

  static List<Flight> all() throws IOException {
    List<Flight> flights = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Seeds.class.getResourceAsStream("data/flights-20k.csv"), StandardCharsets.UTF_8))) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        String[] fields = line.split(",");
        flights.add(
            new Flight(
                Long.parseLong(fields[0]),
                LocalDateTime.parse(fields[1], TIME),
                Long.parseLong(fields[2]),
                fields[4]));
      }
    }
    return flights;
  }

  static Map<String, Delays> byOrigin(List<Flight> flights) {
    Map<String, Delays> delays = new TreeMap<>();
    for (Flight flight : flights) {
      delays.merge(
          flight.origin(),
          new Delays(1, flight.delay()),
          (known, one) -> known.plus(one.minutes()));
    }
    return delays;
  }

  /** A table of the flights, in several commits, of which some were taken back. */
  static AcidTable load(String path) throws IOException {
    AcidTable table =
        AcidTable.create(
            path,
            TableDefinition.of(
                    "flight_id bigint, departure timestamp, delay_minutes bigint, origin string,"
                        + " part int")
                .partitionedBy("part"));
    List<Flight> flights = all();
    int piece = flights.size() / 4;
    for (int i = 0; i < 4; i++) {
      try (Transaction transaction = table.begin()) {
        for (Flight flight : flights.subList(i * piece, (i + 1) * piece)) {
          transaction
              .insert()
              .row(flight.id(), flight.departure(), flight.delay(), flight.origin(), i % 2);
          transaction
              .insert()
              .row(flight.id(), flight.departure(), 100_000L, flight.origin(), i % 2);
        }
        transaction.commit();
      }
      table.delete("delay_minutes = 100000");
    }
    return table;
  }
}
