package io.orcacid;

import io.orcacid.error.OrcAcidException;
import io.orcacid.format.value.VectorValues;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanBatch;
import io.orcacid.reader.ScanStatistics;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * The rows of a scan, to be gone through once. Errors of storage come out of the iterator as {@link
 * UncheckedIOException}. Not thread-safe; close it.
 */
public final class Rows implements Iterable<Row>, Closeable {
  private final TypeDescription type;
  private final TypeDescription[] columns;
  private final List<String> names;
  private final BatchReader reader;
  private final ScanStatistics statistics;
  private final AddressMode addresses;
  private final PinnedView view;
  private long left;

  /** Whether rows carry their address. */
  enum AddressMode {
    WITHOUT,
    WITH
  }

  Rows(
      TypeDescription type,
      BatchReader reader,
      ScanStatistics statistics,
      AddressMode addresses,
      long limit,
      PinnedView view) {
    this.type = type;
    this.columns = type.getChildren().toArray(TypeDescription[]::new);
    this.names = List.copyOf(type.getFieldNames());
    this.reader = reader;
    this.statistics = statistics;
    this.addresses = addresses;
    this.left = limit;
    this.view = view;
  }

  /** Columns of the rows. */
  public TypeDescription type() {
    return type;
  }

  /** What was read so far. */
  public ScanStatistics statistics() {
    return statistics;
  }

  /**
   * Why nothing keeps the version readable while it is read, as where the caller may not write to
   * the table; empty if it is kept (PROTOCOL.md R19).
   */
  public Optional<String> unprotectedBecause() {
    return view.unprotectedBecause();
  }

  @Override
  public Iterator<Row> iterator() {
    return new RowIterator();
  }

  private final class RowIterator implements Iterator<Row> {
    private ScanBatch batch;
    private int position;

    @Override
    public boolean hasNext() {
      if (left <= 0) {
        return false;
      }
      if (batch == null || position == batch.rows().size) {
        batch = nextBatch().orElse(null);
        position = 0;
      }
      return batch != null;
    }

    private Optional<ScanBatch> nextBatch() {
      try {
        return reader.next();
      } catch (FileNotFoundException e) {
        throw missing(e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    private OrcAcidException missing(FileNotFoundException gone) {
      try {
        return view.missing(gone);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    @Override
    public Row next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      VectorizedRowBatch rows = batch.rows();
      int row = rows.selectedInUse ? rows.selected[position] : position;
      position++;
      left--;
      Object[] values = new Object[rows.cols.length];
      for (int i = 0; i < values.length; i++) {
        values[i] = VectorValues.get(columns[i], rows.cols[i], row);
      }
      Optional<Address> address =
          addresses == AddressMode.WITH
              ? Optional.of(new Address(batch.partition(), batch.id(row)))
              : Optional.empty();
      return new Row(names, values, address);
    }
  }

  @Override
  public void close() throws IOException {
    left = 0;
    try (view) {
      reader.close();
    }
  }
}
