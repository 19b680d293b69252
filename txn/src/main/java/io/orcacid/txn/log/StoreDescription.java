package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.UnsupportedTableException;
import java.util.UUID;

/**
 * {@code _store.json}: which kind of store decides, for which table (PROTOCOL.md §2). Never an
 * address, a credential or a class name.
 *
 * @param kind kind of the store
 * @param table uuid of the table
 * @param logFormat version of the log's format
 */
record StoreDescription(String kind, UUID table, int logFormat) {
  static final String NAME = "_store.json";

  byte[] encode() {
    ObjectNode object = Json.object();
    object.put("kind", kind).put("table", table.toString()).put("logFormat", logFormat);
    return Json.seal(object);
  }

  static StoreDescription decode(byte[] bytes, String path) {
    JsonFields fields = Json.unseal(bytes, path);
    StoreDescription description =
        new StoreDescription(
            fields.text("kind"), fields.uuid("table"), fields.integer("logFormat"));
    if (description.logFormat() > EntryCodec.FORMAT_VERSION) {
      throw new UnsupportedTableException(
          "The table's log is of a newer format: use a newer version",
          "path",
          path,
          "logFormat",
          description.logFormat());
    }
    return description;
  }

  void requireKind(String wanted, String path) {
    if (!kind.equals(wanted)) {
      throw new UnsupportedTableException(
          "Another kind of store decides the commits of this table: open it with that one",
          "path",
          path,
          "table",
          kind,
          "given",
          wanted);
    }
  }
}
