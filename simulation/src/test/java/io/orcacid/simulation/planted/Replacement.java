package io.orcacid.simulation.planted;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.implementation.bytecode.assign.Assigner;

/** What a method does instead of what it should. */
enum Replacement {
  /** Nothing: {@code false} where it gives something. */
  NOTHING(Nothing.class),
  TRUE(True.class),
  EMPTY_LIST(EmptyList.class),
  EMPTY_MAP(EmptyMap.class),
  EMPTY(Empty.class),
  NO_NUMBER(NoNumber.class);

  private final Class<?> advice;

  Replacement(Class<?> advice) {
    this.advice = advice;
  }

  Class<?> advice() {
    return advice;
  }

  static final class Nothing {
    private Nothing() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }
  }

  static final class True {
    private True() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(@Advice.Return(readOnly = false) boolean result) {
      result = true;
    }
  }

  static final class EmptyList {
    private EmptyList() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
      result = List.of();
    }
  }

  static final class EmptyMap {
    private EmptyMap() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
      result = Map.of();
    }
  }

  static final class Empty {
    private Empty() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
      result = Optional.empty();
    }
  }

  static final class NoNumber {
    private NoNumber() {}

    @Advice.OnMethodEnter(skipOn = Advice.OnNonDefaultValue.class)
    static boolean enter() {
      return true;
    }

    @Advice.OnMethodExit
    static void exit(
        @Advice.Return(readOnly = false, typing = Assigner.Typing.DYNAMIC) Object result) {
      result = OptionalLong.empty();
    }
  }
}
