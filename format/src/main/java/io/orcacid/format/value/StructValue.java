package io.orcacid.format.value;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A struct: values in the order of the type's fields, nulls allowed. Immutable.
 *
 * @param values one per field
 */
public record StructValue(List<Object> values) {
  public StructValue {
    values = Collections.unmodifiableList(new ArrayList<>(values));
  }
}
