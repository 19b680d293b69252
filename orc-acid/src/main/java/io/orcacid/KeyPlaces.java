package io.orcacid;

import io.orcacid.format.RowId;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The rows of one key as the value of a key map: one, where nobody inserted the key twice.
 *
 * @param rows in no order
 */
record KeyPlaces(List<Place> rows) {
  /** Of a key without rows. */
  static final KeyPlaces NONE = new KeyPlaces(List.of());

  KeyPlaces {
    rows = List.copyOf(rows);
  }

  /**
   * A row.
   *
   * @param partition number of its partition in the index
   * @param rowId its address there
   * @param order its ordering value, integers as long; null for NULL and without such a column
   */
  record Place(int partition, RowId rowId, Object order) {}

  KeyPlaces plus(Place place) {
    List<Place> more = new ArrayList<>(rows);
    more.removeIf(
        there -> there.partition() == place.partition() && there.rowId().equals(place.rowId()));
    more.add(place);
    return new KeyPlaces(more);
  }

  KeyPlaces without(Predicate<Place> gone) {
    return rows.stream().anyMatch(gone)
        ? new KeyPlaces(rows.stream().filter(gone.negate()).toList())
        : this;
  }

  byte[] encode() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(26 * rows.size());
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      for (Place place : rows) {
        out.writeInt(place.partition());
        out.writeLong(place.rowId().writeId());
        out.writeInt(place.rowId().bucketProperty());
        out.writeLong(place.rowId().rowId());
        KeyCodec.write(place.order(), out);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static KeyPlaces decode(byte[] bytes) {
    List<Place> places = new ArrayList<>(1);
    try (DataInputStream in = KeyCodec.over(bytes)) {
      while (in.available() > 0) {
        int partition = in.readInt();
        RowId rowId = new RowId(in.readLong(), in.readInt(), in.readLong());
        places.add(new Place(partition, rowId, KeyCodec.read(in)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new KeyPlaces(places);
  }
}
