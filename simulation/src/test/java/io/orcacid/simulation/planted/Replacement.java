package io.orcacid.simulation.planted;

import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import net.bytebuddy.implementation.FixedValue;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.implementation.MethodCall;
import net.bytebuddy.implementation.StubMethod;

/** What a method does instead of what it should. */
enum Replacement {
  /** Nothing: {@code false} or 0 where it gives something. */
  NOTHING(StubMethod.INSTANCE),
  TRUE(FixedValue.value(true)),
  EMPTY_LIST(call(List.class, "of")),
  EMPTY_MAP(call(Map.class, "of")),
  NO_NUMBER(call(OptionalLong.class, "empty"));

  private final Implementation implementation;

  Replacement(Implementation implementation) {
    this.implementation = implementation;
  }

  Implementation implementation() {
    return implementation;
  }

  private static Implementation call(Class<?> type, String method) {
    try {
      return MethodCall.invoke(type.getMethod(method));
    } catch (NoSuchMethodException e) {
      throw new AssertionError(e);
    }
  }
}
