package io.orcacid.error;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Root of all errors that the engine raises itself. Each carries a stable code, a constant message
 * and the facts of the case as key/values, so that logs can be searched by the message and programs
 * can read the facts.
 *
 * <p>Errors of the storage beneath stay {@link java.io.IOException} (or {@link
 * java.io.UncheckedIOException}).
 */
public class OrcAcidException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;
  private final String reason;
  private final transient Map<String, Object> details;

  /**
   * @param code stable, upper case, never reused for another meaning
   * @param message constant text: what is wrong and what to do
   * @param cause the error beneath, or null
   * @param keysAndValues facts of the case: name, value, name, value, ...
   */
  public OrcAcidException(String code, String message, Throwable cause, Object... keysAndValues) {
    super(text(message, keysAndValues), cause);
    this.code = code;
    this.reason = message;
    this.details = Collections.unmodifiableMap(toMap(keysAndValues));
  }

  /** Stable code of this kind of error, for example {@code CONFLICT}. */
  public String code() {
    return code;
  }

  /** The message without the facts of the case: what is wrong and what to do. */
  public String reason() {
    return reason;
  }

  /** The facts of the case in the order in which the message shows them. */
  public Map<String, Object> details() {
    return details == null ? Map.of() : details;
  }

  private static Map<String, Object> toMap(Object... keysAndValues) {
    if (keysAndValues.length % 2 != 0) {
      throw new IllegalArgumentException(
          "a key without a value in " + keysAndValues.length + " details");
    }
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < keysAndValues.length; i += 2) {
      map.put(String.valueOf(keysAndValues[i]), keysAndValues[i + 1]);
    }
    return map;
  }

  private static String text(String message, Object... keysAndValues) {
    if (keysAndValues.length == 0) {
      return message;
    }
    StringBuilder text = new StringBuilder(message).append(" (");
    String separator = "";
    for (Map.Entry<String, Object> detail : toMap(keysAndValues).entrySet()) {
      text.append(separator).append(detail.getKey()).append('=').append(detail.getValue());
      separator = ", ";
    }
    return text.append(')').toString();
  }
}
