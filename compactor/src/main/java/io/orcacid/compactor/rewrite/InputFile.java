package io.orcacid.compactor.rewrite;

import io.orcacid.format.RangeMatch;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.format.orc.StripeFormat;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.HiddenColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;
import org.apache.orc.TypeDescription;

/**
 * What a plan needs to know of a data file, from its footer alone; small, as there may be ten
 * thousand. Immutable.
 *
 * @param file where it is
 * @param rows events in it
 * @param calendar how its dates and timestamps count
 * @param format format of its stripes, if they may be copied at all: the file has exactly the
 *     columns of the output, and {@link StripeFormat} exists
 * @param proven whether statistics prove where each stripe's keys lie
 * @param stripes its stripes in file order
 */
record InputFile(
    DataFile file,
    long rows,
    StripeFormat.Calendar calendar,
    Optional<StripeFormat> format,
    boolean proven,
    List<Stripe> stripes) {
  InputFile {
    stripes = List.copyOf(stripes);
  }

  /**
   * One stripe.
   *
   * @param file where it is
   * @param index number in the file, from 0
   * @param offset first byte
   * @param length bytes
   * @param firstRow number in the file of its first row
   * @param rows its rows
   * @param hidden what its statistics prove
   * @param whole whether every event in it is an insert that counts and has a row, and nothing
   *     about its statistics is odd, so that it may be copied if no delete meets it
   */
  record Stripe(
      DataFile file,
      int index,
      long offset,
      long length,
      long firstRow,
      long rows,
      HiddenColumns hidden,
      boolean whole) {}

  /** Reads the footer of a file. */
  static InputFile read(
      Storage storage, DataFile file, ValidWriteIdList writeIds, TypeDescription fileSchema)
      throws IOException {
    try (OrcInput input = OrcFiles.open(storage, file.path(), file.length())) {
      boolean original = file.origin() instanceof DataFile.Original;
      Optional<StripeFormat> format =
          !original && !input.stripes().isEmpty() && input.schema().equals(fileSchema)
              ? StripeFormat.of(input)
              : Optional.empty();
      List<Stripe> stripes = stripes(input, file, writeIds);
      return new InputFile(
          file,
          input.rowCount(),
          input.reader().writerUsedProlepticGregorian()
              ? StripeFormat.Calendar.PROLEPTIC
              : StripeFormat.Calendar.HYBRID,
          format,
          stripes.stream().allMatch(stripe -> stripe.hidden().proven()),
          stripes);
    }
  }

  private static List<Stripe> stripes(OrcInput input, DataFile file, ValidWriteIdList writeIds)
      throws IOException {
    List<StripeInformation> all = input.stripes();
    List<StripeStatistics> statistics =
        input.hasStatistics() ? input.stripeStatistics() : List.<StripeStatistics>of();
    List<Stripe> stripes = new ArrayList<>();
    long firstRow = 0;
    for (int i = 0; i < all.size(); i++) {
      StripeInformation stripe = all.get(i);
      long rows = stripe.getNumberOfRows();
      HiddenColumns hidden = HiddenColumns.unknown();
      boolean whole = false;
      if (file.origin() instanceof DataFile.Original original) {
        hidden = HiddenColumns.ofOriginal(original, firstRow, rows);
      } else if (statistics.size() == all.size()) {
        ColumnStatistics[] columns = statistics.get(i).getColumnStatistics();
        hidden = HiddenColumns.ofStripe(columns, rows, file, writeIds);
        whole =
            hidden.proven()
                && columns[AcidSchema.ROW_COLUMN_ID].getNumberOfValues() == rows
                && stripe.getOffset() + stripe.getLength() <= file.length()
                && isPlausible(file, hidden, rows);
      }
      stripes.add(
          new Stripe(
              file, i, stripe.getOffset(), stripe.getLength(), firstRow, rows, hidden, whole));
      firstRow += rows;
    }
    return stripes;
  }

  /**
   * Statistics that cannot be right prove nothing. Write id 0 stands only in a base, for rows that
   * were originals.
   */
  private static boolean isPlausible(DataFile file, HiddenColumns hidden, long rows) {
    long least = file.events().minWriteId() == 0 ? 0 : 1;
    boolean oneGroup =
        hidden.minWriteId() == hidden.maxWriteId() && hidden.minBucket() == hidden.maxBucket();
    return rows > 0
        && hidden.visibility() == RangeMatch.ALL
        && hidden.minCurrentWriteId() == hidden.minWriteId()
        && hidden.maxCurrentWriteId() == hidden.maxWriteId()
        && hidden.minWriteId() >= least
        && hidden.minRowId() >= 0
        && (!oneGroup || hidden.maxRowId() - hidden.minRowId() >= rows - 1);
  }
}
