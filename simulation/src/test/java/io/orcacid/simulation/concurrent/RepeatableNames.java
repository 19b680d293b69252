package io.orcacid.simulation.concurrent;

import java.security.Provider;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.Security;
import java.util.Random;
import java.util.UUID;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * Makes the random names of a thread depend on a seed, so that a run can be had again; threads
 * without a seed get true ones. Must be there before the first name is made in the virtual machine.
 */
public final class RepeatableNames implements LauncherSessionListener {
  private static final ThreadLocal<Random> SEEDED = new ThreadLocal<>();
  private static final String NAME = "repeatable-names";

  @Override
  public void launcherSessionOpened(LauncherSession session) {
    install();
  }

  static void install() {
    if (Security.getProvider(NAME) == null) {
      Security.insertProviderAt(new Names(), 1);
    }
  }

  /** Names that this thread makes from now on depend on the seed alone. */
  static void seed(long seed) {
    SEEDED.set(new Random(seed));
    UUID first = UUID.randomUUID();
    SEEDED.set(new Random(seed));
    if (!first.equals(UUID.randomUUID())) {
      throw new IllegalStateException("random names were made before the provider was installed");
    }
  }

  /** Names that this thread makes from now on are true random ones. */
  static void unseed() {
    SEEDED.remove();
  }

  /** What the virtual machine asks first. */
  public static final class Names extends Provider {
    private static final long serialVersionUID = 1L;

    /** Made by the listener. */
    public Names() {
      super(NAME, "1", "random numbers that a seed decides, for simulations");
      put("SecureRandom.Repeatable", Numbers.class.getName());
    }
  }

  /** The numbers. */
  public static final class Numbers extends SecureRandomSpi {
    private static final long serialVersionUID = 1L;
    private static final String TRUE = "NativePRNG";

    /** Made by the virtual machine. */
    public Numbers() {}

    private static SecureRandom trueOnes() {
      try {
        return SecureRandom.getInstance(TRUE);
      } catch (java.security.NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    protected void engineSetSeed(byte[] seed) {}

    @Override
    protected void engineNextBytes(byte[] bytes) {
      Random seeded = SEEDED.get();
      if (seeded == null) {
        trueOnes().nextBytes(bytes);
      } else {
        seeded.nextBytes(bytes);
      }
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      return trueOnes().generateSeed(count);
    }
  }
}
