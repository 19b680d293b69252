package io.orcacid.compactor.rewrite;

import io.orcacid.writer.WriteResult;
import java.util.Optional;

/** One output file and what was done for it. Immutable. */
record Outcome(RewriteResult.File file, RewriteCounts counts) {
  static RewriteResult.File file(WriteResult.File written) {
    return new RewriteResult.File(
        written.name(),
        written.length(),
        written.events(),
        written.crc32c(),
        Optional.ofNullable(written.first()),
        Optional.ofNullable(written.last()));
  }
}
