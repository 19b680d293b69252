package io.orcacid.hadoop;

import io.orcacid.format.io.Storage;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.DataFile;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.BlockLocation;
import org.apache.hadoop.fs.Path;

/** Where the bytes of splits lie, so that tasks run beside them. Not thread-safe. */
final class SplitLocations {
  private static final int MOST_HOSTS = 3;

  /** A split of many small files is not worth a question for each of them. */
  private static final int MOST_FILES_ASKED = 8;

  private final Storage storage;

  SplitLocations(Storage storage) {
    this.storage = storage;
  }

  /** The hosts that have the most of a split, at most three. */
  List<String> of(AcidSplit split) throws IOException {
    if (storage.isLocal()) {
      return List.of();
    }
    Map<String, Long> bytes = new HashMap<>();
    List<DataFile> largest =
        split.files().stream()
            .sorted(Comparator.comparingLong(DataFile::size).reversed())
            .limit(MOST_FILES_ASKED)
            .toList();
    for (DataFile file : largest) {
      BlockLocation[] blocks =
          storage
              .fileSystem()
              .getFileBlockLocations(new Path(file.path()), file.offset(), file.size());
      for (BlockLocation block : blocks) {
        for (String host : block.getHosts()) {
          bytes.merge(host, overlap(block, file), Long::sum);
        }
      }
    }
    return bytes.entrySet().stream()
        .sorted(
            Map.Entry.<String, Long>comparingByValue()
                .reversed()
                .thenComparing(Map.Entry.comparingByKey()))
        .limit(MOST_HOSTS)
        .map(Map.Entry::getKey)
        .toList();
  }

  private static long overlap(BlockLocation block, DataFile file) {
    long start = Math.max(block.getOffset(), file.offset());
    long end = Math.min(block.getOffset() + block.getLength(), file.offset() + file.size());
    return Math.max(0, end - start);
  }
}
