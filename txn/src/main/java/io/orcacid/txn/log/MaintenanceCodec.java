package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import java.time.Duration;
import java.util.Optional;

/** JSON of what compactions and cleaners put into entries, and of retired directories. */
final class MaintenanceCodec {
  private MaintenanceCodec() {}

  static ObjectNode encode(Compaction compaction) {
    ObjectNode object = Json.object();
    object.put("kind", compaction.kind().name()).put("transaction", compaction.transaction());
    compaction.figures().ifPresent(figures -> object.set("figures", encode(figures)));
    JsonFields.putRest(object, compaction.extension());
    return object;
  }

  static Compaction decodeCompaction(JsonFields fields) {
    return new Compaction(
        CompactionKind.parse(fields.text("kind"), fields.path()),
        fields.number("transaction"),
        figures(fields),
        fields.rest());
  }

  private static ObjectNode encode(CompactionFigures figures) {
    return Json.object()
        .put("reason", figures.reason())
        .put("milliseconds", figures.duration().toMillis())
        .put("bytesIn", figures.bytesIn())
        .put("bytesOut", figures.bytesOut())
        .put("rowsIn", figures.rowsIn())
        .put("rowsOut", figures.rowsOut())
        .put("stripesCopied", figures.stripesCopied())
        .put("stripesEncoded", figures.stripesEncoded());
  }

  /** What is for people only makes no entry unreadable. */
  private static Optional<CompactionFigures> figures(JsonFields fields) {
    try {
      return fields.optionalObject("figures", MaintenanceCodec::decodeFigures);
    } catch (CorruptFileException unreadable) {
      return Optional.empty();
    }
  }

  private static CompactionFigures decodeFigures(JsonFields fields) {
    return new CompactionFigures(
        fields.text("reason"),
        Duration.ofMillis(figure(fields, "milliseconds")),
        figure(fields, "bytesIn"),
        figure(fields, "bytesOut"),
        figure(fields, "rowsIn"),
        figure(fields, "rowsOut"),
        figure(fields, "stripesCopied"),
        figure(fields, "stripesEncoded"));
  }

  private static long figure(JsonFields fields, String name) {
    return Math.max(0, fields.optionalNumber(name).orElse(0));
  }

  static ObjectNode encode(Cleaning cleaning) {
    ObjectNode object = Json.object();
    object.put("step", cleaning.step().name());
    if (cleaning.oldestReadable() > 0) {
      object.put("oldestReadable", cleaning.oldestReadable());
    }
    if (!cleaning.forgets().isEmpty()) {
      cleaning.forgets().forEach(object.putArray("forgets")::add);
    }
    JsonFields.putRest(object, cleaning.extension());
    return object;
  }

  static Cleaning decodeCleaning(JsonFields fields) {
    String step = fields.text("step");
    for (Cleaning.Step known : Cleaning.Step.values()) {
      if (known.name().equals(step)) {
        return new Cleaning(
            known,
            fields.optionalNumber("oldestReadable").orElse(0),
            fields.numbers("forgets"),
            fields.rest());
      }
    }
    throw fields.wrong("step", "a step of cleaning");
  }

  static ObjectNode encode(RetiredDirectory retired) {
    ObjectNode object = Json.object();
    object.set("directory", DirectoryCodec.encode(retired.directory()));
    object.put("version", retired.version());
    object.put("time", EntryCodec.timeText(retired.time()));
    return object;
  }

  static RetiredDirectory decodeRetired(JsonFields fields) {
    return new RetiredDirectory(
        fields.object("directory", DirectoryCodec::decode),
        fields.number("version"),
        fields.time("time"));
  }
}
