package io.orcacid.cli.input;

/** Where rows end in a stream of bytes. */
interface Framing {
  /** Begins a row. */
  void begin();

  /** Whether this byte of the row ends it. */
  boolean endsAt(byte value);

  /** Whether the row goes on for certain, so that the stream must not end. */
  boolean isOpen();

  /** One row a line, ended by a line feed. */
  final class Lines implements Framing {
    @Override
    public void begin() {}

    @Override
    public boolean endsAt(byte value) {
      return value == '\n';
    }

    @Override
    public boolean isOpen() {
      return false;
    }
  }

  /** Rows of RFC 4180: a line feed or carriage return outside quotes ends them. */
  final class Csv implements Framing {
    private enum State {
      FIELD_BEGINS,
      PLAIN,
      QUOTED,
      QUOTE_IN_QUOTED
    }

    private State state = State.FIELD_BEGINS;

    @Override
    public void begin() {
      state = State.FIELD_BEGINS;
    }

    @Override
    public boolean endsAt(byte value) {
      if (state == State.QUOTED) {
        if (value == '"') {
          state = State.QUOTE_IN_QUOTED;
        }
        return false;
      }
      if (value == '"' && state != State.PLAIN) {
        state = State.QUOTED;
        return false;
      }
      state = value == ',' ? State.FIELD_BEGINS : State.PLAIN;
      return value == '\n' || value == '\r';
    }

    @Override
    public boolean isOpen() {
      return state == State.QUOTED;
    }
  }
}
