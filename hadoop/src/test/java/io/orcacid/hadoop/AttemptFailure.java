package io.orcacid.hadoop;

import java.util.List;
import org.apache.hadoop.io.NullWritable;

/** Where an attempt of a task ends that is tried again. */
enum AttemptFailure {
  BEFORE_ITS_FIRST_ROW,
  AMONG_ITS_ROWS,
  AFTER_ITS_LAST_ROW,
  BEFORE_ITS_COMMIT,
  AFTER_ITS_COMMIT,
  AFTER_ITS_COMMIT_AND_CLEANED_UP;

  /** Lets an attempt get as far. */
  void happen(HandDrivenJob.Attempt attempt, List<AcidRow> rows) throws Exception {
    if (this == BEFORE_ITS_FIRST_ROW) {
      return;
    }
    List<AcidRow> written = this == AMONG_ITS_ROWS ? rows.subList(0, rows.size() / 2) : rows;
    for (AcidRow row : written) {
      attempt.write(NullWritable.get(), row);
    }
    if (compareTo(BEFORE_ITS_COMMIT) >= 0) {
      attempt.close();
    }
    if (compareTo(AFTER_ITS_COMMIT) >= 0) {
      attempt.commit();
    }
    if (this == AFTER_ITS_COMMIT_AND_CLEANED_UP) {
      attempt.abort();
    }
  }
}
