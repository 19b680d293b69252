package io.orcacid.format.orc;

import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument.TruthValue;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.DoubleColumnStatistics;
import org.apache.orc.Reader;
import org.apache.orc.StripeInformation;
import org.apache.orc.impl.RecordReaderImpl;
import org.apache.orc.impl.SchemaEvolution;

/**
 * Asks statistics and indexes of a file what ORC would ask once it has opened rows: a stripe
 * without a wanted row then need not be opened. Only for files written as this engine writes them,
 * in the schema that they are read with; of others ORC knows the exceptions. A "no" is proof; what
 * cannot be told is a "maybe". Not thread-safe.
 */
public final class StatisticsCheck {
  private final OrcInput input;
  private final List<PredicateLeaf> leaves;
  private final SearchArgument argument;
  private final int[] columns;

  /**
   * @param argument names columns of the row
   */
  StatisticsCheck(OrcInput input, SearchArgument argument) {
    this.input = input;
    this.argument = argument;
    this.leaves = argument.getLeaves();
    this.columns = RecordReaderImpl.mapSargColumnsToOrcInternalColIdx(leaves, evolution());
  }

  private SchemaEvolution evolution() {
    return new SchemaEvolution(input.schema(), null, options());
  }

  private Reader.Options options() {
    return input.options().isSchemaEvolutionCaseAware(false);
  }

  /**
   * Whether rows of these statistics may be wanted.
   *
   * @param statistics by column id
   */
  public boolean mayMatch(ColumnStatistics[] statistics) {
    TruthValue[] truths = new TruthValue[columns.length];
    for (int i = 0; i < columns.length; i++) {
      truths[i] =
          columns[i] >= 0 && columns[i] < statistics.length && canBeAsked(statistics[columns[i]])
              ? RecordReaderImpl.evaluatePredicate(
                  statistics[columns[i]], leaves.get(i), null, true)
              : TruthValue.YES_NO_NULL;
    }
    return argument.evaluate(truths).isNeeded();
  }

  /** Bounds are of the numbers alone where NaN is among the values, or NaN themselves. */
  private static boolean canBeAsked(ColumnStatistics statistics) {
    return statistics != null
        && !(statistics instanceof DoubleColumnStatistics doubles
            && Double.isNaN(doubles.getSum()));
  }

  /**
   * For each stripe whether a row group of it may have wanted rows, by row index and bloom filters.
   */
  public boolean[] mayMatch(List<StripeInformation> stripes) throws IOException {
    boolean[] may = new boolean[stripes.size()];
    Arrays.fill(may, true);
    BitSet asked = new BitSet();
    Arrays.stream(columns).filter(column -> column > 0).forEach(asked::set);
    Optional<List<StripeIndexes.Kept>> indexes =
        asked.isEmpty() ? Optional.empty() : input.indexes(stripes, asked);
    if (indexes.isEmpty()) {
      return may;
    }
    RecordReaderImpl.SargApplier applier =
        new RecordReaderImpl.SargApplier(
            argument,
            input.rowIndexStride(),
            evolution(),
            input.reader().getWriterVersion(),
            true,
            true,
            true);
    for (int i = 0; i < may.length; i++) {
      may[i] = mayMatch(applier, stripes.get(i), indexes.get().get(i));
    }
    return may;
  }

  private static boolean mayMatch(
      RecordReaderImpl.SargApplier applier, StripeInformation stripe, StripeIndexes.Kept kept)
      throws IOException {
    boolean[] groups =
        applier.pickRowGroups(
            stripe,
            kept.index().getRowGroupIndex(),
            kept.index().getBloomFilterKinds(),
            kept.encodings(),
            kept.index().getBloomFilterIndex(),
            true);
    return groups != RecordReaderImpl.SargApplier.READ_NO_RGS;
  }
}
