package io.orcacid.interop.hive;

import org.apache.hadoop.fs.RawLocalFileSystem;

/** Local files without checksum files beside them. Hadoop's own class cannot say its scheme. */
public final class PlainLocalFileSystem extends RawLocalFileSystem {
  @Override
  public String getScheme() {
    return "file";
  }
}
