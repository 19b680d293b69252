package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.BucketFileName;
import io.orcacid.format.layout.DirectoryLister;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import org.apache.orc.TypeDescription;

/** What the files of a table say of its columns. */
final class FileSchemas {
  private FileSchemas() {}

  static TypeDescription common(Storage storage, String root) throws IOException {
    TypeDescription common = null;
    for (DirectoryListing.Entry file : DirectoryLister.list(storage, root).files()) {
      if (file.length() <= 0 || BucketFileName.parse(file.name()).isEmpty()) {
        continue;
      }
      try (OrcInput input = OrcFiles.open(storage, root + "/" + file.path(), file.length())) {
        TypeDescription row =
            input.isAcid() ? AcidSchema.row(input.schema()).clone() : input.schema();
        if (common != null && !common.toString().equals(row.toString())) {
          throw new ValidationException(
              "Files of the table have different columns: say --schema",
              "one",
              common,
              "other",
              row,
              "path",
              file.path());
        }
        common = row;
      }
    }
    if (common == null) {
      throw new ValidationException(
          "No file of the table tells its columns: say --schema", "path", root);
    }
    return common;
  }
}
