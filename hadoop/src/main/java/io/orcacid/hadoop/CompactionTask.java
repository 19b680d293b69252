package io.orcacid.hadoop;

import io.orcacid.compactor.rewrite.RewritePiece;
import java.io.Serializable;

/**
 * What a map task of a compaction does.
 *
 * @param piece what it writes
 * @param directory absolute path of the directory below which attempts write
 * @param number of the piece
 */
record CompactionTask(RewritePiece piece, String directory, int number) implements Serializable {}
