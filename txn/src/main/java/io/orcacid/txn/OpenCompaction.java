package io.orcacid.txn;

import io.orcacid.txn.log.Author;
import java.time.Instant;

/**
 * A claimed compaction transaction that is neither committed nor aborted: a compaction that runs,
 * or one whose process died.
 *
 * @param transaction its number T
 * @param session session of the process that claimed it
 * @param author who claimed it
 * @param planVersion version P that it reads
 * @param started when it was claimed, by the clock of its machine
 * @param marking whether its owner gave it up
 * @param partition path of the partition
 * @param temporary name of its directory for unfinished files, in the partition
 */
public record OpenCompaction(
    long transaction,
    String session,
    Author author,
    long planVersion,
    Instant started,
    OpenClaim.Marking marking,
    String partition,
    String temporary) {}
