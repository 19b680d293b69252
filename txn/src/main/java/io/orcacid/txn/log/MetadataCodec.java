package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** JSON of {@link TableMetadata}. */
final class MetadataCodec {
  private MetadataCodec() {}

  static ObjectNode encode(TableMetadata metadata) {
    ObjectNode object = Json.object();
    object.put("uuid", metadata.uuid().toString());
    ArrayNode schemas = object.putArray("schemas");
    metadata
        .schemas()
        .forEach((id, schema) -> schemas.addObject().put("id", id).put("schema", schema));
    object.put("schemaId", metadata.schemaId());
    ArrayNode columns = object.putArray("partitionColumns");
    for (PartitionColumn column : metadata.partitionColumns()) {
      columns.addObject().put("name", column.name()).put("type", column.type());
    }
    metadata
        .bucketing()
        .ifPresent(
            bucketing -> {
              ObjectNode buckets = object.putObject("bucketing");
              bucketing.columns().forEach(buckets.putArray("columns")::add);
              buckets.put("count", bucketing.count()).put("version", bucketing.version());
            });
    metadata.keyColumns().forEach(object.putArray("key")::add);
    ObjectNode properties = object.putObject("properties");
    metadata.properties().forEach(properties::put);
    object.put("authority", metadata.authority());
    metadata
        .adoption()
        .ifPresent(
            adoption ->
                object
                    .putObject("adoption")
                    .put("writeIds", adoption.writeIds().toString())
                    .put("transactions", adoption.transactions().toString())
                    .put("greatestWriteId", adoption.greatestWriteId())
                    .put("greatestTransaction", adoption.greatestTransaction()));
    if (!metadata.tags().isEmpty()) {
      ArrayNode tags = object.putArray("tags");
      metadata.tags().values().forEach(tag -> tags.add(encode(tag)));
    }
    JsonFields.putRest(object, metadata.extension());
    return object;
  }

  private static ObjectNode encode(Tag tag) {
    ObjectNode object = Json.object();
    object.put("name", tag.name()).put("version", tag.version());
    object.put("time", EntryCodec.timeText(tag.time()));
    Author author = tag.author();
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    return object;
  }

  private static Map<String, Tag> tags(JsonFields fields) {
    Map<String, Tag> tags = new TreeMap<>();
    for (Tag tag : fields.objects("tags", MetadataCodec::tag)) {
      if (tags.put(tag.name(), tag) != null) {
        throw new CorruptFileException(
            "A tag stands twice in a file of the log", "path", fields.path(), "tag", tag.name());
      }
    }
    return tags;
  }

  private static Tag tag(JsonFields fields) {
    if (!Tag.isName(fields.text("name"))) {
      throw fields.wrong("name", "the name of a tag");
    }
    return new Tag(
        fields.text("name"),
        fields.number("version"),
        fields.time("time"),
        new Author(fields.text("user"), fields.text("host"), fields.text("agent")));
  }

  static TableMetadata decode(JsonFields fields) {
    Map<Integer, String> schemas = new TreeMap<>();
    fields
        .objects("schemas", schema -> Map.entry(schema.integer("id"), schema.text("schema")))
        .forEach(schema -> putOnce(schemas, schema.getKey(), schema.getValue(), fields));
    Optional<Bucketing> bucketing =
        fields.optionalObject(
            "bucketing",
            buckets ->
                new Bucketing(
                    buckets.texts("columns"),
                    buckets.integer("count"),
                    buckets.integer("version")));
    return new TableMetadata(
        fields.uuid("uuid"),
        schemas,
        fields.integer("schemaId"),
        fields.objects(
            "partitionColumns",
            column -> new PartitionColumn(column.text("name"), column.text("type"))),
        bucketing,
        fields.texts("key"),
        fields.map("properties"),
        fields.text("authority"),
        fields.optionalObject(
            "adoption",
            adoption ->
                new Adoption(
                    ValidWriteIdList.parse(adoption.text("writeIds")),
                    ValidTxnList.parse(adoption.text("transactions")),
                    adoption.number("greatestWriteId"),
                    adoption.number("greatestTransaction"))),
        tags(fields),
        fields.rest());
  }

  private static void putOnce(
      Map<Integer, String> schemas, int id, String schema, JsonFields fields) {
    if (schemas.put(id, schema) != null) {
      throw new CorruptFileException(
          "A schema id stands twice in a file of the log", "path", fields.path(), "id", id);
    }
  }
}
