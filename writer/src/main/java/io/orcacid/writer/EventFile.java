package io.orcacid.writer;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RowId;
import io.orcacid.format.RowIdOrder;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.AppendingWriter;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.StripeFormat;
import io.orcacid.format.orc.StripeSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * One ACID file while it is written: ORC's writer, and the footer keys that go with it (FORMAT.md
 * §5.5). The caller gives events in {@link RowIdOrder}, as rows or as whole stripes of other files.
 * Not thread-safe.
 */
public final class EventFile {
  private final String name;
  private final DurableOutput out;
  private final AppendingWriter writer;
  private final Kind kind;
  private final List<RowId> lastOfStripes = new ArrayList<>();
  private RowId first;
  private RowId last;
  private boolean pending;
  private long events;

  /** Which events the file holds. */
  public enum Kind {
    /** Insert events, of a base or delta. */
    INSERTS,
    /** Delete events, of a delete delta. */
    DELETES
  }

  private EventFile(
      Storage storage,
      String directory,
      String name,
      Kind kind,
      TypeDescription schema,
      Map<String, String> properties,
      Optional<StripeFormat> format)
      throws IOException {
    this.name = name;
    this.kind = kind;
    this.out = storage.create(directory + "/" + name);
    try {
      this.writer =
          OrcFiles.createAppending(storage, out, schema, properties, format, new FooterKeys());
    } catch (IOException | RuntimeException e) {
      out.close();
      throw e;
    }
  }

  static EventFile create(
      Storage storage,
      String directory,
      String name,
      Kind kind,
      TypeDescription schema,
      Map<String, String> properties)
      throws IOException {
    return new EventFile(storage, directory, name, kind, schema, properties, Optional.empty());
  }

  /**
   * Starts a file.
   *
   * @param storage where
   * @param directory absolute path of its directory, which is there
   * @param name such as {@code bucket_00000}; not there yet
   * @param kind which events it will hold
   * @param schema the file's whole schema
   * @param properties table properties; those of {@code orc.*} count
   * @param format of the stripes that {@link #append} will bring; empty if there will be none
   */
  public static EventFile create(
      Storage storage,
      String directory,
      String name,
      Kind kind,
      TypeDescription schema,
      Map<String, String> properties,
      Optional<StripeFormat> format)
      throws IOException {
    return new EventFile(storage, directory, name, kind, schema, properties, format);
  }

  /**
   * Adds the events of a batch; the two row ids are those of its first and last event.
   *
   * @throws CorruptFileException if they do not come after those before
   */
  public void add(VectorizedRowBatch batch, RowId firstOfBatch, RowId lastOfBatch)
      throws IOException {
    if (batch.size == 0) {
      return;
    }
    advance(firstOfBatch, lastOfBatch);
    // Before the rows are added: a stripe may be flushed while they are, and then ends with them.
    pending = true;
    events += batch.size;
    writer.addRowBatch(batch);
  }

  /**
   * Adds a stripe of another file as bytes; the two row ids are those of its first and last event.
   *
   * @param source the other file, of a format that agrees with this one's
   * @param stripe number of the stripe in it, from 0
   * @throws CorruptFileException if its events do not come after those before
   */
  public void append(StripeSource source, int stripe, RowId firstOfStripe, RowId lastOfStripe)
      throws IOException {
    // The rows before it become a stripe first, which takes its key from here.
    RowId before = last;
    advance(firstOfStripe, lastOfStripe);
    last = before;
    writer.append(source, stripe);
    last = lastOfStripe;
    lastOfStripes.add(lastOfStripe);
    events += source.input().stripes().get(stripe).getNumberOfRows();
  }

  private void advance(RowId from, RowId to) {
    if (last != null && last.compareTo(from) >= 0) {
      throw new CorruptFileException(
          "Events would be written out of order: an input is not sorted, or two hold one row",
          "file",
          name,
          "rowId",
          from,
          "after",
          last);
    }
    if (first == null) {
      first = from;
    }
    last = to;
  }

  /** Row id of the last event of each stripe, once the file is finished. */
  public List<RowId> lastOfStripes() {
    return List.copyOf(lastOfStripes);
  }

  /** Ends the file; its bytes are durable, its name is once the directory is synced. */
  public WriteResult.File finish() throws IOException {
    writer.close();
    out.close();
    return new WriteResult.File(name, out.length(), out.crc32c(), events, first, last);
  }

  /**
   * Gives up; what was written is worthless. ORC is closed too, as its memory is counted per open
   * writer.
   */
  public void abandon() throws IOException {
    try (out) {
      writer.close();
    }
  }

  private final class FooterKeys implements OrcFile.WriterCallback {
    @Override
    public void preStripeWrite(OrcFile.WriterContext context) {
      endStripe();
    }

    /** ORC calls this before it flushes the last stripe. */
    @Override
    public void preFooterWrite(OrcFile.WriterContext context) {
      endStripe();
      AcidStats stats =
          kind == Kind.INSERTS ? new AcidStats(events, 0, 0) : new AcidStats(0, 0, events);
      Writer target = context.getWriter();
      target.addUserMetadata(AcidKeyIndex.KEY, utf8(new AcidKeyIndex(lastOfStripes).toString()));
      target.addUserMetadata(AcidStats.KEY, utf8(stats.toString()));
      target.addUserMetadata(AcidVersion.KEY, utf8(AcidVersion.VERSION_2));
    }

    private void endStripe() {
      if (pending) {
        lastOfStripes.add(last);
        pending = false;
      }
    }

    private ByteBuffer utf8(String text) {
      return ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8));
    }
  }
}
