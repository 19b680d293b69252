package io.orcacid.txn.log;

import io.orcacid.error.ValidationException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;

/**
 * What a table is: written in version 0, carried by every state (PROTOCOL.md R24, R27). Immutable.
 *
 * @param uuid identity of the table, in every entry of its log
 * @param schemas schema versions by id: the user's row without partition columns, as the text of an
 *     ORC {@code TypeDescription}
 * @param schemaId id of the schema that new files are written with
 * @param partitionColumns in the order of the path; empty for an unpartitioned table
 * @param bucketing if the table is bucketed
 * @param keyColumns the declared key; empty for none
 * @param properties table properties; Hive's keep their names, ours start with {@code orcacid.}
 * @param authority who says what is committed; {@value #AUTHORITY_LOG}
 * @param adoption what it knew before its log, if it was a table of Hive
 * @param tags names of versions, by name; those of the newest version count
 * @param extension fields that a newer version wrote, as a JSON object's text; empty for none
 */
public record TableMetadata(
    UUID uuid,
    Map<Integer, String> schemas,
    int schemaId,
    List<PartitionColumn> partitionColumns,
    Optional<Bucketing> bucketing,
    List<String> keyColumns,
    Map<String, String> properties,
    String authority,
    Optional<Adoption> adoption,
    Map<String, Tag> tags,
    String extension) {
  /** {@link #authority()} of a table whose own log decides. */
  public static final String AUTHORITY_LOG = "log";

  public TableMetadata {
    Objects.requireNonNull(uuid);
    Objects.requireNonNull(bucketing);
    Objects.requireNonNull(authority);
    Objects.requireNonNull(adoption);
    Objects.requireNonNull(extension);
    schemas = Collections.unmodifiableMap(new TreeMap<>(schemas));
    partitionColumns = List.copyOf(partitionColumns);
    keyColumns = List.copyOf(keyColumns);
    properties = Collections.unmodifiableMap(new TreeMap<>(properties));
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
    if (!schemas.containsKey(schemaId)) {
      throw new ValidationException(
          "The current schema is not among the table's schemas",
          "schemaId",
          schemaId,
          "known",
          schemas.keySet());
    }
  }

  /** A new unpartitioned table with one schema of id 0, a fresh uuid and nothing else. */
  public static TableMetadata of(String schema) {
    return new TableMetadata(
        UUID.randomUUID(),
        Map.of(0, schema),
        0,
        List.of(),
        Optional.empty(),
        List.of(),
        Map.of(),
        AUTHORITY_LOG,
        Optional.empty(),
        Map.of(),
        "");
  }

  /** The same with these partition columns. */
  public TableMetadata partitionedBy(List<PartitionColumn> columns) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        columns,
        bucketing,
        keyColumns,
        properties,
        authority,
        adoption,
        tags,
        extension);
  }

  /** The same with this bucketing. */
  public TableMetadata bucketedBy(Bucketing buckets) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        partitionColumns,
        Optional.of(buckets),
        keyColumns,
        properties,
        authority,
        adoption,
        tags,
        extension);
  }

  /** The same with this declared key. */
  public TableMetadata keyedBy(List<String> columns) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        partitionColumns,
        bucketing,
        columns,
        properties,
        authority,
        adoption,
        tags,
        extension);
  }

  /** The same with these properties instead of all others. */
  public TableMetadata withProperties(Map<String, String> newProperties) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        partitionColumns,
        bucketing,
        keyColumns,
        newProperties,
        authority,
        adoption,
        tags,
        extension);
  }

  /** The same, adopted from Hive. */
  public TableMetadata adopted(Adoption newAdoption) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        partitionColumns,
        bucketing,
        keyColumns,
        properties,
        authority,
        Optional.of(newAdoption),
        tags,
        extension);
  }

  /** The same of another table. */
  public TableMetadata withUuid(UUID newUuid) {
    return new TableMetadata(
        newUuid,
        schemas,
        schemaId,
        partitionColumns,
        bucketing,
        keyColumns,
        properties,
        authority,
        adoption,
        tags,
        extension);
  }

  /**
   * The same with another current schema, under an id of its own; the former ones stay, as files
   * and versions name them.
   */
  public TableMetadata withSchema(String newSchema) {
    if (newSchema.equals(schema())) {
      return this;
    }
    Map<Integer, String> all = new TreeMap<>(schemas);
    int id = Collections.max(all.keySet()) + 1;
    all.put(id, newSchema);
    return new TableMetadata(
        uuid,
        all,
        id,
        partitionColumns,
        bucketing,
        keyColumns,
        properties,
        authority,
        adoption,
        tags,
        extension);
  }

  /** The same with these tags instead of all others. */
  public TableMetadata withTags(Map<String, Tag> newTags) {
    return new TableMetadata(
        uuid,
        schemas,
        schemaId,
        partitionColumns,
        bucketing,
        keyColumns,
        properties,
        authority,
        adoption,
        newTags,
        extension);
  }

  /** Versions that have a tag, ascending. */
  public NavigableSet<Long> taggedVersions() {
    TreeSet<Long> versions = new TreeSet<>();
    tags.values().forEach(tag -> versions.add(tag.version()));
    return versions;
  }

  /** Text of the current schema. */
  public String schema() {
    return schemas.get(schemaId);
  }
}
