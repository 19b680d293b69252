package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON of what compactions and cleaners put into entries, and of retired directories. */
final class MaintenanceCodec {
  private MaintenanceCodec() {}

  static ObjectNode encode(Compaction compaction) {
    ObjectNode object = Json.object();
    object.put("kind", compaction.kind().name()).put("transaction", compaction.transaction());
    JsonFields.putRest(object, compaction.extension());
    return object;
  }

  static Compaction decodeCompaction(JsonFields fields) {
    return new Compaction(
        CompactionKind.parse(fields.text("kind"), fields.path()),
        fields.number("transaction"),
        fields.rest());
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
