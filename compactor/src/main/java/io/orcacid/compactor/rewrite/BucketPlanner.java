package io.orcacid.compactor.rewrite;

import io.orcacid.compactor.rewrite.InputFile.Stripe;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.RangeMatch;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.StripeFormat;
import io.orcacid.reader.DataFile;
import io.orcacid.reader.DeletedRows;
import io.orcacid.reader.HiddenColumns;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Decides, stripe by stripe, what is copied and what is encoded. A stripe is copied if its file has
 * the output's format, all of its events count, its keys overlap with those of no other file, no
 * delete lies between its first and last key, and it is not one of several small ones in a row.
 *
 * <p>Keys ascend in a file, so that first and last key say which rows a stripe can hold.
 */
final class BucketPlanner {
  private final Storage storage;
  private final RewriteOptions options;
  private final Optional<StripeFormat> format;
  private final List<Block> blocks = new ArrayList<>();
  private long rowsInvisible;
  private long rowsInBase;

  private BucketPlanner(Storage storage, RewriteOptions options, Optional<StripeFormat> format) {
    this.storage = storage;
    this.options = options;
    this.format = format;
  }

  /**
   * A range of a file, and bounds of its keys, ends included.
   *
   * @param stripe the one stripe of it, whose bounds are exact; null for a whole file
   */
  private record Block(RowId first, RowId last, InputFile file, Stripe stripe) {
    boolean follows(Block other) {
      return stripe != null
          && other.stripe != null
          && file == other.file
          && stripe.index() == other.stripe.index() + 1;
    }

    DataFile range() {
      return stripe == null ? file.file() : file.file().range(stripe.offset(), stripe.length());
    }

    long rows() {
      return stripe == null ? file.rows() : stripe.rows();
    }
  }

  /** Blocks that overlap: one, or several of different files. */
  private static final class Section {
    private final List<Block> blocks = new ArrayList<>();
    private boolean copied;

    Block only() {
      return blocks.get(0);
    }
  }

  /**
   * Plans one bucket.
   *
   * @param storage where the files lie
   * @param files the bucket's data files
   * @param deletes a pass over the rows that are deleted
   * @param options limits
   * @throws CorruptFileException if the keys of a file do not ascend
   */
  static BucketPlan plan(
      Storage storage, List<InputFile> files, DeletedRows.Pass deletes, RewriteOptions options)
      throws IOException {
    List<InputFile> filled = files.stream().filter(file -> file.rows() > 0).toList();
    BucketPlanner planner = new BucketPlanner(storage, options, FormatChoice.of(filled));
    for (InputFile file : filled) {
      planner.addBlocks(file);
    }
    return planner.plan(deletes);
  }

  private void addBlocks(InputFile file) throws IOException {
    boolean candidate =
        file.proven()
            && format.isPresent()
            && file.format().filter(format.get()::agreesWith).isPresent();
    if (candidate) {
      addStripes(file);
    } else {
      blocks.add(wholeFile(file));
    }
  }

  private void addStripes(InputFile file) throws IOException {
    RowId before = null;
    try (StripeKeys keys = new StripeKeys(storage, file)) {
      for (Stripe stripe : file.stripes()) {
        HiddenColumns hidden = stripe.hidden();
        if (hidden.visibility() == RangeMatch.NONE) {
          if (hidden.maxCurrentWriteId() <= file.file().events().skipEventsUpTo()) {
            rowsInBase += stripe.rows();
          } else {
            rowsInvisible += stripe.rows();
          }
          continue;
        }
        RowId first = keys.first(stripe);
        RowId last = keys.last(stripe);
        if (first.compareTo(last) > 0 || before != null && before.compareTo(first) >= 0) {
          throw new CorruptFileException(
              "Row ids of a data file do not rise from stripe to stripe",
              "path",
              file.file().path(),
              "stripe",
              stripe.index(),
              "rowId",
              first);
        }
        blocks.add(new Block(first, last, file, stripe));
        before = last;
      }
    }
  }

