package io.orcacid.verify;

import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.orc.EventFilter;
import io.orcacid.txn.log.DataFile;
import java.util.Optional;

/**
 * A data file in use.
 *
 * @param path absolute path
 * @param length bytes that count
 * @param name what its name means
 * @param directory directory that it lies in; empty for an original
 * @param filter which of its events count
 * @param logged what the log says of it; empty for a table of Hive
 */
record CheckedFile(
    String path,
    long length,
    BucketFileName name,
    Optional<AcidDirectory> directory,
    EventFilter filter,
    Optional<DataFile> logged) {

  boolean isPlain() {
    return name.form() == BucketFileName.Form.ORIGINAL;
  }

  boolean isDelete() {
    return directory.filter(AcidDirectory.DeleteDelta.class::isInstance).isPresent();
  }

  int statement() {
    return directory.map(AcidDirectory::statement).orElse(AcidDirectory.NO_STATEMENT);
  }
}
