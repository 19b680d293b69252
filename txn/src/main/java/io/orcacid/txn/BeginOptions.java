package io.orcacid.txn;

import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.policy.ConflictPolicy;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a transaction is to be.
 *
 * @param operation what history will show; {@link TransactionHandle#describeAs} changes it
 * @param policy conflict policy; empty for the table's; it must be at least as strict
 * @param readVersion version whose rows it reads; empty for the newest. What was committed since is
 *     checked at the commit
 * @param token what the application calls it; empty for none (PROTOCOL.md R13)
 * @param temporary name of its directory for unfinished files, {@code _tmp.} and a UUID of this
 *     transaction only; empty for one of its own choice
 */
public record BeginOptions(
    Operation operation,
    Optional<ConflictPolicy> policy,
    OptionalLong readVersion,
    Optional<Token> token,
    Optional<String> temporary) {
  public BeginOptions {
    Objects.requireNonNull(operation);
    Objects.requireNonNull(policy);
    Objects.requireNonNull(readVersion);
    Objects.requireNonNull(token);
    temporary.ifPresent(TemporaryName::require);
  }

  /** A transaction on the newest version with the table's policy. */
  public static BeginOptions of(Operation operation) {
    return new BeginOptions(
        operation, Optional.empty(), OptionalLong.empty(), Optional.empty(), Optional.empty());
  }

  /** The same with a conflict policy. */
  public BeginOptions withPolicy(ConflictPolicy newPolicy) {
    return new BeginOptions(operation, Optional.of(newPolicy), readVersion, token, temporary);
  }

  /** The same on a version. */
  public BeginOptions atVersion(long version) {
    return new BeginOptions(operation, policy, OptionalLong.of(version), token, temporary);
  }

  /** The same with a token. */
  public BeginOptions withToken(Token newToken) {
    return new BeginOptions(operation, policy, readVersion, Optional.of(newToken), temporary);
  }

  /** The same with a directory for unfinished files that others know by its name. */
  public BeginOptions withTemporary(String name) {
    return new BeginOptions(operation, policy, readVersion, token, Optional.of(name));
  }
}
