package io.orcacid.store.object;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.fs.FileAlreadyExistsException;

/** What can happen to an upload that is answered for by a server somewhere else. */
enum UploadFault {
  /** Nothing. */
  NONE {
    @Override
    void meet(Effect effect) throws IOException {
      effect.happen();
    }
  },
  /** It takes long. */
  SLOW {
    @Override
    void meet(Effect effect) throws IOException {
      rest(3);
      effect.happen();
    }
  },
  /** Refused, as another one for the name is under way. */
  CONFLICT {
    @Override
    void meet(Effect effect) throws IOException {
      throw new IOException(
          "injected: ConditionalRequestConflict: (Service: S3, Status Code: 409)");
    }
  },
  /** The request never arrives. */
  LOST_REQUEST {
    @Override
    void meet(Effect effect) throws IOException {
      throw new SocketTimeoutException("injected: the request was lost");
    }
  },
  /** It is done, and nobody hears of it. */
  LOST_ANSWER {
    @Override
    void meet(Effect effect) throws IOException {
      effect.happen();
      throw new SocketTimeoutException("injected: the answer was lost");
    }
  },
  /** The client did not hear the answer and asked again by itself: its own object is in the way. */
  REPEATED {
    @Override
    void meet(Effect effect) throws IOException {
      effect.happen();
      throw new FileAlreadyExistsException("injected: 412 of the repeated request");
    }
  },
  /** The client gives up, and the request arrives afterwards. */
  LATE {
    @Override
    void meet(Effect effect) throws IOException {
      CompletableFuture.runAsync(
          () -> {
            try {
              effect.happen();
            } catch (IOException taken) {
              // Nobody is there to hear it.
              Thread.onSpinWait();
            }
          },
          CompletableFuture.delayedExecutor(2, TimeUnit.MILLISECONDS));
      throw new SocketTimeoutException("injected: no answer in time");
    }
  };

  /** What the store does with the request when it arrives. */
  interface Effect {
    void happen() throws IOException;
  }

  /** Lets the upload happen, or not, and answers. */
  abstract void meet(Effect effect) throws IOException;

  private static void rest(int milliseconds) {
    try {
      Thread.sleep(milliseconds);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Chooses faults by a seed; thread-safe. */
  static final class Source {
    private final Random random;

    private Source(Random random) {
      this.random = random;
    }

    /** About every fifth upload meets one; none does for the seed 0. */
    static Source of(long seed) {
      return new Source(seed == 0 ? null : new Random(seed));
    }

    synchronized UploadFault next() {
      return random == null || random.nextInt(5) > 0
          ? NONE
          : values()[1 + random.nextInt(values().length - 1)];
    }
  }
}
