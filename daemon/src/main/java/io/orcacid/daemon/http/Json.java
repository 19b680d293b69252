package io.orcacid.daemon.http;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import com.fasterxml.jackson.datatype.jdk8.Jdk8Module;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;

/** Values to JSON and back: instants as ISO text, durations as milliseconds, strictly read. */
final class Json {
  private static final ObjectMapper MAPPER =
      JsonMapper.builder()
          .addModule(new Jdk8Module())
          .addModule(new JavaTimeModule())
          .addModule(new SimpleModule().addSerializer(Duration.class, new Milliseconds()))
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .build();

  private Json() {}

  static byte[] write(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("a value of the view has no JSON", e);
    }
  }

  /** Reads a command's body; none at all stands for one without fields. */
  static <T> T read(byte[] body, Class<T> type) throws IOException {
    try {
      T value = MAPPER.readValue(body.length == 0 ? new byte[] {'{', '}'} : body, type);
      if (value == null) {
        throw new HttpFailure(400, "VALIDATION", "The body is null: a JSON object is needed");
      }
      return value;
    } catch (UnrecognizedPropertyException e) {
      throw new HttpFailure(
          400,
          "VALIDATION",
          "The field '"
              + e.getPropertyName()
              + "' is not known here"
              + alternatives(e.getKnownPropertyIds()));
    } catch (JsonParseException e) {
      throw new HttpFailure(400, "VALIDATION", "The body is not JSON: " + e.getOriginalMessage());
    } catch (JsonMappingException e) {
      throw new HttpFailure(400, "VALIDATION", "The body does not fit: wrong value" + where(e));
    }
  }

  /** Fields' names only: the library's own text tells classes of this program. */
  private static String where(JsonMappingException failure) {
    StringBuilder text = new StringBuilder();
    for (JsonMappingException.Reference reference : failure.getPath()) {
      text.append(" of '").append(reference.getFieldName()).append('\'');
    }
    return text.toString();
  }

  static String alternatives(Collection<?> known) {
    if (known == null || known.isEmpty()) {
      return ": none is";
    }
    return "; known: " + String.join(", ", known.stream().map(String::valueOf).sorted().toList());
  }

  /** Durations as whole milliseconds. */
  private static final class Milliseconds extends StdSerializer<Duration> {
    private static final long serialVersionUID = 1L;

    Milliseconds() {
      super(Duration.class);
    }

    @Override
    public void serialize(Duration value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      out.writeNumber(value.toMillis());
    }
  }
}
