package io.orcacid;

import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.reader.PartitionSource;
import io.orcacid.writer.WriteResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Partitions of a snapshot together with the finished statements of a transaction that reads itself
 * (PROTOCOL.md R10). A base of it hides what the snapshot has in the partition.
 *
 * @param committed the snapshot
 * @param own directories of the finished statements
 * @param temporary name of the directory under which bases lie until the commit moves them
 */
record OwnPartitions(PartitionSource committed, List<WriteResult.Directory> own, String temporary)
    implements PartitionSource {
  OwnPartitions {
    own = List.copyOf(own);
  }

  @Override
  public List<String> partitions() throws IOException {
    TreeSet<String> paths = new TreeSet<>(committed.partitions());
    own.forEach(directory -> paths.add(directory.partition()));
    return List.copyOf(paths);
  }

  @Override
  public DirectoryListing listing(String partition) throws IOException {
    List<WriteResult.Directory> here =
        own.stream().filter(directory -> directory.partition().equals(partition)).toList();
    DirectoryListing listing =
        here.stream().anyMatch(directory -> isBase(directory.name()))
            ? new DirectoryListing(java.util.Set.of(), List.of(), Map.of())
            : committed.listing(partition);
    List<DirectoryListing.Entry> files = new ArrayList<>(listing.files());
    for (WriteResult.Directory directory : here) {
      for (WriteResult.File file : directory.files()) {
        files.add(new DirectoryListing.Entry(directory.name() + "/" + file.name(), file.length()));
      }
    }
    return new DirectoryListing(listing.directories(), files, listing.markers());
  }

  @Override
  public String place(String partition, String file) {
    String directory = file.substring(0, Math.max(0, file.indexOf('/')));
    boolean unmoved =
        !temporary.isEmpty()
            && own.stream()
                .anyMatch(
                    mine ->
                        mine.partition().equals(partition)
                            && mine.name().equals(directory)
                            && isBase(directory));
    return unmoved ? temporary + "/" + file : file;
  }

  private static boolean isBase(String name) {
    return AcidDirectory.parse(name).filter(AcidDirectory.Base.class::isInstance).isPresent();
  }
}
