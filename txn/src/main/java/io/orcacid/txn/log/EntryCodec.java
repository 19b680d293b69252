package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.UnsupportedTableException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;
import java.util.Optional;

/**
 * JSON of a {@link LogEntry} (PROTOCOL.md §2). An entry is two lines: the object, and a checksum of
 * the first line.
 */
final class EntryCodec {
  /** Longest entry in bytes. */
  static final int LONGEST_ENTRY = 1 << 20;

  /** Format of tables that nobody compacted or cleaned yet. */
  static final int FIRST_FORMAT = 1;

  /** Format from the first compaction or cleaning on; older versions would misread the table. */
  static final int MAINTAINED_FORMAT = 2;

  /**
   * Format from the first token or lock epoch on; older versions read the table, but as writers
   * they would forget both.
   */
  static final int GUARDED_FORMAT = 3;

  /**
   * Format from the first alteration, tag or restoration on; older versions know none of them, and
   * would clean away what a tag keeps.
   */
  static final int ALTERED_FORMAT = 4;

  /** Newest version of the log's format that this code reads and writes. */
  static final int FORMAT_VERSION = ALTERED_FORMAT;

  private static final DateTimeFormatter TIME =
      new DateTimeFormatterBuilder().appendInstant(6).toFormatter().withZone(ZoneOffset.UTC);

  private EntryCodec() {}

  /** An entry as read: its directories may still lie in a side manifest. */
  record Decoded(LogEntry entry, Optional<SideManifest> manifest) {}

  static byte[] encode(LogEntry entry, Optional<SideManifest> manifest) {
    ObjectNode object = Json.object();
    object.put("version", entry.version());
    object
        .put("minReaderVersion", entry.minReaderVersion())
        .put("minWriterVersion", entry.minWriterVersion());
    object.put("commitId", entry.commitId()).put("parent", entry.parent());
    object.put("table", entry.table().toString()).put("time", timeText(entry.time()));
    ArrayNode transactions = object.putArray("transactions");
    for (LogTransaction transaction : entry.transactions()) {
      ObjectNode encoded = encodeTransaction(transaction);
      if (manifest.isEmpty()) {
        ArrayNode changes = encoded.putArray("changes");
        transaction.changes().forEach(change -> changes.add(encodeChange(change)));
      }
      transactions.add(encoded);
    }
    if (!entry.aborts().isEmpty()) {
      entry.aborts().forEach(object.putArray("aborts")::add);
    }
    if (!entry.compactionAborts().isEmpty()) {
      entry.compactionAborts().forEach(object.putArray("compactionAborts")::add);
    }
    entry
        .compaction()
        .ifPresent(compaction -> object.set("compaction", MaintenanceCodec.encode(compaction)));
    entry
        .cleaning()
        .ifPresent(cleaning -> object.set("cleaning", MaintenanceCodec.encode(cleaning)));
    entry.metadata().ifPresent(data -> object.set("metadata", MetadataCodec.encode(data)));
    manifest.ifPresent(
        side ->
            object
                .putObject("manifest")
                .put("name", side.name())
                .put("length", side.length())
                .put("crc32c", String.format(Locale.ROOT, "%08x", side.crc32c())));
    JsonFields.putRest(object, entry.extension());
    return Json.seal(object);
  }

  static String timeText(Instant time) {
    return TIME.format(time);
  }

  private static ObjectNode encodeTransaction(LogTransaction transaction) {
    ObjectNode object = Json.object();
    object.put("commitId", transaction.commitId());
    object.put("operation", transaction.operation().name());
    transaction.writeId().ifPresent(id -> object.put("writeId", id));
    object.put("readVersion", transaction.readVersion()).put("policy", transaction.policy());
    Author author = transaction.author();
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    GuardCodec.put(object, transaction.token(), transaction.lockEpochs());
    JsonFields.putRest(object, transaction.extension());
    return object;
  }

  static ObjectNode encodeChange(PartitionChange change) {
    ObjectNode object = Json.object();
    object.put("partition", change.partition());
    ArrayNode adds = object.putArray("adds");
    change.adds().forEach(add -> adds.add(DirectoryCodec.encode(add)));
    if (!change.removes().isEmpty()) {
      change.removes().forEach(object.putArray("removes")::add);
    }
    if (!change.deletedRows().isEmpty()) {
      object.put("deletedRows", change.deletedRows());
    }
    JsonFields.putRest(object, change.extension());
    return object;
  }

  static Decoded decode(byte[] bytes, String path) {
    if (bytes.length > LONGEST_ENTRY) {
      throw new CorruptFileException(
          "An entry of the log is longer than 1 MiB", "path", path, "bytes", bytes.length);
    }
    JsonFields fields = Json.unseal(bytes, path);
    requireReadable(fields);
    Optional<SideManifest> manifest =
        fields.optionalObject(
            "manifest",
            side ->
                new SideManifest(
                    side.text("name"), side.number("length"), DirectoryCodec.crc32c(side)));
    LogEntry entry =
        new LogEntry(
            fields.number("version"),
            fields.text("commitId"),
            fields.text("parent"),
            fields.uuid("table"),
            fields.time("time"),
            fields.objects("transactions", EntryCodec::decodeTransaction),
            fields.numbers("aborts"),
            fields.numbers("compactionAborts"),
            fields.optionalObject("compaction", MaintenanceCodec::decodeCompaction),
            fields.optionalObject("cleaning", MaintenanceCodec::decodeCleaning),
            fields.optionalObject("metadata", MetadataCodec::decode),
            fields.integer("minWriterVersion"),
            fields.rest());
    return new Decoded(entry, manifest);
  }

  static void requireReadable(JsonFields fields) {
    long needed = fields.number("minReaderVersion");
    if (needed > FORMAT_VERSION) {
      throw new UnsupportedTableException(
          "The table's log was written by a newer version: use one that reads this log format",
          "path",
          fields.path(),
          "needed",
          needed,
          "supported",
          FORMAT_VERSION);
    }
  }

  private static LogTransaction decodeTransaction(JsonFields fields) {
    return new LogTransaction(
        fields.text("commitId"),
        Operation.parse(fields.text("operation"), fields.path()),
        fields.optionalNumber("writeId"),
        fields.number("readVersion"),
        fields.text("policy"),
        new Author(fields.text("user"), fields.text("host"), fields.text("agent")),
        fields.objects("changes", EntryCodec::decodeChange),
        GuardCodec.token(fields),
        GuardCodec.epochs(fields),
        fields.rest());
  }

  static PartitionChange decodeChange(JsonFields fields) {
    return new PartitionChange(
        fields.text("partition"),
        fields.objects("adds", DirectoryCodec::decode),
        fields.texts("removes"),
        fields.text("deletedRows", ""),
        fields.rest());
  }
}
