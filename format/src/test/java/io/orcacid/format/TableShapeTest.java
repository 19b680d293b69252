package io.orcacid.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;

class TableShapeTest {
  private static final TypeDescription ROW =
      TypeDescription.fromString("struct<day:date,id:bigint,Region:string,name:string>");

  @Test
  void partitionColumnsDoNotStandInFiles() {
    TableShape shape = TableShape.of(ROW, List.of("REGION", "day"));
    assertThat(shape.data()).hasToString("struct<id:bigint,name:string>");
    assertThat(shape.row()).isEqualTo(ROW);
    assertThat(shape.dataColumns()).containsExactly(1, 3);
    assertThat(shape.partitionColumns()).containsExactly(2, 0);
    assertThat(shape.partitionedBy()).containsExactly("Region", "day");
    assertThat(shape.isPartitioned()).isTrue();
  }

  @Test
  void aTableWithoutPartitionsKeepsAllColumnsInItsFiles() {
    TableShape shape = TableShape.of(ROW, List.of());
    assertThat(shape.data()).isEqualTo(ROW);
    assertThat(shape.isPartitioned()).isFalse();
  }

  @Test
  void columnsAreFoundInAnyCase() {
    TableShape shape = TableShape.of(ROW, List.of());
    assertThat(shape.position("rEGION")).hasValue(2);
    assertThat(shape.position("none")).isEmpty();
  }

  @Test
  void columnsNamedLikeTheHiddenOnesAreOrdinaryColumns_A14() {
    TypeDescription row =
        TypeDescription.fromString(
            "struct<operation:int,originalTransaction:int,bucket:int,rowId:int,currentTransaction:int,row:int>");
    assertThat(TableShape.of(row, List.of()).position("ROWID")).hasValue(3);
  }

  @Test
  void unsuitablePartitionColumnsAreRefused() {
    refuses("struct<a:int,b:int>", "c");
    refuses("struct<a:int,b:int>", "b", "B");
    refuses("struct<a:int,b:array<int>>", "b");
    refuses("struct<a:int,b:binary>", "b");
    refuses("struct<a:int>", "a");
  }

  @Test
  void rowsThatAreNoneAreRefused() {
    refuses("int");
    refuses("struct<>");
    refuses("struct<a:int,A:int>");
  }

  private static void refuses(String row, String... partitionedBy) {
    assertThatThrownBy(() -> TableShape.of(TypeDescription.fromString(row), List.of(partitionedBy)))
        .isInstanceOf(ValidationException.class);
  }
}
