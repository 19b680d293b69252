package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON of {@link VersionInfo}, as checkpoints keep it. */
final class HistoryCodec {
  private HistoryCodec() {}

  static String encode(VersionInfo info) {
    ObjectNode object = Json.object();
    object.put("version", info.version()).put("time", EntryCodec.timeText(info.time()));
    object.put("operation", info.operation().name()).put("dataChange", info.dataChange());
    info.writeId().ifPresent(id -> object.put("writeId", id));
    object.put("readVersion", info.readVersion());
    object.put("rowsInserted", info.rowsInserted()).put("rowsDeleted", info.rowsDeleted());
    object.put("partitionCount", info.partitionCount());
    info.partitions().forEach(object.putArray("partitions")::add);
    object.put("filesAdded", info.filesAdded()).put("bytesAdded", info.bytesAdded());
    Author author = info.author();
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    object.put("commitId", info.commitId()).put("policy", info.policy());
    GuardCodec.put(object, info.token(), info.lockEpochs());
    return Json.text(object);
  }

  static VersionInfo decode(JsonFields fields) {
    return new VersionInfo(
        fields.number("version"),
        fields.time("time"),
        Operation.parse(fields.text("operation"), fields.path()),
        fields.truth("dataChange"),
        fields.optionalNumber("writeId"),
        fields.number("readVersion"),
        fields.number("rowsInserted"),
        fields.number("rowsDeleted"),
        fields.integer("partitionCount"),
        fields.texts("partitions"),
        fields.number("filesAdded"),
        fields.number("bytesAdded"),
        new Author(fields.text("user"), fields.text("host"), fields.text("agent")),
        fields.text("commitId"),
        fields.text("policy"),
        GuardCodec.token(fields),
        GuardCodec.epochs(fields));
  }
}
