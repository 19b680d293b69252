package io.orcacid.bench.tpch;

import io.orcacid.format.SchemaText;
import io.trino.tpch.LineItem;
import io.trino.tpch.Order;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Columns of the two tables, and their rows as vectors. */
public final class TpchRows {
  /** Columns of the items. */
  public static final TypeDescription ITEM =
      SchemaText.parse(
          "l_orderkey bigint, l_partkey bigint, l_suppkey bigint, l_linenumber int,"
              + " l_quantity decimal(15,2), l_extendedprice decimal(15,2),"
              + " l_discount decimal(15,2), l_tax decimal(15,2), l_returnflag string,"
              + " l_linestatus string, l_shipdate date, l_commitdate date, l_receiptdate date,"
              + " l_shipinstruct string, l_shipmode string, l_comment string");

  /** Columns of the orders. */
  public static final TypeDescription ORDER =
      SchemaText.parse(
          "o_orderkey bigint, o_custkey bigint, o_orderstatus string,"
              + " o_totalprice decimal(15,2), o_orderdate date, o_orderpriority string,"
              + " o_clerk string, o_shippriority int, o_comment string");

  static final int QUANTITY = 4;
  static final int PRICE = 5;
  static final int DISCOUNT = 6;
  static final int TAX = 7;
  static final int RETURN_FLAG = 8;
  static final int STATUS = 9;
  static final int SHIP_DATE = 10;

  /** Decimal places of all decimals. */
  static final int SCALE = 2;

  private static final int HUNDRED = 100;

  private TpchRows() {}

  /** Values by position: a Long for numbers, days and unscaled decimals, or a String. */
  static Object[] values(LineItem row, long orderKey) {
    return new Object[] {
      orderKey,
      row.getPartKey(),
      row.getSupplierKey(),
      (long) row.getLineNumber(),
      row.getQuantity() * HUNDRED,
      row.getExtendedPriceInCents(),
      row.getDiscountPercent(),
      row.getTaxPercent(),
      row.getReturnFlag(),
      row.getStatus(),
      (long) row.getShipDate(),
      (long) row.getCommitDate(),
      (long) row.getReceiptDate(),
      row.getShipInstructions(),
      row.getShipMode(),
      row.getComment()
    };
  }

  /** Likewise. */
  static Object[] values(Order row, long orderKey) {
    return new Object[] {
      orderKey,
      row.getCustomerKey(),
      String.valueOf(row.getOrderStatus()),
      row.getTotalPriceInCents(),
      (long) row.getOrderDate(),
      row.getOrderPriority(),
      row.getClerk(),
      (long) row.getShipPriority(),
      row.getComment()
    };
  }

  /** Appends a row to a batch that has room. */
  static void append(VectorizedRowBatch batch, Object[] values) {
    int row = batch.size++;
    for (int i = 0; i < values.length; i++) {
      if (batch.cols[i] instanceof BytesColumnVector texts) {
        texts.setVal(row, ((String) values[i]).getBytes(StandardCharsets.UTF_8));
      } else if (batch.cols[i] instanceof DecimalColumnVector decimals) {
        decimals.vector[row].setFromLongAndScale((Long) values[i], SCALE);
      } else {
        ((LongColumnVector) batch.cols[i]).vector[row] = (Long) values[i];
      }
    }
  }
}