  /** Bounds by statistics where there are some, else by the directory's name. */
  private static Block wholeFile(InputFile file) {
    DataFile.EventBounds events = file.file().events();
    RowId first = new RowId(events.minWriteId(), Integer.MIN_VALUE, 0);
    RowId last = new RowId(events.maxWriteId(), Integer.MAX_VALUE, Long.MAX_VALUE);
    if (file.proven()) {
      for (int i = 0; i < file.stripes().size(); i++) {
        HiddenColumns hidden = file.stripes().get(i).hidden();
        RowId low = new RowId(hidden.minWriteId(), hidden.minBucket(), hidden.minRowId());
        RowId high = new RowId(hidden.maxWriteId(), hidden.maxBucket(), hidden.maxRowId());
        first = i == 0 || low.compareTo(first) < 0 ? low : first;
        last = i == 0 || high.compareTo(last) > 0 ? high : last;
      }
    }
    return new Block(first, last, file, null);
  }

  private BucketPlan plan(DeletedRows.Pass deletes) throws IOException {
    List<Section> sections = sections();
    for (Section section : sections) {
      Block block = section.only();
      section.copied =
          section.blocks.size() == 1
              && block.stripe != null
              && block.stripe.whole()
              && !deletes.deletesBetween(block.first, block.last);
    }
    joinSmall(sections);
    return new BucketPlan(formatOfCopies(sections), steps(sections), rowsInvisible, rowsInBase);
  }

  /** Blocks in the order of their keys, those that overlap together. */
  private List<Section> sections() {
    blocks.sort(Comparator.comparing(Block::first));
    List<Section> sections = new ArrayList<>();
    RowId last = null;
    for (Block block : blocks) {
      if (last == null || block.first.compareTo(last) > 0) {
        sections.add(new Section());
        last = block.last;
      } else if (block.last.compareTo(last) > 0) {
        last = block.last;
      }
      sections.get(sections.size() - 1).blocks.add(block);
    }
    return sections;
  }

  /** A small stripe is copied only if its neighbours are copied too and are not small. */
  private void joinSmall(List<Section> sections) {
    boolean[] joins = new boolean[sections.size()];
    for (int i = 0; i < joins.length; i++) {
      joins[i] = !sections.get(i).copied || isSmall(sections.get(i).only().stripe);
    }
    for (int i = 0; i < joins.length; i++) {
      boolean neighbour = i > 0 && joins[i - 1] || i + 1 < joins.length && joins[i + 1];
      if (joins[i] && neighbour) {
        sections.get(i).copied = false;
      }
    }
  }

  private boolean isSmall(Stripe stripe) {
    return stripe.length() < options.smallStripeBytes()
        && stripe.rows() < options.smallStripeRows();
  }

  private Optional<StripeFormat> formatOfCopies(List<Section> sections) {
    Optional<StripeFormat> found = Optional.empty();
    for (Section section : sections) {
      if (section.copied) {
        StripeFormat ofFile = section.only().file.format().orElseThrow();
        found = Optional.of(found.map(ofFile::withBufferOf).orElse(ofFile));
      }
    }
    return found;
  }

  private static List<BucketPlan.Step> steps(List<Section> sections) {
    List<BucketPlan.Step> steps = new ArrayList<>();
    for (int i = 0; i < sections.size(); i++) {
      Section section = sections.get(i);
      Block block = section.only();
      if (section.copied) {
        steps.add(new BucketPlan.Copy(block.stripe, block.first, block.last));
      } else if (section.blocks.size() > 1) {
        steps.add(encode(section.blocks));
      } else {
        // Stripes next to each other are read in one go.
        Block end = block;
        long rows = block.rows();
        while (i + 1 < sections.size()
            && !sections.get(i + 1).copied
            && sections.get(i + 1).blocks.size() == 1
            && sections.get(i + 1).only().follows(end)) {
          end = sections.get(++i).only();
          rows += end.rows();
        }
        DataFile range =
            end == block
                ? block.range()
                : block
                    .file
                    .file()
                    .range(
                        block.stripe.offset(),
                        end.stripe.offset() + end.stripe.length() - block.stripe.offset());
        steps.add(new BucketPlan.Encode(List.of(range), rows, range.size()));
      }
    }
    return steps;
  }

  private static BucketPlan.Encode encode(List<Block> blocks) {
    return new BucketPlan.Encode(
        blocks.stream().map(Block::range).toList(),
        blocks.stream().mapToLong(Block::rows).sum(),
        blocks.stream().mapToLong(block -> block.range().size()).sum());
  }
}
