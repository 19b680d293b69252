package io.orcacid.format.layout;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.io.Storage.StoredFile;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Lists one partition: the only I/O of layout. Applies the side files of streaming writers
 * (FORMAT.md §6) and reads {@code _metadata_acid} markers (§3.2). Stateless.
 */
public final class DirectoryLister {
  private static final String SIDE_FILE_SUFFIX = "_flush_length";
  private static final String METADATA_FILE = "_metadata_acid";
  private static final Pattern DATA_FORMAT = Pattern.compile("\"dataFormat\"\\s*:\\s*\"([a-z]+)\"");
  private static final Pattern FILE_VERSION =
      Pattern.compile("\"thisFileVersion\"\\s*:\\s*\"([^\"]*)\"");
  private static final int LONGEST_MARKER = 4096;
  private static final int MOST_ATTEMPTS = 5;

  private DirectoryLister() {}

  /**
   * What lies below a partition directory; empty if there is none.
   *
   * @param storage where
   * @param partition absolute path of the partition directory
   * @throws IOException if listing or reading a small file fails
   * @throws CorruptFileException for a marker that says nothing usable
   */
  public static DirectoryListing list(Storage storage, String partition) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return listOnce(storage, partition);
      } catch (FileNotFoundException gone) {
        // A side file goes when its writer closes, a marker when a cleaner works: the listing is
        // old, and so are the lengths in it (HIVE-22001).
        if (attempt == MOST_ATTEMPTS) {
          throw gone;
        }
      }
    }
  }

  private static DirectoryListing listOnce(Storage storage, String partition) throws IOException {
    List<StoredFile> all = storage.listRecursively(partition);
    Map<String, Long> flushed = new HashMap<>();
    Map<String, DirectoryListing.Marker> markers = new HashMap<>();
    Set<String> directories = new HashSet<>(storage.listDirectories(partition));
    directories.removeIf(DirectoryListing::isHidden);
    for (StoredFile file : all) {
      String path = file.path();
      int slash = path.indexOf('/');
      if (path.endsWith(SIDE_FILE_SUFFIX) && isStreaming(path)) {
        String data = path.substring(0, path.length() - SIDE_FILE_SUFFIX.length());
        flushed.put(data, lastFlush(storage, partition + "/" + path));
      } else if (slash > 0 && path.substring(slash + 1).equals(METADATA_FILE)) {
        markers.put(path.substring(0, slash), marker(storage, partition + "/" + path));
      }
    }
    List<DirectoryListing.Entry> files = new ArrayList<>();
    for (StoredFile file : all) {
      if (!DirectoryListing.isHidden(file.path()) && !file.path().endsWith(SIDE_FILE_SUFFIX)) {
        long length = flushed.getOrDefault(file.path(), file.length());
        files.add(new DirectoryListing.Entry(file.path(), length));
      }
    }
    return new DirectoryListing(directories, files, markers);
  }

  /**
   * Only a delta of several write ids, never a compacted or delete one, is cut to its logical
   * length (FORMAT.md §6).
   */
  private static boolean isStreaming(String path) {
    String[] parts = path.split("/");
    return parts.length == 2
        && AcidDirectory.parse(parts[0])
            .filter(AcidDirectory.Delta.class::isInstance)
            .filter(delta -> delta.minWriteId() != delta.maxWriteId())
            .filter(delta -> delta.visibility() == AcidDirectory.ALWAYS_VISIBLE)
            .isPresent();
  }

  /**
   * The last whole length of a side file. Without one the length is unknown, which harms only who
   * wants to read the file: other write ids of the partition are none of its business.
   */
  private static long lastFlush(Storage storage, String path) throws IOException {
    byte[] bytes = storage.readFully(path);
    int whole = bytes.length / Long.BYTES * Long.BYTES;
    long length =
        whole == 0
            ? DirectoryListing.Entry.UNKNOWN_LENGTH
            : ByteBuffer.wrap(bytes).getLong(whole - Long.BYTES);
    return Math.max(length, DirectoryListing.Entry.UNKNOWN_LENGTH);
  }

  private static DirectoryListing.Marker marker(Storage storage, String path) throws IOException {
    byte[] bytes = storage.readFully(path);
    String text =
        new String(bytes, 0, Math.min(bytes.length, LONGEST_MARKER), StandardCharsets.UTF_8);
    Matcher version = FILE_VERSION.matcher(text);
    Matcher format = DATA_FORMAT.matcher(text);
    if (!version.find() || !version.group(1).equals("0") || !format.find()) {
      throw new CorruptFileException(
          "A _metadata_acid file is not of version 0", "path", path, "text", text);
    }
    return switch (format.group(1)) {
      case "compacted" -> DirectoryListing.Marker.COMPACTED;
      case "truncated" -> DirectoryListing.Marker.TRUNCATED;
      case "dropped" -> DirectoryListing.Marker.DROPPED;
      default ->
          throw new CorruptFileException(
              "A _metadata_acid file names an unknown data format",
              "path",
              path,
              "format",
              format.group(1));
    };
  }
}
