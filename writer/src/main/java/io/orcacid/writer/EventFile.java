package io.orcacid.writer;

import io.orcacid.format.RowId;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * One ACID file while it is written: ORC's writer, and the footer keys that go with it (FORMAT.md
 * §5.5). The caller gives events in {@link io.orcacid.format.RowIdOrder}. Not thread-safe.
 */
final class EventFile {
  private final String name;
  private final DurableOutput out;
  private final Writer writer;
  private final Kind kind;
  private final List<RowId> lastOfStripes = new ArrayList<>();
  private RowId first;
  private RowId last;
  private boolean pending;
  private long events;

  /** Which events the file holds. */
  enum Kind {
    INSERTS,
    DELETES
  }

  private EventFile(
      Storage storage,
      String directory,
      String name,
      Kind kind,
      TypeDescription schema,
      Map<String, String> properties)
      throws IOException {
    this.name = name;
    this.kind = kind;
    this.out = storage.create(directory + "/" + name);
    try {
      this.writer = OrcFiles.create(storage, out, schema, properties, new FooterKeys());
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
    return new EventFile(storage, directory, name, kind, schema, properties);
  }

  /** Adds the events of a batch; the two row ids are those of its first and last event. */
  void add(VectorizedRowBatch batch, RowId firstOfBatch, RowId lastOfBatch) throws IOException {
    if (batch.size == 0) {
      return;
    }
    if (first == null) {
      first = firstOfBatch;
    }
    // Before the rows are added: a stripe may be flushed while they are, and then ends with them.
    last = lastOfBatch;
    pending = true;
    events += batch.size;
    writer.addRowBatch(batch);
  }

  /** Ends the file; its bytes are durable, its name is once the directory is synced. */
  WriteResult.File finish() throws IOException {
    writer.close();
    out.close();
    return new WriteResult.File(name, out.length(), out.crc32c(), events, first, last);
  }

  /**
   * Gives up; what was written is worthless. ORC is closed too, as its memory is counted per open
   * writer.
   */
  void abandon() throws IOException {
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
