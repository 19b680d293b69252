package io.orcacid.hadoop;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.KryoException;
import com.esotericsoftware.kryo.io.Input;
import io.orcacid.error.ValidationException;
import java.util.Base64;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgumentImpl;

/** The condition that programs of orc-mapreduce put into a job, as text of our grammar. */
final class SearchArguments {
  private static final String ARGUMENT = "orc.kryo.sarg";

  /** Any of them may stand in a search argument; no other class is made from a job's bytes. */
  private static final Class<?>[] CLASSES = {
    SearchArgumentImpl.class,
    org.apache.hadoop.hive.ql.io.sarg.ExpressionTree.class,
    org.apache.hadoop.hive.ql.io.sarg.ExpressionTree.Operator.class,
    SearchArgument.TruthValue.class,
    SearchArgumentImpl.PredicateLeafImpl.class,
    org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf.Operator.class,
    org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf.Type.class,
    org.apache.hadoop.hive.serde2.io.HiveDecimalWritable.class,
    java.util.ArrayList.class,
    java.sql.Date.class,
    java.sql.Timestamp.class,
    Object[].class,
    long[].class,
    byte[].class,
  };

  private SearchArguments() {}

  /** Empty if the job has none, or one that every row may meet. */
  static Optional<String> condition(Configuration configuration) {
    String text = configuration.get(ARGUMENT, "");
    if (text.isBlank()) {
      return Optional.empty();
    }
    return SearchCondition.of(read(text));
  }

  private static SearchArgument read(String text) {
    try {
      return Decoder.read(Base64.getMimeDecoder().decode(text));
    } catch (IllegalArgumentException e) {
      throw new ValidationException(
          "The search argument is damaged, or holds a class that none has: set it by ORC's"
              + " OrcInputFormat.setSearchArgument, or use orcacid.input.where",
          e,
          "key",
          ARGUMENT);
    } catch (NoClassDefFoundError e) {
      throw new ValidationException(
          "A search argument needs Kryo to be read: put orc-mapreduce and objenesis on the class path, or"
              + " use orcacid.input.where",
          e,
          "key",
          ARGUMENT);
    }
  }

  /** Apart, so that Kryo is only needed where there is an argument. */
  private static final class Decoder {
    static SearchArgument read(byte[] bytes) {
      Kryo kryo = new Kryo();
      for (Class<?> each : CLASSES) {
        kryo.register(each);
      }
      kryo.setRegistrationRequired(true);
      try {
        return kryo.readObject(new Input(bytes), SearchArgumentImpl.class);
      } catch (KryoException e) {
        throw new IllegalArgumentException(e);
      }
    }
  }
}
