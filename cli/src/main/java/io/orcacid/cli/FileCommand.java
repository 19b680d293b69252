package io.orcacid.cli;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "file",
    description = {
      "Shows one ORC file as an ACID reader sees it.",
      "meta: schema, rows, stripes, codec, footer keys. keys: row ids of each stripe beside the key",
      "index. dump: every event as a line of JSON."
    },
    footer = {"", "Example: orc-acid file keys clicks/delta_0000001_0000001_0000/bucket_00000"})
final class FileCommand extends Command {
  @Parameters(index = "0", paramLabel = "ACTION", description = "meta, keys or dump.")
  private Action action;

  @Parameters(index = "1", paramLabel = "PATH", description = "The ORC file.")
  private String path;

  /** What is shown. */
  enum Action {
    META,
    KEYS,
    DUMP
  }

  @Override
  void run() throws IOException {
    Path file =
        Path.of(path.startsWith("file:") ? path.replaceFirst("^file:(//)?(?=/)", "") : path);
    if (!Files.isRegularFile(file)) {
      throw new ValidationException("There is no such file", "path", path);
    }
    String absolute = file.toAbsolutePath().normalize().toString();
    long length = Files.size(file);
    if (length == 0) {
      throw new ValidationException("The file is empty: it holds no rows", "path", path);
    }
    try (OrcInput input = OrcFiles.open(Storage.local(), absolute, length)) {
      AcidFileView view = new AcidFileView(input, terminal().out());
      switch (action) {
        case META -> view.meta(length);
        case KEYS -> view.keys();
        case DUMP -> view.dump();
      }
    }
  }
}
