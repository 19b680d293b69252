/**
 * What transactions saw and did, and the check that it is what the engine promises: snapshot
 * isolation by replay, serializability by cycles of dependencies, and real time.
 */
package io.orcacid.testkit.history;
