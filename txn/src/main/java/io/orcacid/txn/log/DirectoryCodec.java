package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.format.RowId;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** JSON of {@link DataDirectory}, the same in entries, side manifests and checkpoints. */
final class DirectoryCodec {
  private DirectoryCodec() {}

  static ObjectNode encode(DataDirectory directory) {
    ObjectNode object = Json.object();
    object.put("name", directory.name()).put("schemaId", directory.schemaId());
    ArrayNode files = object.putArray("files");
    for (DataFile file : directory.files()) {
      ObjectNode one =
          files
              .addObject()
              .put("name", file.name())
              .put("length", file.length())
              .put("rows", file.rows())
              .put("crc32c", String.format(Locale.ROOT, "%08x", file.crc32c()));
      file.first().ifPresent(rowId -> putRowId(one.putArray("first"), rowId));
      file.last().ifPresent(rowId -> putRowId(one.putArray("last"), rowId));
      JsonFields.putRest(one, file.extension());
    }
    JsonFields.putRest(object, directory.extension());
    return object;
  }

  private static void putRowId(ArrayNode array, RowId rowId) {
    array.add(rowId.writeId()).add(rowId.bucketProperty()).add(rowId.rowId());
  }

  static DataDirectory decode(JsonFields fields) {
    return new DataDirectory(
        fields.text("name"),
        fields.integer("schemaId"),
        fields.objects("files", DirectoryCodec::decodeFile),
        fields.rest());
  }

  private static DataFile decodeFile(JsonFields fields) {
    return new DataFile(
        fields.text("name"),
        fields.number("length"),
        fields.number("rows"),
        crc32c(fields),
        rowId(fields, "first"),
        rowId(fields, "last"),
        fields.rest());
  }

  static int crc32c(JsonFields fields) {
    String text = fields.text("crc32c");
    try {
      return Integer.parseUnsignedInt(text, 16);
    } catch (NumberFormatException e) {
      throw fields.wrong("crc32c", "eight hexadecimal digits");
    }
  }

  private static Optional<RowId> rowId(JsonFields fields, String name) {
    if (!fields.has(name)) {
      return Optional.empty();
    }
    List<Long> numbers = fields.numbers(name);
    if (numbers.size() != 3 || numbers.get(1) != numbers.get(1).intValue()) {
      throw fields.wrong(name, "write id, bucket property and row id");
    }
    return Optional.of(new RowId(numbers.get(0), numbers.get(1).intValue(), numbers.get(2)));
  }
}
