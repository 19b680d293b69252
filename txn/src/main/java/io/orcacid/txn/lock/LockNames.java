package io.orcacid.txn.lock;

import com.google.common.hash.Hashing;
import io.orcacid.error.ValidationException;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Names of locks as a store may have them: small letters, digits and hyphens stand for themselves,
 * every other byte of the UTF-8 form is an underscore and two hexadecimal digits, so that stores
 * that take A and a for the same tell two names apart too. What would be too long ends in a hash.
 */
final class LockNames {
  /** Start of the names of locks' objects. */
  static final String LOCKS = "_leases/_lock-";

  /** Start of the names of waiters' objects. */
  static final String WAITERS = "_leases/_wait-";

  private static final int LONGEST = 1000;
  private static final int LONGEST_ENCODED = 120;

  /** What follows it is no hexadecimal digit, so it is never an encoded byte. */
  private static final String HASHED = "_x";

  private LockNames() {}

  /**
   * @throws ValidationException for a name that a lock cannot have
   */
  static String check(String name) {
    if (name.isEmpty()
        || name.length() > LONGEST
        || name.chars().anyMatch(Character::isISOControl)
        || !StandardCharsets.UTF_8.newEncoder().canEncode(name)) {
      throw new ValidationException(
          "A lock's name is 1 to 1,000 characters of Unicode without control characters",
          "name",
          name,
          "length",
          name.length());
    }
    return name;
  }

  static String encode(String name) {
    byte[] bytes = check(name).getBytes(StandardCharsets.UTF_8);
    StringBuilder encoded = new StringBuilder();
    for (byte each : bytes) {
      if (each >= 'a' && each <= 'z' || each >= '0' && each <= '9' || each == '-') {
        encoded.append((char) each);
      } else {
        encoded.append(String.format(Locale.ROOT, "_%02x", each));
      }
    }
    if (encoded.length() <= LONGEST_ENCODED) {
      return encoded.toString();
    }
    return encoded.substring(0, LONGEST_ENCODED / 2)
        + HASHED
        + Hashing.sha256().hashBytes(bytes).toString().substring(0, 40);
  }

  /** The name that was encoded, as far as it can be told, for people. */
  static String decode(String encoded) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < encoded.length(); i++) {
      if (encoded.charAt(i) == '_' && encoded.substring(i).matches("_[0-9a-f]{2}.*")) {
        bytes.write(Integer.parseInt(encoded.substring(i + 1, i + 3), 16));
        i += 2;
      } else {
        bytes.write(encoded.charAt(i));
      }
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** Start of the names of one lock's objects. */
  static String prefix(String name) {
    return LOCKS + encode(name) + ".";
  }

  static String object(String name, long epoch) {
    return String.format(Locale.ROOT, "%s%020d", prefix(name), epoch);
  }

  /** Epoch of an object's name; -1 for a name that is none. */
  static long epochOf(String object) {
    String digits = object.substring(object.lastIndexOf('.') + 1);
    return object.startsWith(LOCKS)
            && digits.matches("\\d{20}")
            && digits.compareTo("09223372036854775807") < 0
        ? Long.parseLong(digits)
        : -1;
  }

  /** The encoded name in an object's name. */
  static String encodedIn(String object) {
    return object.substring(LOCKS.length(), object.lastIndexOf('.'));
  }
}
