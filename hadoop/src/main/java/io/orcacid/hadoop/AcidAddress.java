package io.orcacid.hadoop;

import io.orcacid.Address;
import io.orcacid.format.RowId;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.io.WritableComparable;

/**
 * Where a row is: the key of input, and what output takes rows away by. In the order of partition
 * path, then row id. Readers fill one object again and again: copy what is kept. Not thread-safe.
 */
public final class AcidAddress implements WritableComparable<AcidAddress> {
  private String partition;
  private RowId rowId;

  /** For Hadoop, which reads into it. */
  public AcidAddress() {
    this("", new RowId(0, 0, 0));
  }

  /**
   * @param partition path of the partition below the table, empty if there are none
   * @param rowId row id in it
   */
  public AcidAddress(String partition, RowId rowId) {
    this.partition = Objects.requireNonNull(partition);
    this.rowId = Objects.requireNonNull(rowId);
  }

  /** The same as the engine's type. */
  public static AcidAddress of(Address address) {
    return new AcidAddress(address.partition(), address.rowId());
  }

  void set(String newPartition, RowId newRowId) {
    partition = newPartition;
    rowId = newRowId;
  }

  /** As the engine's type, which is immutable. */
  public Address address() {
    return new Address(partition, rowId);
  }

  /** Path of the partition below the table, empty if there are none. */
  public String partition() {
    return partition;
  }

  /** Write id, bucket property and number of the row. */
  public RowId rowId() {
    return rowId;
  }

  @Override
  public void write(DataOutput out) throws IOException {
    Text.writeString(out, partition);
    out.writeLong(rowId.writeId());
    out.writeInt(rowId.bucketProperty());
    out.writeLong(rowId.rowId());
  }

  @Override
  public void readFields(DataInput in) throws IOException {
    partition = Text.readString(in);
    rowId = new RowId(in.readLong(), in.readInt(), in.readLong());
  }

  @Override
  public int compareTo(AcidAddress other) {
    int order = partition.compareTo(other.partition);
    return order != 0 ? order : rowId.compareTo(other.rowId);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof AcidAddress address
        && partition.equals(address.partition)
        && rowId.equals(address.rowId);
  }

  /** The same in every process, for partitioners that go by it. */
  @Override
  public int hashCode() {
    return (partition.hashCode() * 31 + Long.hashCode(rowId.writeId())) * 31
        + rowId.bucketProperty() * 31
        + Long.hashCode(rowId.rowId());
  }

  @Override
  public String toString() {
    return (partition.isEmpty() ? "" : partition + " ") + rowId;
  }
}
